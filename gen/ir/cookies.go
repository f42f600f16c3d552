package ir

import (
	"strings"

	"github.com/flowc-dev/flowc/gen/expr"
)

// Cookies are the expressions in a value that read a cookie of the request.
func (t *Typed) Cookies() []*expr.Expr {
	var found []*expr.Expr
	t.Expr.Walk(func(e *expr.Expr) {
		src := sourceOf(e)
		if src.Kind == FromRequest && (strings.HasPrefix(src.Name, "cookies.") || strings.EqualFold(src.Name, "headers.cookie")) {
			found = append(found, e)
		}
	})
	return found
}
