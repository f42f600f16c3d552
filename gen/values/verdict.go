package values

import (
	"slices"

	"github.com/flowc-dev/flowc/gen/expr"
	"github.com/flowc-dev/flowc/gen/ir"
	"github.com/flowc-dev/flowc/gen/trace"
)

// Judge implements ir.Values.
func (f *flow) Judge(s *ir.Step, e *expr.Expr, of func(ir.Origin) trace.Verdict) trace.Verdict {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.asked()
	g := f.Graph
	return g.Judge(trace.Judgement{
		Of: func(v trace.Value) trace.Verdict {
			o, is := g.source(v)
			if !is {
				return g.constancy(v)
			}
			f.mu.Unlock() // of may ask the graph
			defer f.mu.Lock()
			return of(o)
		},
		Either: func(e trace.Edge) bool { return e.Way == trace.Chosen || g.arrives(e) },
		Passes: func(e trace.Edge) bool { return !g.arrives(e) || g.unguarded(e) },
	}, f.expr(s, e))
}

// constancy returns the verdict on a value that is no source.
func (g *Graph) constancy(v trace.Value) trace.Verdict {
	e := g.About(v).Expr
	switch {
	case e != nil && e.Same():
		return trace.Neutral
	case g.Kind(v) == trace.Fresh, e != nil && e.Op == expr.OpBad:
		return trace.Fails
	}
	return trace.Open
}

// arrives reports whether an edge is what a wire brings to an expression that reads {{input}}.
func (g *Graph) arrives(e trace.Edge) bool {
	return g.input(e.To) != nil
}

// input returns the node of which an expression reads what arrives, nil where it reads something else.
func (g *Graph) input(v trace.Value) *ir.Node {
	if ref, _ := chain(g.About(v).Expr); ref != nil && ir.SourceOf(ref).Kind == ir.FromInput {
		return ir.SourceOf(ref).Node
	}
	return nil
}

// unguarded reports whether a wire brings the value of an edge past no guard.
func (g *Graph) unguarded(e trace.Edge) bool {
	out := g.About(e.From).Out
	if out == nil {
		return false // what a caller sends
	}
	return slices.ContainsFunc(out.Step.Flow.Runs(g.input(e.To)), func(of *ir.Step) bool {
		return slices.ContainsFunc(of.Arrivals(), func(in *ir.Out) bool {
			return in.Sent() == out && !in.Guard && !in.Step.Protected()
		})
	})
}

// Implies implements ir.Values.
func (f *flow) Implies(s *ir.Step, e *expr.Expr, says func(*expr.Expr) bool) bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.asked()
	f.expr(s, e)
	return f.Graph.Implies(e, func(e *expr.Expr) bool {
		f.mu.Unlock() // says may ask the graph
		defer f.mu.Lock()
		return says(e)
	})
}

// Implies reports whether a condition is true only where one of its comparisons is true that says accepts: one of those
// that && joins, and each of those that || joins, also under names.
func (g *Graph) Implies(condition *expr.Expr, says func(comparison *expr.Expr) bool) bool {
	const through = trace.Same | trace.Compared
	return g.Judge(trace.Judgement{
		Of: func(v trace.Value) trace.Verdict {
			e := g.About(v).Expr
			ref, _ := chain(e)
			switch {
			case g.Kind(v) == trace.Output, ref != nil, e != nil && (e.Name == "&&" || e.Name == "||" || e.Converts()):
				return trace.Open
			case e != nil && says(e):
				return trace.Holds
			}
			return trace.Fails
		},
		Either: func(e trace.Edge) bool {
			of := g.About(e.To).Expr
			return e.Way == trace.Compared && of != nil && of.Name == "&&"
		},
		Passes: func(e trace.Edge) bool { return e.Way&through != 0 },
	}, g.exprs[condition]) == trace.Holds
}
