package ir

import (
	"github.com/flowc-dev/flowc/schema/diag"
)

// What is asked of finished programs where one calls another: what is inside of a Call counts at the Call.

// Inside calls f for each step of the flows that a step calls, at any depth, until f returns false. It reports whether
// it came to the end.
func (s *Step) Inside(f func(inner *Step) bool) bool {
	callee := s.Callee()
	if callee == nil {
		return true
	}
	for _, inner := range callee.Steps {
		if !f(inner) || !inner.Inside(f) {
			return false
		}
	}
	return true
}

// Shut reports whether every path to s crosses a guard of its own flow, whichever workflow calls that.
func (s *Step) Shut() bool { return s.shut }

// ReturnsBy are the steps with which the flow ends by an output of the Call.
func (f *Flow) ReturnsBy(output string) []*Step {
	var list []*Step
	for _, s := range f.Steps {
		if s.Node.Returns() == output {
			list = append(list, s)
		}
	}
	return list
}

// Giver is a place where a Call gives something.
type Giver struct {
	Node string // of the Call
	File *diag.File
	Span diag.Span
}

// ReturnsTo returns the outputs of Calls that are taken where a Return of theirs has run: none of any other step.
func (s *Step) ReturnsTo() []*Out {
	name := s.Node.Returns()
	if name == "" {
		return nil
	}
	var list []*Out
	for _, call := range s.Flow.Callers() {
		for _, out := range call.Outs {
			if out.Name == name {
				list = append(list, out)
			}
		}
	}
	return list
}

// nullGivers says of fields that an expression reads and that may be null, which Call gives null.
func (f *Flow) nullGivers(fields []string) []diag.Related {
	var list []diag.Related
	if f.given == nil {
		return nil
	}
	for _, name := range fields {
		if g, null := f.given.Nulls[name]; null {
			list = append(list, diag.Related{File: g.File, Span: g.Span, Message: "Call \"" + g.Node + "\" gives \"" + name + "\", which may be null"})
		}
	}
	return list
}
