package accounts

import (
	"fmt"
	"strings"

	"github.com/flowc-dev/flowc/gen/expr"
	"github.com/flowc-dev/flowc/gen/ir"
	"github.com/flowc-dev/flowc/gen/lint/rule"
	"github.com/flowc-dev/flowc/gen/trace"
	"github.com/flowc-dev/flowc/gen/values"
	"github.com/flowc-dev/flowc/schema/diag"
)

var WrittenClaims = rule.Rule{Code: diag.FC419WrittenClaim, Run: writtenClaims}

// writtenClaims reports rights that are claims which the user writes at the provider. Where strangers have its tokens,
// those that say whose they are have to be asked for first, and their owner decides what the others hold.
func writtenClaims(p *rule.Pass) {
	p.Nodes(func(s *ir.Step) {
		issuer := issuerOf(s.Node)
		if issuer == nil || issuer.Written == nil || s.Mistaken() {
			return
		}
		if t := s.Node.Template; t.Guard.Strangers != nil && t.Guard.Strangers(ir.NewPass(s)) != nil {
			return
		}
		for _, f := range s.Checked() {
			value := s.Value[f.Name]
			if f.Within == "" || value.Expr == nil {
				continue
			}
			if claim := writtenClaim(p.Values(), s, value.Expr, issuer.Written); claim != "" {
				p.ReportNode(s.Node, diag.Diagnostic{
					Span:    value.Tree.JSON.Span,
					Message: fmt.Sprintf("%q authorizes by the claim %q, which users write themselves at %s", s.Node.ID.Value, claim, issuer.Name),
					Hint:    "require a claim that the provider or your administrators write",
				})
			}
		}
	})
}

// writtenClaim returns the first claim of a node that an expression reads and that the user writes, or "".
func writtenClaim(g *values.Graph, s *ir.Step, e *expr.Expr, written func(string) bool) string {
	for from := range rule.OriginsOf(g, e) {
		if from.Kind != trace.Output || from.Step.Node != s.Node {
			continue
		}
		for claim := strings.TrimPrefix(from.Name, "claims."); claim != ""; claim = claim[:max(strings.LastIndexByte(claim, '.'), 0)] {
			if written(claim) {
				return claim
			}
		}
	}
	return ""
}
