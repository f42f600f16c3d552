package lint

import (
	"fmt"
	"time"

	"github.com/flowc-dev/flowc/gen/ir"
	"github.com/flowc-dev/flowc/schema/diag"
)

var retriesInTimeRule = Rule{Code: diag.FC313, Run: retriesInTime, Needs: ir.Proved}

// retriesInTime finds Retries whose second attempt could not begin before the time of the execution is over, for what is
// written. What is as usual leaves time to each attempt.
func retriesInTime(p *Pass) {
	p.Steps(func(s *ir.Step) {
		t := s.Node.Template
		if t == nil || t.Attempts == "" || s.Protects == nil || s.Flow.Called() {
			return
		}
		all := s.Flow.Timeout()
		pass := ir.NewPass(s)
		pause := time.Duration(0)
		if pass.Given(t.Pause) {
			pause = pass.Duration(t.Pause)
		}
		slow := slowest(s.Protects)
		if slow.takes+pause < all {
			return
		}
		at, field, takes := s, t.Pause, fmt.Sprintf("it waits up to %v", pause)
		if slow.step != nil && slow.takes >= pause {
			at, field, takes = slow.step, slow.step.Node.Template.Timeout, fmt.Sprintf("its first attempt may take %v", slow.takes)
		}
		d := diag.Diagnostic{
			Message: fmt.Sprintf("%s %q could not try again in time: %s, and the execution has %v", t.Title, s.Node.ID.Value, takes, all),
			Hint:    fmt.Sprintf("shorten it, or leave it out; or give %q more time", s.Flow.Entry.ID.Value),
		}
		if at == slow.step && slow.call != nil {
			d.Related = []diag.Related{{File: at.Node.Workflow.File, Span: at.Node.Field(field).Span, Message: "this is what it calls"}}
			d.Span = slow.call.Node.ID.Span
			p.ReportNode(slow.call.Node, d)
			return
		}
		d.Span = at.Node.Field(field).Span
		p.ReportNode(at.Node, d)
	})
}

// slowStep is a step that may take long by what is written; call is the step of the region that calls the workflow it is in, nil
// where it is in the region itself.
type slowStep struct {
	step, call *ir.Step
	takes      time.Duration
}

// slowest is the step of a region, or of what it calls, that may take longest by what is written; without a step where nothing
// says.
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
