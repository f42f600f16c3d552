package lint

import (
	"fmt"
	"net/http"
	"strings"

	"github.com/flowc-dev/flowc/gen/ir"
	"github.com/flowc-dev/flowc/schema/diag"
	"github.com/flowc-dev/flowc/templates"
)

var fc501 = Rule{
	Rule: diag.Rule{
		Code: "FC501", Severity: diag.Error, Title: "routes that clash",
		Doc: "Two entry points claim one route, or net/http's mux would refuse them together, or a route is " +
			"reserved: /mcp, /webhooks/, /healthz, /readyz. The server would not start.",
	},
	Run: routes,
}

// reservedPaths are served by the runtime.
var reservedPaths = []string{"/healthz", "/mcp", "/readyz", "/webhooks"}

// routes asks net/http's own mux, which knows best.
func routes(p *Pass) {
	mux := http.NewServeMux()
	var taken []*ir.Node
	p.Flows(func(f *ir.Flow) {
		r := f.Entry.Route()
		switch {
		case r.Method == "" || !strings.HasPrefix(r.Path, "/") || refused(http.NewServeMux(), r):
			return // reported as FC201 or FC203
		case isReserved(r.Path) && !r.Hook:
			reportReserved(p, f.Entry)
		case refused(mux, r):
			reportClash(p, f.Entry, taken)
		default:
			taken = append(taken, f.Entry)
		}
	})
}

func isReserved(path string) bool {
	for _, own := range reservedPaths {
		if path == own || strings.HasPrefix(path, own+"/") {
			return true
		}
	}
	return false
}

func reportReserved(p *Pass, n *ir.Node) {
	p.ReportNode(n, diag.Diagnostic{
		Span:    pathSpan(n),
		Message: fmt.Sprintf("route %s is reserved: the server uses it itself", routeText(n)),
		Hint:    "choose another path",
	})
}

func reportClash(p *Pass, n *ir.Node, taken []*ir.Node) {
	for _, other := range taken {
		mux := http.NewServeMux()
		if refused(mux, other.Route()) || !refused(mux, n.Route()) || copied(n, other) {
			continue
		}
		p.ReportNode(n, diag.Diagnostic{
			Span:    pathSpan(n),
			Message: fmt.Sprintf("route %s clashes with %s", routeText(n), routeText(other)),
			Hint:    "change the path or the method of one of them",
			Related: []diag.Related{{File: other.Workflow.File, Span: pathSpan(other), Message: "the other one"}},
		})
		return
	}
}

// pathSpan is where the document writes the path, or else the node's id.
func pathSpan(n *ir.Node) diag.Span {
	for _, f := range n.Template.Fields {
		if v := n.Fields[f.Name]; v != nil && v.JSON != nil && f.Shape == templates.Text && v.Text == n.Route().Path {
			return v.JSON.Span
		}
	}
	return n.ID.Span
}

// copied reports whether two Webhooks share an address because their workflows share an id (FC502).
func copied(n, other *ir.Node) bool {
	return n.Workflow != other.Workflow && n.Workflow.ID.Value == other.Workflow.ID.Value && n.Route().Hook && other.Route().Hook
}

func routeText(n *ir.Node) string { return n.Route().Method + " " + n.Route().Path }

// refused adds a route to mux and reports whether mux, which panics then, refuses it.
func refused(mux *http.ServeMux, r templates.Route) (refused bool) {
	defer func() { refused = recover() != nil }()
	mux.Handle(r.Method+" "+r.Path, http.NotFoundHandler())
	return false
}
