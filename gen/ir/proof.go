package ir

import (
	"slices"

	"github.com/flowc-dev/flowc/gen/flow"
)

// facts are the keys ("user", "user.email") that are proved not null in one place.
type facts struct {
	keys []string
	all  bool // whatever is asked for: by a node of unknown type, or by what was refused
}

// proof is a list of facts that hold on every path to a step, those of the nearest dominator first. Steps share its
// tail with their dominators.
type proof struct {
	facts
	up *proof
}

// learn sets what is proved on every path to s: what its immediate dominator knows, and what the output proves by which
// all paths leave it.
func (s *Step) learn() {
	from, out := s.dominator()
	if from == nil {
		return
	}
	var learned facts
	if out != nil {
		learned = out.facts
	}
	learned.all = learned.all || from.Node.Template == nil
	s.proof = from.proof
	if learned.all || len(learned.keys) > 0 {
		s.proof = &proof{facts: learned, up: s.proof}
	}
}

// dominator is the immediate dominator of a step, that of all steps of its node where these are united, and the output
// of it that all paths take.
func (s *Step) dominator() (*Step, *Out) {
	from, out := s.at.Dominator()
	if s.Node.united && from != nil {
		from, out = flow.Meet(s.Flow.graph.Of(s.Node.index))
	}
	return s.Flow.step(from), s.Flow.out(out)
}

// Proved reports whether key was proved not null on every path to s.
func (s *Step) Proved(key string) bool {
	for p := s.proof; p != nil; p = p.up {
		if p.all || slices.Contains(p.keys, key) {
			return true
		}
	}
	return false
}

// Assumes reports whether anything counts as proved on every path to s: by a node of unknown type, or by what was
// refused.
func (s *Step) Assumes() bool {
	for p := s.proof; p != nil; p = p.up {
		if p.all {
			return true
		}
	}
	return false
}

// Protected reports whether every path to s crosses a guard, or a node of unknown type that may be one.
func (s *Step) Protected() bool { return s.protected }

// Guarded reports whether every path to s crosses a guard that is known to be one.
func (s *Step) Guarded() bool { return s.guarded }

// onEveryWay reports whether every way to s is guarded, also those of failures that lead to it.
func (s *Step) onEveryWay(guards func(in *Out) bool) bool {
	return len(s.ways) > 0 && !slices.ContainsFunc(s.ways, func(in *Out) bool { return !guards(in) })
}
