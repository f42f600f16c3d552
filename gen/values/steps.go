package values

import (
	"github.com/flowc-dev/flowc/gen/expr"
	"github.com/flowc-dev/flowc/gen/ir"
	"github.com/flowc-dev/flowc/gen/trace"
	"github.com/flowc-dev/flowc/templates"
)

// Of returns the graph of a project.
func Of(sources []Source) *Graph {
	n := steps(sources)
	many := 8 * n // values, and edges: a workflow of a log-in has 7 and 8 a step
	b := &builder{alias: map[trace.Value]alias{}, Graph: &Graph{
		Graph: trace.New(many), about: make([]about, 1, many+1), calls: make([]*ir.Step, 1),
		typed: make(map[*ir.Typed]trace.Value, 2*n), exprs: make(map[*expr.Expr]trace.Value, 2*n),
		carried: make(map[carried]trace.Value, 4*n), paths: make(map[any][]string, 2*n),
		rows: map[*ir.Step]trace.Value{}, assigned: map[assigned]trace.Value{},
		numbers: map[*ir.Step]int32{}, programs: map[*ir.Workflow]*ir.Program{},
	}}
	for _, src := range sources {
		b.program = src.Program
		b.declared(src.Tables)
		for _, w := range src.Program.Workflows {
			b.programs[w] = src.Program
			for _, f := range w.Flows {
				for _, s := range f.Steps {
					b.step(s)
				}
			}
		}
	}
	for _, add := range b.later {
		add()
	}
	return b.Graph
}

// steps returns how many steps the programs of a project have: maps of about the size that they will have do not grow.
func steps(sources []Source) int {
	n := 0
	for _, src := range sources {
		for _, w := range src.Program.Workflows {
			for _, f := range w.Flows {
				n += len(f.Steps)
			}
		}
	}
	return n
}

// step adds what a step reads, and what its outputs carry.
func (b *builder) step(s *ir.Step) {
	if s.Callee() != nil {
		b.numbers[s] = int32(len(b.calls))
		b.calls = append(b.calls, s)
	}
	for _, f := range s.Checked() {
		sink := b.add(trace.Sink, About{Step: s, Field: f, Name: f.Name})
		b.put(carried{s, f.Name}, sink)
		b.Link(b.tree(s, s.Value[f.Name]), sink, trace.Named)
	}
	if s.Node.Ends != nil {
		for _, of := range s.Flow.Runs(s.Node.Ends) {
			b.yields(s, of)
		}
	}
	switch {
	case s.Node == s.Flow.Entry || s.Node.Template == nil:
	case s.Callee() != nil:
		b.call(s)
	default:
		for _, out := range s.Outs {
			if out.Spec != nil && out.Spec.Refuses == "" {
				b.carries(s, out)
			}
		}
	}
}

// carries adds what an output of a step carries.
func (b *builder) carries(s *ir.Step, out *ir.Out) {
	all := b.output(out, "")
	if b.names(s, out, all) || b.statement(s, out, all) || b.storage(s, out, all) ||
		b.signs(s, out, all) || b.verifies(s, out) {
		return
	}
	way := trace.Derived
	if s.Node.Template.Crypto.Hashes != nil {
		way = trace.Hashed
	}
	for _, f := range s.Checked() {
		b.Link(b.tree(s, s.Value[f.Name]), all, way)
	}
}

// names adds the names that a step gives to values, if it does no more than that.
func (b *builder) names(s *ir.Step, out *ir.Out, all trace.Value) bool {
	named := false
	for _, f := range s.Checked() {
		if f.Shape != templates.Object || f.Sink != templates.Inside {
			continue
		}
		named = true
		v := s.Value[f.Name]
		for i, name := range v.Tree.Keys {
			if i < len(v.Items) {
				at := carried{out, name}
				b.Link(b.define(at, trace.Output, About{Step: s, Out: out}, s, v.Items[i], trace.Named), all, trace.Contains)
			}
		}
	}
	return named
}

// call adds what a Call gives, and what is returned to it.
func (b *builder) call(s *ir.Step) {
	number, callee, reuse := b.numbers[s], s.Callee(), s.Node.Template.Reuse
	for _, out := range s.Outs {
		for _, f := range out.Type.Fields {
			member := b.member(carried{out, f.Name}, trace.Output, About{Step: s, Out: out}, false)
			b.Link(member, b.output(out, ""), trace.Contains)
		}
	}
	b.later = append(b.later, func() {
		if given := s.Value[reuse.Handing]; given != nil && given.Tree != nil {
			for _, name := range given.Tree.Keys {
				b.Pass(b.tree(s, given.Entry(name)), b.carried[carried{callee, name}], trace.Argument, number)
			}
		}
		for _, out := range s.Outs {
			for _, end := range callee.ReturnsBy(out.Name) {
				values := end.Value[end.Node.Template.Reuse.Values]
				for _, f := range out.Type.Fields {
					b.Pass(b.tree(end, values.Entry(f.Name)), b.carried[carried{out, f.Name}], trace.Returned, number)
				}
			}
		}
	})
}
