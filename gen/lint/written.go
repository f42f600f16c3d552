package lint

import (
	"fmt"

	"github.com/flowc-dev/flowc/gen/expr"
	"github.com/flowc-dev/flowc/gen/ir"
	"github.com/flowc-dev/flowc/schema/diag"
)

var writtenClaimsRule = Rule{Code: diag.FC419, Run: writtenClaims}

// writtenClaims reports rights that are claims which the user writes at the provider. Where strangers have its tokens,
// those that say whose they are have to be asked for first, and their owner decides what the others hold.
func writtenClaims(p *Pass) {
	p.Nodes(func(s *ir.Step) {
		issuer := issuerOf(s.Node)
		if issuer == nil || issuer.Written == nil || s.Mistaken() {
			return
		}
		if t := s.Node.Template; t.Strangers != nil && t.Strangers(ir.NewPass(s)) != nil {
			return
		}
		for _, f := range s.Checked() {
			value := s.Value[f.Name]
			if f.Within == "" || value.Expr == nil {
				continue
			}
			if claim := writtenClaim(value.Expr, issuer.Written); claim != "" {
				p.ReportNode(s.Node, diag.Diagnostic{
					Span:    value.Tree.JSON.Span,
					Message: fmt.Sprintf("%q authorizes by the claim %q, which users write themselves at %s", s.Node.ID.Value, claim, issuer.Name),
					Hint:    "require a claim that the provider or your administrators write",
				})
			}
		}
	})
}

// writtenClaim is the first claim that an expression reads and that the user writes, or "".
func writtenClaim(e *expr.Expr, written func(string) bool) string {
	found := ""
	e.Walk(func(e *expr.Expr) {
		name := ""
		switch {
		case e.Op == expr.OpAt && len(e.Args) == 1 && e.Args[0].Op == expr.OpRef && expr.Claim(e.Args[0]) == "claims":
			name = e.Name
		case e.Op == expr.OpRef, e.Op == expr.OpField:
			name = expr.Claim(e)
		}
		if found == "" && name != "" && written(name) {
			found = name
		}
	})
	return found
}
