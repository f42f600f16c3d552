package lint

import (
	"fmt"

	"github.com/flowc-dev/flowc/gen/ir"
	"github.com/flowc-dev/flowc/schema/diag"
	"github.com/flowc-dev/flowc/templates"
)

var fc409 = Rule{
	Rule: diag.Rule{
		Code: "FC409", Severity: diag.Warning, Title: "unknown user answered faster than a wrong password",
		Doc: "A Hash verify takes long on purpose. Where `notFound` of the row that it checks against leads to a Response without " +
			"one, the time of the answer tells who has an account. Leave `notFound` unwired: Hash takes `invalid` for a row that is " +
			"not there, at the cost of a real check. Below another guard nobody can ask about others, and nothing is found.",
	},
	Run: fastUnknowns,
}

func fastUnknowns(p *Pass) {
	p.Steps(func(s *ir.Step) {
		for _, against := range s.Against() {
			for _, src := range s.Flow.Origins(against) {
				if src.Kind == ir.FromNode {
					fastUnknown(p, s, src.Node)
				}
			}
		}
	})
}

// fastUnknown looks at what follows where the row is not there that s checks against.
func fastUnknown(p *Pass, s *ir.Step, row *ir.Node) {
	for _, from := range s.Flow.Runs(row) {
		for _, out := range from.Outs {
			if out.Spec == nil || out.Spec.Unwired != templates.Falls || out.Next == nil || from.Protected() || row.Tainted {
				continue
			}
			if answer := fastAnswer(out.Next); answer != nil {
				p.ReportNode(row, diag.Diagnostic{
					Span: row.ID.Span, Output: out.Name,
					Message: fmt.Sprintf("output %q of %q answers without %q: an unknown user is told by the time", out.Name, row.ID.Value, s.Node.ID.Value),
					Hint:    fmt.Sprintf("remove the wire from %q: %q takes invalid where there is no row, as slowly as for a wrong password", out.Name, s.Node.ID.Value),
					Related: []diag.Related{{File: row.Workflow.File, Span: answer.Node.ID.Span, Message: "the answer"}},
				})
			}
		}
	}
}

// fastAnswer finds a Response that s leads to, or is, without a costly check on the way; nil where there is none.
func fastAnswer(s *ir.Step) *ir.Step {
	seen := map[*ir.Step]bool{}
	pending := []*ir.Step{s}
	for len(pending) > 0 {
		s := pending[0]
		pending = pending[1:]
		if s == nil || seen[s] || len(s.Against()) > 0 || s.Node.Template == nil {
			continue
		}
		if s.Node.Template.Answers {
			return s
		}
		seen[s] = true
		for _, out := range s.Outs {
			pending = append(pending, out.Next)
		}
	}
	return nil
}
