// Package apiendpoint is the node type API Endpoint: a route of net/http's mux.
//
// It is imported by templates/all only.
package apiendpoint

import (
	"net/http"

	"github.com/dave/jennifer/jen"

	"github.com/flowc-dev/flowc/schema/types"
	"github.com/flowc-dev/flowc/templates"
)

// Template is the node type.
var Template = templates.Template{
	Type:  "apiEndpoint",
	Title: "API Endpoint",
	Face: templates.Face{Group: templates.GroupEntry, Icon: []string{
		"M3 12h10.5",
		"M9.5 8l4 4-4 4",
		"M16 4h1.5A3 3 0 0 1 20.5 7v10a3 3 0 0 1-3 3H16",
	}},
	Docs: templates.DocsSpec{
		Also:  []string{"endpoint", "httpTrigger", "route"},
		Words: []string{"url", "trigger", "page", "rest"},
	},
	Doc: "Serves a method and a path. The request's fields are declared, or inferred from their use.",
	Entry: &templates.EntrySpec{
		Route: func(p templates.Pass) templates.Route {
			return templates.Route{
				Method: p.Text("endpointMethod"), Path: p.Text("endpointPath"), Public: p.Bool("endpointPublic"),
				Preflight: hasOrigins(p), Strict: isStrict(p), Posted: p.PostsBack(),
			}
		},
	},
	Timeout: "endpointTimeout",
	Fields: []templates.Field{
		{Name: "endpointMethod", Shape: templates.Choice, Required: true, Enum: templates.Methods,
			Others: map[string]string{"options": "leave it out: the preflights of browsers are answered where endpointCorsOrigins says so"},
			Doc:    "The HTTP method."},
		{Name: "endpointPath", Shape: templates.Text, Required: true, Doc: "The path, as net/http patterns write it: /users/{id}."},
		{Name: "endpointFields", Shape: templates.Fields, Files: true,
			Doc: "The request's fields: name -> type, in, required, validate, sensitive, description. " +
				"Members of objects and elements of lists may be declared in the same way: `[{\"sku\": " +
				"{\"type\": \"string\", \"validate\": \"alphanum\"}}]`. A field of type `file` makes the " +
				"whole body a form (multipart/form-data); it has `name`, `contentType` as detected from the " +
				"bytes, `size` and `bytes`."},
		{Name: "endpointPublic", Shape: templates.Bool, Default: "false", Doc: "Declares that anyone may " +
			"call it, on purpose. It silences FC404; behind a guard it is FC213."},
		{Name: "endpointTimeout", Shape: templates.Duration, Default: "30s", Doc: "The deadline until the " +
			"answer, and again for work after the answer."},
		{Name: "endpointMaxBody", Shape: templates.Size, Default: "1MiB", Doc: "The largest body. A larger " +
			"one is a 413."},
		{Name: "endpointCorsOrigins", Shape: templates.List, Variable: true,
			Doc: "Origins whose pages may call (CORS). A list, or one text such as `{{env.PUBLIC_ORIGINS}}` " +
				"whose value separates them by commas. Behind a guard that reads a cookie or HTTP Basic, and " +
				"where an answer sets a login cookie, a POST, PUT, PATCH or DELETE from a page of any other " +
				"origin is a 403."},
		{Name: "endpointCorsCredentials", Shape: templates.Bool, Default: "false",
			Doc: "Lets pages of these origins call with cookies. It excludes `*`, and browsers send only " +
				"cookies with sameSite None."},
		{Name: "endpointUnknown", Shape: templates.Choice, Enum: []string{"ignore", "refuse"}, Default: "ignore",
			Doc: "What happens to undeclared fields in the query or the body, at any depth. `refuse` is a " +
				"400 that names them."},
		{Name: "endpointHead", Shape: templates.Choice, Enum: []string{"answer", "refuse"}, Default: "answer",
			Doc: "A GET answers HEAD too, without the body, and runs the same nodes. `refuse` makes HEAD a " +
				"405. `request.method` is the method that was sent."},
	},
	Outputs: []templates.Output{
		{Name: "out", Doc: "The request's fields. request.body is the whole body, request.rawBody its bytes.", Of: templates.Pass.EntryType},
		{Name: "invalid", Class: templates.Invalid, Refuses: "invalid", Undecoded: true, Unwired: templates.Fails, Fields: refused,
			Reply: templates.Reply{Status: http.StatusBadRequest, Body: `{"error": "invalid request", "errors": "{{.errors}}"}`},
			Doc: "The request cannot be read: status 400, 413 or 415. errors names what is wrong, by field, " +
				"for a 400. Without an edge, the caller gets the same answer."},
	},
	Needs: templates.NeedsSpec{Variables: variables},
	Guard: templates.GuardSpec{Strengths: strengths},
	Check: check,
	Emit:  emit,
}

// refused is what is known of a request that was refused.
var refused = []types.Field{
	types.F("status", types.Of(types.Int)),
	types.F("errors", types.MapOf(types.Of(types.String)).With(types.Caller)),
}

// hasOrigins reports whether pages of other origins may call.
func hasOrigins(p templates.Pass) bool {
	return len(p.List("endpointCorsOrigins")) > 0 || p.Text("endpointCorsOrigins") != ""
}

// isStrict reports whether fields that are not the request's are refused.
func isStrict(p templates.Pass) bool { return p.Text("endpointUnknown") == "refuse" }

// isProtected reports whether pages of other origins must be kept from calling: what a browser sends by itself says who
// calls, or will from now on, and the call changes something by its method (RFC 9110, 9.2.1).
func isProtected(p templates.Pass) bool {
	method := p.Text("endpointMethod")
	return p.OwnPagesOnly() && method != http.MethodGet && method != http.MethodHead
}

func variables(p templates.Pass) []string {
	var names []string
	if name := p.Text("endpointCorsOrigins"); name != "" {
		names = append(names, name)
	}
	if isProtected(p) {
		names = append(names, "PUBLIC_URL")
	}
	return names
}

func emit(s templates.Step) {
	in := s.Request()
	endpoint := s.Prepared(
		jen.Op("*").Qual(templates.Runtime, "Endpoint").Types(in),
		jen.Qual(templates.Runtime, "NewEndpoint").Types(in).Call(s.Setup(), jen.Qual(templates.Runtime, "Entry").Values(entry(s).Code()...)),
	)
	s.Serve(func(handler jen.Code) jen.Code {
		return endpoint.Clone().Dot("Register").Call(jen.Id("mux"), handler)
	})
	decode := endpoint.Clone().Dot("Decode").Call(s.Exec())
	whole, _ := s.ReadsBody()
	switch {
	case s.Wired("invalid"):
		s.CallElse(decode, []jen.Code{invalid(s), s.Leave(jen.Err())}, s.Result(in, false))
	case len(s.EntryType().Fields) > 0 || isStrict(s) || whole:
		s.Call(decode, s.Result(in, false))
	}
}

// invalid is the statement for a request that can't be read.
func invalid(s templates.Step) jen.Code {
	is := s.Exec().Dot("Invalid").Call(jen.Err())
	return s.Refused("invalid", jen.Op("*").Qual(templates.Runtime, "Invalid"), is, is.Clone().Op("!=").Nil())
}

// entry is the constructor's description of the endpoint; what is as usual is left out.
func entry(s templates.Step) *templates.Settings {
	d := &templates.Settings{
		{Name: "Workflow", Value: jen.Lit(s.Workflow())},
		{Name: "Node", Value: jen.Lit(s.Node())},
		{Name: "Method", Value: templates.Method(s.Text("endpointMethod"))},
		{Name: "Path", Value: jen.Lit(s.Text("endpointPath"))},
	}
	if s.Given("endpointTimeout") {
		d.Set("Timeout", templates.Span(s.Duration("endpointTimeout")))
	}
	if own := s.Handlers(); own > 0 {
		d.Set("Handlers", templates.Span(own))
	}
	if s.Given("endpointMaxBody") {
		d.Set("MaxBody", templates.Bytes(s.Int("endpointMaxBody")))
	}
	if hasOrigins(s) {
		d.Set("CORS", origins(s))
	}
	if s.Bool("endpointCorsCredentials") {
		d.Set("Credentials", jen.True())
	}
	if isProtected(s) {
		d.Set("CrossOriginProtection", jen.True())
	}
	if isStrict(s) {
		d.Set("RefuseUnknown", jen.True())
	}
	if s.Wired("invalid") {
		d.Set("HandlesInvalid", jen.True())
	}
	whole, decoded := s.ReadsBody()
	if whole {
		d.Set("KeepsBody", jen.True())
	}
	if decoded {
		d.Set("DecodesBody", jen.True())
	}
	if s.PostsBack() {
		d.Set("PostsBack", jen.True())
	}
	if s.Text("endpointHead") == "refuse" {
		d.Set("RefuseHead", jen.True())
	}
	if templates.Validates(s.Declared("endpointFields")) {
		d.Set("Validate", jen.Qual(templates.Validate, "Struct"))
	}
	return d
}

// origins are those that pages of may call: as listed, or as a variable lists them.
func origins(s templates.Step) jen.Code {
	if name := s.Text("endpointCorsOrigins"); name != "" {
		return s.Setup().Dot("Origins").Call(jen.Lit(name))
	}
	var values []jen.Code
	for _, o := range s.List("endpointCorsOrigins") {
		values = append(values, jen.Lit(o))
	}
	return jen.Index().String().Values(values...)
}
