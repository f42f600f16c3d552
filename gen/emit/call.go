package emit

import (
	"strconv"

	"github.com/dave/jennifer/jen"

	"github.com/flowc-dev/flowc/gen/facts"
	"github.com/flowc-dev/flowc/gen/ir"
	"github.com/flowc-dev/flowc/schema"
	"github.com/flowc-dev/flowc/schema/types"
	"github.com/flowc-dev/flowc/templates"
)

// codeType is the package's own type whose methods a workflow may call.
const codeType = "Code"

// codeField is the name of the flow's field that holds it.
func codeField() string { return types.GoLocal(codeType) }

// Callee implements templates.Step.
func (s *step) Callee(field string) *jen.Statement {
	fn := s.Function(field)
	switch {
	case fn.Method:
		return jen.Id("f").Dot(codeField()).Dot(fn.Name)
	case fn.Package == templates.OwnPackage:
		return jen.Id(fn.Name)
	}
	return jen.Qual(fn.Package, fn.Name)
}

// Argument implements templates.Step.
func (s *step) Argument(function, inputs string) *jen.Statement {
	in := s.Function(function).In
	typed := s.ir.Value[inputs]
	if typed == nil {
		return jen.Add(objectType(in)).Values()
	}
	return s.written(typed, in, s.ir.Node.Name.Value)
}

// written writes a value of the document as one of a type that is declared by hand. Where it needs a variable, that is
// called name.
func (s *step) written(t *ir.Typed, want types.Type, name string) *jen.Statement {
	switch {
	case t.Expr != nil:
		return s.fitted(t, want, name)
	case t.Type.Kind == types.Null && want.Kind == types.Any:
		return jen.Qual(rt, "Value").Values()
	case want.Kind == types.Any:
		return jen.Qual(rt, "ValueOf").Call(s.json(t, ""))
	case t.Tree.JSON.Kind == schema.Object || t.Tree.JSON.Kind == schema.Array:
		return s.composite(t, want, name)
	case want.Nullable && (t.Type.Kind == types.Bool || t.Type.Kind == types.String):
		return jen.New(literal(t)) // whose type is that of the pointer without being said
	case want.Nullable && t.Type.Kind != types.Null:
		return jen.New(jen.Add(goType(want.NotNull())).Parens(literal(t)))
	}
	return literal(t)
}

// composite writes an object, a map or a list.
func (s *step) composite(t *ir.Typed, want types.Type, name string) *jen.Statement {
	var values jen.Code
	if want.Kind == types.List {
		items := make([]jen.Code, len(t.Items))
		for i, item := range t.Items {
			items[i] = s.written(item, *want.Elem, name)
		}
		values = jen.Values(lines(t, items)...)
	} else {
		values = jen.Values(s.entries(t, want)...)
	}
	written := jen.Add(goType(want.NotNull())).Add(values)
	if want.Nullable {
		return jen.Op("&").Add(written)
	}
	return written
}

// entries are the fields of a struct, or the entries of a map.
func (s *step) entries(t *ir.Typed, want types.Type) []jen.Code {
	entries := make([]templates.Member, len(t.Tree.Keys))
	for i, key := range t.Tree.Keys {
		if want.Kind == types.Map {
			entries[i] = templates.Member{Name: strconv.Quote(key), Value: s.written(t.Items[i], *want.Elem, key)}
			continue
		}
		field, _ := want.Field(key) // ir has checked it
		value := s.written(t.Items[i], field.Type, key)
		if field.Native && t.Items[i].Expr != nil {
			value = jen.Int().Parens(value)
		}
		entries[i] = templates.Member{Name: goField(want, field.Name), Value: value}
	}
	return templates.Members(entries)
}

func goField(t types.Type, name string) string {
	for i, goName := range types.GoFields(t) {
		if t.Fields[i].Name == name {
			return goName
		}
	}
	return ""
}

// fitted writes an expression as a value of type want. One that holds structs with other names in Go is read back from
// its JSON.
func (s *step) fitted(t *ir.Typed, want types.Type, name string) *jen.Statement {
	value := s.expression(t.Expr)
	got := t.Expr.Type.Plain()
	if !holdsObject(want) || got.Kind == types.Null || got.Kind != types.Any && got.SameGo(want) {
		return value
	}
	variable := jen.Id(s.fn.taken.name(local(name), local(name+" input")))
	convert := "Convert"
	if got.Kind == types.Any {
		convert = "As"
	}
	s.Call(jen.Qual(rt, convert).Types(goType(want)).Call(value), variable)
	return variable.Clone()
}

func holdsObject(t types.Type) bool {
	return t.Kind == types.Object || t.Elem != nil && holdsObject(*t.Elem)
}

// Refused implements templates.Step.
func (s *step) Refused(output string, typ, of, is jen.Code) jen.Code {
	s.fn.w.refusals[s.ir.Node] = typ
	out := s.out(output)
	if out == nil || s.trial {
		return jen.Null()
	}
	if !s.Reads(output) {
		return jen.If(is).Block(s.fn.branch(out)...)
	}
	v := nodeValue(s.ir.Node, true)
	var name, op string
	then := s.fn.block(func() {
		name = s.fn.variable(v)
		op = s.fn.assignment(name)
		s.Add(s.fn.branch(out)...)
	})
	return jen.If(jen.Id(name).Op(op).Add(of), jen.Id(name).Op("!=").Nil()).Block(then...)
}

// Reads implements templates.Step.
func (s *step) Reads(output string) bool {
	out := s.out(output)
	if out == nil || s.trial {
		return false
	}
	if out.Spec != nil && out.Spec.Refuses != "" {
		return s.fn.flow.used(s.ir, nodeValue(s.ir.Node, true))
	}
	return out.Next != nil && across(out, s.fn.flow.live[out.Next])[nodeValue(s.ir.Node, false)]
}

// outside are the names that functions of the workflow bring with them: a local must not hide them.
func outside(w *ir.Workflow) locals {
	taken := locals{}
	take := func(name string) { taken[name] = 1 }
	for _, fn := range facts.Functions(w) {
		if !fn.Method {
			take(fn.Name)
		}
		take(fn.Base)
		named(fn.In, take)
		named(fn.Out, take)
	}
	return taken
}

// named calls f for the Go name of every struct in t.
func named(t types.Type, f func(string)) {
	if t.Elem != nil {
		named(*t.Elem, f)
	}
	if t.Go != "" {
		f(t.Go)
	}
	for _, field := range t.Fields {
		named(field.Type, f)
	}
}
