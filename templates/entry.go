package templates

import (
	"net/http"
	"slices"
)

// EntrySpec is an entry point: executions start there.
type EntrySpec struct {
	// Route is where the entry point is served. It may be nil: only other workflows call it.
	Route func(Pass) Route
	// Caller is the field that names the caller, beside those of the request; "" where there is none.
	Caller string
}

// Route is a place in net/http's mux.
type Route struct {
	Method, Path string
	Public       bool   // without a guard on purpose
	Strict       bool   // fields of the query and the body that it does not declare are refused
	Preflight    bool   // answers OPTIONS on the path too, for browsers of other origins
	Posted       bool   // takes POST on the path too, from a site that ends a login so
	Hook         bool   // called by another service, whose signature is over the raw body; the path is the server's to give
	Tool, Scope  string // of an MCP tool, served with all tools: its name, and what a token must have to call it
}

// TakesBody reports whether a caller may send a body there that the workflow reads (RFC 9110, 9.3).
func (r Route) TakesBody() bool {
	return r.Tool == "" && slices.Contains([]string{http.MethodPost, http.MethodPut, http.MethodPatch, http.MethodDelete}, r.Method)
}

// String is how people name a route: "POST /login", "tool find_notes".
func (r Route) String() string {
	if r.Tool != "" {
		return "tool " + r.Tool
	}
	return r.Method + " " + r.Path
}
