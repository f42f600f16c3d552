// Package apiendpoint is the node type API Endpoint: a route of net/http's mux.
//
// It is imported by templates/all only.
package apiendpoint

import (
	"github.com/dave/jennifer/jen"

	"github.com/flowc-dev/flowc/templates"
)

// Template is the node type.
var Template = templates.Template{
	Type:  "apiEndpoint",
	Title: "API Endpoint",
	Doc:   "Serves a method and a path. The request's fields are declared, or inferred from their use.",
	Entry: true,
	Fields: []templates.Field{
		{Name: "endpointMethod", Shape: templates.Choice, Required: true, Enum: templates.Methods,
			Doc: "The HTTP method."},
		{Name: "endpointPath", Shape: templates.Text, Required: true, Doc: "The path, as net/http patterns write it: /users/{id}."},
		{Name: "endpointFields", Shape: templates.Fields,
			Doc: "The request's fields: name -> type, in, required, validate, sensitive, description."},
		{Name: "endpointPublic", Shape: templates.Bool, Default: "false", Doc: "No guard, on purpose: silences FC404."},
		{Name: "endpointTimeout", Shape: templates.Duration, Default: "30s", Doc: "The deadline until the answer, and again for what goes on after it."},
		{Name: "endpointMaxBody", Shape: templates.Size, Default: "1MiB", Doc: "The largest body; a larger one is a 413."},
		{Name: "endpointCorsOrigins", Shape: templates.List, Doc: "Origins that browsers may call from (CORS)."},
	},
	Outputs: []templates.Output{
		{Name: "out", Doc: "The request's fields.", Of: templates.Pass.EntryType},
	},
	Route: func(p templates.Pass) templates.Route {
		return templates.Route{
			Method: p.Text("endpointMethod"), Path: p.Text("endpointPath"), Public: p.Bool("endpointPublic"),
			Preflight: len(p.List("endpointCorsOrigins")) > 0,
		}
	},
	Check: check,
	Emit:  emit,
}

func emit(s templates.Step) {
	in := s.Request()
	endpoint := s.Prepared(
		jen.Op("*").Qual(templates.Runtime, "Endpoint").Types(in),
		jen.Qual(templates.Runtime, "NewEndpoint").Types(in).Call(s.Setup(), jen.Qual(templates.Runtime, "Entry").Values(entry(s))),
	)
	s.Serve(func(handler jen.Code) jen.Code {
		return endpoint.Clone().Dot("Register").Call(jen.Id("mux"), handler)
	})
	if len(s.EntryType().Fields) > 0 {
		s.Call(endpoint.Clone().Dot("Decode").Call(s.Exec()), s.Result(in, false))
	}
}

// entry is the constructor's description of the endpoint; what is as usual is left out.
func entry(s templates.Step) jen.Dict {
	d := jen.Dict{
		jen.Id("Workflow"): jen.Lit(s.Workflow()),
		jen.Id("Node"):     jen.Lit(s.Node()),
		jen.Id("Method"):   templates.Method(s.Text("endpointMethod")),
		jen.Id("Path"):     jen.Lit(s.Text("endpointPath")),
	}
	if s.Given("endpointTimeout") {
		d[jen.Id("Timeout")] = templates.Span(s.Duration("endpointTimeout"))
	}
	if s.Given("endpointMaxBody") {
		d[jen.Id("MaxBody")] = jen.Lit(int(s.Int("endpointMaxBody")))
	}
	if origins := s.List("endpointCorsOrigins"); len(origins) > 0 {
		values := make([]jen.Code, len(origins))
		for i, o := range origins {
			values[i] = jen.Lit(o)
		}
		d[jen.Id("CORS")] = jen.Index().String().Values(values...)
	}
	if templates.Validates(s.Declared("endpointFields")) {
		d[jen.Id("Validate")] = jen.Qual(templates.Validate, "Struct")
	}
	return d
}
