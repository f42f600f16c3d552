package secrets

import (
	"fmt"
	"slices"

	"github.com/flowc-dev/flowc/gen/expr"
	"github.com/flowc-dev/flowc/gen/ir"
	"github.com/flowc-dev/flowc/gen/lint/rule"
	"github.com/flowc-dev/flowc/gen/lint/tokens"
	"github.com/flowc-dev/flowc/gen/trace"
	"github.com/flowc-dev/flowc/gen/values"
	"github.com/flowc-dev/flowc/schema/diag"
	"github.com/flowc-dev/flowc/schema/types"
	"github.com/flowc-dev/flowc/templates"
)

var Pieces = rule.Rule{Code: diag.FC402Oracle, Run: pieces, Needs: ir.Guessed}

// pieces reports comparisons in expressions that give a secret, a password or a hash to the caller piece by piece:
// by its prefix, its order, a pattern or a part of it. Whether it is another one as a whole may be asked.
func pieces(p *rule.Pass) {
	p.Steps(func(s *ir.Step) {
		for _, f := range s.Checked() {
			s.Value[f.Name].Walk(func(t *ir.Typed) {
				if t.Expr == nil || t.Tree == nil {
					return
				}
				if f.Like != "" && executions(p.Values(), s, func(x execution) bool { return x.piece(t.Expr) != nil }) {
					reportPiece(p, s, t, t.Expr, t.Expr, takenPiece)
				}
				t.Expr.Walk(func(e *expr.Expr) {
					carried := (f.Sink == templates.Answer || f.Sink == templates.Claim) && t.Carrier(unanswerable) != nil
					if of := piecemeal(p.Values(), s, e); of != nil && !carried { // what an answer carries is reported as that
						reportPiece(p, s, t, e, of, chosenPiece)
					}
				})
			})
		}
	})
}

// What is reported of a value and its labels.
const (
	chosenPiece = "the caller chooses what a part of %s, a %s, is compared with, and learns all of it piece by piece"
	takenPiece  = "which way is taken gives a part of %s, a %s, to the caller"
)

// piecemeal returns the value that a comparison with what the caller chooses gives a piece of, or nil.
func piecemeal(g *values.Graph, s *ir.Step, e *expr.Expr) *expr.Expr {
	if len(e.Args) < 2 || e.Way(0) != trace.Compared || e.Args[0].Type.Kind == types.List {
		return nil
	}
	for i, value := range e.Args[:2] {
		tells := func(x execution) bool {
			if e.Equates() {
				piece := x.piece(value)
				return piece != nil && (x.isChosen(e.Args[1-i]) || slices.ContainsFunc(piece.Args[1:], isOfCallers))
			}
			return (e.Orders() || e.Pieces()) && x.isConfidential(value) && x.isChosen(e.Args[1-i])
		}
		if executions(g, s, tells) {
			return value
		}
	}
	return nil
}

// execution is one of a flow, to which some Calls have led.
type execution struct {
	g     *values.Graph
	calls []int32
}

// executions reports whether something holds in one of the executions of a step.
func executions(g *values.Graph, s *ir.Step, holds func(execution) bool) bool {
	return slices.ContainsFunc(tokens.Ways(s.Flow, tokens.MaxCalls), func(calls []*ir.Step) bool { return holds(execution{g, g.Numbers(calls)}) })
}

// made reports whether what a value is made of meets a condition: of what a Call gives, each Call may give another.
func (x execution) made(e *expr.Expr, meets func(*expr.Expr) bool) bool {
	if len(x.calls) == 0 {
		return meets(e)
	}
	for at := range x.g.Back(trace.Walk{Through: trace.Parts, Calls: x.calls}, x.g.Expr(e)) {
		if is := x.g.Read(at).Expr; !x.g.Reached(at.Value, trace.Parts) && is != nil && meets(is) {
			return true
		}
	}
	return false
}

// isConfidential reports whether a text must not reach the caller, who did not send it.
func (x execution) isConfidential(e *expr.Expr) bool {
	return e.MayBeText() && x.made(e, func(e *expr.Expr) bool {
		labels := e.Type.AllLabels()
		return labels&unanswerable != 0 && !labels.Has(types.Caller)
	})
}

// piece returns the piece of a text that must not reach the caller, where a value is one, also of one that was stored;
// or nil.
func (x execution) piece(e *expr.Expr) *expr.Expr {
	for at := range x.g.Back(trace.Walk{Through: trace.Same | trace.Kept, Calls: x.calls}, x.g.Expr(e)) {
		of := x.g.About(at.Value).Expr
		if of != nil && of.Pieces() && of.Way(0) != trace.Compared && (execution{x.g, at.Calls()}).isConfidential(of.Args[0]) {
			return of
		}
	}
	return nil
}

// isChosen reports whether the caller chooses a text: none that is a digest of what they send.
func (x execution) isChosen(e *expr.Expr) bool {
	return e.MayBeText() && x.made(e, isOfCallers) && rule.DigestOf(x.g, e) == nil
}

// isOfCallers reports whether what the caller sends is in a value.
func isOfCallers(e *expr.Expr) bool { return e.Type.AllLabels().Has(types.Caller) }

func reportPiece(p *rule.Pass, s *ir.Step, t *ir.Typed, at, of *expr.Expr, message string) {
	text := t.Tree.JSON.Text[of.Start:of.End]
	p.ReportNode(s.Node, diag.Diagnostic{
		Span:    t.Tree.JSON.Within(s.Node.Workflow.File, at.Start, at.End),
		Message: fmt.Sprintf(message, fmt.Sprintf("%q", text), of.Type.AllLabels()&unanswerable),
		Hint:    "compare the whole of it by ==, a password by a Hash verify",
	})
}
