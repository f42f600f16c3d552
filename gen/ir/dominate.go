package ir

import (
	"slices"

	"github.com/flowc-dev/flowc/templates"
)

// sort puts the steps into execution order: each after all that lead to it.
func (f *Flow) sort(first *Step) {
	seen := map[*Step]bool{}
	var post []*Step
	var visit func(*Step)
	visit = func(s *Step) {
		seen[s] = true
		next := s.next()
		for i := len(next) - 1; i >= 0; i-- {
			if !seen[next[i]] {
				visit(next[i])
			}
		}
		post = append(post, s)
	}
	visit(first)
	f.Steps = make([]*Step, len(post))
	clear(f.byNode)
	for i, s := range post {
		s.index = len(post) - 1 - i
		f.Steps[s.index] = s
	}
	for _, s := range f.Steps {
		f.byNode[s.Node] = append(f.byNode[s.Node], s)
	}
}

// next are the steps that may come right after s: behind its outputs, and where its
// failure leads.
func (s *Step) next() []*Step {
	var steps []*Step
	for _, out := range s.Outs {
		if out.Next != nil {
			steps = append(steps, out.Next)
		}
	}
	if s.Catch != nil {
		steps = append(steps, s.Catch)
	}
	return steps
}

// ways are the outputs that lead to s, or to a step whose failure does: a failure leaves
// a step before its output exists. The wire of what handles it is no way of its own.
func (s *Step) ways() []*Out {
	if len(s.Caught) == 0 {
		return s.In
	}
	var ways []*Out
	for _, in := range s.In {
		if in.Spec == nil || in.Spec.Role != templates.Handler {
			ways = append(ways, in)
		}
	}
	return append(ways, s.Caught...)
}

// dominators finds, for each step, the nearest step that every path to it crosses
// (Cooper, Harvey and Kennedy, "A Simple, Fast Dominance Algorithm"; without loops one
// pass in execution order is enough), and which of its outputs they all take.
func (f *Flow) dominators() {
	depth := make([]int, len(f.Steps))
	for _, s := range f.Steps[1:] {
		var at *Step
		var out *Out
		for _, in := range s.ways() {
			if at == nil {
				at, out = in.Step, in
				continue
			}
			at, out = meet(depth, at, out, in.Step, in)
		}
		s.idom, s.idomOut = at, out
		depth[s.index] = depth[at.index] + 1
	}
	f.number()
}

// meet climbs from two places of the dominator tree to the nearest that both have, and
// keeps the output by which both leave it, or nil where they differ.
func meet(depth []int, a *Step, aOut *Out, b *Step, bOut *Out) (*Step, *Out) {
	for a != b {
		if depth[a.index] >= depth[b.index] {
			a, aOut = a.idom, a.idomOut
		} else {
			b, bOut = b.idom, b.idomOut
		}
	}
	if aOut != bOut {
		return a, nil
	}
	return a, aOut
}

// number lets dominates answer at once: a step dominates what its subtree holds.
func (f *Flow) number() {
	children := make([][]*Step, len(f.Steps))
	for _, s := range f.Steps[1:] {
		children[s.idom.index] = append(children[s.idom.index], s)
	}
	clock := 0
	var visit func(*Step)
	visit = func(s *Step) {
		clock++
		s.pre = clock
		for _, c := range children[s.index] {
			visit(c)
		}
		s.post = clock
	}
	visit(f.Steps[0])
}

// dominates reports whether every path to s crosses d; a step dominates itself.
func (d *Step) dominates(s *Step) bool { return d.pre <= s.pre && s.pre <= d.post }

// Below reports whether every path to s crosses d, or s is d.
func (s *Step) Below(d *Step) bool { return d.dominates(s) }

// Ran reports whether n has run on every path to s, s itself apart.
func (s *Step) Ran(n *Node) bool {
	steps := s.Flow.byNode[n]
	for _, d := range steps {
		if d != s && d.dominates(s) {
			return true
		}
	}
	return len(steps) > 1 && s.PathWithout(n) == nil
}

// PathWithout returns a shortest path from the entry point to s that does not cross n,
// or nil where there is none.
func (s *Step) PathWithout(n *Node) []*Step {
	return s.Flow.search(func(t *Step) bool { return t.Node == n }, func(t *Step) bool { return t == s })
}

// Path returns a shortest path from the entry point to s.
func (s *Step) Path() []*Step {
	return s.Flow.search(func(*Step) bool { return false }, func(t *Step) bool { return t == s })
}

// search walks breadth first from the entry point, not into steps to avoid.
func (f *Flow) search(avoid, found func(*Step) bool) []*Step {
	from := make([]*Step, len(f.Steps))
	seen := make([]bool, len(f.Steps))
	pending := []*Step{f.Steps[0]}
	seen[0] = true
	for len(pending) > 0 {
		s := pending[0]
		pending = pending[1:]
		if found(s) {
			return trace(from, s)
		}
		next := s.next()
		if avoid(s) {
			next = s.failure()
		}
		for _, t := range next {
			if !seen[t.index] {
				seen[t.index] = true
				from[t.index] = s
				pending = append(pending, t)
			}
		}
	}
	return nil
}

// failure is where the failure of a step leads, if anywhere.
func (s *Step) failure() []*Step {
	if s.Catch == nil {
		return nil
	}
	return []*Step{s.Catch}
}

func trace(from []*Step, s *Step) []*Step {
	var path []*Step
	for ; s != nil; s = from[s.index] {
		path = append(path, s)
	}
	for i, j := 0, len(path)-1; i < j; i, j = i+1, j-1 {
		path[i], path[j] = path[j], path[i]
	}
	return path
}

// taken returns which outputs of n may have been taken on a path to s.
func (s *Step) taken(n *Node) []*Out {
	var outs []*Out
	for d := s; d.idom != nil; d = d.idom {
		if d.idom.Node == n && d.idomOut != nil {
			return []*Out{d.idomOut}
		}
	}
	for _, step := range s.Flow.byNode[n] {
		for _, out := range step.Outs {
			if out.Next != nil && s.reachableFrom(out.Next) {
				outs = append(outs, out)
			}
		}
	}
	return outs
}

func (s *Step) reachableFrom(start *Step) bool {
	seen := map[*Step]bool{}
	pending := []*Step{start}
	for len(pending) > 0 {
		t := pending[len(pending)-1]
		pending = pending[:len(pending)-1]
		if t == s {
			return true
		}
		if seen[t] || t.index > s.index {
			continue
		}
		seen[t] = true
		pending = append(pending, t.next()...)
	}
	return false
}

// proof is what is proved not null on every path to a step, nearest first.
type proof struct {
	keys []string
	all  bool // by a node of unknown type, which may prove anything
	up   *proof
}

// learn sets what is proved on every path to s: what its dominator knows, and what the
// output proves by which all paths leave it.
func (s *Step) learn() {
	if s.idom == nil {
		return
	}
	from, out := s.idom, s.idomOut
	if s.Node.united {
		from, out = s.meetTwins()
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

// meetTwins is the nearest step that every path to any step of the node crosses, and the output that they all take.
func (s *Step) meetTwins() (*Step, *Out) {
	twins := s.Flow.byNode[s.Node]
	from := s.idom
	for slices.ContainsFunc(twins, func(t *Step) bool { return t == from || !from.dominates(t) }) {
		from = from.idom
	}
	var out *Out
	for i, t := range twins {
		for t.idom != from {
			t = t.idom
		}
		if i > 0 && t.idomOut != out {
			return from, nil
		}
		out = t.idomOut
	}
	return from, out
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

// Protected reports whether every path to s crosses a guard, or a node of unknown type
// that may be one.
func (s *Step) Protected() bool { return s.protected }

// Guarded reports whether every path to s crosses a guard that is known to be one.
func (s *Step) Guarded() bool { return s.guarded }
