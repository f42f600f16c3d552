package serve

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/flowc-dev/flowc/gen/ir"
)

// Tool is an MCP tool as an assistant sees it.
type Tool struct {
	Flow        *ir.Flow
	Name, Scope string
}

// ToolsOf lists the MCP tools of programs, by name.
func ToolsOf(programs []*ir.Program) []Tool {
	var all []Tool
	for _, p := range programs {
		for _, w := range p.Workflows {
			for _, f := range w.Flows {
				if r := f.Entry.Route(); r.Tool != "" {
					all = append(all, Tool{f, r.Tool, r.Scope})
				}
			}
		}
	}
	slices.SortStableFunc(all, func(a, b Tool) int { return cmp.Compare(a.Name, b.Name) })
	return all
}

// ScopesOf are what a token needs for all of the tools, sorted.
func ScopesOf(tools []Tool) []string {
	var scopes []string
	for _, t := range tools {
		scopes = append(scopes, t.Scope)
	}
	slices.Sort(scopes)
	return slices.Compact(scopes)
}

// writeTools says where assistants find the tools, how they get a token, and how each is called without an assistant.
func (s Site) writeTools(w io.Writer, tools []Tool) {
	if len(tools) == 0 {
		return
	}
	fmt.Fprintf(w, "\nMCP %s%s\n", s.base, tools[0].Flow.Entry.Route().Path)
	fmt.Fprintf(w, "  # a token for an assistant, which is shown once; --name distinguishes it from others\n")
	fmt.Fprintf(w, "  MCP_TOKEN=$(%s mcp token create --name assistant --expires 30d --scope %s %s)\n",
		s.flowc, Quote(strings.Join(ScopesOf(tools), ",")), Quote(s.dir))
	for _, t := range tools {
		fmt.Fprintf(w, "\nMCP tool %s (scope %s)\n", t.Name, t.Scope)
		if about := t.Flow.Workflow.Description.Value; about != "" {
			fmt.Fprintf(w, "  # %s\n", about)
		}
		fmt.Fprintf(w, "  %s\n", t.curl(s.base))
	}
}

// curl is a shell command that calls the tool with sample values.
func (t Tool) curl(base string) string {
	arguments := map[string]any{}
	for _, in := range t.Flow.Inputs {
		if in.In == "body" {
			arguments[in.Name] = sample(in)
		}
	}
	call := map[string]any{
		"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": map[string]any{"name": t.Name, "arguments": arguments},
	}
	return strings.Join([]string{
		"curl -sS", Quote(base + t.Flow.Entry.Route().Path), `-H "Authorization: Bearer $MCP_TOKEN"`, "-H 'Content-Type: application/json'",
		"-H 'Accept: application/json, text/event-stream'", "-d", Quote(jsonText(call)),
	}, " ")
}
