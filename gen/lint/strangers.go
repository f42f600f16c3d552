package lint

import (
	"fmt"
	"slices"
	"strings"

	"github.com/flowc-dev/flowc/gen/expr"
	"github.com/flowc-dev/flowc/gen/ir"
	"github.com/flowc-dev/flowc/schema/diag"
	"github.com/flowc-dev/flowc/schema/types"
)

var strangersRule = Rule{Code: diag.FC428, Run: strangers}

// strangers reports a node that takes the tokens of an issuer which others than it means may have.
func strangers(p *Pass) {
	p.Nodes(func(s *ir.Step) {
		t := s.Node.Template
		if t.Strangers == nil || s.Mistaken() {
			return
		}
		open := t.Strangers(ir.NewPass(s))
		if open == nil || narrowed(s, open.Claims) {
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
func narrowed(s *ir.Step, claims []string) bool {
	for _, f := range s.Checked() {
		if f.Within != "" && s.Value[f.Name].Expr != nil && says(s.Value[f.Name].Expr, claims) {
			return true
		}
	}
	return false
}

// says reports whether a condition holds only where one of some claims is what the document or a variable says.
func says(e *expr.Expr, claims []string) bool {
	for e.Converts() {
		e = e.Args[0]
	}
	switch {
	case e.Op != expr.OpBinary:
		return false
	case e.Name == "&&":
		return says(e.Args[0], claims) || says(e.Args[1], claims)
	case e.Name == "||":
		return says(e.Args[0], claims) && says(e.Args[1], claims)
	case e.Name == "==":
		a, b := e.Args[0], e.Args[1]
		return slices.Contains(claims, claimAt(a)) && fixedBefore(b) || slices.Contains(claims, claimAt(b)) && fixedBefore(a)
	}
	return false
}

// claimAt returns the claim whose whole value an expression is, "" where it is none.
func claimAt(e *expr.Expr) string {
	for e.Converts() {
		e = e.Args[0]
	}
	switch of := expr.Claim(e); {
	case e.Op == expr.OpAt && len(e.Args) == 1 && expr.Claim(e.Args[0]) == of && e.Args[0].Op == expr.OpRef:
		return e.Name
	case e.Op == expr.OpRef, e.Op == expr.OpField:
		return of
	}
	return ""
}

// fixedBefore reports whether an expression is a literal or a variable, whatever the caller sends.
func fixedBefore(e *expr.Expr) bool {
	for e.Converts() {
		e = e.Args[0]
	}
	if e.Op == expr.OpConst {
		return e.Type.Kind != types.Null
	}
	if e.Op != expr.OpRef || e.Ref == nil {
		return false
	}
	src, ok := e.Ref.Data.(ir.Source)
	return ok && src.Kind == ir.FromEnv
}
