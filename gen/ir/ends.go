package ir

import (
	"fmt"
	"slices"

	"github.com/flowc-dev/flowc/gen/expr"
	"github.com/flowc-dev/flowc/schema"
	"github.com/flowc-dev/flowc/schema/diag"
	"github.com/flowc-dev/flowc/schema/types"
	"github.com/flowc-dev/flowc/templates"
)

// addEnds adds the nodes that the ends of regions run, and of what handles their failures, and a wire to each that
// nobody has drawn.
func (w *Workflow) addEnds() {
	for _, n := range w.Nodes {
		if !n.Known() {
			continue
		}
		n.atEnd, n.atHandled = w.addEnd(n, n.Template.Region.AtEnd), w.addEnd(n, n.Template.Region.AtHandled)
	}
}

// addEnd adds a node that is of a part of n's type, where the first field of that is given, and returns the wire to it.
func (w *Workflow) addEnd(n *Node, t *templates.Template) *Wire {
	if t == nil {
		return nil
	}
	first := n.Fields[t.Fields[0].Name]
	if first == nil || first.JSON == nil {
		return nil
	}
	end := &Node{Node: n.Node, Workflow: w, Template: t, GoName: n.GoName, Fields: map[string]*Value{}, Trust: n.Trust, Ends: n}
	for _, f := range t.Fields {
		if v := n.Fields[f.Name]; v != nil {
			end.Fields[f.Name] = v
		}
	}
	end.index = len(w.Nodes) + len(w.ends)
	w.ends = append(w.ends, end)
	wire := &Wire{From: n, To: end, Output: t.Type, Span: first.JSON.Span, Handle: first.JSON.Span, index: len(w.wires)}
	w.wires = append(w.wires, wire)
	return wire
}

// at is a node by its index.
func (w *Workflow) at(i int) *Node {
	if i < len(w.Nodes) {
		return w.Nodes[i]
	}
	return w.ends[i-len(w.Nodes)]
}

// leavesToEnd reports whether a field of the node is checked where its region ends, or what handles a failure there,
// and nowhere else.
func (n *Node) leavesToEnd(f *templates.Field) bool {
	if n.Ends != nil {
		return false
	}
	for _, t := range []*templates.Template{n.Template.Region.AtEnd, n.Template.Region.AtHandled} {
		if t != nil && field(t, f.Name) != nil {
			return true
		}
	}
	return false
}

// Reader is the node at whose steps a field of n is read: n, or an end of its region.
func (n *Node) Reader(name string) *Node {
	for _, end := range n.Workflow.ends {
		if end.Ends == n && field(end.Template, name) != nil {
			return end
		}
	}
	return n
}

// ReadsAtEnd reports whether a field of n is read at an end of its region, which only a node where it is given has.
func (n *Node) ReadsAtEnd(name string) bool {
	if n.Template == nil {
		return false
	}
	f := field(n.Template, name)
	return f != nil && n.leavesToEnd(f)
}

// Holder is the node that holds what n makes: n itself, but for the end of a region where that is what the region's
// node carries.
func (n *Node) Holder() *Node {
	if n.Ends != nil && n.Ends.Template.Region.AtHandled != nil {
		return n.Ends
	}
	return n
}

// yieldsEither reports whether the document says what the node carries behind its region, and behind what handles a
// failure there.
func (n *Node) yieldsEither() bool {
	return n.Ends == nil && n.Template != nil && n.Template.Region.AtHandled != nil && (n.atEnd != nil || n.atHandled != nil)
}

// yields reports whether the document says that the node carries a name behind its region.
func (n *Node) yields(name string) bool {
	if !n.yieldsEither() {
		return false
	}
	v := n.Fields[n.Template.Region.AtEnd.Fields[0].Name]
	return v != nil && v.Tree != nil && slices.Contains(v.Tree.Keys, name)
}

// Owner is the step whose region ends with s, or what handles a failure there; nil where s is no such end.
func (s *Step) Owner() *Step {
	if s.Node.Ends == nil {
		return nil
	}
	for _, of := range s.Flow.Runs(s.Node.Ends) {
		if r := of.Protects; r != nil && (r.Yield == s || r.Handled == s) {
			return of
		}
	}
	return nil
}

// Yields implements templates.Pass.
func (p *pass) Yields() (t types.Type, ends bool) {
	if p.step == nil || p.step.Protects == nil || p.step.Protects.Yield == nil {
		return types.Type{}, false
	}
	end := p.step.Protects.Yield
	if v := end.Value[end.Node.Template.Fields[0].Name]; v != nil {
		t = v.Type
	}
	return t, true
}

// Yielded implements templates.Pass.
func (p *pass) Yielded() types.Type {
	switch {
	case p.node.atEnd == nil && p.node.atHandled == nil:
		return types.ObjectOf()
	case p.step == nil || p.step.Protects == nil || p.node.atEnd == nil || p.node.atHandled == nil:
		return types.Type{}
	}
	return p.step.Yielded()
}

// Yielded is the type of what a region yields: the join, name by name, of what its ends yield and what those of its
// handler do. An end that no path comes to makes nothing of it.
func (s *Step) Yielded() types.Type {
	t := types.Type{Kind: types.Object, Go: s.Qualified(s.Node.Template.Region.AtEnd.Fields[0].Suffix)}
	sides := s.sides()
	for _, key := range s.yieldedNames() {
		var either types.Type
		var made types.Field
		for i, side := range sides {
			entry := side.Entry(key)
			switch {
			case entry == nil:
				return types.Type{} // it is missing, or was refused
			case i == 0:
				either, made = entry.Type, expr.Made(key, types.Type{}, entry.Expr)
			default:
				either, _ = joinOf(sides[0].Entry(key), entry)
				made = bothMade(made, expr.Made(key, types.Type{}, entry.Expr))
			}
		}
		made.Type = either
		t.Fields = append(t.Fields, made)
	}
	return t
}

// yieldedNames are the names that both ends yield.
func (s *Step) yieldedNames() []string {
	if sides := s.sides(); len(sides) > 0 {
		return sides[0].Tree.Keys
	}
	return nil
}

// sides are the values that the two ends yield, of those that were checked.
func (s *Step) sides() []*Typed {
	var list []*Typed
	for _, end := range []*Step{s.Protects.Yield, s.Protects.Handled} {
		if end == nil {
			continue
		}
		if v := end.Value[end.Node.Template.Fields[0].Name]; v != nil {
			list = append(list, v)
		}
	}
	return list
}

// joinOf is the join of what two values are of. One that is written [] is of any type of lists: of the other one's.
func joinOf(a, b *Typed) (t types.Type, ok bool) {
	switch {
	case a.isEmptyList() && b.Type.Kind == types.List:
		return b.Type, true
	case b.isEmptyList() && a.Type.Kind == types.List:
		return a.Type, true
	}
	return join(a.Type, b.Type)
}

// isEmptyList reports whether t is written [].
func (t *Typed) isEmptyList() bool {
	return t.Tree.JSON.Kind == schema.Array && len(t.Tree.Items) == 0
}

// join is the type of what is of one type or of another: null where one is, with the labels of both. ok is false where
// there is none.
func join(a, b types.Type) (t types.Type, ok bool) {
	switch {
	case a.Kind == types.Unknown || b.Kind == types.Unknown:
		return types.Type{}, true
	case a.Kind == types.Null:
		a, b = b, a
	}
	t = a.WithLabelsOf(b)
	if b.Kind == types.Null {
		return t.OrNull(), true
	}
	t.Nullable = a.Nullable || b.Nullable
	return t, a.NotNull().Equal(b.NotNull())
}

// joins reports names of which the two ends of a step make values of different types (FC206).
func (b *builder) joins(s *Step) {
	of := s.Owner()
	if of == nil || !of.Node.yieldsEither() || len(of.sides()) < 2 {
		return
	}
	first, second := of.sides()[0], of.sides()[1]
	for _, key := range of.yieldedNames() {
		one, other := first.Entry(key), second.Entry(key)
		if other == nil {
			continue
		}
		if _, ok := joinOf(one, other); ok {
			continue
		}
		fields := []string{of.Node.Template.Region.AtEnd.Fields[0].Name, of.Node.Template.Region.AtHandled.Fields[0].Name}
		of.Node.report(&b.list, diag.Diagnostic{
			Code: diag.FC206, Span: other.Tree.JSON.Span,
			Message: fmt.Sprintf("%q is %s in %q and %s in %q", key, one.Type, fields[0], other.Type, fields[1]),
			Hint:    "make it one type in both, with null where there is none",
			Related: []diag.Related{{File: of.Flow.Workflow.File, Span: one.Tree.JSON.Span, Message: "the other one"}},
		})
	}
}

// Either returns what an end yields for a name as a value of the type that its node carries, which the other end may
// make null, or a list of something where this one is written [].
func Either(t *Typed, want types.Type) *Typed {
	if t.isEmptyList() && want.Kind == types.List {
		as := *t
		as.Type = want.NotNull()
		return &as
	}
	if t.Expr == nil || !want.Nullable || t.Type.Nullable || t.Type.Kind == types.Any || t.Type.Kind == types.Null {
		return t
	}
	as := *t
	as.Type = t.Type.OrNull()
	as.Expr = &expr.Expr{Op: expr.OpPointer, Type: t.Expr.Type.OrNull(), Args: []*expr.Expr{t.Expr}, Start: t.Expr.Start, End: t.Expr.End}
	return &as
}
