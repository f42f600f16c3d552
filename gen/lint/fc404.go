package lint

import (
	"fmt"
	"slices"

	"github.com/flowc-dev/flowc/gen/ir"
	"github.com/flowc-dev/flowc/schema/diag"
)

var fc404 = Rule{
	Rule: diag.Rule{
		Code: "FC404", Severity: diag.Warning, Title: "API Endpoint with an unprotected effect",
		Doc: "Anyone can make this endpoint change something, or read what is stored, whatever the status of the answer: no guard " +
			"(Auth, JWT verify, Hash verify, a session that is found by the hash of its token, a Code node with codeGuard) stands on " +
			"the way. Where that is meant, set `endpointPublic`.",
	},
	Run: unprotected, Needs: ir.Guessed,
}

func unprotected(p *Pass) {
	p.Flows(func(f *ir.Flow) {
		if f.Entry.Template.Route == nil || f.Entry.Route().Public || f.Entry.Route().Hook {
			return
		}
		if aroundGuard(f) {
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

// aroundGuard reports whether what a guard knows of the caller is read where it has not let him through: the wire around the
// guard was reported there.
func aroundGuard(f *ir.Flow) bool {
	return slices.ContainsFunc(f.Steps, func(s *ir.Step) bool { return s.Guards() && f.Misled(s.Node) })
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
