package ir

import (
	"slices"

	"github.com/flowc-dev/flowc/gen/flow"
)

// proof is a list of keys ("user", "user.email") proved not null on every path to a step, those of the nearest dominator first.
// Steps share its tail with their dominators.
type proof struct {
	keys []string
	all  bool // by a node of unknown type, which may prove anything
	up   *proof
}

// learn sets what is proved on every path to s: what its immediate dominator knows, and what the output proves by which all
// paths leave it.
func (s *Step) learn() {
	from, out := s.dominator()
	if from == nil {
		return
	}
	s.proof = from.proof
	unknown := from.Node.Template == nil || out != nil && out.all
	if unknown || out != nil && len(out.facts) > 0 {
		s.proof = &proof{all: unknown, up: s.proof}
		if out != nil {
			s.proof.keys = out.facts
		}
	}
}

// dominator is the immediate dominator of a step, that of all steps of its node where these are united, and the output of it
// that all paths take.
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

// Protected reports whether every path to s crosses a guard, or a node of unknown type that may be one.
func (s *Step) Protected() bool { return s.protected }

// Guarded reports whether every path to s crosses a guard that is known to be one.
func (s *Step) Guarded() bool { return s.guarded }

// onEveryWay reports whether every way to s is guarded, also those of failures that lead to it.
func (s *Step) onEveryWay(guards func(in *Out) bool) bool {
	return len(s.ways) > 0 && !slices.ContainsFunc(s.ways, func(in *Out) bool { return !guards(in) })
}
