package ir

import (
	"slices"
	"strings"

	"github.com/flowc-dev/flowc/gen/flow"
	"github.com/flowc-dev/flowc/templates"
)

// draw makes the drawing on which the order of execution is found: of each node, what it is to that order.
func (w *Workflow) draw() *flow.Drawing {
	all := slices.Concat(w.Nodes, w.ends)
	drawn := make([]flow.Node, len(all))
	for i, n := range all {
		n.outs = n.running()
		drawn[i] = flow.Node{
			Answers: answers(n), Fails: mayFail(n), Swallows: n.Template != nil && n.Template.Region.Swallows,
			Apart: n.Template != nil && n.Template.Region.Retries, Asks: n.readsInput(),
			Repeats: n.repeats() != nil,
		}
		drawn[i].AtEnd, drawn[i].AtHandled = n.atEnd.draw(), n.atHandled.draw()
		for _, out := range n.outs {
			drawn[i].Outputs = append(drawn[i].Outputs, out.drawn(n))
		}
	}
	return flow.Draw(drawn)
}

// draw draws a wire; nil is none.
func (w *Wire) draw() *flow.Wire {
	if w == nil {
		return nil
	}
	w.drawn = &flow.Wire{Index: w.index, From: w.From.index, To: w.To.index}
	return w.drawn
}

// runningOut is an output that a node has when it runs.
type runningOut struct {
	name    string
	spec    *templates.Output // nil for one that only a node which is not Known has
	missing bool              // it must be wired and is not
}

// running lists the outputs that a node has when it runs: those declared and, of one that is not Known, those that a
// wire takes.
func (n *Node) running() []runningOut {
	var outs []runningOut
	seen := map[string]bool{}
	for _, spec := range n.Outputs() {
		wired := len(n.Targets(spec.Name)) > 0
		seen[spec.Name] = true
		if wired || n.Known() && spec.Unwired == templates.Ends {
			outs = append(outs, runningOut{spec.Name, spec, spec.Required && !wired})
		}
	}
	for _, w := range n.Wires {
		if !seen[w.Output] {
			seen[w.Output] = true
			outs = append(outs, runningOut{name: w.Output})
		}
	}
	return outs
}

// roles are those of the two packages, by that of a template.
var roles = map[templates.Role]flow.Role{
	templates.Plain: flow.Plain, templates.Try: flow.Try, templates.Done: flow.Done, templates.Handler: flow.Handler,
}

// drawn is an output of n as drawn. What one that is not Known protects is not known.
func (o runningOut) drawn(n *Node) flow.Output {
	out := flow.Output{Missing: o.missing, Open: o.missing && o.spec.Role == templates.Plain && !o.spec.Refusal()}
	if o.spec != nil && n.Known() {
		out.Role = roles[o.spec.Role]
	}
	for _, w := range n.Targets(o.name) {
		out.Wires = append(out.Wires, w.draw())
	}
	return out
}

func answers(n *Node) bool { return n.Template != nil && n.Template.Answer.Ends }

// mayFail reports whether a node can fail: by what it does, or by an expression.
func mayFail(n *Node) bool { return n.Template == nil || n.Template.Fails || n.Computes() }

// Computes reports whether a field of the node has a placeholder: an expression can always fail.
func (n *Node) Computes() bool {
	for _, v := range n.Fields {
		if v.Tree.computes() {
			return true
		}
	}
	return false
}

// MayFail reports whether the node of a step can fail, whatever a workflow does that it calls: as Fails of a node as
// drawn.
func (s *Step) MayFail() bool { return mayFail(s.Node) }

// computes reports whether any string of t has a placeholder.
func (t *Tree) computes() bool {
	if t == nil {
		return false
	}
	if t.Text != nil {
		if _, literal := t.Text.Literal(); !literal {
			return true
		}
	}
	return slices.ContainsFunc(slices.Concat(t.Names, t.Items), (*Tree).computes)
}

// readsInput reports whether an expression of the node may ask for what arrived at it.
func (n *Node) readsInput() bool {
	for _, v := range n.Fields {
		if strings.Contains(v.Text, "input") || v.Tree.mentions("input") {
			return true
		}
	}
	return false
}

// mentions reports whether a string of t contains a word.
func (t *Tree) mentions(word string) bool {
	return t != nil && (strings.Contains(t.JSON.Text, word) || slices.ContainsFunc(slices.Concat(t.Names, t.Items), func(item *Tree) bool { return item.mentions(word) }))
}

// wire is the wire that is drawn so.
func (w *Workflow) wire(drawn *flow.Wire) *Wire {
	if drawn == nil {
		return nil
	}
	return w.wires[drawn.Index]
}

// Misfit is a branch that can't be part of a sequence (FC308).
type Misfit struct {
	Wire   *Wire
	Before *Wire // the branch that is in its way
	Shared *Node // a node that both run; nil where Before always answers
}

// misfit is a branch of the drawing that was left out.
func (w *Workflow) misfit(drawn *flow.Misfit) *Misfit {
	m := &Misfit{Wire: w.wire(drawn.Wire), Before: w.wire(drawn.Before)}
	if drawn.Shared >= 0 {
		m.Shared = w.at(drawn.Shared)
	}
	return m
}
