package ir

// Trust is how much of what is known of a node, or of a step, can be relied on. Whoever leaves a wire or a type out, and
// reports that, lowers it; a rule says which it needs (lint.Rule), so that one mistake is one message.
type Trust uint8

// How much can be relied on, the least first.
const (
	// Lost: a wire was left out here or before. Proofs about paths would only repeat that mistake.
	Lost Trust = iota
	// Guessed: its type is not known, or its mode is missing or wrong; of a step, or the type of a node which every path to it
	// crosses, or what that calls. It may do what is asked for.
	Guessed
	// Proved: it is as the document says.
	Proved
)

// trust spreads Lost to all that lies beyond a wire that was left out, sets Guessed where a node's type is, and Reached.
func (w *Workflow) trust() {
	reached := w.beyond(func(n *Node) bool { return n.Template != nil && n.Template.Entry })
	lost := w.beyond(func(n *Node) bool { return n.Trust == Lost })
	for i, n := range w.Nodes {
		n.Reached = reached[i]
		switch {
		case lost[i], w.dangling && !n.Reached: // it may be what the wire meant
			n.Trust = Lost
		case n.Loose:
			n.Trust = Guessed
		}
	}
	for _, end := range w.ends {
		end.Trust, end.Reached = end.Ends.Trust, end.Ends.Reached
	}
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

// rely sets how much of a step can be relied on. That of the steps before it is known.
func (s *Step) rely() {
	s.Trust = s.Node.Trust
	if at, _ := s.at.Dominator(); at != nil {
		d := s.Flow.step(at)
		s.unsure = d.unsure || d.Node.Template == nil || d.Node.callsUnknown()
	}
	if s.unsure {
		s.Trust = min(s.Trust, Guessed)
	}
}

// Whole reports whether no branch of the flow was left out that a path may go on by: what was left out shares a node with
// another branch, or crosses the border of a region.
func (f *Flow) Whole() bool { return f.graph.Whole() }
