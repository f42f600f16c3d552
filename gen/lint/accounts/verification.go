package accounts

import (
	"fmt"

	"github.com/flowc-dev/flowc/gen/ir"
	"github.com/flowc-dev/flowc/gen/lint/rule"
	"github.com/flowc-dev/flowc/gen/trace"
	"github.com/flowc-dev/flowc/gen/values"
	"github.com/flowc-dev/flowc/schema/diag"
	"github.com/flowc-dev/flowc/templates"
)

var UnverifiedClaims = rule.Rule{Code: diag.FC419UnverifiedClaim, Run: unverifiedClaims, Needs: ir.Guessed}

// unverifiedClaims reports a claim that identifies a user only if the provider has verified it, where a look-up or a
// condition reads it unchecked.
func unverifiedClaims(p *rule.Pass) {
	p.Flows(func(f *ir.Flow) {
		for _, guard := range f.Steps {
			if t := guard.Node.Template; t == nil || t.Guard.Unverified == nil || !p.Trusts(guard) {
				continue
			}
			for _, claim := range guard.Node.Template.Guard.Unverified(ir.NewPass(guard)) {
				takenAsItCame(p, guard, claim)
			}
		}
	})
}

// takenAsItCame looks for a claim of a guard in its flow, unless it asks whether that was verified.
func takenAsItCame(p *rule.Pass, guard *ir.Step, claim string) {
	path := "claims." + claim
	if readsClaim(p.Values(), guard, path+"_verified", func(*ir.Step, *ir.Typed) {}) {
		return
	}
	readsClaim(p.Values(), guard, path, func(s *ir.Step, t *ir.Typed) {
		p.ReportNode(s.Node, diag.Diagnostic{
			Span:    t.Tree.JSON.Span,
			Message: fmt.Sprintf("the provider may not have verified the claim %q: users write it themselves", claim),
			Hint:    fmt.Sprintf("read %q of %q, which is null unless the provider verified it", claim, guard.Node.Name.Value),
		})
	})
}

// readsClaim calls f for each value of a look-up or a condition that reads a claim of a guard. It reports whether there
// is one.
func readsClaim(g *values.Graph, guard *ir.Step, path string, f func(s *ir.Step, t *ir.Typed)) bool {
	found := false
	for _, s := range guard.Flow.Steps {
		for _, field := range s.Checked() {
			if field.Shape != templates.Query && field.Shape != templates.Key && field.Shape != templates.Cond && field.Like == "" {
				continue
			}
			s.Value[field.Name].Walk(func(t *ir.Typed) {
				for from := range rule.OriginsOf(g, t.Expr) {
					if from.Kind == trace.Output && from.Step.Node == guard.Node && from.Name == path {
						found = true
						f(s, t)
					}
				}
			})
		}
	}
	return found
}
