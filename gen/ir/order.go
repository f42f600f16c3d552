package ir

import (
	"cmp"

	"github.com/flowc-dev/flowc/templates"
)

// cont is what follows where a branch ends unanswered: the next branch of its sequence,
// and what follows that.
type cont struct {
	wire  *Wire // nil for afterwards
	next  *cont
	after bool // the answer was sent
}

// then puts the branch behind wire before what follows.
func (c *cont) then(wire *Wire) *cont {
	return &cont{wire: wire, next: c, after: c != nil && c.after}
}

// maxSteps bounds the steps of one entry point, as a multiple of its nodes: sequences
// inside sequences that end in one another could multiply without end.
const maxSteps = 8

// orderer builds the graph of execution order of one entry point.
type orderer struct {
	flow       *Flow
	steps      map[stepKey]*Step
	falls      map[*Node]bool
	limit      int
	afterwards *cont // what follows an answer: nothing, and nothing has to
}

type stepKey struct {
	node *Node
	then *cont
}

// order builds the graph of execution order from entry: a node after each output, the
// next branch of a sequence after each unanswered end of the one before.
func order(w *Workflow, entry *Node) *Flow {
	o := &orderer{
		flow:       &Flow{Workflow: w, Entry: entry, byNode: map[*Node][]*Step{}},
		steps:      map[stepKey]*Step{},
		falls:      map[*Node]bool{},
		limit:      maxSteps*len(w.Nodes) + 100,
		afterwards: &cont{after: true},
	}
	first := o.step(entry, nil)
	o.flow.sort(first)
	o.flow.dominators()
	return o.flow
}

// step returns the step of n with what follows it.
func (o *orderer) step(n *Node, then *cont) *Step {
	if after := then != nil && then.after; !after && !o.fallsThrough(n) {
		then = nil // it always answers, so nothing follows it and all ways share it
	}
	key := stepKey{n, then}
	if s := o.steps[key]; s != nil {
		return s
	}
	s := &Step{Flow: o.flow, Node: n, After: then != nil && then.after, then: then, Value: map[string]*Typed{}}
	if then != nil && then.wire != nil {
		s.Then = then.wire.To
	}
	o.steps[key] = s
	o.flow.byNode[n] = append(o.flow.byNode[n], s)
	for _, out := range o.outputs(n) {
		out.Step = s
		s.Outs = append(s.Outs, out)
		o.follow(s, out)
	}
	return s
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
	then := s.then
	if s.Node.Template != nil && s.Node.Template.Answers {
		out.After = true
		then = o.afterwards
	}
	targets := o.branches(s.Node, out.Name)
	for i := len(targets) - 1; i > 0; i-- {
		then = then.then(targets[i])
	}
	switch {
	case len(targets) > 0:
		o.connect(out, targets[0], then)
	case out.Missing:
	case then != nil && then.wire != nil:
		o.connect(out, then.wire, then.next)
	}
}

func (o *orderer) connect(out *Out, wire *Wire, then *cont) {
	if len(o.steps) > o.limit {
		o.flow.Overflow = wire
		return
	}
	out.Wire = wire
	out.Next = o.step(wire.To, then)
	out.Next.In = append(out.Next.In, out)
}

// branches are the targets of an output that can run as a sequence.
func (o *orderer) branches(n *Node, output string) []*Wire {
	good, bad := Sequence(n.Targets(output), o.fallsThrough)
	o.flow.Shared = o.flow.Shared || bad != nil && bad.Shared != nil
	return good
}

// Misfit is a branch that can't be part of a sequence (FC308).
type Misfit struct {
	Wire   *Wire
	Before *Wire // the branch that is in its way
	Shared *Node // a node that both run; nil where Before always answers
}

// Sequence returns those of the targets of one output that can run as a sequence, and the
// first that can't: it shares a node with an earlier one, or comes after one that always
// answers.
func Sequence(targets []*Wire, falls func(*Node) bool) (good []*Wire, bad *Misfit) {
	if len(targets) < 2 {
		return targets, nil
	}
	first := map[*Node]*Wire{}
	for i, w := range targets {
		mine := map[*Node]bool{}
		spread(w.To, mine)
		if misfit := sharing(w, mine, first); misfit != nil {
			bad = cmp.Or(bad, misfit)
			continue
		}
		for n := range mine {
			first[n] = w
		}
		good = append(good, w)
		if i+1 < len(targets) && !falls(w.To) {
			return good, cmp.Or(bad, &Misfit{Wire: targets[i+1], Before: w})
		}
	}
	return good, bad
}

// sharing finds a node of a branch that an earlier branch has as well.
func sharing(w *Wire, mine map[*Node]bool, first map[*Node]*Wire) *Misfit {
	for _, n := range w.To.Workflow.Nodes {
		if before := first[n]; mine[n] && before != nil {
			return &Misfit{Wire: w, Before: before, Shared: n}
		}
	}
	return nil
}

// fallsThrough reports whether n's branch, alone, can end unanswered.
func (o *orderer) fallsThrough(n *Node) bool {
	falls, known := o.falls[n]
	if known {
		return falls
	}
	o.falls[n] = false
	if n.Template == nil || !n.Template.Answers {
		for _, out := range o.outputs(n) {
			falls = falls || o.outFalls(n, out)
		}
	}
	o.falls[n] = falls
	return falls
}

func (o *orderer) outFalls(n *Node, out *Out) bool {
	if out.Missing {
		return false
	}
	for _, w := range n.Targets(out.Name) {
		if !o.fallsThrough(w.To) {
			return false
		}
	}
	return true
}

// FallsThrough returns a function that reports whether a node's branch, alone, can end
// unanswered.
func FallsThrough() func(*Node) bool {
	o := &orderer{falls: map[*Node]bool{}}
	return o.fallsThrough
}
