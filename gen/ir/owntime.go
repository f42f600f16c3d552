package ir

import (
	"slices"
	"time"
)

// What an execution has of time where its entry point says nothing, and at most what handles a failure has of its own:
// both as the runtime has them.
const (
	usualTimeout = 30 * time.Second
	handlerTime  = 10 * time.Second
)

// Timeout is the longest time of an execution until its answer.
func (f *Flow) Timeout() time.Duration {
	if t := f.Entry.Template; t.Timeout != "" {
		if d := NewPass(f.Steps[0]).Duration(t.Timeout); d > 0 {
			return d
		}
	}
	return usualTimeout
}

// Handlers is the time of their own of the nodes that handle failures, on the path where it is most: where time
// runs out again and again.
func (f *Flow) Handlers() time.Duration {
	share := min(f.Timeout(), handlerTime)
	most := make([]time.Duration, len(f.Steps)) // by step, on a path to it
	var longest time.Duration
	for i, s := range f.Steps {
		if r := s.handles(); r != nil {
			most[i] += share * time.Duration(r.attempts())
		}
		if s.Node.called != nil {
			most[i] += s.Node.called.Handlers * time.Duration(s.Region.runs())
		}
		longest = max(longest, most[i])
		for _, next := range s.at.Nexts() {
			most[next.Index] = max(most[next.Index], most[i])
		}
	}
	return longest
}

// handles is the region whose failure leads to a step, or nil.
func (s *Step) handles() *Region {
	for _, in := range s.In {
		if r := in.Step.Protects; r != nil && r.On == in {
			return r
		}
	}
	return nil
}

// runs is how often what is in r may run in one execution, in and around it.
func (r *Region) runs() int64 {
	n := int64(1)
	for ; r != nil; r = r.Outer {
		if t := r.Step.Node.Template; t.Region.Attempts != "" {
			n *= NewPass(r.Step).Int(t.Region.Attempts)
		}
	}
	return n
}

// attempts is the number of times that the handler of r's failure may run in one execution, each time for want of time:
// below what handles another failure, there is time to try again.
func (r *Region) attempts() int64 {
	n := int64(1)
	for q := r.Outer; q != nil; q = q.Outer {
		t := q.Step.Node.Template
		if t.Region.Attempts != "" && slices.ContainsFunc(q.Step.Flow.Steps, func(s *Step) bool { return s.handles() != nil && q.Step.Below(s) }) {
			n *= NewPass(q.Step).Int(t.Region.Attempts)
		}
	}
	return n
}
