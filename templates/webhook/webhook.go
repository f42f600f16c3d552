// Package webhook is the node type Webhook: an address that another service sends its events to.
//
// It is imported by templates/all only.
package webhook

import (
	"embed"
	"fmt"

	"github.com/dave/jennifer/jen"

	"github.com/flowc-dev/flowc/runtime/sender"
	"github.com/flowc-dev/flowc/templates"
)

//go:embed presets
var presetFiles embed.FS

// Template is the node type.
var Template = templates.Template{
	Type:  "webhook",
	Title: "Webhook",
	Face: templates.Face{Presets: presetFiles, Group: templates.GroupEntry, Icon: []string{
		"M14 3a2 2 0 1 0 0 4a2 2 0 1 0 0 -4",
		"M14 7v8.2a4.7 4.7 0 0 1-9.4 0v-3.4",
		"M4.6 11.8l3.2 2.6",
		"M18 11h3",
		"M18 15.5h2",
	}},
	Docs: templates.DocsSpec{Words: words()},
	Doc: "Receives the events of another service, at an address of the workflow's own. The address is " +
		"/webhooks/, the workflow's id and webhookPath. A shared secret proves the sender, or a signature " +
		"that a Code node directly behind it verifies, before the payload is read. The payload is JSON, a " +
		"form (multipart too) or text, decompressed from gzip or deflate by its Content-Encoding: the " +
		"signature covers what is decompressed.",
	Entry: &templates.EntrySpec{Route: route}, Timeout: "webhookTimeout",
	Fields: []templates.Field{
		{Name: "webhookMethod", Shape: templates.Choice, Required: true, Enum: []string{"POST", "GET", "PUT", "PATCH", "DELETE", "HEAD"}, Doc: "The HTTP method."},
		{Name: "webhookSecret", Shape: templates.Secret, Purpose: templates.SharedWithOne, Doc: "The secret " +
			"that the sender shares. A wrong or missing one is a 401."},
		{Name: "webhookSecretHeader", Shape: templates.Text, Header: true, Default: "X-Webhook-Secret", Doc: "The " +
			"header that holds it."},
		{Name: "webhookPath", Shape: templates.Text, Doc: "The end of the address, where a workflow has " +
			"several Webhooks: /paid."},
		{Name: "webhookFields", Shape: templates.Fields,
			Doc: "The payload's fields: name -> type, in, required, validate, sensitive, description."},
		{Name: "webhookTimeout", Shape: templates.Duration, Default: "30s", Doc: "The deadline until the answer, and again for what goes on after it."},
		{Name: "webhookMaxBody", Shape: templates.Size, Default: "5MiB", Doc: "The largest payload. A larger " +
			"one is a 413."},
	},
	Outputs: []templates.Output{
		{Name: "out", Doc: "The payload's fields. request.body is the whole payload, request.rawBody its " +
			"bytes. Where the workflow reads neither the body nor fields, the bytes may be of any type; " +
			"otherwise a payload that is not JSON, a form or text is a 415.", Of: templates.Pass.EntryType,
			Guard: func(p templates.Pass) bool { return p.Given("webhookSecret") }},
	},
	Guard: templates.GuardSpec{Credentials: credentials, Scheme: scheme},
	Check: check,
	Emit:  emit,
}

// words are those of webhooks, and of the services that send them.
func words() []string {
	list := []string{"hook", "event", "callback", "trigger"}
	for _, s := range sender.All() {
		list = append(list, s.Words...)
	}
	return list
}

// credentials is the shared secret, from the variable that the workflow has it from.
func credentials(p templates.Pass) string {
	if !p.Given("webhookSecret") {
		return ""
	}
	return fmt.Sprintf(`-H "%s: $%s"`, p.Text("webhookSecretHeader"), p.Text("webhookSecret"))
}

func scheme(p templates.Pass) *templates.Scheme {
	return &templates.Scheme{Header: p.Text("webhookSecretHeader")}
}

// route is made of the workflow's id: no name enters it, so that it stays where the sender knows it.
func route(p templates.Pass) templates.Route {
	r := templates.Route{Method: p.Text("webhookMethod"), Hook: true}
	if p.WorkflowID() != "" {
		r.Path = "/webhooks/" + p.WorkflowID() + p.Text("webhookPath")
	}
	return r
}

func emit(s templates.Step) {
	in := s.Request()
	endpoint := s.Prepared(
		jen.Op("*").Qual(templates.Runtime, "WebhookEndpoint").Types(in),
		jen.Qual(templates.Runtime, "NewWebhook").Types(in).Call(s.Setup(), jen.Qual(templates.Runtime, "WebhookEntry").Values(entry(s).Code()...)),
	)
	s.Serve(func(handler jen.Code) jen.Code {
		return endpoint.Clone().Dot("Register").Call(jen.Id("mux"), handler)
	})
	s.Call(endpoint.Clone().Dot("Decode").Call(s.Exec()), s.Result(in, false))
}

// entry is the constructor's description of the Webhook; what is as usual is left out.
func entry(s templates.Step) *templates.Settings {
	d := &templates.Settings{
		{Name: "Workflow", Value: jen.Lit(s.Workflow())},
		{Name: "Node", Value: jen.Lit(s.Node())},
		{Name: "ID", Value: jen.Lit(s.WorkflowID())},
		{Name: "Method", Value: templates.Method(s.Text("webhookMethod"))},
	}
	if path := s.Text("webhookPath"); path != "" {
		d.Set("Path", jen.Lit(path))
	}
	if s.Given("webhookSecret") {
		d.Set("Secret", s.Setup().Dot("SharedSecret").Call(jen.Lit(s.Text("webhookSecret")), jen.Lit(s.Workflow())))
		d.Set("SecretHeader", jen.Lit(s.Text("webhookSecretHeader")))
	}
	if s.Given("webhookTimeout") {
		d.Set("Timeout", templates.Span(s.Duration("webhookTimeout")))
	}
	if own := s.Handlers(); own > 0 {
		d.Set("Handlers", templates.Span(own))
	}
	if s.Given("webhookMaxBody") {
		d.Set("MaxBody", templates.Bytes(s.Int("webhookMaxBody")))
	}
	if _, decoded := s.ReadsBody(); !decoded && len(s.EntryType().Fields) == 0 {
		d.Set("AnyBytes", jen.True())
	}
	if templates.Validates(s.Declared("webhookFields")) {
		d.Set("Validate", jen.Qual(templates.Validate, "Struct"))
	}
	return d
}
