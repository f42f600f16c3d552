package lint

import (
	"fmt"
	"slices"

	"github.com/flowc-dev/flowc/gen/flow"
	"github.com/flowc-dev/flowc/gen/ir"
	"github.com/flowc-dev/flowc/schema/diag"
)

var fc309 = Rule{Code: diag.FC309, Run: repeatedEffects, Needs: ir.Proved}

func repeatedEffects(p *Pass) {
	p.Steps(func(s *ir.Step) {
		t := s.Node.Template
		if t == nil || t.Repeats == nil || !t.Repeats(ir.NewPass(s)) {
			return
		}
		for r := s.Region; r != nil; r = r.Outer {
			if later := laterFailure(s, r); later != nil {
				reportRepeated(p, s, r, later)
				return
			}
		}
	})
}

// laterFailure finds the first step, in execution order, that may run after s and whose failure makes the region r run again;
// nil where there is none.
func laterFailure(s *ir.Step, r *ir.Region) *ir.Step {
	if !r.Step.Node.Template.Retries {
		return nil
	}
	inside := func(s *ir.Step) []*ir.Step {
		return slices.DeleteFunc(s.Next(), func(next *ir.Step) bool { return !next.Region.Within(r) || next.After })
	}
	var first *ir.Step
	for next := range flow.Walk(s, inside) {
		t := next.Node.Template
		if next != s && t != nil && t.Passing && reaches(next, r) && (first == nil || next.Before(first)) {
			first = next
		}
	}
	return first
}

// reaches reports whether a failure of s comes as far as r: no region between them handles or swallows it.
func reaches(s *ir.Step, r *ir.Region) bool {
	for q := s.Region; q != r; q = q.Outer {
		if q == nil || q.On != nil || q.Step.Node.Template.Swallows {
			return false
		}
	}
	return true
}

func reportRepeated(p *Pass, s *ir.Step, r *ir.Region, later *ir.Step) {
	p.ReportNode(s.Node, diag.Diagnostic{
		Span: s.Node.ID.Span,
		Message: fmt.Sprintf("%s %q is done again each time that %q fails: %s %q repeats both",
			s.Node.Template.Title, s.Node.ID.Value, later.Node.ID.Value, r.Step.Node.Template.Title, r.Step.Node.ID.Value),
		Hint:    fmt.Sprintf("move %q ahead of %q or behind its done, or make it one that may be done twice", s.Node.ID.Value, r.Step.Node.ID.Value),
		Related: []diag.Related{{File: s.Node.Workflow.File, Span: later.Node.ID.Span, Message: "what may fail after it"}},
	})
}
