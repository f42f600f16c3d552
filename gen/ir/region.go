package ir

import "slices"

// Region is the set of steps that a node with an output try protects: those that this output dominates in the graph as
// drawn. All of it is set from the graph of execution order.
type Region struct {
	Step  *Step   // the node that protects it
	Outer *Region // the region around it, or nil
	// Ends is set where a branch of the region, or a failure that is swallowed, ends and nothing follows.
	Ends bool
	// Exit leads to what follows the region's end. It is no output of the node: branches of the region, and of what
	// handles its failure, lead there each on its own.
	Exit *Out
	// Yield is the step that every unanswered end of it runs last, Handled that of what handles its failure; each nil
	// where there is none.
	Yield, Handled *Step
	// On is the output that a failure takes, where it leads somewhere.
	On *Out
}

// Answers reports whether an answer may be sent inside the region.
func (r *Region) Answers() bool {
	return slices.ContainsFunc(r.Step.Flow.Steps, func(s *Step) bool { return s.Region.Within(r) && answers(s.Node) })
}

// Yields reports whether a step inside the region may be what runs n, or makes what n holds.
func (r *Region) Yields(n *Node) bool {
	if r.Yield != nil && r.Yield.Node.Holder() == n {
		return true
	}
	return slices.ContainsFunc(r.Step.Flow.Runs(n), func(s *Step) bool { return s.Region.Within(r) })
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
