package lint

import (
	"fmt"
	"net/http"
	"slices"

	"github.com/flowc-dev/flowc/gen/flow"
	"github.com/flowc-dev/flowc/gen/ir"
	"github.com/flowc-dev/flowc/schema/diag"
)

var fc305 = Rule{
	Rule: diag.Rule{
		Code: "FC305", Severity: diag.Warning, Title: "`invalid` led to a Response with another status",
		Doc: "Whoever is not let through should learn so by the status: 401, 403, 404 or 429, or be sent on to an address that he " +
			"does not choose, such as that of the login. Another guard on the way ends the search.",
	},
	Run: refusalStatus, Needs: ir.Guessed,
}

func refusalStatus(p *Pass) {
	p.Steps(func(s *ir.Step) {
		for _, out := range s.Outs {
			if out.Name == "invalid" && out.Next != nil && !s.Flow.Misled(s.Node) {
				refusals(p, out)
			}
		}
	})
}

// refusals looks at every Response that an invalid output leads to.
func refusals(p *Pass, out *ir.Out) {
	onward := func(s *ir.Step) []*ir.Step {
		if s.Guards() || s.Node.Template == nil || s.Node.Template.Status != nil {
			return nil
		}
		return s.Next()
	}
	for s := range flow.Walk(out.Next, onward) {
		if !s.Guards() && s.Node.Template != nil && s.Node.Template.Status != nil {
			refusal(p, out, s)
		}
	}
}

func refusal(p *Pass, out *ir.Out, s *ir.Step) {
	status := s.Node.Template.Status(ir.NewPass(s))
	if status == 0 || slices.Contains(refusalStatuses, status) || sentOn(s) {
		return
	}
	p.ReportNode(s.Node, diag.Diagnostic{
		Span:    s.Node.ID.Span,
		Message: fmt.Sprintf("output %q of %q leads to a Response with status %d", out.Name, out.Step.Node.ID.Value, status),
		Hint:    "answer 401, 403, 404 or 429, or redirect to an address that the caller does not choose",
	})
}

// refusalStatuses tell a caller that he is not let through, or that there is nothing for him.
var refusalStatuses = []int64{http.StatusUnauthorized, http.StatusForbidden, http.StatusNotFound, http.StatusTooManyRequests}

// sentOn reports whether a Response sends the caller on to an address that he does not choose.
func sentOn(s *ir.Step) bool {
	address, choice := s.ChosenRedirect()
	return address != nil && choice == nil
}
