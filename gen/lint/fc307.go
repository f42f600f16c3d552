package lint

import (
	"fmt"

	"github.com/flowc-dev/flowc/gen/ir"
	"github.com/flowc-dev/flowc/schema/diag"
)

var fc307 = Rule{
	Rule: diag.Rule{
		Code: "FC307", Severity: diag.Warning, Title: "`catch` or `failed` that can never be taken",
		Doc: "Nothing in the region can fail, so what handles its failure never runs.",
	},
	Run: handlers,
}

func handlers(p *Pass) {
	p.Steps(func(s *ir.Step) {
		if s.Protects == nil || s.Node.Tainted {
			return
		}
		if on := s.Protects.On; on != nil && on.Next != nil && len(on.Next.Caught) == 0 {
			p.ReportNode(s.Node, diag.Diagnostic{
				Span: s.Node.ID.Span, Output: on.Name,
				Message: fmt.Sprintf("output %q of %q can never be taken: nothing in its region can fail", on.Name, s.Node.ID.Value),
				Hint:    "remove what it leads to, or the region",
			})
		}
	})
}
