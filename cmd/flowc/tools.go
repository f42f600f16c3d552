package main

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/flowc-dev/flowc/gen/ir"
)

// tool is an MCP tool as an assistant sees it.
type tool struct {
	flow        *ir.Flow
	name, scope string
}

// toolsOf lists the MCP tools of programs, by name.
func toolsOf(programs []*ir.Program) []tool {
	var all []tool
	for _, p := range programs {
		for _, w := range p.Workflows {
			for _, f := range w.Flows {
				if r := f.Entry.Route(); r.Tool != "" {
					all = append(all, tool{f, r.Tool, r.Scope})
				}
			}
		}
	}
	slices.SortStableFunc(all, func(a, b tool) int { return cmp.Compare(a.name, b.name) })
	return all
}

// scopesOf are what a token needs for all of the tools, sorted.
func scopesOf(tools []tool) []string {
	var scopes []string
	for _, t := range tools {
		scopes = append(scopes, t.scope)
	}
	slices.Sort(scopes)
	return slices.Compact(scopes)
}

// writeTools says where assistants find the tools, how they get a token, and how each is called without an assistant.
func (s site) writeTools(w io.Writer, tools []tool) {
	if len(tools) == 0 {
		return
	}
	fmt.Fprintf(w, "\nMCP %s%s\n", s.base, tools[0].flow.Entry.Route().Path)
	fmt.Fprintf(w, "  # a token for an assistant, which is shown once; --name tells it from others\n")
	fmt.Fprintf(w, "  MCP_TOKEN=$(%s mcp token create --name assistant --expires 30d --scope %s %s)\n",
		s.flowc, quote(strings.Join(scopesOf(tools), ",")), quote(s.dir))
	for _, t := range tools {
		fmt.Fprintf(w, "\nMCP tool %s (scope %s)\n", t.name, t.scope)
		if about := t.flow.Workflow.Description.Value; about != "" {
			fmt.Fprintf(w, "  # %s\n", about)
		}
		fmt.Fprintf(w, "  %s\n", t.curl(s.base))
	}
}

// curl is a shell command that calls the tool with sample values.
func (t tool) curl(base string) string {
	arguments := map[string]any{}
	for _, in := range t.flow.Inputs {
		if in.In == "body" {
			arguments[in.Name] = sample(in)
		}
	}
	call := map[string]any{
		"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": map[string]any{"name": t.name, "arguments": arguments},
	}
	return strings.Join([]string{
		"curl -sS", quote(base + t.flow.Entry.Route().Path), `-H "Authorization: Bearer $MCP_TOKEN"`, "-H 'Content-Type: application/json'",
		"-H 'Accept: application/json, text/event-stream'", "-d", quote(jsonText(call)),
	}, " ")
}
