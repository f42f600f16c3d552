package lint

import (
	"fmt"

	"github.com/flowc-dev/flowc/gen/ir"
	"github.com/flowc-dev/flowc/schema/diag"
)

var fc301 = Rule{Code: diag.FC301, Run: invalidWired, Needs: ir.Guessed}

func invalidWired(p *Pass) {
	missing(p, func(s *ir.Step, output string) {
		if output == "invalid" {
			reportMissing(p, s, output)
		}
	})
}

// missing calls found for each required output without a wire.
func missing(p *Pass, found func(s *ir.Step, output string)) {
	p.Steps(func(s *ir.Step) {
		for _, out := range s.Outs {
			if out.Missing {
				found(s, out.Name)
			}
		}
	})
}

func reportMissing(p *Pass, s *ir.Step, output string) {
	p.ReportNode(s.Node, diag.Diagnostic{
		Span: s.Node.ID.Span, Output: output,
		Message: fmt.Sprintf("output %q of %s %q is not wired", output, s.Node.Template.Title, s.Node.ID.Value),
		Hint:    fmt.Sprintf("wire %q; every request that takes it must come to a Response", output),
	})
}
