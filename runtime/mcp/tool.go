// Package mcp serves MCP tools: workflows that assistants call, each caller with a token of its own.
//
// Generated code imports it, for MCP tool nodes; nothing else does. The protocol is the official go-sdk's; who may call
// what, the errors of that, and the execution of a tool are this package's.
package mcp

import (
	"fmt"
	"net/http"
	"reflect"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	rt "github.com/flowc-dev/flowc/runtime"
)

// endpointPath is the path that all tools of an App are served at (Streamable HTTP).
const endpointPath = "/mcp"

// An Entry is an MCP tool of a workflow, as generated code declares it.
type Entry struct {
	Workflow    string
	Node        string
	Name        string        // of the tool, unique in the App
	Description string        // for the assistant
	Scope       string        // that a token must have
	Handlers    time.Duration // as that of rt.Entry
	Validate    rt.Validate   // nil where no field has a validate tag
	// Output is a value of the struct that the tool returns, the zero value, from which its output schema is made; nil
	// where its answers differ.
	Output any
}

// Tool is an entry point for assistants, whose arguments decode into In.
type Tool[In any] struct {
	entry    Entry
	endpoint *rt.Endpoint[In]
	server   *server
	declared *sdk.Tool
}

// NewTool prepares the decoding of In, as rt.NewEndpoint does: the tool's arguments are its body, and a field with the
// tag caller is the name of the token. Two tools of one name fail the set-up.
func NewTool[In any](s *rt.Setup, e Entry) *Tool[In] {
	t := &Tool[In]{
		entry:  e,
		server: serverOf(s),
		endpoint: rt.NewEndpoint[In](s, rt.Entry{
			Workflow: e.Workflow, Node: e.Node, Method: http.MethodPost, Path: endpointPath, Validate: e.Validate, Caller: callerName,
			Handlers: e.Handlers,
		}),
		declared: &sdk.Tool{Name: e.Name, Description: e.Description, InputSchema: inputSchema(reflect.TypeFor[In]())},
	}
	if e.Output != nil {
		t.declared.OutputSchema = outputSchema(reflect.TypeOf(e.Output))
	}
	if t.server != nil && !t.server.claim(e.Name) {
		s.Fail(fmt.Errorf("workflow %s: there are two MCP tools of the name %q", e.Workflow, e.Name))
	}
	return t
}

// Register adds the tool to those of mux. The first one adds the routes of the MCP endpoint.
func (t *Tool[In]) Register(mux *http.ServeMux, h func(*rt.Exec) error) {
	t.server.endpoint(mux).add(&tool{
		declared: t.declared, scope: t.entry.Scope, run: t.endpoint.Handler(h), handlers: t.entry.Handlers,
	})
}

// Decode returns the arguments. Everything wrong with them is in the one *rt.Error returned.
func (t *Tool[In]) Decode(x *rt.Exec) (In, error) { return t.endpoint.Decode(x) }
