package lint

import (
	"iter"

	"github.com/flowc-dev/flowc/gen/expr"
	"github.com/flowc-dev/flowc/gen/ir"
	"github.com/flowc-dev/flowc/gen/trace"
	"github.com/flowc-dev/flowc/gen/values"
)

// origin is where a value comes from.
type origin struct {
	at   trace.Value
	kind trace.Kind
	values.About
}

// isSent reports whether a caller sends it.
func (o origin) isSent() bool { return o.kind == trace.Field || o.kind == trace.Request }

// digestOf returns what an expression is the SHA-256 or the HMAC of; nil where it is neither.
func digestOf(g *values.Graph, e *expr.Expr) *expr.Expr {
	of, _ := g.Plain(e).Digest()
	return g.Plain(of)
}

// stepOf returns the step at which an expression is that a value at s is made of: s itself, or where a Call gives or
// returns it.
func stepOf(g *values.Graph, e *expr.Expr, s *ir.Step) *ir.Step {
	if at := g.About(g.Expr(e)).Step; at != nil && at.Flow != s.Flow {
		return at
	}
	return s
}

// origins yields where the values of an expression come from, the nearest first: fields of the request, variables and
// outputs of nodes, those among them that only give a name. It stays in the execution of the expression.
func origins(g *values.Graph, e *expr.Expr) iter.Seq[origin] { return originsOf(g, g.Expr(e)) }

// originsOf is origins of a value.
func originsOf(g *values.Graph, v trace.Value) iter.Seq[origin] {
	const through = trace.All &^ (trace.Kept | trace.Claimed | trace.Matched | trace.Argument | trace.Returned)
	walk := trace.Walk{Through: through, Passes: func(e trace.Edge) bool {
		return e.Way&(trace.Derived|trace.Hashed) == 0 || g.Kind(e.To) != trace.Output
	}}
	return func(yield func(origin) bool) {
		for at := range g.Back(walk, v) {
			switch kind := g.Kind(at.Value); kind {
			case trace.Output, trace.Variable, trace.Field, trace.Request:
				if !yield(origin{at.Value, kind, g.About(at.Value)}) {
					return
				}
			}
		}
	}
}
