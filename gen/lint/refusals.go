package lint

import (
	"fmt"
	"net/http"
	"slices"

	"github.com/flowc-dev/flowc/gen/facts"
	"github.com/flowc-dev/flowc/gen/flow"
	"github.com/flowc-dev/flowc/gen/ir"
	"github.com/flowc-dev/flowc/schema/diag"
	"github.com/flowc-dev/flowc/templates"
)

var refusalStatusRule = Rule{Code: diag.FC305, Run: refusalStatus, Needs: ir.Guessed}

func refusalStatus(p *Pass) {
	welcomed(p, func(out *ir.Out, s *ir.Step, status int64) {
		p.ReportNode(s.Node, diag.Diagnostic{
			Span:    s.Node.ID.Span,
			Message: fmt.Sprintf("output %q of %q leads to a Response with status %d", out.Name, out.Step.Node.ID.Value, status),
			Hint:    refusalHints[out.Spec.Class],
			Cause:   letOnBy(out),
		})
	})
}

// refusalHints say what to answer instead, by the class of answers of an output.
var refusalHints = map[templates.Class]string{
	templates.Unknown: "answer 401, 403, 404 or 429, or redirect to an address that the caller does not choose",
	templates.Denied:  "answer 401, 403, 404 or 429, or redirect to an address that the caller does not choose",
	templates.Limited: "answer 429",
	templates.Invalid: "answer 400, or the status that the output carries",
	templates.Absent:  "answer 401, 403 or 404",
}

// welcomed calls found for each Response, and its status, that answers a refused request as if it were not.
func welcomed(p *Pass, found func(out *ir.Out, s *ir.Step, status int64)) {
	p.Steps(func(s *ir.Step) {
		for _, out := range s.Outs {
			if !refuses(out) || s.Flow.Misled(s.Node) {
				continue
			}
			for at := range flow.Walk(out.Next, unanswering) {
				if at.Guards() || at.Mistaken() || at.Node.Template == nil || at.Node.Template.Status == nil {
					continue
				}
				if status := at.Node.Template.Status(ir.NewPass(at)); !turnsAway(at, out.Spec.Class, status) && !anonymous(out, at) && !takesAlike(out, at) {
					found(out, at, status)
				}
			}
		}
	})
}

// turnsAway reports whether a Response with a status, 0 of one that is not known, is of a class of refusals.
func turnsAway(s *ir.Step, class templates.Class, status int64) bool {
	if class != templates.Unknown && class != templates.Denied {
		return status/100 != 2
	}
	return status == 0 || slices.Contains(refusalStatuses, status) || status/100 == 3 && sentOn(s) || sentNowhere(s, status)
}

// refuses reports whether an output is taken by requests that are refused: of where nothing was found, where that lets
// nobody through.
func refuses(out *ir.Out) bool {
	if out.Next == nil || out.Spec == nil {
		return false
	}
	guards := func(o *ir.Out) bool { return o.Guard && o.IsGuard() }
	return out.Spec.Refusal() || out.Spec.Class == templates.Absent && slices.ContainsFunc(out.Step.Outs, guards)
}

// unanswering are the steps behind one that neither guards nor answers, and in which no mistake was found. Behind a
// Return they are those of the Calls that it ends, but by an output that is a refusal itself.
func unanswering(s *ir.Step) []*ir.Step {
	if s.Guards() || s.Mistaken() || s.Node.Template == nil || s.Node.Template.Status != nil {
		return nil
	}
	next := s.Next()
	for _, call := range s.ReturnsTo() {
		if !refuses(call) && call.Next != nil {
			next = append(next, call.Next)
		}
	}
	return next
}

// letOn are the outputs by which a caller who is not let through comes to a step all the same.
func letOn(to *ir.Step) []*ir.Out {
	var list []*ir.Out
	for _, s := range to.Flow.Steps {
		for _, out := range s.Outs {
			if refuses(out) && out.Spec.Class != templates.Invalid && flow.Leads(out.Next, unanswering, func(at *ir.Step) bool { return at == to }) {
				list = append(list, out)
			}
		}
	}
	return list
}

// letOnBy says of such an output where it is.
func letOnBy(out *ir.Out) diag.Related {
	n := out.Step.Node
	return diag.Related{
		File: n.Workflow.File, Span: n.ID.Span, Message: fmt.Sprintf("callers that %q refuses get there by its output %q", n.ID.Value, out.Name),
	}
}

// refusalStatuses tell a caller that they are not let through, that there is nothing for them, or that nobody can tell
// now.
var refusalStatuses = []int64{
	http.StatusUnauthorized, http.StatusForbidden, http.StatusNotFound, http.StatusTooManyRequests, http.StatusServiceUnavailable,
}

// sentOn reports whether a Response sends the caller on to an address that they do not choose.
func sentOn(s *ir.Step) bool {
	address, choice := facts.ChosenRedirect(s)
	return address != nil && choice == nil
}

// sentNowhere reports whether a redirect does not say where to: FC203.
func sentNowhere(s *ir.Step, status int64) bool {
	address, _ := facts.ChosenRedirect(s)
	return address == nil && slices.Contains([]int64{301, 302, 303, 307, 308}, status)
}
