package lint

import (
	"fmt"

	"github.com/flowc-dev/flowc/gen/ir"
	"github.com/flowc-dev/flowc/schema/diag"
)

var fc404 = Rule{Code: diag.FC404, Run: unprotected, Needs: ir.Guessed}

func unprotected(p *Pass) {
	p.Flows(func(f *ir.Flow) {
		if f.Entry.Template.Route == nil || f.Entry.Route().Public || f.Entry.Route().Hook {
			return
		}
		for _, s := range f.Steps {
			if what := exposed(s); what != "" && !s.Protected() && p.Trusts(s) {
				reportExposed(p, f, s, what)
				return
			}
		}
	})
}

func reportExposed(p *Pass, f *ir.Flow, s *ir.Step, what string) {
	p.ReportNode(f.Entry, diag.Diagnostic{
		Span:    f.Entry.ID.Span,
		Message: fmt.Sprintf("%s %q is reached without a guard and %s", s.Node.Template.Title, s.Node.ID.Value, what),
		Hint:    "put an Auth before it, or set endpointPublic where anyone may",
		Related: []diag.Related{{File: f.Workflow.File, Span: s.Node.ID.Span, Message: "by " + ir.PathText(s.Path())}},
	})
}

// exposed says what a step does that only known callers should, or "".
func exposed(s *ir.Step) string {
	if s.Changes() {
		return "changes something"
	}
	if s.AnswersStored() {
		return "answers with stored data"
	}
	return ""
}
