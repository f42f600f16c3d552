package flow

import "cmp"

// Misfit is a branch that can't be part of a sequence.
type Misfit struct {
	Wire   *Wire
	Before *Wire // the branch that is in its way
	Shared int   // a node that both run; -1 where Before always answers
}

// sequenceOf returns those of the wires of one output that can run as a sequence, and the first that can't, or nil: it
// shares a node with an earlier one, or comes after one that always answers.
func (d *Drawing) sequenceOf(wires []*Wire) (good []*Wire, bad *Misfit) {
	if len(wires) < 2 {
		return wires, nil
	}
	first := make([]*Wire, len(d.Nodes)) // by node, the branch that has it
	for i, w := range wires {
		mine := d.Reach(w.To)
		if misfit := sharing(w, mine, first); misfit != nil {
			bad = cmp.Or(bad, misfit)
			continue
		}
		for n, has := range mine {
			if has {
				first[n] = w
			}
		}
		good = append(good, w)
		if i+1 < len(wires) && !d.falls[w.To] {
			return good, cmp.Or(bad, &Misfit{Wire: wires[i+1], Before: w, Shared: -1})
		}
	}
	return good, bad
}

// sharing finds a node of a branch that an earlier branch has as well.
func sharing(w *Wire, mine []bool, first []*Wire) *Misfit {
	for n, has := range mine {
		if has && first[n] != nil {
			return &Misfit{Wire: w, Before: first[n], Shared: n}
		}
	}
	return nil
}

// fall finds the nodes whose branch, alone, can end unanswered: what follows them is what comes next in a sequence.
func (d *Drawing) fall() {
	d.falls = make([]bool, len(d.Nodes))
	walk := descent{next: d.Targets, leave: func(n int) { d.falls[n] = d.fallsThrough(n) }, back: func(int, int) {}}
	walk.from(len(d.Nodes), d.all()...)
}

// fallsThrough reports whether n's branch, alone, can end unanswered. What its wires lead to is known.
func (d *Drawing) fallsThrough(n int) bool {
	node := &d.Nodes[n]
	switch {
	case node.Answers:
		return false
	case node.Protects():
		return d.regionFalls(node)
	}
	for i := range node.Outputs {
		if d.outFalls(&node.Outputs[i]) {
			return true
		}
	}
	return false
}

// regionFalls is fallsThrough for a node that protects a region: its end is reached where the region ends, where a
// failure is swallowed, or where what handles it ends; then Done decides. What stands apart ends behind the node.
func (d *Drawing) regionFalls(n *Node) bool {
	ends, handled, apart, done := n.Repeats, false, false, true
	for i := range n.Outputs {
		out := &n.Outputs[i]
		falls := d.outFalls(out)
		switch {
		case out.Role == Done:
			done = falls
		case out.Role != Handler:
			ends = ends || falls
		case len(out.Wires) > 0 && n.Apart:
			handled, apart = true, falls
		case len(out.Wires) > 0:
			handled, ends = true, ends || falls
		}
	}
	return apart || (ends || n.Swallows && !handled) && done
}

func (d *Drawing) outFalls(out *Output) bool {
	if out.Missing {
		return true // what it will lead to is not known: that nothing follows would be a second mistake
	}
	for _, w := range out.Wires {
		if !d.falls[w.To] {
			return false
		}
	}
	return true
}
