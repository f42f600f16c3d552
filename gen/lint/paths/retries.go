package paths

import (
	"fmt"
	"time"

	"github.com/flowc-dev/flowc/gen/ir"
	"github.com/flowc-dev/flowc/gen/lint/rule"
	"github.com/flowc-dev/flowc/schema/diag"
)

var RetriesInTime = rule.Rule{Code: diag.FC313, Run: retriesInTime, Needs: ir.Proved}

// retriesInTime finds Retries whose second attempt could not begin before the time of the execution is over, for what
// is written. What is as usual leaves time to each attempt. In a workflow that others call it is the time of those that
// is over: of the entry point that has the least.
func retriesInTime(p *rule.Pass) {
	p.Steps(func(s *ir.Step) {
		t := s.Node.Template
		if t == nil || t.Region.Attempts == "" || s.Protects == nil {
			return
		}
		from := briefest(s.Flow)
		if from == nil {
			return
		}
		all := from.Timeout()
		pass := ir.NewPass(s)
		pause := time.Duration(0)
		if pass.Given(t.Region.Pause) {
			pause = pass.Duration(t.Region.Pause)
		}
		slow := slowest(s.Protects)
		if slow.takes+pause < all {
			return
		}
		at, field, takes := s, t.Region.Pause, fmt.Sprintf("it waits up to %v", pause)
		if slow.step != nil && slow.takes >= pause {
			at, field, takes = slow.step, slow.step.Node.Template.Timeout, fmt.Sprintf("its first attempt may take %v", slow.takes)
			if slow.takes < all {
				takes += fmt.Sprintf(" and the wait behind it %v", pause)
			}
		}
		d := diag.Diagnostic{
			Message: fmt.Sprintf("%s %q could not try again in time: %s, and the execution has %v", t.Title, s.Node.ID.Value, takes, all),
			Hint:    fmt.Sprintf("shorten it, or leave it out; or give %q more time", from.Entry.ID.Value),
		}
		if from != s.Flow {
			d.Related = []diag.Related{{File: from.Workflow.File, Span: from.Entry.ID.Span, Message: "this entry point leads to it"}}
		}
		if at == slow.step && slow.call != nil {
			d.Related = append(d.Related, diag.Related{File: at.Node.Workflow.File, Span: at.Node.Field(field).Span, Message: "this is what it calls"})
			d.Span = slow.call.Node.ID.Span
			p.ReportNode(slow.call.Node, d)
			return
		}
		d.Span = at.Node.Field(field).Span
		p.ReportNode(at.Node, d)
	})
}

// briefest is the flow of the entry point whose executions have the least time, of those that lead to a flow by Calls:
// the flow itself where nobody calls it, and nil where nobody leads to it.
func briefest(f *ir.Flow) *ir.Flow {
	if !f.Called() {
		return f
	}
	var least *ir.Flow
	seen := map[*ir.Flow]bool{f: true}
	for list := []*ir.Flow{f}; len(list) > 0; list = list[1:] {
		for _, call := range list[0].Callers() {
			from := call.Flow
			if seen[from] {
				continue
			}
			seen[from] = true
			if from.Called() {
				list = append(list, from)
			} else if least == nil || from.Timeout() < least.Timeout() {
				least = from
			}
		}
	}
	return least
}

// slowStep is a step that may take long by what is written; call is the step of the region that calls the workflow it
// is in, nil where it is in the region itself.
type slowStep struct {
	step, call *ir.Step
	takes      time.Duration
}

// slowest is the step of a region, or of what it calls, that may take longest by what is written; without a step where
// nothing says.
func slowest(r *ir.Region) slowStep {
	var slow slowStep
	for _, s := range r.Step.Flow.Steps {
		if !s.Region.Within(r) || !reaches(s, r) {
			continue
		}
		slow.compare(s, nil)
		if callee := s.Callee(); callee != nil {
			slow.inside(callee, s)
		}
	}
	return slow
}

// inside looks into what a step of the region calls, for failures that leave it.
func (slow *slowStep) inside(callee *ir.Flow, call *ir.Step) {
	for _, s := range callee.Steps {
		if !reaches(s, nil) {
			continue
		}
		slow.compare(s, call)
		if further := s.Callee(); further != nil {
			slow.inside(further, call)
		}
	}
}

func (slow *slowStep) compare(s, call *ir.Step) {
	t := s.Node.Template
	if t == nil || t.Timeout == "" {
		return
	}
	pass := ir.NewPass(s)
	if d := pass.Duration(t.Timeout); pass.Given(t.Timeout) && d > slow.takes {
		*slow = slowStep{s, call, d}
	}
}
