package lint

import (
	"net/http"
	"slices"

	"github.com/flowc-dev/flowc/gen/facts"
	"github.com/flowc-dev/flowc/gen/flow"
	"github.com/flowc-dev/flowc/gen/ir"
	"github.com/flowc-dev/flowc/schema/types"
	"github.com/flowc-dev/flowc/templates"
)

// A login may be optional: who is not known reads what anybody may, in the shape of what a known caller reads.

// anonymous reports whether a Response answers callers that an output does not know as an optional login does: a GET,
// without effects behind the output, gets a page, or what a known caller gets, with members null or with stored data.
func anonymous(out *ir.Out, answer *ir.Step) bool {
	if out.Spec.Class != templates.Unknown && out.Spec.Class != templates.Absent || !reads(answer.Flow) {
		return false
	}
	if flow.Leads(out.Next, unanswering, alters) {
		return false
	}
	p, t := ir.NewPass(answer), answer.Node.Template
	if templates.FormatOf(t.Media(p)) == templates.HTMLText {
		return true
	}
	got := t.Body(p)
	return slices.ContainsFunc(welcomes(out.Step), func(known *ir.Step) bool {
		return alike(known.Node.Template.Body(ir.NewPass(known)), got) && (hasNull(got) || facts.AnswersStored(answer))
	})
}

// reads reports whether the flow is a GET.
func reads(f *ir.Flow) bool {
	return f.Entry.Template.Route != nil && f.Entry.Route().Method == http.MethodGet
}

// alters reports whether a step changes something, more than by asking.
func alters(s *ir.Step) bool { return facts.Changes(s) && !facts.Safe(facts.Changer(s)) }

// takesAlike reports whether a Response answers a look-up alike whether it found something or not, where the look-up
// takes away what it finds: a log-out of who is not logged in.
func takesAlike(out *ir.Out, answer *ir.Step) bool {
	t := out.Step.Node.Template
	if out.Spec.Class != templates.Absent || t.Effect == nil || !t.Effect(ir.NewPass(out.Step)) {
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
			if t := s.Node.Template; t != nil && t.Status != nil && t.Status(ir.NewPass(s))/100 == 2 {
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
