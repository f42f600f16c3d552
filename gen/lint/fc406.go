package lint

import (
	"fmt"

	"github.com/flowc-dev/flowc/gen/ir"
	"github.com/flowc-dev/flowc/schema/diag"
)

var fc406 = Rule{Code: diag.FC406, Run: lateVerification, Needs: ir.Guessed}

func lateVerification(p *Pass) {
	p.Steps(func(s *ir.Step) {
		if !s.Node.Verifies() || s.Flow.Verifier() == s {
			return
		}
		d := diag.Diagnostic{
			Span:    s.Node.ID.Span,
			Message: fmt.Sprintf("%s %q verifies a signature, and is not the only target of its Webhook", s.Node.Template.Title, s.Node.ID.Value),
			Hint:    "wire the Webhook to it alone, and its output to what follows",
		}
		if entry := s.Flow.Entry; !entry.Route().Hook {
			d.Message = fmt.Sprintf("%s %q verifies the signature of a Webhook, and is reached from %q, which is none",
				s.Node.Template.Title, s.Node.ID.Value, entry.ID.Value)
			d.Hint = "put it right behind a Webhook"
		}
		p.ReportNode(s.Node, d)
	})
}
