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
		slow, first := slowest(s.Protects)
		if first+pause < all {
			return
		}
		at, field, takes := s, t.Pause, fmt.Sprintf("it waits up to %v", pause)
		if slow != nil && first >= pause {
			at, field, takes = slow, slow.Node.Template.Timeout, fmt.Sprintf("its first attempt may take %v", first)
		}
		p.ReportNode(at.Node, diag.Diagnostic{
			Span:    at.Node.Field(field).Span,
			Message: fmt.Sprintf("%s %q could not try again in time: %s, and the execution has %v", t.Title, s.Node.ID.Value, takes, all),
			Hint:    fmt.Sprintf("shorten it, or leave it out; or give %q more time", s.Flow.Entry.ID.Value),
		})
	})
}

// slowest is the step of a region that may take longest by what is written, and how long; nil and 0 where nothing says.
func slowest(r *ir.Region) (slow *ir.Step, longest time.Duration) {
	for _, s := range r.Step.Flow.Steps {
		t := s.Node.Template
		if t == nil || t.Timeout == "" || !s.Region.Within(r) || !reaches(s, r) {
			continue
		}
		pass := ir.NewPass(s)
		if d := pass.Duration(t.Timeout); pass.Given(t.Timeout) && d > longest {
			slow, longest = s, d
		}
	}
	return slow, longest
}
