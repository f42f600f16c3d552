package flow

import "slices"

// Path returns a shortest path from the entry point to s.
func (g *Graph) Path(s *Step) []*Step { return g.path(s, (*Step).Nexts) }

// PathWithout returns a shortest path from the entry point to s on which a node does not come to its end, or nil where
// there is none: it may be on it by its failure.
func (g *Graph) PathWithout(s *Step, node int) []*Step {
	return g.path(s, func(t *Step) []*Step {
		switch {
		case t.Node != node:
			return t.Nexts()
		case t.Catch != nil:
			return []*Step{t.Catch}
		}
		return nil
	})
}

// Passed reports whether every path to s comes through one of some steps, to its end.
func (g *Graph) Passed(s *Step, steps ...*Step) bool {
	return g.path(s, func(t *Step) []*Step {
		switch {
		case !slices.Contains(steps, t):
			return t.Nexts()
		case t.Catch != nil:
			return []*Step{t.Catch}
		}
		return nil
	}) == nil
}

// path is a shortest path to s by what next leads to.
func (g *Graph) path(s *Step, next func(*Step) []*Step) []*Step {
	from := make([]*Step, len(g.Steps)) // by index, by which each was first reached
	for t := range Walk(g.Steps[0], func(t *Step) []*Step {
		steps := next(t)
		for _, u := range steps {
			if from[u.Index] == nil {
				from[u.Index] = t
			}
		}
		return steps
	}) {
		if t == s {
			return trace(from, s)
		}
	}
	return nil
}

// trace follows a path back to the entry point, and returns it from there.
func trace(from []*Step, s *Step) []*Step {
	var path []*Step
	for ; s != nil; s = from[s.Index] {
		path = append(path, s)
	}
	slices.Reverse(path)
	return path
}

// Ran reports whether a node has run on every path to s, s itself apart.
func (g *Graph) Ran(node int, s *Step) bool {
	for _, d := range g.Of(node) {
		if d != s && d.Dominates(s) {
			return true
		}
	}
	return len(g.Of(node)) > 1 && g.PathWithout(s, node) == nil
}

// Taken returns which outputs of a node may have been taken on a path to s: the one that all paths take, or each from
// which s is reachable.
func (g *Graph) Taken(node int, s *Step) []*Out {
	for d, out := range s.Dominators() {
		if d.Node == node && out != nil {
			return []*Out{out}
		}
	}
	var outs []*Out
	for _, step := range g.Of(node) {
		for _, out := range step.Outs {
			if out.Next != nil && s.reachable(out.Next) {
				outs = append(outs, out)
			}
		}
	}
	return outs
}

// reachable reports whether a path leads from another step to s, or it is s.
func (s *Step) reachable(from *Step) bool {
	before := func(t *Step) []*Step {
		if t.Index > s.Index {
			return nil // in execution order, nothing leads back
		}
		return t.Nexts()
	}
	return Leads(from, before, func(t *Step) bool { return t == s })
}
