package paths

import (
	"fmt"
	"net/http"
	"slices"

	"github.com/flowc-dev/flowc/gen/facts"
	"github.com/flowc-dev/flowc/gen/flow"
	"github.com/flowc-dev/flowc/gen/ir"
	"github.com/flowc-dev/flowc/gen/lint/rule"
	"github.com/flowc-dev/flowc/gen/values"
	"github.com/flowc-dev/flowc/schema/diag"
	"github.com/flowc-dev/flowc/schema/types"
	"github.com/flowc-dev/flowc/templates"
)

var RefusalStatus = rule.Rule{Code: diag.FC305, Run: refusalStatus, Needs: ir.Guessed}

func refusalStatus(p *rule.Pass) {
	Welcomed(p, func(out *ir.Out, s *ir.Step, status int64) {
		p.ReportNode(s.Node, diag.Diagnostic{
			Span:    s.Node.ID.Span,
			Message: fmt.Sprintf("output %q of %q leads to a Response with status %d", out.Name, out.Step.Node.ID.Value, status),
			Hint:    refusalHints[out.Spec.Class],
			Cause:   LetOnBy(out),
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

// Welcomed calls found for each Response, and its status, that answers a refused request as if it were not.
func Welcomed(p *rule.Pass, found func(out *ir.Out, s *ir.Step, status int64)) {
	p.Steps(func(s *ir.Step) {
		for _, out := range s.Outs {
			if !refuses(out) || s.Flow.Misled(s.Node) {
				continue
			}
			for at := range flow.Walk(out.Next, Unanswering) {
				if at.Guards() || at.Mistaken() || at.Node.Template == nil || at.Node.Template.Answer.Status == nil {
					continue
				}
				status := at.Node.Template.Answer.Status(ir.NewPass(at))
				if !turnsAway(p.Values(), at, out.Spec.Class, status) && !anonymous(out, at) && !takesAlike(out, at) {
					found(out, at, status)
				}
			}
		}
	})
}

// turnsAway reports whether a Response with a status, 0 of one that is not known, is of a class of refusals.
func turnsAway(g *values.Graph, s *ir.Step, class templates.Class, status int64) bool {
	if class != templates.Unknown && class != templates.Denied {
		return status/100 != 2
	}
	return status == 0 || slices.Contains(refusalStatuses, status) || status/100 == 3 && sentOn(g, s, status)
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

// Unanswering are the steps behind one that neither guards nor answers, and in which no mistake was found. Behind a
// Return they are those of the Calls that it ends, but by an output that is a refusal itself.
func Unanswering(s *ir.Step) []*ir.Step {
	if s.Guards() || s.Mistaken() || s.Node.Template == nil || s.Node.Template.Answer.Status != nil {
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

// LetOn are the outputs by which a caller who is not let through comes to a step all the same.
func LetOn(to *ir.Step) []*ir.Out {
	var list []*ir.Out
	for _, s := range to.Flow.Steps {
		for _, out := range s.Outs {
			if refuses(out) && out.Spec.Class != templates.Invalid && flow.Leads(out.Next, Unanswering, func(at *ir.Step) bool { return at == to }) {
				list = append(list, out)
			}
		}
	}
	return list
}

// LetOnBy says of such an output where it is.
func LetOnBy(out *ir.Out) diag.Related {
	n := out.Step.Node
	return diag.Related{
		File: n.Workflow.File, Span: n.ID.Span, Message: fmt.Sprintf("callers that %q refuses get there by its output %q", n.ID.Value, out.Name),
	}
}

// refusalStatuses are those of a caller who is rejected, a resource that is missing, and a check that is unavailable.
var refusalStatuses = []int64{
	http.StatusUnauthorized, http.StatusForbidden, http.StatusNotFound, http.StatusTooManyRequests, http.StatusServiceUnavailable,
}

// sentOn reports whether a Response sends the caller on to an address that they do not choose. Where a redirect says no
// address, that is FC203.
func sentOn(g *values.Graph, s *ir.Step, status int64) bool {
	address, choice := facts.ChosenRedirect(g, s)
	if address == nil {
		return slices.Contains([]int64{301, 302, 303, 307, 308}, status)
	}
	return choice == nil
}

// anonymous reports whether a Response answers callers that an output does not know as an optional login does: a GET,
// without effects behind the output, gets a page, or what a known caller gets, with members null or with stored data.
func anonymous(out *ir.Out, answer *ir.Step) bool {
	if out.Spec.Class != templates.Unknown && out.Spec.Class != templates.Absent || !reads(answer.Flow) {
		return false
	}
	if flow.Leads(out.Next, Unanswering, alters) {
		return false
	}
	p, t := ir.NewPass(answer), answer.Node.Template
	if templates.FormatOf(t.Answer.Media(p)) == templates.HTMLText {
		return true
	}
	got := t.Answer.Body(p)
	return slices.ContainsFunc(welcomes(out.Step), func(known *ir.Step) bool {
		return alike(known.Node.Template.Answer.Body(ir.NewPass(known)), got) && (hasNull(got) || facts.AnswersStored(answer))
	})
}

// reads reports whether the flow is a GET.
func reads(f *ir.Flow) bool {
	return f.Entry.Template.Entry.Route != nil && f.Entry.Route().Method == http.MethodGet
}

// alters reports whether a step changes something, more than by asking.
func alters(s *ir.Step) bool { return facts.Changes(s) && !facts.Safe(facts.Changer(s)) }

// takesAlike reports whether a Response answers a look-up alike whether it found something or not, where the look-up
// takes away what it finds: a log-out of who is not logged in.
func takesAlike(out *ir.Out, answer *ir.Step) bool {
	t := out.Step.Node.Template
	if out.Spec.Class != templates.Absent || t.Effect.Changes == nil || !t.Effect.Changes(ir.NewPass(out.Step)) {
		return false
	}
	onward := func(s *ir.Step) []*ir.Step {
		if alters(s) {
			return nil
		}
		return s.Next()
	}
	return slices.ContainsFunc(out.Step.Outs, func(o *ir.Out) bool {
		return o.Guard && o.Next != nil && flow.Leads(o.Next, onward, func(s *ir.Step) bool { return s.Node == answer.Node })
	})
}

// welcomes are the Responses of success to those that a guard lets through.
func welcomes(guard *ir.Step) []*ir.Step {
	onward := func(s *ir.Step) []*ir.Step {
		next := s.Next()
		for _, call := range s.ReturnsTo() {
			if call.Next != nil && !refuses(call) {
				next = append(next, call.Next)
			}
		}
		return next
	}
	var list []*ir.Step
	for _, out := range guard.Outs {
		if out.Next == nil || refuses(out) {
			continue
		}
		for s := range flow.Walk(out.Next, onward) {
			if t := s.Node.Template; t != nil && t.Answer.Status != nil && t.Answer.Status(ir.NewPass(s))/100 == 2 {
				list = append(list, s)
			}
		}
	}
	return list
}

// alike reports whether JSON has the shape of what a known caller gets, but for members that are null.
func alike(known, got types.Type) bool {
	switch {
	case known.Kind == types.Unknown || known.Kind != got.Kind:
		return false
	case known.Kind != types.Object:
		return known.NotNull().Equal(got.NotNull())
	case len(known.Fields) != len(got.Fields):
		return false
	}
	return !slices.ContainsFunc(known.Fields, func(f types.Field) bool {
		other, ok := got.Field(f.Name)
		return !ok || other.Type.Kind != types.Null && !alike(f.Type, other.Type)
	})
}

// hasNull reports whether a member of an object may be null, at any depth.
func hasNull(t types.Type) bool {
	return slices.ContainsFunc(t.Fields, func(f types.Field) bool {
		return f.Type.Kind == types.Null || f.Type.Nullable || hasNull(f.Type)
	})
}
