package paths

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/flowc-dev/flowc/gen/facts"
	"github.com/flowc-dev/flowc/gen/flow"
	"github.com/flowc-dev/flowc/gen/ir"
	"github.com/flowc-dev/flowc/gen/lint/rule"
	"github.com/flowc-dev/flowc/schema/diag"
	"github.com/flowc-dev/flowc/templates"
)

var Impossible = rule.Rule{
	Code:  diag.FC307,
	Needs: ir.Guessed,
	Run: func(p *rule.Pass) {
		handlers(p)
		impossible(p)
		decided(p)
		excluded(p)
		unlisted(p)
	},
}

func handlers(p *rule.Pass) {
	p.Steps(func(s *ir.Step) {
		if s.Protects == nil || unfinished(s) || cut(s) {
			return
		}
		if on := s.Protects.On; on != nil && on.Next != nil && !takes(on, s.Protects) {
			p.ReportNode(s.Node, diag.Diagnostic{
				Span: s.Node.ID.Span, Output: on.Name,
				Message: fmt.Sprintf("output %q of %q is never taken: nothing in its region can fail", on.Name, s.Node.ID.Value),
				Hint:    "remove the nodes behind it, or the region",
			})
		}
	})
}

// takes reports whether a failure may come to the output of a region that handles its failures.
func takes(on *ir.Out, region *ir.Region) bool {
	return slices.ContainsFunc(region.Step.Flow.Steps, func(s *ir.Step) bool {
		return s.Catch == on.Next && s.Region.Within(region) && mayLeave(s)
	})
}

// mayLeave reports whether a failure may leave a step: of what its node does or, for a Call, of what the workflow does,
// and does not handle, that it calls. A workflow that is not drawn to its end may be meant to do more.
func mayLeave(s *ir.Step) bool {
	callee := s.Callee()
	if callee == nil || s.Node.Computes() || s.Node.Trust != ir.Proved {
		return s.MayFail()
	}
	return len(callee.Crossing) > 0 || len(callee.Misfits) > 0 || callee.Overflow != nil ||
		slices.ContainsFunc(callee.Steps, func(inner *ir.Step) bool {
			return inner.Trust != ir.Proved || slices.ContainsFunc(inner.Outs, Open) || reaches(inner, nil) && mayLeave(inner)
		})
}

// Open reports whether a way ends at an output though something must follow (FC302, FC303).
func Open(out *ir.Out) bool {
	return out.Missing || out.Next == nil && out.Spec != nil && out.Spec.Role == templates.Plain && out.Spec.Unwired != templates.Fails
}

// unfinished reports whether a region lacks a wire that it must have (FC302): what can fail may be meant to follow.
func unfinished(region *ir.Step) bool {
	missing := func(out *ir.Out) bool { return out.Missing }
	for _, s := range region.Flow.Steps {
		if s.Region.Within(region.Protects) && slices.ContainsFunc(s.Outs, missing) {
			return true
		}
	}
	return slices.ContainsFunc(region.Outs, missing)
}

// cut reports whether a wire out of a step, or out of the region that it protects, crosses a border: what it leads to
// does not follow (FC306).
func cut(s *ir.Step) bool {
	for wire, region := range s.Flow.Crossing {
		inside := func(at *ir.Step) bool { return at.Region.Within(s.Protects) }
		if wire.From == s.Node || region == s.Node || s.Protects != nil && slices.ContainsFunc(s.Flow.Runs(region), inside) {
			return true
		}
	}
	return false
}

// impossible reports a wired output that the node can't take whatever happens, for what its fields say.
func impossible(p *rule.Pass) {
	p.Steps(func(s *ir.Step) {
		for _, out := range s.Outs {
			wires := s.Node.Targets(out.Name)
			if s.Trust != ir.Proved || out.Spec == nil || out.Spec.Never == nil || len(wires) == 0 {
				continue
			}
			if why := out.Spec.Never(ir.NewPass(s)); why != "" {
				p.ReportNode(s.Node, diag.Diagnostic{
					Span: wires[0].Handle, Output: out.Name,
					Message: fmt.Sprintf("output %q of %q is never taken: %s", out.Name, s.Node.ID.Value, why),
					Hint:    "remove the nodes behind it",
				})
			}
		}
	})
}

// decided reports an output of a condition that is always the same, for what is known of null: at the node, once for
// all entry points that lead there. What other workflows give a Subflow may change, so nothing is said there.
func decided(p *rule.Pass) {
	holds := map[*ir.Node]bool{}
	varies := map[*ir.Node]bool{}
	p.Steps(func(s *ir.Step) {
		value, known := outcome(s)
		before, seen := holds[s.Node]
		holds[s.Node] = value
		varies[s.Node] = varies[s.Node] || !known || seen && before != value
	})
	p.Steps(func(s *ir.Step) {
		if varies[s.Node] {
			return
		}
		reportUntaken(p, s, holds[s.Node], "the value that it checks is never missing", "remove the node, or check a value that may be null")
	})
}

// excluded reports cases that a value never is, as the request's field is declared to be one of others: once for all
// entry points that lead there.
func excluded(p *rule.Pass) {
	type way struct {
		node *ir.Node
		out  string
	}
	may := map[way]bool{}
	each := func(f func(s *ir.Step, out *ir.Out, others []string)) {
		p.Steps(func(s *ir.Step) {
			for _, out := range s.Outs {
				if out.Spec == nil || out.Spec.Case == nil || len(s.Node.Targets(out.Name)) == 0 {
					continue
				}
				others := s.OneOf(out.Spec.Proves)
				if s.Trust != ir.Proved || slices.Contains(others, out.Spec.Case.Text) {
					others = nil
				}
				f(s, out, others)
			}
		})
	}
	each(func(s *ir.Step, out *ir.Out, others []string) {
		w := way{s.Node, out.Name}
		may[w] = may[w] || others == nil
	})
	each(func(s *ir.Step, out *ir.Out, others []string) {
		if !may[way{s.Node, out.Name}] {
			p.ReportNode(s.Node, diag.Diagnostic{
				Span: s.Node.Targets(out.Name)[0].Handle, Output: out.Name,
				Message: fmt.Sprintf("output %q of %q is never taken: the request's field is one of %s", out.Name, s.Node.ID.Value, strings.Join(others, ", ")),
				Hint:    cmp.Or(diag.DidYouMean(out.Name, others), "remove the case, or add it to the field's oneof"),
			})
		}
	})
}

// outcome is what the condition of a step always is, where that is known.
func outcome(s *ir.Step) (value, known bool) {
	if typed := condition(s); typed != nil {
		return typed.Expr.Decided()
	}
	return false, false
}

var RepeatedEffects = rule.Rule{Code: diag.FC309, Run: repeatedEffects, Needs: ir.Proved}

func repeatedEffects(p *rule.Pass) {
	p.Steps(func(s *ir.Step) {
		if repeats(s) {
			repeated(p, s, s)
		}
		s.Inside(func(inner *ir.Step) bool {
			return !repeats(inner) || facts.TransactionOn(inner, facts.Database(inner)) != nil || !repeated(p, s, inner)
		})
	})
}

// repeats reports whether doing twice what a step does itself is more than doing it once.
func repeats(s *ir.Step) bool {
	t := s.Node.Template
	return t != nil && t.Effect.Repeats != nil && t.Effect.Repeats(ir.NewPass(s))
}

// repeated looks at the Retries around s, which does something, or calls a workflow in which does does it. It reports
// whether one would repeat that.
func repeated(p *rule.Pass, s, does *ir.Step) bool {
	undone := facts.TransactionOn(s, facts.Database(does))
	for r := s.Region; r != nil; r = r.Outer {
		if undone != nil && r.Within(undone) {
			continue // a rollback undoes it
		}
		later := laterFailure(s, r, undone)
		if later == nil && does != s && r.Step.Node.Template.Region.Retries && reaches(s, r) {
			later = laterInside(does)
		}
		if later != nil {
			reportRepeated(p, s, r, later)
			return true
		}
	}
	return false
}

// laterInside finds the first step, in execution order, of a workflow that is called which may run after s and whose
// failure leaves that workflow; nil where there is none.
func laterInside(s *ir.Step) *ir.Step {
	var first *ir.Step
	for next := range flow.Walk(s, (*ir.Step).Next) {
		if next != s && passes(next) && reaches(next, nil) && (first == nil || next.Before(first)) {
			first = next
		}
	}
	return first
}

// passes reports whether the failure of a step may be one that passes: of its own, or in what it calls.
func passes(s *ir.Step) bool {
	t := s.Node.Template
	if t == nil || s.Callee() == nil {
		return t != nil && t.Passing
	}
	return !s.Inside(func(inner *ir.Step) bool { return inner.Callee() != nil || !passes(inner) || !reaches(inner, nil) })
}

// laterFailure finds the first step, in execution order, that may run after s and whose failure makes the region r run
// again; nil where there is none. A failure inside of the transaction undone takes back what s does.
func laterFailure(s *ir.Step, r, undone *ir.Region) *ir.Step {
	if !r.Step.Node.Template.Region.Retries {
		return nil
	}
	inside := func(s *ir.Step) []*ir.Step {
		after := slices.Concat(s.Next(), s.Region.NextItem())
		return slices.DeleteFunc(after, func(next *ir.Step) bool { return !next.Region.Within(r) || next.After })
	}
	var first *ir.Step
	for next := range flow.Walk(s, inside) {
		if next != s && passes(next) && (undone == nil || !next.Region.Within(undone)) && reaches(next, r) && (first == nil || next.Before(first)) {
			first = next
		}
	}
	if first == nil && eachWithin(s, r) && passes(s) && (undone == nil || !s.Region.Within(undone)) && reaches(s, r) {
		return s // for another item
	}
	return first
}

// eachWithin reports whether a step is run for each item of a list inside of a region.
func eachWithin(s *ir.Step, r *ir.Region) bool {
	for q := s.Region; q != r && q != nil; q = q.Outer {
		if t := q.Step.Node.Template; t != nil && t.Region.Each != nil {
			return true
		}
	}
	return false
}

// reaches reports whether a failure of s comes as far as r: no region between them handles or swallows it.
func reaches(s *ir.Step, r *ir.Region) bool {
	for q := s.Region; q != r; q = q.Outer {
		if q == nil || q.On != nil || q.Step.Node.Template.Region.Swallows {
			return false
		}
	}
	return true
}

func reportRepeated(p *rule.Pass, s *ir.Step, r *ir.Region, later *ir.Step) {
	title, id, around := s.Node.Template.Title, s.Node.ID.Value, r.Step.Node
	if later == s {
		p.ReportNode(s.Node, diag.Diagnostic{
			Span:    s.Node.ID.Span,
			Message: fmt.Sprintf("%s %q is done again for all items each time that it fails for one: %s %q repeats all of them", title, id, around.Template.Title, around.ID.Value),
			Hint:    fmt.Sprintf("put %q inside of what is done for each item, or make %q one that may be done twice", around.ID.Value, id),
		})
		return
	}
	p.ReportNode(s.Node, diag.Diagnostic{
		Span: s.Node.ID.Span,
		Message: fmt.Sprintf("%s %q is done again each time that %q fails: %s %q repeats both",
			title, id, later.Node.ID.Value, around.Template.Title, around.ID.Value),
		Hint:    fmt.Sprintf("move %q ahead of %q or behind its done, or make it one that may be done twice", id, around.ID.Value),
		Related: []diag.Related{{File: later.Node.Workflow.File, Span: later.Node.ID.Span, Message: "what may fail after it"}},
	})
}
