package flow

import (
	"iter"
	"slices"
)

// sort puts the steps that the first leads to into execution order: each after all that lead to it (reverse postorder).
func (g *Graph) sort(first *Step, built []*Step) {
	for i, s := range built {
		s.Index = i
	}
	var post []*Step
	walk := descent{
		next: func(i int) []int {
			var places []int
			for _, s := range slices.Backward(built[i].Nexts()) {
				places = append(places, s.Index)
			}
			return places
		},
		leave: func(i int) { post = append(post, built[i]) },
		back:  func(int, int) { panic("flow: a cycle of steps, though the drawing has none") },
	}
	walk.from(len(built), first.Index)
	slices.Reverse(post)
	g.Steps, g.steps = post, make([][]*Step, len(g.Nodes))
	for i, s := range post {
		s.Index = i
		g.steps[s.Node] = append(g.steps[s.Node], s)
	}
}

// dominators finds, for each step, the nearest step that every path to it crosses, its immediate dominator (Cooper,
// Harvey, Kennedy: A Simple, Fast Dominance Algorithm; without cycles one pass in execution order is enough), and which
// of its outputs they all take.
func (g *Graph) dominators() {
	depth := make([]int, len(g.Steps))
	for _, s := range g.Steps[1:] {
		var at *Step
		var out *Out
		for _, in := range s.Ways() {
			if at == nil {
				at, out = in.Step, in
				continue
			}
			at, out = meet(depth, at, out, in.Step, in)
		}
		s.idom, s.idomOut = at, out
		depth[s.Index] = depth[at.Index] + 1
	}
	g.number()
}

// meet climbs from two places of the tree of dominators to the nearest that both have, and keeps the output by which
// both leave it, or nil where they differ.
func meet(depth []int, a *Step, aOut *Out, b *Step, bOut *Out) (*Step, *Out) {
	for a != b {
		if depth[a.Index] >= depth[b.Index] {
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

// number lets Dominates answer at once: a step dominates what its subtree of the tree of dominators holds.
func (g *Graph) number() {
	children := make([][]int, len(g.Steps))
	for _, s := range g.Steps[1:] {
		children[s.idom.Index] = append(children[s.idom.Index], s.Index)
	}
	clock := 0
	walk := descent{
		next:  func(i int) []int { return children[i] },
		enter: func(i int) { clock++; g.Steps[i].pre = clock },
		leave: func(i int) { g.Steps[i].post = clock },
	}
	walk.from(len(g.Steps), 0)
}

// Dominates reports whether every path to s crosses d; a step dominates itself.
func (d *Step) Dominates(s *Step) bool { return d.pre <= s.pre && s.pre <= d.post }

// Dominators are the steps that every path to s crosses, the nearest first and s apart, each with the output that all
// of these paths take, or nil.
//
//	in -> a:true -> b      b is dominated by a, by its output true, and by in;
//	      a:false -> b     by a and no one output, if both lead to it
func (s *Step) Dominators() iter.Seq2[*Step, *Out] {
	return func(yield func(*Step, *Out) bool) {
		for d := s; d.idom != nil && yield(d.idom, d.idomOut); d = d.idom {
		}
	}
}

// Dominator is the immediate dominator of s, and the output of it that all paths to s take, or nil; nil at the entry
// point.
func (s *Step) Dominator() (*Step, *Out) { return s.idom, s.idomOut }

// Meet is the nearest step that every path to any of some steps crosses, none of these itself, and the output that they
// all take, or nil.
func Meet(steps []*Step) (*Step, *Out) {
	from := steps[0].idom
	for slices.ContainsFunc(steps, func(s *Step) bool { return s == from || !from.Dominates(s) }) {
		from = from.idom
	}
	var out *Out
	for i, s := range steps {
		for s.idom != from {
			s = s.idom
		}
		if i > 0 && s.idomOut != out {
			return from, nil
		}
		out = s.idomOut
	}
	return from, out
}
