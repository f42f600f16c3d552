package emit

import (
	"fmt"

	"github.com/dave/jennifer/jen"

	"github.com/flowc-dev/flowc/gen/expr"
	"github.com/flowc-dev/flowc/gen/ir"
	"github.com/flowc-dev/flowc/schema/types"
	"github.com/flowc-dev/flowc/templates"
)

// item is the variable of a loop.
type item struct {
	name string
	used bool
}

// Page implements templates.Step.
func (s *step) Page(field string) (page, values *jen.Statement) {
	t := s.ir.Value[field]
	name := s.ir.Qualified("HTML")
	html := s.fn.w.constant(name, t.Page)
	if s.fn.w.pages[name] == "" {
		s.fn.w.pages[name] = s.fn.w.members.member(s.ir.Node.GoName + "Page")
	}
	const pkg = "html/template"
	made := jen.Qual(pkg, "Must").Call(jen.Qual(pkg, "New").Call(jen.Lit(s.ir.Node.Name.Value)).Dot("Parse").Call(html))
	page = s.fn.w.prepare(s.fn.w.pages[name], jen.Op("*").Qual(pkg, "Template"), made)
	return page, s.pageValues(t, fmt.Sprintf("%s holds the values of %s's page.", t.Type.Go, s.ir.Node.Name.Value))
}

// pageValues writes the struct of a page, or of a part of it that is repeated.
func (s *step) pageValues(t *ir.Typed, doc string) *jen.Statement {
	s.fn.w.declareStruct(t.Type, doc, false)
	names := types.GoFields(t.Type)
	fields := make([]templates.Member, len(t.Items))
	for i, value := range t.Items {
		fields[i] = templates.Member{Name: names[i], Value: s.pageValue(value, t.Type.Fields[i].Name)}
	}
	return jen.Id(t.Type.Go).Values(s.fields(fields)...)
}

func (s *step) pageValue(t *ir.Typed, name string) *jen.Statement {
	if t.Each == nil {
		return s.expression(t.Expr)
	}
	rows := s.Temp(name)
	list := s.expression(t.Each)
	element := &item{name: s.Temp("item")}
	if s.items == nil {
		s.items = map[*expr.Expr]*item{}
	}
	s.items[t.Each] = element
	body := s.Block(func() {
		values := s.pageValues(t, fmt.Sprintf("%s holds the values of an item of %s.", t.Type.Go, local(name)))
		s.Add(jen.Id(rows).Op("=").Append(jen.Id(rows), values))
	})
	loop := jen.Range().Add(list)
	if element.used {
		loop = jen.List(jen.Id("_"), jen.Id(element.name)).Op(":=").Range().Add(list)
	}
	s.Add(jen.Var().Id(rows).Index().Id(t.Type.Go), jen.For(loop).Block(body...))
	return jen.Id(rows)
}
