package guards

import (
	"fmt"
	"slices"
	"strings"

	"github.com/flowc-dev/flowc/gen/expr"
	"github.com/flowc-dev/flowc/gen/ir"
	"github.com/flowc-dev/flowc/gen/lint/rule"
	"github.com/flowc-dev/flowc/gen/trace"
	"github.com/flowc-dev/flowc/gen/values"
	"github.com/flowc-dev/flowc/schema/diag"
	"github.com/flowc-dev/flowc/schema/types"
)

var Strangers = rule.Rule{Code: diag.FC428, Run: strangers}

// strangers reports a node that takes the tokens of an issuer which others than it means may have.
func strangers(p *rule.Pass) {
	p.Nodes(func(s *ir.Step) {
		t := s.Node.Template
		if t.Guard.Strangers == nil || s.Mistaken() {
			return
		}
		open := t.Guard.Strangers(ir.NewPass(s))
		if open == nil || narrowed(p.Values(), s, open.Claims) {
			return
		}
		hint := "compare one of " + strings.Join(open.Claims, ", ") + " with your own value, in authRequire"
		if len(open.Claims) == 1 {
			hint = fmt.Sprintf("compare the claim %s with your own value, in authRequire", open.Claims[0])
		}
		if open.Setting != "" {
			hint = fmt.Sprintf("set %q, or %s", open.Setting, hint)
		}
		p.ReportNode(s.Node, diag.Diagnostic{
			Span:    s.Node.Field(open.Field).Span,
			Message: fmt.Sprintf("%q accepts tokens of %s that strangers can get: %s", s.Node.ID.Value, open.Issuer, open.Why), Hint: hint,
		})
	})
}

// narrowed reports whether a condition about who is let in says of one of some claims what it is.
func narrowed(g *values.Graph, s *ir.Step, claims []string) bool {
	for _, f := range s.Checked() {
		if f.Within != "" && s.Value[f.Name].Expr != nil && says(g, s.Value[f.Name].Expr, claims) {
			return true
		}
	}
	return false
}

// says reports whether a condition holds only where one of some claims is what the document or a variable says.
func says(g *values.Graph, e *expr.Expr, claims []string) bool {
	return g.Implies(e, func(e *expr.Expr) bool {
		if e.Op != expr.OpBinary || e.Name != "==" {
			return false
		}
		a, b := e.Args[0], e.Args[1]
		return isClaim(g, a, claims) && isFixed(g, b) || isClaim(g, b, claims) && isFixed(g, a)
	})
}

// isClaim reports whether an expression is the whole value of one of some claims.
func isClaim(g *values.Graph, e *expr.Expr, claims []string) bool {
	for at := range g.Back(trace.Walk{Through: trace.Named | trace.Typed}, g.Expr(e)) {
		claim := strings.TrimPrefix(g.About(at.Value).Name, "claims.")
		if g.Kind(at.Value) == trace.Output && slices.Contains(claims, claim) {
			return true
		}
	}
	return false
}

// isFixed reports whether an expression is a literal or a variable, whatever the caller sends.
func isFixed(g *values.Graph, e *expr.Expr) bool {
	return rule.Sole(g, g.Expr(e), func(v trace.Value) bool {
		return g.Kind(v) == trace.Variable || g.Kind(v) == trace.Constant && g.About(v).Expr.Type.Kind != types.Null
	}) != 0
}
