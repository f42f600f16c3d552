package lint

import (
	"github.com/flowc-dev/flowc/gen/ir"
	"github.com/flowc-dev/flowc/schema/diag"
)

var fc304 = Rule{Code: diag.FC304, Run: answeredOnce, Needs: ir.Guessed}

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
