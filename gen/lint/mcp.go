package lint

import (
	"fmt"

	"github.com/flowc-dev/flowc/gen/ir"
	"github.com/flowc-dev/flowc/schema/diag"
	"github.com/flowc-dev/flowc/templates"
)

var overHTTPRule = Rule{Code: diag.FC411, Run: overHTTP}

func overHTTP(p *Pass) {
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
		overHTTPInside(p, s)
	})
}

func reportHTTP(p *Pass, s *ir.Step, span diag.Span, problem templates.Problem) {
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
func readCookies(p *Pass, s *ir.Step) {
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
