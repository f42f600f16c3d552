package emit

import (
	"slices"

	"github.com/dave/jennifer/jen"

	"github.com/flowc-dev/flowc/gen/expr"
	"github.com/flowc-dev/flowc/gen/ir"
	"github.com/flowc-dev/flowc/schema/types"
	"github.com/flowc-dev/flowc/templates"
)

// step implements templates.Step.
type step struct {
	templates.Pass
	fn       *function
	ir       *ir.Step
	reads    values                    // what it asks for
	trial    bool                      // it is written for nothing, to find what it asks for
	names    map[*jen.Statement]string // of the variables that were given to the node type
	items    map[*expr.Expr]*item      // the elements of lists for which something is being written
	attempts *attempts                 // while a condition is written that does not hold where a call fails
}

// generator implements expr.Gen.
type generator struct{ *step }

// Present implements expr.Gen.
func (g generator) Present(row string) *jen.Statement {
	return g.read(value{kind: present, node: g.ir.Flow.Workflow.NodeNamed(row)})
}

var (
	_ templates.Step = (*step)(nil)
	_ expr.Gen       = generator{}
)

func (s *step) Exec() *jen.Statement  { return jen.Id("x") }
func (s *step) Setup() *jen.Statement { return jen.Id("s") }
func (s *step) Workflow() string      { return s.ir.Flow.Workflow.Name.Value }
func (s *step) Node() string          { return s.ir.Node.ID.Value }

func (s *step) Prepared(typ, init jen.Code) *jen.Statement {
	return s.fn.w.prepare(s.fn.w.fieldName(s.ir.Node), typ, init)
}

func (s *step) Secret(field string) *jen.Statement {
	return s.Setup().Dot("Secret").Call(jen.Lit(s.Text(field)))
}

func (s *step) Shared(field, name string, get func(variable string) jen.Code) {
	entry := s.ir.Value[field].Entry(name)
	if entry == nil {
		return
	}
	if variable := s.ir.Variable(entry.Expr); variable != "" {
		s.fn.w.prepareBy(variableField(variable), jen.String(), get(variable))
	}
}

func (s *step) Input(field string) *jen.Statement {
	return s.json(s.ir.Value[field], s.ir.Node.Fields[field].Field.Noun)
}

func (s *step) Entry(field, name string) *jen.Statement {
	return s.json(s.ir.Value[field].Entry(name), "")
}

func (s *step) Item(field string, i int) *jen.Statement {
	return s.json(s.ir.Value[field].Items[i], "")
}

func (s *step) Args(field string) []jen.Code {
	var args []jen.Code
	for i, item := range s.ir.Value[field].Items {
		if s.Query(field).Sends(i + 1) {
			args = append(args, s.json(item, ""))
		}
	}
	return args
}

func (s *step) Struct(t types.Type, noun string) *jen.Statement { return s.declare(t, noun, false) }

func (s *step) JSONStruct(t types.Type, noun string) *jen.Statement {
	return s.declare(t, noun, true)
}

func (s *step) declare(t types.Type, noun string, json bool) *jen.Statement {
	s.fn.w.declareStruct(t, s.holds(t.Go, noun), json)
	return jen.Id(t.Go)
}

func (s *step) GoType(t types.Type) *jen.Statement {
	t = t.Plain()
	s.fn.w.declareInside(t, true)
	return jen.Add(goType(t))
}

func (s *step) Const(suffix, value string) *jen.Statement {
	return s.fn.w.constant(s.ir.Node.Qualified(suffix), value)
}

func (s *step) Result(typ jen.Code, needed bool) *jen.Statement {
	s.fn.w.results[s.ir.Node.Holder()] = typ
	return s.variable(nodeValue(s.ir.Node, false), needed)
}

func (s *step) Present(needed bool) *jen.Statement {
	return s.variable(value{kind: present, node: s.ir.Node}, needed)
}

func (s *step) variable(v value, needed bool) *jen.Statement {
	name := "_"
	if needed || !s.trial && s.fn.flow.used(s.ir, v) {
		s.fn.reuse(s.ir, v)
		name = s.fn.variable(v)
	}
	variable := jen.Id(name)
	if s.names == nil {
		s.names = map[*jen.Statement]string{}
	}
	s.names[variable] = name
	return variable
}

// nameOf is the name of a variable. To print one that was not made here is slow: jennifer formats it as a file.
func (s *step) nameOf(v *jen.Statement) string {
	if name, known := s.names[v]; known {
		return name
	}
	return v.GoString()
}

func (s *step) Has(output string) bool { return s.ir.Node.Output(output) != nil }

func (s *step) Straight() string { return s.fn.straight(s.ir).Name }

func (s *step) Differs(output string) bool {
	out := s.out(output)
	return out != nil && !s.fn.same(out, s.fn.straight(s.ir))
}

func (s *step) Shares(a, b string) bool {
	first, second := s.out(a), s.out(b)
	return !s.trial && first != nil && second != nil && s.fn.contains(first) && s.fn.same(first, second)
}

func (s *step) Early(when jen.Code, output string) {
	if s.Differs(output) {
		s.Add(jen.If(when).Block(s.Branch(output)...))
	}
}

func (s *step) Branch(output string) []jen.Code {
	if out := s.out(output); out != nil && !s.trial {
		return s.fn.branch(out)
	}
	return nil
}

func (s *step) out(name string) *ir.Out {
	i := slices.IndexFunc(s.ir.Outs, func(o *ir.Out) bool { return o.Name == name })
	if i < 0 {
		return nil
	}
	return s.ir.Outs[i]
}

func (s *step) End(answer jen.Code) {
	out := s.out("out")
	if out == nil || out.Next == nil {
		s.Add(s.fn.returns(answer))
		return
	}
	s.Add(jen.If(jen.Err().Op(":=").Add(answer), jen.Err().Op("!=").Nil()).Block(s.fn.returns(jen.Err())))
	if s.trial {
		return
	}
	after := jen.Func().Params(execParam()).Error().Block(jen.Return(s.fn.call(out)))
	if len(s.fn.flow.params(out.Next)) == 0 {
		after = jen.Id("f").Dot(s.fn.w.joins[out.Next])
	}
	s.Add(jen.Id("x").Dot("After").Call(after))
	s.Add(s.fn.returns(jen.Nil()))
}

func (s *step) Serve(register func(handler jen.Code) jen.Code) {
	s.fn.w.routes = append(s.fn.w.routes, register(jen.Id("f").Dot(handlerName(s.ir.Flow))))
}
