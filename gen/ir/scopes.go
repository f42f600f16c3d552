package ir

import (
	"go/constant"

	"github.com/flowc-dev/flowc/gen/expr"
)

// Scopes implements templates.Pass.
func (p *pass) Scopes(field string) []string {
	if p.step == nil || p.step.Value[field] == nil {
		return nil
	}
	return scopesIn(p.step.Value[field].Expr)
}

// scopesIn are the scopes that all have to be there for e to hold, in the order of the document.
func scopesIn(e *expr.Expr) []string {
	switch {
	case e == nil:
		return nil
	case e.Op == expr.OpBinary && e.Name == "&&":
		return append(scopesIn(e.Args[0]), scopesIn(e.Args[1])...)
	case e.Op == expr.OpCall && e.Name == "hasScope" && len(e.Args) == 2:
		if scope, ok := e.Args[1].Const(); ok && scope.Kind() == constant.String {
			return []string{constant.StringVal(scope)}
		}
	}
	return nil
}
