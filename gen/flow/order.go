package flow

import "slices"

// Order builds the graph of execution order from an entry point: a node after each output, the next branch of a
// sequence after each unanswered end of the one before, what handles a failure after each node of a region that can
// fail. The drawing may have no cycle.
func (d *Drawing) Order(entry int) *Graph {
	g := &Graph{Drawing: d, Crossing: d.crossings(entry)}
	o := &orderer{
		Graph: g, byKey: map[stepKey]*Step{}, conts: map[cont]*cont{}, wires: map[int]*Wire{},
		limit: maxSteps*len(d.Nodes) + 100, afterwards: &cont{after: true},
	}
	first := o.step(entry, nil, nil)
	o.failures()
	g.sort(first, o.built)
	g.dominators()
	return g
}

// maxSteps bounds the steps of one entry point, as a multiple of its nodes: sequences inside sequences that end in one
// another could multiply without end.
const maxSteps = 8

// orderer builds a graph.
type orderer struct {
	*Graph
	built      []*Step // in the order of building
	byKey      map[stepKey]*Step
	conts      map[cont]*cont
	wires      map[int]*Wire // by node; see anyTo
	limit      int
	afterwards *cont // what follows an answer: nothing, and nothing has to
}

// stepKey identifies a step: a node has one for each continuation and region that it is reached with.
type stepKey struct {
	node   int
	then   *cont
	region *Region
}

// cont is the continuation where a branch ends unanswered: the next branch of its sequence, or the end of a region, and
// what follows that (its continuation).
type cont struct {
	wire   *Wire   // of the next branch; nil for the end of a region, and after an answer
	region *Region // that ends here, or nil
	next   *cont
	after  bool // the answer was sent
}

// cont is c as it was made before: a node that is followed by the same is the same step.
func (o *orderer) cont(c cont) *cont {
	if o.conts[c] == nil {
		o.conts[c] = &c
	}
	return o.conts[c]
}

// sequence puts branches before what follows them. A branch that does not ask how it was reached is the same by
// whatever wire it is.
func (o *orderer) sequence(branches []*Wire, then *cont) *cont {
	for _, wire := range slices.Backward(branches) {
		if !o.Nodes[wire.To].Asks {
			wire = o.anyTo(wire)
		}
		then = o.cont(cont{wire: wire, next: then, after: then != nil && then.after})
	}
	return then
}

// anyTo is the one wire that stands for all to the same node.
func (o *orderer) anyTo(wire *Wire) *Wire {
	if o.wires[wire.To] == nil {
		o.wires[wire.To] = wire
	}
	return o.wires[wire.To]
}

// leave passes the ends of regions, and returns what follows them and in which region that is, given the one around
// here.
func (c *cont) leave(in *Region) (*cont, *Region) {
	for c != nil && c.region != nil {
		c.region.left = true
		if c.next == nil {
			c.region.Ends = true
		}
		in = c.region.Outer
		c = c.next
	}
	return c, in
}

// step returns the step of a node in a region, with what follows it. What always answers is followed by nothing, so
// that all ways share it.
func (o *orderer) step(node int, then *cont, in *Region) *Step {
	after := then != nil && then.after
	if !after && !o.falls[node] {
		then = nil
	}
	key := stepKey{node, then, in}
	if s := o.byKey[key]; s != nil {
		return s
	}
	s := &Step{Node: node, After: after, Region: in, then: then}
	o.byKey[key] = s
	o.built = append(o.built, s)
	n := &o.Nodes[node]
	for i := range n.Outputs {
		s.Outs = append(s.Outs, &Out{Step: s, Output: i, Role: n.Outputs[i].Role})
	}
	if n.Protects() {
		o.protect(s)
		return s
	}
	for _, out := range s.Outs {
		o.follow(s, out)
	}
	return s
}

// output is the drawing of a step's output.
func (o *orderer) output(out *Out) *Output { return &o.Nodes[out.Step.Node].Outputs[out.Output] }

// branches are the wires of an output that can run as a sequence.
func (o *orderer) branches(out *Output) []*Wire {
	if out == nil {
		return nil
	}
	wires := slices.DeleteFunc(slices.Clone(out.Wires), func(w *Wire) bool { _, crosses := o.Crossing[w]; return crosses })
	good, bad := o.sequenceOf(wires)
	known := func(m *Misfit) bool { return m.Wire == bad.Wire } // by another step of the node
	if bad != nil && !slices.ContainsFunc(o.Misfits, known) {
		o.Misfits = append(o.Misfits, bad)
	}
	return good
}

// follow sets what comes after an output.
func (o *orderer) follow(s *Step, out *Out) {
	then, in := s.then, s.Region
	if o.Nodes[s.Node].Answers {
		out.After = true
		then, in = o.afterwards, nil
	}
	drawn := o.output(out)
	targets := o.branches(drawn)
	if len(targets) > 0 {
		o.connect(out, targets[0], o.sequence(targets[1:], then), in)
		return
	}
	if drawn.Missing && !o.mayEnd(s, drawn) || len(drawn.Wires) > 0 {
		return
	}
	if then, in = then.leave(in); then != nil && then.wire != nil {
		o.connect(out, then.wire, then.next, in)
	}
}

// mayEnd reports whether a branch may end at an output of s that has to be wired elsewhere: nobody waits for an answer,
// after one or in what is run for each of some things.
func (d *Drawing) mayEnd(s *Step, out *Output) bool {
	return out.Open && (s.After || d.repeated(s.Region))
}

// repeated reports whether a region, or one around it, is run for each of some things.
func (d *Drawing) repeated(r *Region) bool {
	for ; r != nil; r = r.Outer {
		if d.Nodes[r.Step.Node].Repeats {
			return true
		}
	}
	return false
}

// Lacks reports whether an output of s has to be wired and is not.
func (g *Graph) Lacks(s *Step, output int) bool {
	out := &g.Nodes[s.Node].Outputs[output]
	return out.Missing && !g.mayEnd(s, out)
}

func (o *orderer) connect(out *Out, wire *Wire, then *cont, in *Region) {
	if len(o.byKey) > o.limit {
		o.Overflow = wire
		return
	}
	out.Wire = wire
	out.Next = o.step(wire.To, then, in)
	if !slices.Contains(out.Next.In, out) {
		out.Next.In = append(out.Next.In, out)
	}
}
