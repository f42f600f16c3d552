package tokens

import (
	"fmt"
	"slices"

	"github.com/flowc-dev/flowc/gen/expr"
	"github.com/flowc-dev/flowc/gen/ir"
	"github.com/flowc-dev/flowc/gen/lint/rule"
	"github.com/flowc-dev/flowc/schema/diag"
	"github.com/flowc-dev/flowc/templates"
)

var GuessedCodes = rule.Rule{Code: diag.FC417UnlimitedCode, Run: guessedCodes, Needs: ir.Proved}

// guessedCodes reports a check of an authenticator's six digits without a limit on attempts (RFC 6238, 5.2; RFC 4226,
// 7.3).
func guessedCodes(p *rule.Pass) {
	p.Steps(func(s *ir.Step) {
		for _, f := range s.Checked() {
			if f.Shape != templates.Cond && f.Like == "" {
				continue
			}
			asks := false
			s.Value[f.Name].Expr.Walk(func(e *expr.Expr) { asks = asks || e.Op == expr.OpCall && e.Name == "totpValid" })
			if !asks || s.Mistaken() || behindLimit(s, MaxCalls) || countsAttempts(s) {
				continue
			}
			p.ReportNode(s.Node, diag.Diagnostic{
				Span:    s.Node.ID.Span,
				Message: fmt.Sprintf("%q checks a code of six digits without a limit of attempts: a caller can try all 1000000", s.Node.ID.Value),
				Hint:    "put a Rate Limit before it, keyed by the user whose code it is",
			})
		}
	})
}

// countsAttempts reports whether a statement before a step, or something in a store, counts how often it is tried. Of a
// workflow that others call, these may.
func countsAttempts(s *ir.Step) bool {
	if s.Flow.Called() {
		return true
	}
	for d := range s.Dominators() {
		if namesAttempts(rule.QueryText(d)) || d.Node.Template != nil && d.Node.Template.Store.Keeps != nil && d.Node.Key() != "" || d.Callee() != nil {
			return true
		}
	}
	return slices.ContainsFunc(s.Flow.Steps, func(o *ir.Step) bool { return namesAttempts(rule.QueryText(o)) })
}
