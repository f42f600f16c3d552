package project

import (
	"cmp"
	"fmt"
	"net/http"
	"regexp"
	"strings"

	"github.com/flowc-dev/flowc/gen/ir"
	"github.com/flowc-dev/flowc/gen/lint/paths"
	"github.com/flowc-dev/flowc/gen/lint/rule"
	"github.com/flowc-dev/flowc/schema/diag"
	"github.com/flowc-dev/flowc/templates"
)

var Routes = rule.Rule{Code: diag.FC501Clash, Run: routes, Wide: true}

// routes asks net/http's own mux, which knows best.
func routes(p *rule.Pass) {
	all := newRouter()
	var taken []*ir.Node
	tools := tools{}
	p.Flows(func(f *ir.Flow) { tools.add(p, f.Entry) })
	p.Flows(func(f *ir.Flow) {
		r := f.Entry.Route()
		switch {
		case r.Tool != "", r.Scope != "": // without a name, which was reported
			return
		case r.Method == "" || !strings.HasPrefix(r.Path, "/") || newRouter().refuses(r):
			return // reported as FC201 or FC203
		case isReserved(r.Path) && !r.Hook, len(tools) > 0 && isMetadata(r.Path):
			reportReserved(p, f.Entry)
			return
		case len(tools) > 0 && ownRoutes().refuses(r):
			reportOwn(p, f.Entry)
			return
		case all.refuses(r):
			reportClash(p, f.Entry, taken)
		}
		taken = append(taken, f.Entry)
	})
}

// isReserved reports whether the server answers a path itself.
func isReserved(path string) bool {
	return path == "/healthz" || path == "/readyz" || path == "/mcp" ||
		strings.HasPrefix(path, "/mcp/") || strings.HasPrefix(path, "/webhooks/")
}

// tools are the MCP tools by name: all share one route, and the name selects one.
type tools map[string]*ir.Node

// add reports a tool whose name another one has.
func (t tools) add(p *rule.Pass, n *ir.Node) {
	name := n.Route().Tool
	other := t[name]
	switch {
	case name == "":
	case other == nil:
		t[name] = n
	default:
		p.ReportNode(n, diag.Diagnostic{
			Code:    diag.FC501Tool,
			Span:    pathSpan(n),
			Message: fmt.Sprintf("two MCP tools are called %q", name),
			Hint:    "give one of them another name",
			Related: []diag.Related{{File: other.Workflow.File, Span: pathSpan(other), Message: "the other one"}},
		})
	}
}

// isMetadata reports whether the MCP endpoint, where there is one, says there how to get a token (RFC 9728).
func isMetadata(path string) bool {
	const own = "/.well-known/oauth-protected-resource"
	return path == own || path == own+"/mcp"
}

// ownRoutes is what the program adds where there are MCP tools: a route of a workflow that takes in more than its path,
// but less of its methods, or the other way round, would keep the server from starting.
func ownRoutes() *router {
	own := newRouter()
	for _, pattern := range ownPatterns {
		own.panics(pattern)
	}
	return own
}

// ownPatterns are the routes of the MCP endpoint.
var ownPatterns = []string{"POST /mcp", "GET /.well-known/oauth-protected-resource", "GET /.well-known/oauth-protected-resource/mcp"}

// reportOwn names the route of the program that a workflow's clashes with.
func reportOwn(p *rule.Pass, n *ir.Node) {
	for _, pattern := range ownPatterns {
		both := newRouter()
		both.panics(pattern)
		if !both.refuses(n.Route()) {
			continue
		}
		p.ReportNode(n, diag.Diagnostic{
			Code:    diag.FC501Reserved,
			Span:    pathSpan(n),
			Message: fmt.Sprintf("route %s clashes with %s, which the server adds for MCP tools", routeText(n), pattern),
			Hint:    "begin the path with a word, or take another method",
		})
		return
	}
}

func reportReserved(p *rule.Pass, n *ir.Node) {
	p.ReportNode(n, diag.Diagnostic{
		Code:    diag.FC501Reserved,
		Span:    pathSpan(n),
		Message: fmt.Sprintf("route %s is reserved: the server uses it itself", routeText(n)),
		Hint:    "choose another path",
	})
}

func reportClash(p *rule.Pass, n *ir.Node, taken []*ir.Node) {
	for _, other := range taken {
		both := newRouter()
		if both.refuses(other.Route()) || !both.refuses(n.Route()) || copied(n, other) {
			continue
		}
		p.ReportNode(n, diag.Diagnostic{
			Span:    pathSpan(n),
			Message: fmt.Sprintf("route %s clashes with %s", routeText(n), routeText(other)) + inPreflights(n, other),
			Hint:    clashHint(n, other),
			Related: []diag.Related{{File: other.Workflow.File, Span: pathSpan(other), Message: "the other one"}},
		})
		return
	}
}

// clashHint says how two routes come apart. Of two alike, one that leads nowhere is a copy.
func clashHint(n, other *ir.Node) string {
	for _, copied := range []*ir.Node{n, other} {
		if len(copied.Wires) == 0 && n.Workflow == other.Workflow && n.ServedAlike(other) {
			return fmt.Sprintf("give %q another path or method and wire it on, or remove it", copied.ID.Value)
		}
	}
	return "change the path or the method of one of them"
}

// inPreflights says that two routes clash in their handlers of OPTIONS only.
func inPreflights(n, other *ir.Node) string {
	mux := newRouter()
	if a, b := n.Route(), other.Route(); mux.panics(a.Method+" "+a.Path) || mux.panics(b.Method+" "+b.Path) {
		return ""
	}
	return ": for browsers of other origins, both answer OPTIONS"
}

// pathSpan is where the document writes the path, or a tool's name; else the node's id.
func pathSpan(n *ir.Node) diag.Span {
	if v := pathValue(n); v != nil {
		return v.JSON.Span
	}
	return n.ID.Span
}

// pathValue returns the field that holds the path, or a tool's name; nil where the document writes none.
func pathValue(n *ir.Node) *ir.Value {
	written := cmp.Or(n.Route().Tool, n.Route().Path)
	for _, f := range n.Template.Fields {
		if v := n.Fields[f.Name]; v != nil && v.JSON != nil && f.Shape == templates.Text && v.Text == written {
			return v
		}
	}
	return nil
}

// copied reports whether two entry points share an address because one of their files is a copy (FC502).
func copied(n, other *ir.Node) bool {
	return n.Workflow != other.Workflow && n.Workflow.ID.Value == other.Workflow.ID.Value
}

func routeText(n *ir.Node) string { return n.Route().Method + " " + n.Route().Path }

// router registers routes as the runtime does: with one handler of OPTIONS for all that share a path.
type router struct {
	mux        *http.ServeMux
	preflights map[string]bool // by path, whatever its wildcards are called
}

func newRouter() *router { return &router{http.NewServeMux(), map[string]bool{}} }

// refuses adds a route and reports whether the mux does not take it.
func (r *router) refuses(route templates.Route) bool {
	refused := r.panics(route.Method + " " + route.Path)
	if route.Posted {
		refused = r.panics("POST "+route.Path) || refused
	}
	path := wildcard.ReplaceAllString(route.Path, "{")
	if route.Preflight && !r.preflights[path] {
		r.preflights[path] = true
		refused = r.panics("OPTIONS "+route.Path) || refused
	}
	return refused
}

var wildcard = regexp.MustCompile(`\{[^}.$]*`)

// panics adds a pattern and reports whether the mux panics, as it does where it refuses one.
func (r *router) panics(pattern string) (refused bool) {
	defer func() { refused = recover() != nil }()
	r.mux.Handle(pattern, http.NotFoundHandler())
	return false
}

var OverHTTP = rule.Rule{Code: diag.FC411, Run: overHTTP}

func overHTTP(p *rule.Pass) {
	p.Steps(func(s *ir.Step) {
		if s.Flow.Entry.Route().Tool == "" || s.Node.Template == nil {
			return
		}
		if find := s.Node.Template.OverHTTP; find != nil {
			for _, problem := range find(ir.NewPass(s)) {
				reportHTTP(p, s, spanOf(s.Node, problem), problem)
			}
		}
		readCookies(p, s)
		paths.OverHTTPInside(p, s)
	})
}

func reportHTTP(p *rule.Pass, s *ir.Step, span diag.Span, problem templates.Problem) {
	p.ReportNode(s.Node, diag.Diagnostic{
		Span: span,
		Message: fmt.Sprintf("%s %q %s, but is on the path of the MCP tool %q",
			s.Node.Template.Title, s.Node.ID.Value, problem.Message, s.Flow.Entry.ID.Value),
		Hint: problem.Hint,
	})
}

// spanOf is where the document has what a problem is about: the node's id, a field, or an entry of a field.
func spanOf(n *ir.Node, problem templates.Problem) diag.Span {
	v := n.Field(problem.Field)
	if v == nil {
		return n.ID.Span
	}
	for _, m := range v.Members {
		if m.Key == problem.Key {
			return m.KeySpan
		}
	}
	return v.Span
}

// readCookies reports expressions that read a cookie of the request.
func readCookies(p *rule.Pass, s *ir.Step) {
	for _, f := range s.Checked() {
		s.Value[f.Name].Walk(func(t *ir.Typed) {
			for _, e := range t.Cookies() {
				reportHTTP(p, s, t.Tree.JSON.Within(s.Node.Workflow.File, e.Start, e.End), templates.Problem{
					Message: "reads a cookie", Hint: "take it as an argument of the tool, or leave it out",
				})
			}
		})
	}
}
