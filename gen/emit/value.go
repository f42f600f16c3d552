package emit

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/dave/jennifer/jen"

	"github.com/flowc-dev/flowc/gen/expr"
	"github.com/flowc-dev/flowc/gen/ir"
	"github.com/flowc-dev/flowc/schema"
	"github.com/flowc-dev/flowc/schema/types"
	"github.com/flowc-dev/flowc/templates"
)

// json writes a JSON value of the document as a Go expression. noun says what it is.
func (s *step) json(t *ir.Typed, noun string) *jen.Statement {
	switch {
	case t.Expr != nil:
		return s.expression(t.Expr)
	case t.Tree.JSON.Kind == schema.Object:
		return s.object(t, noun)
	case t.Tree.JSON.Kind == schema.Array:
		items := make([]jen.Code, len(t.Items))
		for i, item := range t.Items {
			items[i] = s.item(item, *t.Type.Elem)
		}
		return jen.Add(goType(t.Type)).Values(lines(t, items)...)
	}
	return literal(t)
}

// lines writes the items of a list on lines of their own where one is itself a list or an object, or there are many.
func lines(t *ir.Typed, items []jen.Code) []jen.Code {
	const short = 4
	composite := func(item *ir.Typed) bool {
		return item.Expr == nil && (item.Tree.JSON.Kind == schema.Object || item.Tree.JSON.Kind == schema.Array)
	}
	if len(items) <= short && !slices.ContainsFunc(t.Items, composite) {
		return items
	}
	for i, item := range items {
		items[i] = jen.Line().Add(item)
	}
	return append(items, jen.Line())
}

// item writes an item of a list, or of an object that no struct can be; where items differ, each becomes an any.
func (s *step) item(t *ir.Typed, elem types.Type) *jen.Statement {
	switch value := s.json(t, ""); {
	case elem.Kind != types.Any || t.Type.Kind == types.Any:
		return value
	case t.Type.Kind == types.Null:
		return jen.Qual(rt, "Value").Values()
	default:
		return jen.Qual(rt, "ValueOf").Call(value)
	}
}

// holds is the comment of a struct of the node; what is inside another one needs none.
func (s *step) holds(name, noun string) string {
	if noun == "" {
		return ""
	}
	if !strings.HasPrefix(noun, "each ") {
		noun = "the " + noun
	}
	return fmt.Sprintf("%s holds %s of %s (%s).", name, noun, s.ir.Node.Name.Value, s.ir.Node.Template.Title)
}

// object writes a struct of the node's own type, or an any that is an object.
func (s *step) object(t *ir.Typed, noun string) *jen.Statement {
	if t.Named() {
		return s.named(t)
	}
	if t.Type.Kind == types.Any {
		entries := jen.Dict{}
		for i, key := range t.Tree.Keys {
			entries[jen.Lit(key)] = s.item(t.Items[i], types.Of(types.Any))
		}
		return jen.Qual(rt, "ValueOf").Call(jen.Map(jen.String()).Qual(rt, "Value").Values(entries))
	}
	declared := s.fn.w.declareStruct(t.Type, s.holds(t.Type.Go, noun), true)
	if node := s.ir.Node; noun == "body" && node.Template.Answer.Ends {
		declared.bodyOf = append(declared.bodyOf, node.Name.Value)
	}
	names := types.GoFields(t.Type)
	fields := make([]templates.Member, len(t.Items))
	for i, item := range t.Items {
		fields[i] = templates.Member{Name: names[i], Value: s.json(item, "")}
	}
	return jen.Id(t.Type.Go).Values(s.fields(fields)...)
}

// named writes an object with names that are known at run time only: two may turn out to be one.
func (s *step) named(t *ir.Typed) *jen.Statement {
	members := make([]jen.Code, len(t.Items))
	var chosen []*expr.Expr
	for i, key := range t.Tree.Keys {
		name := jen.Lit(key)
		if t.Names[i] != nil {
			name = s.expression(t.Names[i].Expr)
			chosen = append(chosen, t.Names[i].Expr)
		}
		members[i] = jen.Line().Values(jen.Dict{jen.Id("Name"): name, jen.Id("Value"): s.item(t.Items[i], types.Of(types.Any))})
	}
	object := s.Temp("object")
	list := jen.Index().Qual(rt, "Member").Values(append(members, jen.Line())...)
	s.Assign(object, jen.Qual(rt, "ObjectOf").Call(list), expr.Failure(chosen...))
	return jen.Id(object)
}

// fields are those of a struct literal: on lines of their own, or in a step that is too long, several on a line.
func (s *step) fields(list []templates.Member) []jen.Code {
	if !s.fn.w.cuts.packed[s.ir] {
		return templates.Members(list)
	}
	const each = 4
	code := make([]jen.Code, 0, len(list)+1)
	for i, m := range list {
		line := jen.Null()
		if i%each == 0 {
			line = jen.Line()
		}
		code = append(code, line.Add(jen.Id(m.Name).Op(":").Add(m.Value)))
	}
	return append(code, jen.Line())
}

// literal writes null, a bool or a number.
func literal(t *ir.Typed) *jen.Statement {
	text := t.Tree.JSON.Text
	switch {
	case t.Type.Kind == types.String:
		return jen.Lit(text) // in a place that is text by nature
	case t.Tree.JSON.Kind == schema.Null:
		return jen.Nil()
	case t.Type.Kind == types.Float:
		f, _ := strconv.ParseFloat(text, 64) // ir has checked it
		return jen.Lit(f)
	}
	return jen.Op(text)
}

// expression writes a checked expression. What it yields is marked as JSON where it is an
// object, so that its struct gets tags.
func (s *step) expression(e *expr.Expr) *jen.Statement {
	s.fn.w.declareInside(e.Type.Plain(), true)
	return expr.Go(e, generator{s})
}
