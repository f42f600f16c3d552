package ir

import (
	"slices"

	"github.com/flowc-dev/flowc/templates"
)

// cont is what follows where a branch ends unanswered: the next branch of its sequence, or
// the end of a region, and what follows that.
type cont struct {
	wire   *Wire   // of the next branch; nil for the end of a region, and after an answer
	region *Region // that ends here, or nil
	next   *cont
	after  bool // the answer was sent
}

// then puts the branch behind wire before what follows. A branch that does not ask how it was reached is the same by
// whatever wire it is.
func (o *orderer) then(wire *Wire, next *cont) *cont {
	if !wire.To.readsInput() {
		wire = o.anyTo(wire)
	}
	return o.cont(cont{wire: wire, next: next, after: next != nil && next.after})
}

// end puts the end of a region before what follows.
func (o *orderer) end(r *Region, next *cont) *cont {
	return o.cont(cont{region: r, next: next, after: next != nil && next.after})
}

// anyTo is the one wire that stands for all to the same node.
func (o *orderer) anyTo(wire *Wire) *Wire {
	if o.wires[wire.To] == nil {
		o.wires[wire.To] = wire
	}
	return o.wires[wire.To]
}

// cont is c as it was made before: a node that is followed by the same is the same step.
func (o *orderer) cont(c cont) *cont {
	if o.conts[c] == nil {
		o.conts[c] = &c
	}
	return o.conts[c]
}

// leave passes the ends of regions, and returns what follows them and in which region
// that is, given the one around here.
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

// maxSteps bounds the steps of one entry point, as a multiple of its nodes: sequences
// inside sequences that end in one another could multiply without end.
const maxSteps = 8

// orderer builds the graph of execution order of one entry point.
type orderer struct {
	flow       *Flow
	steps      map[stepKey]*Step
	conts      map[cont]*cont
	wires      map[*Node]*Wire
	built      []*Step // steps, in the order of building
	falls      map[*Node]bool
	limit      int
	afterwards *cont // what follows an answer: nothing, and nothing has to
}

type stepKey struct {
	node   *Node
	then   *cont
	region *Region
}

// order builds the graph of execution order from entry: a node after each output, the
// next branch of a sequence after each unanswered end of the one before, what handles a
// failure after each node of a region that can fail.
func order(w *Workflow, entry *Node) *Flow {
	o := &orderer{
		flow:       &Flow{Workflow: w, Entry: entry, Crossing: crossings(entry, w.Nodes), byNode: map[*Node][]*Step{}, missed: map[*Node]place{}},
		steps:      map[stepKey]*Step{},
		conts:      map[cont]*cont{},
		wires:      map[*Node]*Wire{},
		falls:      map[*Node]bool{},
		limit:      maxSteps*len(w.Nodes) + 100,
		afterwards: &cont{after: true},
	}
	first := o.step(entry, nil, nil)
	o.failures()
	o.flow.sort(first)
	o.flow.dominators()
	return o.flow
}

// step returns the step of n in a region, with what follows it.
func (o *orderer) step(n *Node, then *cont, in *Region) *Step {
	key := o.key(n, then, in)
	then = key.then
	if s := o.steps[key]; s != nil {
		return s
	}
	s := &Step{Flow: o.flow, Node: n, After: then != nil && then.after, Region: in, then: then, Value: map[string]*Typed{}}
	o.steps[key] = s
	o.built = append(o.built, s)
	o.flow.byNode[n] = append(o.flow.byNode[n], s)
	for _, out := range o.outputs(n) {
		out.Step = s
		s.Outs = append(s.Outs, out)
	}
	if output(n, templates.Try) != nil {
		o.protect(s)
		return s
	}
	for _, out := range s.Outs {
		o.follow(s, out)
	}
	return s
}

// key says which step n is. What always answers is followed by nothing, so that all ways
// share it.
func (o *orderer) key(n *Node, then *cont, in *Region) stepKey {
	if after := then != nil && then.after; !after && !o.fallsThrough(n) {
		then = nil
	}
	return stepKey{n, then, in}
}

// outputs lists the outputs of n that exist at run time: those declared and, of a Loose
// node, those that a wire takes.
func (o *orderer) outputs(n *Node) []*Out {
	var outs []*Out
	seen := map[string]bool{}
	for _, spec := range n.Outputs() {
		wired := len(n.Targets(spec.Name)) > 0
		seen[spec.Name] = true
		if !wired && (n.Loose || spec.Unwired != templates.Ends) {
			continue
		}
		outs = append(outs, &Out{Spec: spec, Name: spec.Name, Missing: spec.Required && !wired})
	}
	for _, w := range n.Wires {
		if !seen[w.Output] {
			seen[w.Output] = true
			outs = append(outs, &Out{Name: w.Output})
		}
	}
	return outs
}

// follow sets what comes after an output.
func (o *orderer) follow(s *Step, out *Out) {
	then, in := s.then, s.Region
	if answers(s.Node) {
		out.After = true
		then, in = o.afterwards, nil
	}
	targets := o.branches(s.Node, out.Name)
	if len(targets) > 0 {
		o.connect(out, targets[0], o.sequence(targets[1:], then), in)
		return
	}
	if out.Missing || len(s.Node.Targets(out.Name)) > 0 {
		return
	}
	if then, in = then.leave(in); then != nil && then.wire != nil {
		o.connect(out, then.wire, then.next, in)
	}
}

func (o *orderer) connect(out *Out, wire *Wire, then *cont, in *Region) {
	if len(o.steps) > o.limit {
		o.flow.Overflow = wire
		return
	}
	out.Wire = wire
	out.Next = o.step(wire.To, then, in)
	if !slices.Contains(out.Next.In, out) {
		out.Next.In = append(out.Next.In, out)
	}
}
