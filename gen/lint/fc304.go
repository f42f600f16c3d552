package lint

import (
	"github.com/flowc-dev/flowc/gen/ir"
	"github.com/flowc-dev/flowc/schema/diag"
)

var fc304 = Rule{
	Rule: diag.Rule{
		Code: "FC304", Severity: diag.Error, Title: "path with more than one Response",
		Doc: "A Response answers and ends its branch. What is wired to its own `out` runs after the answer, and " +
			"can't answer again.",
	},
	Run: answeredOnce, Needs: ir.Guessed,
}

func answeredOnce(p *Pass) {
	p.Steps(func(s *ir.Step) {
		if !s.After || s.Node.Template == nil || !s.Node.Template.Answers {
			return
		}
		p.ReportNode(s.Node, diag.Diagnostic{
			Span:    s.Node.ID.Span,
			Message: "path with more than one Response: " + ir.PathText(s.Path()),
			Hint:    "remove one of them: the first has answered",
		})
	})
}
