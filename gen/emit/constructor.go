package emit

import (
	"fmt"
	"go/ast"
	"go/token"

	"github.com/dave/jennifer/jen"

	"github.com/flowc-dev/flowc/gen/facts"
	"github.com/flowc-dev/flowc/gen/ir"
	"github.com/flowc-dev/flowc/schema/types"
	"github.com/flowc-dev/flowc/templates"
)

// constructor writes what prepares the fields of the workflow's struct; those of a long one in methods, part by part.
func (w *workflow) constructor(f *jen.File) {
	name := constructorName(w.ir)
	f.Comment(fmt.Sprintf("%s prepares what %s needs; s collects what is missing.", name, w.ir.Name.Value))
	params := []jen.Code{setupParam()}
	inits := append(w.calleeInits(), w.inits...)
	if facts.Methods(w.ir) {
		params = append(params, codeParam())
		inits = append([]templates.Member{{Name: codeField(), Value: jen.Id(codeField())}}, inits...)
	}
	params = append(params, w.calleeParams()...)
	parts := w.cuts.parts(inits)
	literal := jen.Op("&").Id(w.structName()).Values(templates.Lines(parts[0])...)
	body := []jen.Code{jen.Return(literal)}
	if rest := parts[1:]; len(rest) > 0 {
		body = []jen.Code{jen.Id("f").Op(":=").Add(literal)}
		for _, part := range rest {
			body = append(body, jen.Id("f").Dot(w.preparer(part)).Call(jen.Id("s")))
		}
		body = append(body, jen.Return(jen.Id("f")))
	}
	f.Func().Id(name).Params(params...).Op("*").Id(w.structName()).Block(body...).Line()
	for _, part := range parts[1:] {
		w.preparation(f, part)
	}
}

// constructorName is the name of a workflow's constructor: "newLogin".
func constructorName(w *ir.Workflow) string { return "new" + types.GoName(w.GoName) }

// setupParam is the parameter s *rt.Setup, which collects all that is missing.
func setupParam() *jen.Statement { return jen.Id("s").Op("*").Qual(rt, "Setup") }

// codeParam is the parameter code *Code, whose methods the workflow calls.
func codeParam() *jen.Statement { return jen.Id(codeField()).Op("*").Id(codeType) }

// preparer is the name of the method that prepares some fields, after the first of them: "prepareCall".
func (w *workflow) preparer(part []templates.Member) string {
	field := part[0].Name
	if w.preparers[field] == "" {
		w.preparers[field] = w.members.member("prepare" + types.GoName(field))
	}
	return w.preparers[field]
}

// preparation writes the method that prepares some fields.
func (w *workflow) preparation(f *jen.File, part []templates.Member) {
	name := w.preparer(part)
	first, last := part[0].Name, part[len(part)-1].Name
	body := make([]jen.Code, len(part))
	for i, m := range part {
		body[i] = jen.Id("f").Dot(m.Name).Op("=").Add(m.Value)
	}
	f.Comment(fmt.Sprintf("%s is the part of %s from %s to %s.", name, constructorName(w.ir), first, last))
	f.Func().Params(w.receiver()).Id(name).Params(setupParam()).Block(body...).Line()
}

// cutConstructor cuts a constructor that is too long between fields of the struct that it makes, once. It reports
// whether it did.
func (c *cuts) cutConstructor(w *workflow, fset *token.FileSet, file *ast.File) bool {
	if len(c.fields) > 0 {
		return false
	}
	for _, d := range file.Decls {
		if f, ok := d.(*ast.FuncDecl); ok && f.Name.Name == constructorName(w.ir) {
			c.cutFields(fset, f)
		}
	}
	return len(c.fields) > 0
}

func (c *cuts) cutFields(fset *token.FileSet, f *ast.FuncDecl) {
	line := func(pos token.Pos) int { return fset.Position(pos).Line }
	start, end := line(f.Pos()), line(f.End())
	if end-start < maxLines {
		return
	}
	literal := f.Body.List[0].(*ast.ReturnStmt).Results[0].(*ast.UnaryExpr).X.(*ast.CompositeLit)
	for _, element := range literal.Elts {
		field := element.(*ast.KeyValueExpr)
		if line(field.End())-start > goodLines-partCalls {
			c.fields[field.Key.(*ast.Ident).Name] = true
			start = line(field.Pos()) - 1
		}
	}
}

// partCalls leaves room in a constructor for the calls of the methods that prepare the rest.
const partCalls = 10

// parts divides the fields of a constructor.
func (c *cuts) parts(fields []templates.Member) [][]templates.Member {
	parts := [][]templates.Member{nil}
	for _, m := range fields {
		if c.fields[m.Name] {
			parts = append(parts, nil)
		}
		parts[len(parts)-1] = append(parts[len(parts)-1], m)
	}
	return parts
}
