package lint

import (
	"fmt"

	"github.com/flowc-dev/flowc/gen/ir"
	"github.com/flowc-dev/flowc/schema/diag"
)

var fc303 = Rule{
	Rule: diag.Rule{
		Code: "FC303", Severity: diag.Error, Title: "path that ends without a Response",
		Doc: "Every execution answers exactly once. On the path that the message names, none does: lead its end to " +
			"a Response.",
	},
	Run: answered,
}

func answered(p *Pass) {
	p.Steps(func(s *ir.Step) {
		if s.After || s.Node.Tainted || s.Node.Loose || s.Node.Template.Answers || s.Flow.Shared {
			return // unproved, or reported as FC308
		}
		if s.Protects != nil {
			if s.Protects.Ends {
				reportEnd(p, s, "done")
			}
			return
		}
		for _, out := range s.Outs {
			if out.Next == nil && !out.Missing && s.Region == nil {
				reportEnd(p, s, out.Name)
			}
		}
	})
}

func reportEnd(p *Pass, s *ir.Step, output string) {
	p.ReportNode(s.Node, diag.Diagnostic{
		Span: s.Node.ID.Span, Output: output,
		Message: fmt.Sprintf("path ends without a Response: %s, output %q", ir.PathText(s.Path()), output),
		Hint:    fmt.Sprintf("wire output %q of %q on to a Response", output, s.Node.ID.Value),
	})
}
