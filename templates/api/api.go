// Package api is the node type API: a call of another service over HTTP.
//
// It is imported by templates/all only.
package api

import (
	"slices"
	"strings"

	"github.com/flowc-dev/flowc/schema/diag"
	"github.com/flowc-dev/flowc/schema/types"
	"github.com/flowc-dev/flowc/templates"
)

// Template is the node type.
var Template = templates.Template{
	Type:  "api",
	Title: "API",
	Also:  []string{"httpRequest", "http", "request", "fetch"},
	Doc: "Calls another service over HTTP. A transport error, a time-out, or a status outside 200 to 299 is a failure of " +
		"the node, unless its output `refused` takes it; below a Try/Catch, `error.status` holds the status and `error.body` what came with " +
		"it, null where that is nothing.",
	Fails: true, Passing: true, Timeout: "apiTimeout",
	Fields: []templates.Field{
		{Name: "apiUrl", Shape: templates.URL, Required: true, Sink: templates.Address,
			Doc: "The absolute URL. Each placeholder is escaped as the part of a URL that it stands in; one that begins the URL is its address, as it is."},
		{Name: "apiMethod", Shape: templates.Choice, Default: "GET", Enum: []string{"GET", "POST", "PUT", "PATCH", "DELETE", "HEAD"},
			Doc: "The method."},
		{Name: "apiHeaders", Shape: templates.Object, Type: types.Of(types.String), Text: true, NoNull: true, Headers: true, Sink: templates.Sent,
			Doc: "Headers by name."},
		authField,
		{Name: "apiQuery", Shape: templates.Object, Type: types.Of(types.String), Text: true, Repeats: true, Sink: templates.Address,
			Doc: "What is added to the query of the URL, by name. A list repeats the name for each of its scalars; null leaves it out."},
		{Name: "apiBody", Shape: templates.JSON, Suffix: "Body", Noun: "body", Sink: templates.Sent, Format: format,
			Doc: "The body: JSON with placeholders, or a text; with apiBodyType form, an object of scalars. A text that is JSON around " +
				"its placeholders is that too: in quotes and as a key a placeholder is text, else it has its type. Any other is sent as " +
				"it is, as text/plain unless apiHeaders say otherwise; with apiBodyType json or a Content-Type of JSON it has to be JSON. Where a " +
				"Content-Type says another language, placeholders are escaped as in responseBody; so are those of HTML in JSON: in the text " +
				"of a member called `html` (`htmlBody`, …), and in one with a tag beside a member that says so (`\"type\": \"text/html\"`). In a `query` " +
				"in GraphQL none can stand: send `variables`."},
		{Name: "apiBodyType", Shape: templates.Choice, Default: "json", Enum: []string{"json", "form", "text"},
			Doc: "How the body is written. Where it is not given, a text that is no JSON is written as text, and anything else as JSON."},
		{Name: "apiTimeout", Shape: templates.Duration, Default: "10s", Doc: "How long the whole call may take, the response's body included. Where it is not given, a call in a Retry gets at most its attempt's share of the time: what is left, divided by the attempts left."},
		{Name: "apiMaxResponse", Shape: templates.Size, Default: "10MiB", Doc: "The largest body of a response, decompressed; more is a failure."},
		{Name: "apiResponse", Shape: templates.Types, Suffix: "Response",
			Doc: "The fields of the response's JSON, with their types. Without it, the body is `any`."},
		{Name: "apiRefused", Shape: templates.Types, Suffix: "Refusal",
			Doc: "The fields of the JSON that comes with a refusal, with their types: what the output `refused` carries. Without it, the body is `any`."},
		{Name: "apiFollowRedirects", Shape: templates.Bool, Default: "false",
			Doc: "Whether a redirect is followed; else it is a failure, with its status."},
	},
	Outputs: []templates.Output{
		{Name: "out", Doc: "The response: `status`, `headers` by name in any case, `body`.", Of: out},
		{Name: "refused", Doc: "The service did not do what was asked of it, and would not if it were asked again: it has answered with a status of 300 to 499, " +
			"but for 408, 425 and 429. `status`, `headers`, `body`.", Refuses: "refusal", Unwired: templates.Fails, Of: refused},
	},
	Effect:  func(templates.Pass) bool { return true },
	Safe:    func(p templates.Pass) bool { return p.Text("apiMethod") == "GET" || p.Text("apiMethod") == "HEAD" },
	Repeats: repeats,
	Touches: touches,
	Check:   check,
	Emit:    emit,
}

func touches(p templates.Pass) []string {
	return []string{p.Text("apiMethod") + " " + p.Address("apiUrl")}
}

// repeats reports whether a second call may do more than the first (RFC 9110, 9.2.2): POST and PATCH, unless a header
// tells the service which calls are one.
func repeats(p templates.Pass) bool {
	if slices.ContainsFunc(p.Keys("apiHeaders"), func(name string) bool { return strings.EqualFold(name, "Idempotency-Key") }) {
		return false
	}
	return p.Text("apiMethod") == "POST" || p.Text("apiMethod") == "PATCH"
}

// headers is the type of the response's headers: client.Header finds a name in any case.
var headers = types.Type{
	Kind: types.Map, Elem: &types.Type{Kind: types.String}, Go: "Header", Import: templates.Client,
}

func out(p templates.Pass) types.Type { return response(body(p, "apiResponse", "Response")) }

func refused(p templates.Pass) types.Type { return response(body(p, "apiRefused", "Refusal")) }

func response(body types.Type) types.Type {
	return types.ObjectOf(types.F("status", types.Of(types.Int)), types.F("headers", headers), types.F("body", body))
}

// body is the type of a response's body: what a field says of it, a struct with the node's name and suffix, or any.
func body(p templates.Pass, field, suffix string) types.Type {
	if !p.Given(field) {
		return types.Of(types.Any)
	}
	t := types.ObjectOf()
	for _, d := range p.Declared(field) {
		t.Fields = append(t.Fields, types.F(d.Name, labelled(d.Type, d.Name)))
	}
	return t.Named(p.GoName(suffix))
}

// labelled adds the labels that the names of fields give them.
func labelled(t types.Type, name string) types.Type {
	t.Labels |= types.LabelsOf(types.FromResponse, name)
	fields := t.Fields
	t.Fields = nil
	for _, f := range fields {
		f.Type = labelled(f.Type, f.Name)
		t.Fields = append(t.Fields, f)
	}
	if t.Elem != nil {
		elem := labelled(*t.Elem, "")
		t.Elem = &elem
	}
	return t
}

func check(p templates.Pass) {
	templates.Headers(p, "apiHeaders")
	checkAuth(p)
	if p.Given("apiRefused") && !p.Wired("refused") {
		p.Report(templates.Problem{
			Code: diag.FC213, Field: "apiRefused", Message: "\"apiRefused\" means nothing without a wire from \"refused\"",
			Hint: "wire \"refused\", or remove it",
		})
	}
	t := p.Type("apiBody")
	if p.Given("apiBody") && t.Kind != types.Bytes {
		templates.KnownType(p, "apiHeaders")
	}
	switch kind := p.Text("apiBodyType"); {
	case !p.Given("apiBody"):
		if p.Given("apiBodyType") {
			p.Report(templates.Problem{
				Code: diag.FC213, Field: "apiBodyType", Message: "\"apiBodyType\" means nothing without \"apiBody\"", Hint: "remove it, or add \"apiBody\"",
			})
		}
	case kind == "form" && !isForm(t):
		p.Report(templates.Problem{
			Code: diag.FC206, Field: "apiBody", Message: "a form takes an object of scalars, or of lists of them, got " + t.String(),
			Hint: "name its fields one by one, or set apiBodyType to json",
		})
	case kind == "text" && writtenAs(p) == "text" && !isText(t) && !isPage(p):
		p.Report(templates.Problem{
			Code: diag.FC206, Field: "apiBody", Message: "a body of text takes a text, got " + t.String(),
			Hint: "put it into a string, as in \"{{json(x)}}\", or set apiBodyType to json",
		})
	}
}

// format is what a text is: as apiBodyType and the header Content-Type say. JSON is what either asks for.
func format(p templates.Pass) templates.Format {
	contentType, _ := templates.ContentType(p, "apiHeaders")
	written := templates.FormatOf(contentType)
	switch {
	case written == templates.JSONText, p.Given("apiBodyType") && p.Text("apiBodyType") == "json":
		return templates.JSONText
	case written == templates.Guessed && p.Given("apiBodyType"):
		return templates.PlainText
	}
	return written
}

// writtenAs is how the body is written: a text that nobody wants as JSON is a text.
func writtenAs(p templates.Pass) string {
	if p.Format("apiBody") == templates.JSONText {
		return "json"
	}
	if t := p.Type("apiBody"); isPage(p) || !p.Given("apiBodyType") && t.Kind == types.String && !t.Nullable {
		return "text"
	}
	return p.Text("apiBodyType")
}

// isPage reports whether the body is HTML with placeholders.
func isPage(p templates.Pass) bool {
	return p.Format("apiBody") == templates.HTMLText && p.Type("apiBody").Kind != types.Bytes
}

// isForm reports whether a value can be written as a form: null-able fields may be left out.
func isForm(t types.Type) bool {
	switch t.Kind {
	case types.Unknown, types.Any:
		return true
	case types.Map:
		return isFormValue(*t.Elem)
	case types.Object:
		for _, f := range t.Fields {
			if !isFormValue(f.Type) {
				return false
			}
		}
		return !t.Nullable
	}
	return false
}

func isFormValue(t types.Type) bool {
	if t.Kind == types.List {
		t = *t.Elem
	}
	return t.Scalar() || t.Kind == types.Any || t.Kind == types.Unknown || t.Kind == types.Null
}

func isText(t types.Type) bool {
	return !t.Nullable && (t.Kind == types.String || t.Kind == types.Any || t.Kind == types.Unknown)
}
