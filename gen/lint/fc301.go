package lint

import (
	"fmt"

	"github.com/flowc-dev/flowc/gen/ir"
	"github.com/flowc-dev/flowc/schema/diag"
)

var fc301 = Rule{
	Rule: diag.Rule{
		Code: "FC301", Severity: diag.Error, Title: "`invalid` output not wired",
		Doc: "What happens to a caller that is not let through must be said: wire `invalid`, usually to a Response " +
			"with status 401.",
	},
	Run: invalidWired,
}

func invalidWired(p *Pass) { missing(p, func(output string) bool { return output == "invalid" }) }

// missing reports required outputs without a wire, of those that it is asked about.
func missing(p *Pass, about func(output string) bool) {
	p.Steps(func(s *ir.Step) {
		for _, out := range s.Outs {
			if !out.Missing || s.Node.Tainted || !about(out.Name) {
				continue
			}
			p.ReportNode(s.Node, diag.Diagnostic{
				Span: s.Node.ID.Span, Output: out.Name,
				Message: fmt.Sprintf("output %q of %s %q is not wired", out.Name, s.Node.Template.Title, s.Node.ID.Value),
				Hint:    fmt.Sprintf("wire %q; every request that takes it must come to a Response", out.Name),
			})
		}
	})
}
