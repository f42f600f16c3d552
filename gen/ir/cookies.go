package ir

import (
	"strings"

	"github.com/flowc-dev/flowc/gen/expr"
)

// Cookies are the expressions in a value that read a cookie of the request.
func (t *Typed) Cookies() []*expr.Expr {
	var found []*expr.Expr
	t.Expr.Walk(func(e *expr.Expr) {
		if src := sourceOf(e); src.Kind == FromRequest && strings.HasPrefix(src.Name, "cookies.") {
			found = append(found, e)
		}
	})
	return found
}
