package ir

import "slices"

// Trust is how much of what is known of a node, or of a step, can be relied on. Whoever leaves a wire or a type out,
// and reports that, lowers it; a rule says which it needs (lint.Rule), so that one mistake is one message.
type Trust uint8

// How much can be relied on, the least first.
const (
	// Lost: a wire was left out here or before. Proofs about paths would only repeat that mistake.
	Lost Trust = iota
	// Guessed: the node's type is not known, its mode is missing or wrong, or it is a copy to which nothing is wired yet;
	// of a step, also where that is so of a node which every path to it crosses, or where it is not known what such a node
	// calls. It may do what is asked for.
	Guessed
	// Proved: it is as the document says.
	Proved
)

// trust spreads Lost to all that lies beyond a wire that was left out, sets Guessed where a node's type is, and
// Reached. Where a wire dangles, it may have meant any node that is not reached.
func (w *Workflow) trust(dangles bool) {
	reached := w.beyond(func(n *Node) bool { return n.Template != nil && n.Template.Entry != nil })
	lost := w.beyond(func(n *Node) bool { return n.Trust == Lost })
	for i, n := range w.Nodes {
		n.Reached = reached[i]
		switch {
		case lost[i], dangles && !n.Reached:
			n.Trust = Lost
		case !n.Known(), n.pasted():
			n.Trust = Guessed
		}
	}
	for _, end := range w.ends {
		end.Trust, end.Reached = end.Ends.Trust, end.Ends.Reached
	}
}

// pasted reports whether a node is a copy of another entry point of the workflow to which nothing is wired yet: it
// clashes with that one (FC501, FC312), and what is missing behind it is said once it is to be there.
func (n *Node) pasted() bool {
	return n.Template != nil && n.Template.Entry != nil && len(n.Wires) == 0 && slices.ContainsFunc(n.Workflow.Nodes, n.ServedAlike)
}

// ServedAlike reports whether another node is an entry point with the same address, or for others to call as this one
// is.
func (n *Node) ServedAlike(other *Node) bool {
	if other == n || other.Template == nil || other.Template.Entry == nil {
		return false
	}
	if n.isCalled() {
		return other.isCalled()
	}
	a, b := n.Route(), other.Route()
	return a.Method != "" && a.Path != "" && a.Method == b.Method && a.Path == b.Path && a.Tool == b.Tool
}

// beyond returns, by node, what drawn wires lead to from nodes that are so.
func (w *Workflow) beyond(is func(*Node) bool) []bool {
	var from []int
	for i, n := range w.Nodes {
		if is(n) {
			from = append(from, i)
		}
	}
	return w.drawing.Reach(from...)
}

// rely sets how much of a step can be relied on. All steps are linked.
func (s *Step) rely() {
	s.Trust = s.Node.Trust
	for d := range s.Dominators() {
		if d.Node.Template == nil || d.Node.CallsUnknown() {
			s.Trust = min(s.Trust, Guessed)
			return
		}
	}
}

// Whole reports whether no branch of the flow was left out that a path may go on by: what was left out shares a node
// with another branch, or crosses the border of a region.
func (f *Flow) Whole() bool { return f.graph.Whole() }
