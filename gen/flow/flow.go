// Package flow is the graph of execution order of a workflow: which step follows which, what every path to a step has
// crossed, and which region a step is in. Nodes and wires are numbers with roles: it knows no types and no templates,
// and makes no messages.
//
// It may be imported by gen/ir and gen/lint, by cmd for Reference, and imports nothing of this module.
package flow

import "slices"

// Graph is the order in which one entry point runs the nodes of a drawing. It has no cycle, as the drawing has none.
type Graph struct {
	*Drawing
	Steps []*Step // in execution order: each after all that lead to it, the entry point first
	// Crossing are the wires that cross the border of a region, each with the node that protects it. They are left out.
	Crossing map[*Wire]int
	Overflow *Wire     // the last that was left out, where sequences multiply beyond maxSteps; else nil
	Misfits  []*Misfit // the branches that were left out of their sequences, one of each sequence

	steps [][]*Step // by node
}

// Step is a node at one place of the execution order. A node has several steps where different things follow the end of
// its branch:
//
//	in -> a:true -> log    two wires on one output are a sequence: log, then b.
//	      a:true -> b      Where a is not true, nothing follows log: it is
//	      a:false -> log   another step.
type Step struct {
	Index int    // in Graph.Steps
	Node  int    // in Drawing.Nodes
	Outs  []*Out // in the order of the node's Outputs
	In    []*Out // the outputs that lead here; none at the entry point
	// Region is the innermost region that the step is in, or nil; Protects is the region that it protects itself, or nil.
	Region, Protects *Region
	Catch            *Step     // where a failure of the step goes on; nil is out of all regions
	Caught           []*Out    // the outputs that lead to the steps whose failure leads here
	Ended            []*Region // the regions whose end leads here
	After            bool      // runs after the answer was sent

	then      *cont
	idom      *Step // the immediate dominator; nil at the entry point
	idomOut   *Out  // the output of idom that every path takes, or nil
	pre, post int   // of a walk over the tree of dominators
}

// Out is an output of a step.
type Out struct {
	Step   *Step
	Output int   // in the node's Outputs; -1 for the Exit of a region
	Role   Role  // of the output
	Next   *Step // nil where the path ends
	Wire   *Wire // by which Next is reached, as drawn; nil where Next is
	After  bool  // set where the node answers: what follows runs when the answer was sent
}

// Region is the steps that a node with an output Try protects: those that this output dominates in the graph as drawn.
type Region struct {
	Step  *Step   // the step that protects it, which is not in it
	Outer *Region // the region around it, or nil
	Ends  bool    // a branch of the region, or a failure that is swallowed, ends and nothing follows
	// Exit leads to what follows the region's end. It is no output of the node: branches of the region, and of what
	// handles its failure unless that stands apart, lead there each on its own.
	Exit *Out
	On   *Out // the output of role Handler, where it leads somewhere; a failure in the region takes it
	// Yield is the step that every unanswered end of the region runs last, and Handled that of what handles its failure.
	// Each is nil where there is none, or where there is no such end.
	Yield, Handled *Step

	exit *cont
	left bool // a branch of the region ends unanswered
}

// Within reports whether r is q or inside it. Every region is within nil.
func (r *Region) Within(q *Region) bool {
	for ; r != nil; r = r.Outer {
		if r == q {
			return true
		}
	}
	return q == nil
}

// Whole reports whether no branch was left out that a path may go on by: none that shares a node with another, crosses
// the border of a region, or is one too many. What comes after a branch that always answers would not be taken anyway.
func (g *Graph) Whole() bool {
	shared := func(m *Misfit) bool { return m.Shared >= 0 }
	return g.Overflow == nil && len(g.Crossing) == 0 && !slices.ContainsFunc(g.Misfits, shared)
}

// Of returns the steps of a node, in execution order.
func (g *Graph) Of(node int) []*Step { return g.steps[node] }

// Nexts are the steps that may come right after s: behind its outputs, and where its failure leads.
func (s *Step) Nexts() []*Step {
	steps := make([]*Step, 0, len(s.Outs)+1)
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

// Ways are the outputs that lead to s, or to a step whose failure does: a failure leaves a step before its output
// exists. The wire of what handles it is no way of its own.
func (s *Step) Ways() []*Out {
	if len(s.Caught) == 0 {
		return s.In
	}
	var ways []*Out
	for _, in := range s.In {
		if in.Role != Handler {
			ways = append(ways, in)
		}
	}
	return append(ways, s.Caught...)
}

// Follows returns the wires to what follows where the step's branch ends unanswered, the next branch first; where it
// always answers, those of the region around it. They distinguish the steps of one node.
func (s *Step) Follows() []*Wire {
	if s.then == nil && s.Region != nil {
		return s.Region.Step.Follows()
	}
	var wires []*Wire
	for c := s.then; c != nil; c = c.next {
		if c.wire != nil {
			wires = append(wires, c.wire)
		}
	}
	return wires
}
