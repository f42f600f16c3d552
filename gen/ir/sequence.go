package ir

import (
	"cmp"
	"slices"

	"github.com/flowc-dev/flowc/templates"
)

// branches are the targets of an output that can run as a sequence.
func (o *orderer) branches(n *Node, output string) []*Wire {
	targets := slices.DeleteFunc(n.Targets(output), func(w *Wire) bool { return o.flow.Crossing[w] != nil })
	good, bad := Sequence(targets, o.fallsThrough)
	o.flow.Shared = o.flow.Shared || bad != nil && bad.Shared != nil
	o.flow.Misfits = o.flow.Misfits || bad != nil
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
	switch {
	case answers(n):
	case output(n, templates.Try) != nil:
		falls = o.regionFalls(n)
	default:
		for _, out := range o.outputs(n) {
			falls = falls || o.outFalls(n, out)
		}
	}
	o.falls[n] = falls
	return falls
}

// regionFalls is fallsThrough for a node that protects a region: its end is reached where
// the region ends, where a failure is swallowed, or where what handles it ends; then done
// decides.
func (o *orderer) regionFalls(n *Node) bool {
	ends, handled, done := false, false, true
	for _, out := range o.outputs(n) {
		falls := o.outFalls(n, out)
		switch {
		case out.Spec.Role == templates.Done:
			done = falls
		case out.Spec.Role != templates.Handler:
			ends = ends || falls
		case len(n.Targets(out.Name)) > 0:
			handled, ends = true, ends || falls
		}
	}
	return (ends || n.Template.Swallows && !handled) && done
}

func (o *orderer) outFalls(n *Node, out *Out) bool {
	if out.Missing {
		return true // what it will lead to is not known: to say that nothing follows would be a second mistake
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
