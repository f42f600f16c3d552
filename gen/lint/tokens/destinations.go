package tokens

import (
	"github.com/flowc-dev/flowc/gen/expr"
	"github.com/flowc-dev/flowc/gen/ir"
	"github.com/flowc-dev/flowc/gen/trace"
	"github.com/flowc-dev/flowc/gen/values"
	"github.com/flowc-dev/flowc/schema/types"
	"github.com/flowc-dev/flowc/templates"
)

// goes is to whom values go in an execution that some Calls have led to: each as it is, or as a part of a text.
func goes(g *values.Graph, calls []int32, from ...trace.Value) reach {
	var to reach
	for at := range g.Forth(trace.Walk{Through: trace.Followed, Calls: calls, Passes: stillToken(g)}, from...) {
		a := g.About(at.Value)
		if a.Field == nil {
			continue
		}
		text, part := pasting(g, at)
		if text == nil {
			continue
		}
		to = to.and(reach{
			answered: a.Field.Sink == templates.Answer, sent: a.Field.Sink == templates.Sent && !a.Field.Headers,
			kept: keeps(a.Step, a.Field, text), links: linkBefore(g, text.Expr, part),
		})
	}
	return to
}

// stillToken leaves out what carries no token any more: a digest, what another service answers. A function may give
// back what it is given.
func stillToken(g *values.Graph) func(trace.Edge) bool {
	return func(e trace.Edge) bool {
		to := g.About(e.To)
		if to.Expr != nil {
			return to.Expr.Type.AllLabels().Has(types.Token)
		}
		return e.Way != trace.Derived || to.Step.Node.Function().Known
	}
}

// pasting is the text by which a value comes to a field, and what of that it is a part of.
func pasting(g *values.Graph, at *trace.Place) (text *ir.Typed, part *expr.Expr) {
	for p := at.Before; p != nil && g.About(p.Value).Out == nil; p = p.Before {
		a := g.About(p.Value)
		switch {
		case text == nil && a.Typed != nil && a.Expr != nil:
			text, part = a.Typed, a.Expr
		case text != nil && part.Op == expr.OpText && a.Expr != part && a.Typed == nil:
			return text, a.Expr
		}
	}
	return text, part
}

// GoesFrom is to whom what a value is made of goes.
func GoesFrom(g *values.Graph, s *ir.Step, e *expr.Expr, calls []*ir.Step) reach {
	var to reach
	for at := range g.Back(trace.Walk{Through: trace.Followed | trace.Hashed, Calls: g.Numbers(calls)}, g.Expr(e)) {
		if k := g.Kind(at.Value); k == trace.Output || k == trace.Field && s.Flow.Called() {
			to = to.and(goes(g, at.Calls(), at.Value))
		}
	}
	return to
}

// TokenGoes is to whom the token goes that a step signs.
func TokenGoes(g *values.Graph, s *ir.Step, calls []*ir.Step) reach {
	return goes(g, g.Numbers(calls), g.Outputs(s.Node, s.Flow, "token")...)
}
