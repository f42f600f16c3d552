package emit

import (
	"slices"
	"strings"

	"github.com/dave/jennifer/jen"

	"github.com/flowc-dev/flowc/gen/facts"
	"github.com/flowc-dev/flowc/gen/ir"
	"github.com/flowc-dev/flowc/templates"
)

// packageFile writes what the workflows of a folder share: New, Register, Middleware and the list of
// environment variables. Each workflow has one line in each, so that branches merge.
func packageFile(p *ir.Program) *jen.File {
	f := newFile(p)
	embeds(f, p)
	f.Anon(engines(p)...)
	environment(f, p)
	flows(f, p)
	constructor(f, p)
	registration(f, p)
	return f
}

// engines are the packages of engines that the folder's Go links: those of the tables that are made elsewhere, else all
// that the workflows may need, where no other Go of the project says which.
func engines(p *ir.Program) []string {
	needed := facts.Engines(p)
	switch {
	case len(needed) > 0 && len(p.Engines) > 0:
		return p.Engines
	case p.Links:
		return needed
	}
	return nil
}

// schemaFile names the file that an empty embedded database is set up from, where there are no migrations for it.
const schemaFile = "schema.sql"

// embeds writes what databases are made of.
func embeds(f *jen.File, p *ir.Program) {
	if patterns := migrations(p); len(patterns) > 0 {
		f.Comment("//go:embed " + strings.Join(patterns, " "))
		f.Var().Id("migrations").Qual("embed", "FS").Line()
	}
	if slices.Contains(p.Embeds, schemaFile) {
		f.Anon("embed")
		f.Comment("//go:embed " + schemaFile)
		f.Var().Id("schemaSQL").String().Line()
	}
}

// migrations are the patterns of the files that are run in their order.
func migrations(p *ir.Program) []string {
	return slices.DeleteFunc(slices.Clone(p.Embeds), func(name string) bool { return name == schemaFile })
}

func environment(f *jen.File, p *ir.Program) {
	names := variables(p)
	values := make([]jen.Code, 0, len(names)+1)
	for _, name := range names {
		values = append(values, jen.Line().Lit(name))
	}
	if len(values) > 0 {
		values = append(values, jen.Line())
	}
	f.Comment("Env lists the environment variables that the workflows read.")
	f.Var().Id("Env").Op("=").Index().String().Values(values...).Line()
}

// variables are the environment variables that the workflows name, sorted.
func variables(p *ir.Program) []string {
	var names []string
	for _, w := range p.Workflows {
		names = append(names, facts.Variables(w)...)
	}
	slices.Sort(names)
	return slices.Compact(names)
}

func flows(f *jen.File, p *ir.Program) {
	var fields []jen.Code
	for _, w := range p.Workflows {
		fields = append(fields, jen.Id(w.GoName).Op("*").Id(w.GoName+"Flow"))
	}
	f.Comment("Flows serves the workflows of this folder.")
	f.Type().Id("Flows").Struct(fields...).Line()
}

func constructor(f *jen.File, p *ir.Program) {
	var values []jen.Code
	params := []jen.Code{jen.Id("app").Op("*").Qual(rt, "App"), jen.Null()}
	for _, w := range p.Workflows {
		if facts.Methods(w) {
			params[1] = codeParam()
		}
		made := constructed(w)
		if c := w.AsCalled(); c != nil {
			made = jen.Id(calleeParam(c))
		}
		values = append(values, jen.Line().Id(w.GoName).Op(":").Add(made))
	}
	if len(values) > 0 {
		values = append(values, jen.Line())
	}
	body := []jen.Code{jen.Id("s").Op(":=").Id("app").Dot("Setup").Call()}
	if slices.Equal(engines(p), []string{templates.Postgres}) && len(p.Engines) > 0 {
		body = append(body, jen.Id("s").Dot("Server").Call())
	}
	if len(migrations(p)) > 0 {
		body = append(body, jen.Id("s").Dot("Migrations").Call(jen.Id("migrations")))
	}
	if slices.Contains(p.Embeds, schemaFile) {
		body = append(body, jen.Id("s").Dot("Schema").Call(jen.Id("schemaSQL")))
	}
	for _, path := range opens(p) {
		body = append(body, jen.Qual(path, "Open").Call(jen.Id("s")))
	}
	for _, w := range calleesFirst(p) {
		body = append(body, jen.Id(calleeParam(w.AsCalled())).Op(":=").Add(constructed(w)))
	}
	body = append(body,
		jen.Id("f").Op(":=").Op("&").Id("Flows").Values(values...),
		jen.Return(jen.Id("f"), jen.Id("s").Dot("Err").Call()),
	)
	f.Comment("New resolves the environment and prepares every workflow; its error names all that is missing.")
	f.Func().Id("New").Params(params...).Params(jen.Op("*").Id("Flows"), jen.Error()).Block(body...).Line()
}

// constructed is the call of a workflow's constructor, with what that calls.
func constructed(w *ir.Workflow) *jen.Statement {
	args := []jen.Code{jen.Id("s")}
	if facts.Methods(w) {
		args = append(args, jen.Id(codeField()))
	}
	for _, c := range callees(w) {
		args = append(args, jen.Id(calleeParam(c)))
	}
	return jen.Id(constructorName(w)).Call(args...)
}

// calleesFirst are the workflows that others call, each behind those that it calls.
func calleesFirst(p *ir.Program) []*ir.Workflow {
	byStem := map[string]*ir.Workflow{}
	for _, w := range p.Workflows {
		byStem[w.Stem] = w
	}
	var list []*ir.Workflow
	var add func(w *ir.Workflow)
	add = func(w *ir.Workflow) {
		if slices.Contains(list, w) {
			return
		}
		for _, c := range callees(w) {
			add(byStem[c.Stem])
		}
		list = append(list, w)
	}
	for _, w := range p.Workflows {
		if w.AsCalled() != nil {
			add(w)
		}
	}
	return list
}

// opens are the packages that are opened for all workflows, sorted.
func opens(p *ir.Program) []string {
	var paths []string
	for _, w := range p.Workflows {
		paths = append(paths, facts.Opens(w)...)
	}
	slices.Sort(paths)
	paths = slices.Compact(paths)
	return slices.DeleteFunc(paths, func(path string) bool { return path == "" })
}

func registration(f *jen.File, p *ir.Program) {
	var calls []jen.Code
	for _, w := range p.Workflows {
		if w.AsCalled() != nil {
			continue // it serves no route
		}
		calls = append(calls, jen.Id("f").Dot(w.GoName).Dot("register").Call(jen.Id("mux")))
	}
	f.Comment("Register adds the routes of all workflows to mux.")
	f.Func().Params(jen.Id("f").Op("*").Id("Flows")).Id("Register").
		Params(jen.Id("mux").Op("*").Qual("net/http", "ServeMux")).Block(calls...).Line()
	f.Comment("Middleware serves the routes of all workflows, and has next serve every other request.")
	f.Func().Params(jen.Id("f").Op("*").Id("Flows")).Id("Middleware").
		Params(jen.Id("next").Qual("net/http", "Handler")).Qual("net/http", "Handler").
		Block(jen.Return(jen.Qual(rt, "Middleware").Call(jen.Id("f"), jen.Id("next"))))
}
