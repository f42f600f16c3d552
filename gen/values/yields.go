package values

import (
	"slices"
	"strings"

	"github.com/flowc-dev/flowc/gen/ir"
	"github.com/flowc-dev/flowc/gen/trace"
)

// yields adds what an end of the region of a step, or of what handles a failure there, yields: what the step carries
// behind the region.
func (b *builder) yields(end, of *ir.Step) {
	for _, t := range end.Yields() {
		for _, out := range of.Outs {
			b.yielded(end, of, t, out)
		}
	}
}

// yielded adds one value that an end yields to what an output carries: as its members, where the ends agree on what
// these are.
func (b *builder) yielded(end, of *ir.Step, t *ir.Typed, out *ir.Out) {
	all := b.output(out, "")
	if !alike(of, t) {
		b.Link(b.tree(end, t), all, trace.Element)
		return
	}
	for i, name := range t.Tree.Keys {
		path := pathOf(out.Type, name)
		if path == "" {
			b.Link(b.tree(end, t.Items[i]), all, trace.Element)
			continue
		}
		v := b.define(carried{out, path}, trace.Output, About{Step: of, Out: out}, end, t.Items[i], trace.Element)
		b.contain(out, path, v)
	}
}

// contain adds the edges from a member of an output to the list that it is in, if it is in one, and on to all of the
// output.
func (b *builder) contain(out *ir.Out, path string, v trace.Value) {
	if list, _, inside := strings.Cut(path, "."); inside {
		whole := b.member(carried{out, list}, trace.Output, About{Step: out.Step, Out: out}, false)
		b.Link(v, whole, trace.Contains)
		v = whole
	}
	b.Link(v, b.output(out, ""), trace.Contains)
}

// alike reports whether t is an object each member of which is an expression, or is none, at both ends of a region: of
// others, paths mean one thing at one end and another thing at the other.
func alike(of *ir.Step, t *ir.Typed) bool {
	if t.Expr != nil || len(t.Tree.Keys) == 0 || len(t.Tree.Keys) != len(t.Items) || of.Protects == nil {
		return false
	}
	for _, end := range []*ir.Step{of.Protects.Yield, of.Protects.Handled} {
		if end == nil {
			continue
		}
		for _, other := range end.Yields() {
			if slices.ContainsFunc(t.Tree.Keys, func(name string) bool {
				a, b := t.Entry(name), other.Entry(name)
				return b != nil && (a.Expr == nil) != (b.Expr == nil)
			}) {
				return false
			}
		}
	}
	return true
}
