package ir

import (
	"slices"

	"github.com/flowc-dev/flowc/gen/expr"
	"github.com/flowc-dev/flowc/templates"
)

// Origins returns where the values in e come from: what it refers to, and what that was made of where a node only gave it
// a name, or several wires bring it. The fields of sources that are nodes or entry points are filled in.
func (f *Flow) Origins(e *expr.Expr) []Source {
	o := &origins{flow: f, seen: map[*expr.Expr]bool{}}
	o.visit(e)
	return o.list
}

// origins is a walk from an expression to where its values come from, through nodes that only name them.
type origins struct {
	flow *Flow
	seen map[*expr.Expr]bool
	list []Source // found so far, in the order of the expression
}

func (o *origins) visit(e *expr.Expr) {
	if e == nil || o.seen[e] {
		return
	}
	o.seen[e] = true
	if e.Op == expr.OpRef || e.Op == expr.OpField && e.Args[0].Op == expr.OpRef {
		o.add(sourceOf(e))
		return
	}
	for _, arg := range e.Args {
		o.visit(arg)
	}
}

// add notes a source. Values that a node keeps inside the execution, by name, are those that its output carries.
func (o *origins) add(src Source) {
	o.list = append(o.list, src)
	switch src.Kind {
	case FromInput:
		o.arrive(src)
	case FromEach:
		for _, s := range o.flow.Runs(src.Node) {
			s.Value[src.Node.repeats().Items].Walk(func(t *Typed) { o.visit(t.Expr) })
		}
	}
	if src.Kind != FromNode {
		return
	}
	for _, s := range o.flow.makers(src.Node) {
		for _, f := range s.Checked() {
			if f.Shape != templates.Object && (f.Shape != templates.JSON || s.Node.Ends == nil) || f.Sink != templates.Inside {
				continue
			}
			value := s.Value[f.Name]
			if entry := value.Entry(src.Field); entry != nil {
				value = entry
			}
			value.Walk(func(t *Typed) { o.visit(t.Expr) })
		}
	}
}

// makers are the steps that make what a node carries: its own, and those that the ends of its region run.
func (f *Flow) makers(n *Node) []*Step {
	steps := slices.Clone(f.Runs(n))
	for _, end := range []*Wire{n.atEnd, n.atHandled} {
		if end != nil {
			steps = append(steps, f.Runs(end.To)...)
		}
	}
	return steps
}

// arrive notes the sources of what several wires bring to a node.
func (o *origins) arrive(src Source) {
	for _, s := range o.flow.Runs(src.Node) {
		for _, in := range s.Arrivals() {
			from := Source{Kind: FromNode, Node: in.Wire.From, Field: src.Field}
			if from.Node == o.flow.Entry {
				from.Kind = FromEntry
			}
			o.add(from)
		}
	}
}
