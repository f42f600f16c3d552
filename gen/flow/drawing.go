package flow

import "slices"

// Drawing is a workflow as drawn: nodes, and the wires out of them. One drawing serves all entry points.
type Drawing struct {
	Nodes []Node
	wires [][]*Wire // out of each node, in the order in which they were drawn
	falls []bool    // by node; see fallsThrough
}

// Node is a node as drawn.
type Node struct {
	Answers  bool  // a path ends here with an answer; what is wired to it runs afterwards
	Fails    bool  // it can fail
	Swallows bool  // a failure in its region that nothing handles goes on where the region ends
	Apart    bool  // what handles a failure in its region goes on behind the node, not at Done
	Asks     bool  // what it does depends on the wire by which it is reached
	Repeats  bool  // its region is run for each of some things, perhaps for none: Done follows without it too
	AtEnd    *Wire // to a node that no other leads to and that every unanswered end of its region runs; or nil
	// AtHandled is AtEnd of what handles a failure in its region. Where that has no wire, a failure leads there at once.
	AtHandled *Wire
	Outputs   []Output
}

// Output is an output that a node has when it runs.
type Output struct {
	Role    Role
	Missing bool    // it has to be wired and is not: what follows is not known
	Open    bool    // that is so only where a caller waits for an answer: else a branch may end there
	Wires   []*Wire // in the order in which they were drawn; several are a sequence
}

// Role is the part that an output plays for the region of its node.
type Role uint8

// The roles.
const (
	Plain   Role = iota
	Try          // leads into the region
	Done         // leads to what follows the region's end
	Handler      // leads to what handles a failure in the region
)

// Wire leads from an output to a node.
type Wire struct {
	Index    int // in the order in which wires were drawn
	From, To int // nodes
}

// Draw makes a drawing of nodes. None has to be reached from another one, and they may lead in a circle (Cycles).
func Draw(nodes []Node) *Drawing {
	d := &Drawing{Nodes: nodes, wires: make([][]*Wire, len(nodes))}
	for i := range nodes {
		for _, out := range nodes[i].Outputs {
			d.wires[i] = append(d.wires[i], out.Wires...)
		}
		slices.SortFunc(d.wires[i], func(a, b *Wire) int { return a.Index - b.Index })
	}
	d.fall()
	return d
}

// Protects reports whether a node protects a region: what its output Try leads to.
func (n *Node) Protects() bool { return n.output(Try) != nil }

// output is the node's output of a role, or nil.
func (n *Node) output(role Role) *Output {
	for i := range n.Outputs {
		if n.Outputs[i].Role == role {
			return &n.Outputs[i]
		}
	}
	return nil
}

// wired are the wires of the node's output of a role.
func (n *Node) wired(role Role) []*Wire {
	if out := n.output(role); out != nil {
		return out.Wires
	}
	return nil
}

// Targets are the nodes that the wires of a node lead to, also those that run after an answer.
func (d *Drawing) Targets(node int) []int {
	nodes := make([]int, len(d.wires[node]))
	for i, w := range d.wires[node] {
		nodes[i] = w.To
	}
	return nodes
}

// Reach returns, by node, what drawn wires lead to from any of some nodes, these among them.
func (d *Drawing) Reach(from ...int) []bool { return d.reached(from, d.Targets) }

// reached are the nodes of a walk, by node.
func (d *Drawing) reached(from []int, next func(int) []int) []bool {
	seen := make([]bool, len(d.Nodes))
	for n := range WalkAll(from, next) {
		seen[n] = true
	}
	return seen
}

// Cycle is a path of nodes that leads back to its first.
type Cycle struct {
	Nodes   []int
	Closing *Wire // from the last to the first
}

// Cycles returns the cycles of a drawing, one for each wire that leads back to a node that leads to it. Where one can
// be entered at several nodes, it is closed by a wire without which its output and its target keep others.
func (d *Drawing) Cycles() []Cycle {
	var cycles []Cycle
	var path []int
	walk := descent{
		next:  d.Targets,
		enter: func(n int) { path = append(path, n) },
		leave: func(int) { path = path[:len(path)-1] },
		back: func(n, i int) {
			closing := d.wires[n][i]
			cycles = append(cycles, d.closed(Cycle{slices.Clone(path[slices.Index(path, closing.To):]), closing}))
		},
	}
	walk.from(len(d.Nodes), d.all()...)
	return cycles
}

// closed is a cycle closed by the wire of it that can go, where its closing one can't.
func (d *Drawing) closed(c Cycle) Cycle {
	if d.canGo(c.Closing) {
		return c
	}
	for i := 1; i < len(c.Nodes); i++ {
		for _, w := range d.wires[c.Nodes[i-1]] {
			if w.To == c.Nodes[i] && d.canGo(w) {
				return Cycle{slices.Concat(c.Nodes[i:], c.Nodes[:i]), w}
			}
		}
	}
	return c
}

// canGo reports whether the output of a wire has others, and others lead to its target from where the drawing begins.
func (d *Drawing) canGo(wire *Wire) bool {
	alone := func(out Output) bool { return len(out.Wires) == 1 && out.Wires[0] == wire }
	if slices.ContainsFunc(d.Nodes[wire.From].Outputs, alone) {
		return false
	}
	led := make([]bool, len(d.Nodes))
	for _, w := range slices.Concat(d.wires...) {
		led[w.To] = true
	}
	begins := slices.DeleteFunc(d.all(), func(n int) bool { return led[n] })
	others := func(n int) []int {
		var nodes []int
		for _, w := range d.wires[n] {
			if w != wire {
				nodes = append(nodes, w.To)
			}
		}
		return nodes
	}
	return d.reached(begins, others)[wire.To]
}

func (d *Drawing) all() []int {
	nodes := make([]int, len(d.Nodes))
	for i := range nodes {
		nodes[i] = i
	}
	return nodes
}
