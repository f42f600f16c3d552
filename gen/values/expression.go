package values

import (
	"strings"

	"github.com/flowc-dev/flowc/gen/expr"
	"github.com/flowc-dev/flowc/gen/ir"
	"github.com/flowc-dev/flowc/gen/trace"
)

// tree returns the value of a text, an object or a list.
func (b *builder) tree(s *ir.Step, t *ir.Typed) trace.Value {
	if t == nil {
		return 0
	}
	if v, known := b.typed[t]; known {
		return v
	}
	v := b.add(trace.Expression, About{Step: s, Typed: t, Expr: t.Expr})
	b.typed[t] = v
	b.Link(b.expr(s, t.Expr), v, trace.Named)
	b.Link(b.expr(s, t.Each), v, trace.Element)
	way := trace.Contains
	if t.Tree == nil || len(t.Tree.Keys)+len(t.Tree.Items) == 0 { // placeholders of a page, a query or a key
		way = trace.Joined
	}
	for _, item := range t.Items {
		b.Link(b.tree(s, item), v, way)
	}
	for _, name := range t.Names {
		b.Link(b.tree(s, name), v, trace.Joined)
	}
	return v
}

// expr returns the value of an expression.
func (b *builder) expr(s *ir.Step, e *expr.Expr) trace.Value {
	if e == nil {
		return 0
	}
	if v, known := b.exprs[e]; known {
		return v
	}
	kind := trace.Expression
	switch {
	case e.Op == expr.OpConst || e.Op == expr.OpNull:
		kind = trace.Constant
	case e.Fresh():
		kind = trace.Fresh
	}
	v := b.add(kind, About{Step: s, Expr: e})
	b.exprs[e] = v
	if ref, path := chain(e); ref != nil {
		b.refer(s, v, ir.SourceOf(ref), path)
		for _, arg := range ref.Args {
			b.expr(s, arg)
		}
		return v
	}
	if list := e.List(); list != nil {
		b.element(s, v, list, "")
	}
	for i, arg := range e.Args {
		b.Link(b.expr(s, arg), v, e.Way(i))
	}
	return v
}

// chain returns the reference of which an expression reads a member, and the path of that; nil where it reads none.
func chain(e *expr.Expr) (*expr.Expr, string) {
	path := ""
	for e != nil && e.Op != expr.OpRef {
		path = joined(e.Name, path)
		e = object(e)
	}
	if e == nil {
		return nil, ""
	}
	return e, path
}

// object returns the expression of which e reads the member e.Name, of a list that of its elements; nil where it reads
// none.
func object(e *expr.Expr) *expr.Expr {
	switch {
	case e.Op == expr.OpField && elementOf(e.Args[0]) != nil:
		return elementOf(e.Args[0])
	case e.Op == expr.OpField, e.Op == expr.OpAt && len(e.Args) == 1:
		e = e.Args[0]
		for e.Converts() && e.Op != expr.OpCall && e.Op != expr.OpConvert {
			e = e.Args[0]
		}
		return e
	}
	return nil
}

// elementOf returns the list of which an expression is an element, nil where it is none. Members of elements have the
// path of their list: each element shares them.
func elementOf(e *expr.Expr) *expr.Expr {
	for e.Converts() && e.Op != expr.OpCall && e.Op != expr.OpConvert {
		e = e.Args[0]
	}
	if e.Op == expr.OpItem {
		return e.Args[0]
	}
	return e.List()
}

// element adds the edges from a member of the elements of a list to v, or from the list where path is "".
func (b *builder) element(s *ir.Step, v trace.Value, list *expr.Expr, path string) {
	if ref, above := chain(list); ref != nil && path != "" {
		b.refer(s, v, ir.SourceOf(ref), joined(above, path))
		return
	}
	b.Link(b.expr(s, list), v, trace.Element)
}

func joined(path, name string) string {
	if path == "" || name == "" {
		return path + name
	}
	return path + "." + name
}

// refer adds the edges from what a reference reads to v.
func (b *builder) refer(s *ir.Step, v trace.Value, src ir.Source, path string) {
	entry := About{Step: s.Flow.Steps[0]}
	switch src.Kind {
	case ir.FromNode:
		b.referNode(s, v, src.Node, joined(src.Field, path))
	case ir.FromEntry:
		b.Link(b.member(carried{s.Flow, joined(src.Field, path)}, trace.Field, entry, true), v, trace.Named)
	case ir.FromRequest:
		entry.Name, entry.Path = src.Name, path
		b.Link(b.member(carried{request{s.Flow, src.Name}, path}, trace.Request, entry, true), v, trace.Named)
	case ir.FromEnv:
		b.Link(b.member(carried{variable(src.Name), ""}, trace.Variable, About{Name: src.Name}, true), v, trace.Named)
	case ir.FromInput:
		path = joined(src.Field, path)
		for _, of := range s.Flow.Runs(src.Node) {
			for _, in := range of.Arrivals() {
				if in.Wire.From == s.Flow.Entry {
					b.refer(s, v, ir.Source{Kind: ir.FromEntry}, path)
				} else if sent := in.Sent(); sent != nil {
					b.Link(b.output(sent, path), v, trace.Named)
				}
			}
		}
	case ir.FromEach:
		for _, of := range s.Flow.Runs(src.Node) {
			if items := of.Items(); items != nil && items.Expr != nil {
				b.element(of, v, items.Expr, joined(src.Field, path))
			} else {
				b.Link(b.tree(of, items), v, trace.Element)
			}
		}
	case ir.FromItem:
		b.element(s, v, src.List, joined(src.Field, path))
	}
}

// referNode adds those from what the outputs of a node carry that may have been taken on the way to a step.
func (b *builder) referNode(s *ir.Step, v trace.Value, n *ir.Node, path string) {
	outs := s.Taken(n)
	if len(outs) == 0 || n.Ends != nil {
		for _, of := range s.Flow.Runs(n) {
			outs = append(outs, of.Outs...)
		}
	}
	for _, out := range outs {
		b.Link(b.output(out, path), v, trace.Named)
	}
}

// output returns what an output carries at a path.
func (b *builder) output(out *ir.Out, path string) trace.Value {
	if b.ready != nil {
		b.ready(out.Step)
	}
	return b.member(carried{out, path}, trace.Output, About{Step: out.Step, Out: out}, true)
}

// member returns the value at a path. One that was not there before is a member of the nearest path above that is,
// where read is set: of a name that is defined, the object above it contains it, and is no member read of it.
func (b *builder) member(at carried, kind trace.Kind, a About, read bool) trace.Value {
	if v := b.carried[at]; v != 0 {
		return v
	}
	if a.Name == "" {
		a.Name = at.path
	}
	v := b.add(kind, a)
	b.put(at, v)
	if !read {
		return v
	}
	for outer, rest := at.path, ""; outer != ""; {
		i := strings.LastIndexByte(outer, '.')
		rest = joined(outer[i+1:], rest)
		outer = outer[:max(i, 0)]
		above := b.carried[carried{at.by, outer}]
		if outer == "" && kind == trace.Field {
			break // a field of a request is by itself: of all of them nothing is known but these
		}
		if above == 0 && outer == "" {
			above = b.member(carried{at.by, ""}, kind, About{Step: a.Step, Out: a.Out}, true)
		}
		if above == 0 {
			continue
		}
		of := b.alias[above]
		for _, ref := range of.refs {
			b.refer(ref.step, v, ref.src, joined(ref.path, rest))
		}
		if len(of.refs) == 0 || of.more {
			b.Link(above, v, trace.Member)
		}
		break
	}
	return v
}

// define makes a path stand for a value, and the paths below it for its members.
func (b *builder) define(at carried, kind trace.Kind, a About, s *ir.Step, t *ir.Typed, way trace.Way) trace.Value {
	v := b.member(at, kind, a, false)
	b.Link(b.tree(s, t), v, way)
	if t.Expr != nil && kind == trace.Output {
		of := b.alias[v]
		if ref, path := chain(t.Expr); ref != nil {
			of.refs = append(of.refs, reference{s, ir.SourceOf(ref), path})
		} else {
			of.more = true
		}
		b.alias[v] = of
	}
	if t.Expr != nil {
		return v
	}
	for i, name := range t.Tree.Keys {
		if i < len(t.Items) {
			b.Link(b.define(carried{at.by, joined(at.path, name)}, kind, a, s, t.Items[i], way), v, trace.Contains)
		}
	}
	return v
}
