package ir

import (
	"iter"
	"slices"

	"github.com/flowc-dev/flowc/gen/flow"
	"github.com/flowc-dev/flowc/templates"
)

// order makes the flow of an entry point: the steps of its graph of execution order, with the nodes that they are.
func order(w *Workflow, entry *Node) *Flow {
	if entry.graph == nil {
		entry.graph = w.drawing.Order(entry.index)
	}
	g := entry.graph
	f := &Flow{
		Workflow: w, Entry: entry, graph: g, runs: make([][]*Step, len(w.Nodes)+len(w.ends)),
		misread:  misread{},
		Crossing: map[*Wire]*Node{}, Overflow: w.wire(g.Overflow),
	}
	for wire, around := range g.Crossing {
		f.Crossing[w.wire(wire)] = w.Nodes[around]
	}
	for _, m := range g.Misfits {
		f.Misfits = append(f.Misfits, w.misfit(m))
	}
	for _, at := range g.Steps {
		f.add(at)
	}
	for _, s := range f.Steps {
		s.link()
	}
	for _, s := range f.Steps {
		s.rely()
	}
	return f
}

// add adds the step that is at a place of the graph, with its outputs and the region that it protects.
func (f *Flow) add(at *flow.Step) {
	n := f.Workflow.at(at.Node)
	s := &Step{Flow: f, Node: n, After: at.After, Value: map[string]*Typed{}, at: at}
	for i, out := range at.Outs {
		s.Outs = append(s.Outs, &Out{Step: s, Name: n.outs[i].name, Spec: n.outs[i].spec, Missing: f.graph.Lacks(at, i), After: out.After, at: out})
	}
	if r := at.Protects; r != nil {
		s.Protects = &Region{Step: s, Ends: r.Ends, Exit: &Out{Step: s, Name: "done", at: r.Exit}}
	}
	f.Steps = append(f.Steps, s)
	f.runs[n.index] = append(f.runs[n.index], s)
}

// link sets what of the graph leads from and to a step. All of them are there.
func (s *Step) link() {
	f, at := s.Flow, s.at
	for _, out := range s.Outs {
		out.link()
	}
	if r := s.Protects; r != nil {
		r.Exit.link()
		r.Outer, r.On = f.region(at.Protects.Outer), f.out(at.Protects.On)
		r.Yield, r.Handled = f.step(at.Protects.Yield), f.step(at.Protects.Handled)
	}
	s.In, s.Caught, s.ways = f.outs(at.In), f.outs(at.Caught), f.outs(at.Ways())
	s.Region, s.Catch = f.region(at.Region), f.step(at.Catch)
	for _, r := range at.Ended {
		s.Ended = append(s.Ended, f.region(r))
	}
}

func (o *Out) link() {
	f := o.Step.Flow
	o.Next, o.Wire = f.step(o.at.Next), f.Workflow.wire(o.at.Wire)
}

// step, out, outs and region are what stands for a place of the graph; nil for nil.
func (f *Flow) step(at *flow.Step) *Step {
	if at == nil {
		return nil
	}
	return f.Steps[at.Index]
}

func (f *Flow) out(at *flow.Out) *Out {
	if at == nil {
		return nil
	}
	return f.Steps[at.Step.Index].Outs[at.Output]
}

func (f *Flow) outs(list []*flow.Out) []*Out {
	var outs []*Out
	for _, at := range list {
		outs = append(outs, f.out(at))
	}
	return outs
}

func (f *Flow) region(at *flow.Region) *Region {
	if at == nil {
		return nil
	}
	return f.Steps[at.Step.Index].Protects
}

func (f *Flow) steps(list []*flow.Step) []*Step {
	var steps []*Step
	for _, at := range list {
		steps = append(steps, f.step(at))
	}
	return steps
}

// Runs returns the steps of a node, in execution order: none where the entry point does not lead to it, several where
// different things follow the end of its branch.
func (f *Flow) Runs(n *Node) []*Step { return f.runs[n.index] }

// Next are the steps that the step's outputs lead to; where its failure leads is not among them.
func (s *Step) Next() []*Step {
	steps := make([]*Step, 0, len(s.Outs))
	for _, out := range s.Outs {
		if out.Next != nil {
			steps = append(steps, out.Next)
		}
	}
	return steps
}

// Before reports whether s comes before another step in execution order.
func (s *Step) Before(t *Step) bool { return s.at.Index < t.at.Index }

// Below reports whether d dominates s: every path to s crosses d, or s is d.
func (s *Step) Below(d *Step) bool { return d.at.Dominates(s.at) }

// Dominators are the steps that every path to s crosses, the nearest first and s apart, each with the output that all
// of these paths take, or nil.
func (s *Step) Dominators() iter.Seq2[*Step, *Out] {
	return func(yield func(*Step, *Out) bool) {
		for d, out := range s.at.Dominators() {
			if !yield(s.Flow.step(d), s.Flow.out(out)) {
				return
			}
		}
	}
}

// Ran reports whether n has run on every path to s, s itself apart.
func (s *Step) Ran(n *Node) bool { return s.Flow.graph.Ran(n.index, s.at) }

// Path returns a shortest path from the entry point to s.
func (s *Step) Path() []*Step { return s.Flow.steps(s.Flow.graph.Path(s.at)) }

// PathWithout returns a shortest path from the entry point to s on which n does not come to its end, or nil where there
// is none.
func (s *Step) PathWithout(n *Node) []*Step {
	return s.Flow.steps(s.Flow.graph.PathWithout(s.at, n.index))
}

// taken returns which outputs of n may have been taken on a path to s.
// Behind a region that
// is run for each of some things, it is done, which every way there leads by.
func (s *Step) taken(n *Node) []*Out {
	done := func(o *Out) bool { return o.Spec != nil && o.Spec.Role == templates.Done }
	if n.yieldsEither() && s.behindEnds(n) {
		outs := slices.Clone(s.Flow.Runs(n)[0].Outs)
		return slices.DeleteFunc(outs, func(o *Out) bool { return !done(o) })
	}
	outs := s.Flow.outs(s.Flow.graph.Taken(n.index, s.at))
	if n.repeats() != nil && slices.ContainsFunc(outs, done) {
		outs = slices.DeleteFunc(outs, func(o *Out) bool { return !done(o) })
	}
	return outs
}

// behindEnds reports whether every path to s comes by an end of n's region, or of what handles a failure there. Where
// one of the two yields nothing, which was reported, it may.
func (s *Step) behindEnds(n *Node) bool {
	if n.atEnd == nil || n.atHandled == nil {
		return true
	}
	var ends []*flow.Step
	for _, of := range s.Flow.Runs(n) {
		if of.Protects != nil {
			ends = append(ends, of.at.Protects.Yield, of.at.Protects.Handled)
		}
	}
	return s.Flow.graph.Passed(s.at, ends...)
}

// strayed reports whether n is read at s because of a wire that crosses the border of a region (FC306): it leads from
// n, or from what follows n in the region, on to s.
func (s *Step) strayed(n *Node) bool { return s.Flow.graph.Strayed(n.index, s.Node.index) }

// Follows returns the wires to what follows where the step's branch ends unanswered, the next branch first; where it
// always answers, those of the region around it. They are what tells the steps of one node apart.
func (s *Step) Follows() []*Wire {
	var wires []*Wire
	for _, w := range s.at.Follows() {
		wires = append(wires, s.Flow.Workflow.wire(w))
	}
	return wires
}
