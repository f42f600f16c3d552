// Package api is the node type API: a call of another service over HTTP.
//
// It is imported by templates/all only.
package api

import (
	"embed"
	"net/http"
	"slices"
	"strings"

	"github.com/flowc-dev/flowc/schema/diag"
	"github.com/flowc-dev/flowc/schema/types"
	"github.com/flowc-dev/flowc/templates"
)

//go:embed presets
var presetFiles embed.FS

// Template is the node type.
var Template = templates.Template{
	Type:  "api",
	Title: "API",
	Face: templates.Face{Presets: presetFiles, Group: templates.GroupData, Icon: []string{
		"M11 4.2a8.3 8.3 0 1 0 8.8 8.8",
		"M14.5 3.5h6v6",
		"M20.5 3.5l-8.7 8.7",
	}, Says: says},
	Docs: templates.DocsSpec{
		Also: []string{"httpRequest", "http", "request", "fetch"},
		Words: []string{
			"http", "call", "curl", "rest", "graphql", "post", "mail", "email", "smtp", "sms", "notify", "slack",
			"discord", "telegram", "twilio", "github", "stripe", "openai", "llm", "ai",
		},
	},
	Doc: "Calls another service over HTTP. A transport error, a time-out, or a status outside 200 to 299 " +
		"fails the node, unless its output `refused` takes the answer. Below a Try/Catch, `error.status` has " +
		"the status, and `error.body` what came with it, null where that is nothing.",
	Fails: true, Passing: true, Timeout: "apiTimeout",
	Fields: []templates.Field{
		{Name: "apiUrl", Shape: templates.URL, Required: true, Sink: templates.Address,
			Doc: "The absolute URL. Each placeholder is escaped as the part of the URL where it stands. A " +
				"placeholder at the beginning is the address, unchanged."},
		{Name: "apiMethod", Shape: templates.Choice, Default: "GET", Enum: []string{"GET", "POST", "PUT", "PATCH", "DELETE", "HEAD"},
			Doc: "The method."},
		{Name: "apiHeaders", Shape: templates.Object, Type: types.Of(types.String), Text: true, NoNull: true, Headers: true, Sink: templates.Sent,
			Doc: "Headers by name."},
		authField,
		{Name: "apiQuery", Shape: templates.Object, Type: types.Of(types.String), Text: true, Repeats: true, Sink: templates.Address,
			Doc: "Parameters that are added to the URL, by name. A list repeats the name for each of its " +
				"scalars; null leaves it out."},
		{Name: "apiBody", Shape: templates.JSON, Suffix: "Body", Noun: "body", Sink: templates.Sent, Format: format,
			Doc: "The body: JSON with placeholders, a text, or with apiBodyType form an object of scalars. A " +
				"text that is JSON around its placeholders is sent as JSON: in quotes and as a key a " +
				"placeholder is text, elsewhere it has its type. Any other text is sent as text/plain, " +
				"unless apiHeaders set a Content-Type; with apiBodyType json or a Content-Type of JSON it " +
				"must be JSON. With the Content-Type of another language, placeholders are escaped as in " +
				"responseBody. HTML inside JSON is escaped too: in a member called `html` (`htmlBody`, …), " +
				"and in one with a tag beside a member such as `\"type\": \"text/html\"`. A `query` in " +
				"GraphQL takes no placeholder: send `variables`."},
		{Name: "apiBodyType", Shape: templates.Choice, Default: "json", Enum: []string{"json", "form", "text"},
			Doc: "How the body is written. Without it, a text that is not JSON is written as text, and " +
				"anything else as JSON."},
		{Name: "apiTimeout", Shape: templates.Duration, Default: "10s", Doc: "The time limit of the whole " +
			"call, the response's body included. Without it, a call inside a Retry gets at most its " +
			"attempt's share: the time that is left, divided by the attempts that are left."},
		{Name: "apiMaxResponse", Shape: templates.Size, Default: "10MiB", Doc: "The largest body of a " +
			"response, decompressed. More is a failure."},
		{Name: "apiResponse", Shape: templates.Types, Suffix: "Response",
			Doc: "The fields of the response's JSON, with their types. Without it, the body is `any`."},
		{Name: "apiRefused", Shape: templates.Types, Suffix: "Refusal",
			Doc: "The fields of the JSON that comes with a refusal, with their types. The output `refused` " +
				"carries them. Without it, the body is `any`."},
		{Name: "apiFollowRedirects", Shape: templates.Bool, Default: "false",
			Doc: "Whether to follow a redirect. Otherwise a redirect is a failure, with its status."},
	},
	Outputs: []templates.Output{
		{Name: "out", Doc: "The response: `status`, `headers` by name in any case, `body`.", Of: out},
		{Name: "refused", Doc: "The service rejected the request, and would reject it again: a status of 300 " +
			"to 499, except 408, 425 and 429. It carries `status`, `headers`, `body`.", Refuses: "refusal", Unwired: templates.Fails, Of: refused,
			Reply: templates.Reply{Status: http.StatusBadGateway, Body: `{"error": "the service refused"}`}},
	},
	Effect: templates.EffectSpec{
		Changes: func(templates.Pass) bool { return true },
		Safe:    func(p templates.Pass) bool { return p.Text("apiMethod") == "GET" || p.Text("apiMethod") == "HEAD" },
		Repeats: repeats,
		Touches: touches,
	},
	Check: check,
	Emit:  emit,
}

func touches(p templates.Pass) []string {
	return []string{p.Text("apiMethod") + " " + p.Address("apiUrl")}
}

// repeats reports whether a second call may do more than the first (RFC 9110, 9.2.2): POST and PATCH, unless a header
// makes the call idempotent.
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
			Code: diag.FC213, Field: "apiRefused", Message: "\"apiRefused\" has no effect without a wire from \"refused\"",
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
				Code: diag.FC213, Field: "apiBodyType", Message: "\"apiBodyType\" has no effect without \"apiBody\"", Hint: "remove it, or add \"apiBody\"",
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
