// Package mcptool is the node type MCP tool: an assistant calls the workflow.
//
// It is imported by templates/all only.
package mcptool

import (
	"embed"

	"github.com/dave/jennifer/jen"

	"github.com/flowc-dev/flowc/templates"
)

// caller is the field of the output that names the token.
const caller = "sub"

//go:embed presets
var presetFiles embed.FS

// Template is the node type.
var Template = templates.Template{
	Type:  "mcpTool",
	Title: "MCP tool",
	Face: templates.Face{Presets: presetFiles, Group: templates.GroupEntry, Icon: []string{
		"M12 7c.6 3.1 1.9 4.4 5 5-3.1.6-4.4 1.9-5 5-.6-3.1-1.9-4.4-5-5 3.1-.6 4.4-1.9 5-5",
		"M4 8.5V6.5A2.5 2.5 0 0 1 6.5 4h2",
		"M15.5 4h2A2.5 2.5 0 0 1 20 6.5v2",
		"M20 15.5v2a2.5 2.5 0 0 1-2.5 2.5h-2",
		"M8.5 20h-2A2.5 2.5 0 0 1 4 17.5v-2",
	}},
	Docs: templates.DocsSpec{Also: []string{"tool"}, Words: []string{"mcp", "assistant", "agent", "ai", "llm"}},
	Doc: "Lets assistants call the workflow over MCP, each with a scoped token of its own. It is served at " +
		"/mcp (Streamable HTTP); `flowc mcp token` makes tokens. The Response's body is the tool's result; a " +
		"status of 400 or more is a tool error.",
	Entry: &templates.EntrySpec{Route: route, Caller: caller},
	Fields: []templates.Field{
		{Name: "mcpName", Shape: templates.Text, Required: true, Doc: "The tool's name, unique in the project: find_notes."},
		{Name: "mcpDescription", Shape: templates.Text, Filled: true, Required: true, Doc: "What the tool does and when to use it, for the assistant."},
		{Name: "mcpScope", Shape: templates.Text, Doc: "The scope that a token needs. Without it, that is " +
			"the name of the workflow's file and :run."},
		{Name: "mcpFields", Shape: templates.Fields, Doc: "The tool's arguments: name -> type, required, validate, sensitive, description."},
	},
	Outputs: []templates.Output{
		{Name: "out", Doc: "The arguments, and sub, the token's name.", Of: templates.Pass.EntryType,
			Guard: func(templates.Pass) bool { return true }},
	},
	Needs: templates.NeedsSpec{
		Variables: variables,
		Engines:   func(templates.Pass) []string { return []string{templates.Postgres, templates.SQLite} },
	},
	Check: check,
	Emit:  emit,
}

// variables are where tokens are, and whose others are accepted.
func variables(templates.Pass) []string {
	return []string{"DATABASE_URL", "MCP_ALGORITHM", "MCP_AUDIENCE", "MCP_ISSUER", "PUBLIC_URL"}
}

func route(p templates.Pass) templates.Route {
	return templates.Route{Method: "POST", Path: "/mcp", Tool: p.Text("mcpName"), Scope: scope(p)}
}

// scope is what a token must have.
func scope(p templates.Pass) string {
	if p.Given("mcpScope") {
		return p.Text("mcpScope")
	}
	return p.Stem() + ":run"
}

func emit(s templates.Step) {
	in := s.Request()
	tool := s.Prepared(
		jen.Op("*").Qual(templates.MCP, "Tool").Types(in),
		jen.Qual(templates.MCP, "NewTool").Types(in).Call(s.Setup(), jen.Qual(templates.MCP, "Entry").Values(entry(s).Code()...)),
	)
	s.Serve(func(handler jen.Code) jen.Code {
		return tool.Clone().Dot("Register").Call(jen.Id("mux"), handler)
	})
	s.Call(tool.Clone().Dot("Decode").Call(s.Exec()), s.Result(in, false))
}

// entry is the constructor's description of the tool.
func entry(s templates.Step) *templates.Settings {
	d := &templates.Settings{
		{Name: "Workflow", Value: jen.Lit(s.Workflow())},
		{Name: "Node", Value: jen.Lit(s.Node())},
		{Name: "Name", Value: jen.Lit(s.Text("mcpName"))},
		{Name: "Description", Value: jen.Lit(s.Text("mcpDescription"))},
		{Name: "Scope", Value: jen.Lit(scope(s))},
	}
	if output := s.Success(); output != nil {
		d.Set("Output", output.Values())
	}
	if own := s.Handlers(); own > 0 {
		d.Set("Handlers", templates.Span(own))
	}
	if templates.Validates(s.Declared("mcpFields")) {
		d.Set("Validate", jen.Qual(templates.Validate, "Struct"))
	}
	return d
}
