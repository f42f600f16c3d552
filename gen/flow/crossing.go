package flow

import "slices"

// border is the edge of a node's region as drawn for one entry point: the nodes on either side of it. A node on both is
// where a wire crosses it.
type border struct {
	drawing         *Drawing
	node            int    // that protects the region
	inside, outside []bool // by node: reached from its output Try, and reached without that, before any answer
	// visited is set where the entry point does not lead to the node that protects the region: by node, what it reaches
	// before any answer. What is outside is then what the entry points reach that do.
	visited []bool
}

// border returns the edge of a node's region. Where entry points that lead to the node cross it themselves, nobody
// knows which wire is the wrong one: the edge is then where the one entry point and the region meet.
func (d *Drawing) border(entry, node int) *border {
	if d.Reach(entry)[node] {
		return d.borderOf(node, entry)
	}
	b := d.borderOf(node, d.leading(node)...)
	if b.crossed() {
		return d.borderOf(node, entry)
	}
	b.visited = d.reached([]int{entry}, d.before)
	return b
}

func (d *Drawing) borderOf(node int, entries ...int) *border {
	try := d.Nodes[node].wired(Try)
	starts := make([]int, len(try))
	for i, w := range try {
		starts[i] = w.To
	}
	around := func(n int) []int {
		if n == node {
			return d.targets(n, func(w *Wire) bool { return !slices.Contains(try, w) })
		}
		return d.before(n)
	}
	return &border{drawing: d, node: node, inside: d.reached(starts, d.before), outside: d.reached(entries, around)}
}

// leading are the nodes that lead to another one and to which no wire leads: the entry points of what runs.
func (d *Drawing) leading(to int) []int {
	led := make([]bool, len(d.Nodes))
	for _, wires := range d.wires {
		for _, w := range wires {
			led[w.To] = true
		}
	}
	var list []int
	for n := range d.Nodes {
		if !led[n] && d.Reach(n)[to] {
			list = append(list, n)
		}
	}
	return list
}

// before are the nodes that the wires of a node lead to before an answer.
func (d *Drawing) before(node int) []int {
	if d.Nodes[node].Answers {
		return nil
	}
	return d.Targets(node)
}

// within reports whether the output Try dominates a node, as drawn.
func (b *border) within(node int) bool { return b.inside[node] && !b.outside[node] }

// crossings finds the wires that cross the border of a region, and the node that protects the outermost region that
// each crosses. They leave it without Done, from a node that the output Try dominates, as drawn, to one that it does
// not; or they lead to where Try leads itself, which then dominates nothing. Where another output of the same node
// leads there, it is the wire of Try that has no business there.
//
//	t:try -> a -> b    the wire from a to b leaves the region of t,
//	t:done -> b        as b is behind its end
//
// Of a region to which only other entry points lead, they are the wires by which this one gets into it.
func (d *Drawing) crossings(entry int) map[*Wire]int {
	cross := map[*Wire]int{}
	for n := range d.Nodes {
		if !d.Nodes[n].Protects() {
			continue
		}
		b := d.border(entry, n)
		for u := range d.Nodes {
			for _, w := range d.wires[u] {
				around, crossed := cross[w]
				if b.crosses(w, cross) && (!crossed || b.within(around)) {
					cross[w] = n
				}
			}
		}
	}
	return cross
}

// crossed reports whether any wire crosses the border.
func (b *border) crossed() bool {
	return slices.ContainsFunc(slices.Concat(b.drawing.wires...), func(w *Wire) bool { return b.crosses(w, nil) })
}

func (b *border) crosses(w *Wire, cross map[*Wire]int) bool {
	if b.visited != nil {
		return b.visited[w.From] && !b.inside[w.From] && b.within(w.To) && !b.drawing.Nodes[w.From].Answers
	}
	return b.leaves(w) || b.enters(w, cross)
}

func (b *border) leaves(w *Wire) bool {
	return b.within(w.From) && b.outside[w.To] && !b.drawing.Nodes[w.From].Answers
}

// enters reports whether a wire leads to where Try leads; of wires of Try itself, whether another output leads there.
func (b *border) enters(w *Wire, cross map[*Wire]int) bool {
	try := b.drawing.Nodes[b.node].wired(Try)
	if w.From == b.node {
		return slices.Contains(try, w) && slices.ContainsFunc(b.drawing.wires[b.node], func(other *Wire) bool {
			return other.To == w.To && !slices.Contains(try, other)
		})
	}
	return b.outside[w.From] && !b.drawing.Nodes[w.From].Answers && slices.ContainsFunc(try, func(into *Wire) bool {
		_, crossed := cross[into]
		return into.To == w.To && !crossed
	})
}

// targets are the nodes that some wires of a node lead to.
func (d *Drawing) targets(node int, is func(*Wire) bool) []int {
	var nodes []int
	for _, w := range d.wires[node] {
		if is(w) {
			nodes = append(nodes, w.To)
		}
	}
	return nodes
}

// Strayed reports whether a wire that crosses the border of a region leads from a node, or from what follows it in the
// region, on to another: what the second would have of the first, it lacks for that wire.
func (g *Graph) Strayed(from, to int) bool {
	for w, around := range g.Crossing {
		b := g.border(g.Steps[0].Node, around)
		if b.inside[from] && g.reached([]int{w.To}, g.before)[to] && g.reached([]int{from}, g.before)[w.From] {
			return true
		}
	}
	return false
}

// CrossedInto reports whether a wire into a node crosses the border of a region.
func (g *Graph) CrossedInto(node int) bool {
	for w := range g.Crossing {
		if w.To == node {
			return true
		}
	}
	return false
}
