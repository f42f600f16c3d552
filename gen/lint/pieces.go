package lint

import (
	"fmt"
	"slices"

	"github.com/flowc-dev/flowc/gen/expr"
	"github.com/flowc-dev/flowc/gen/ir"
	"github.com/flowc-dev/flowc/gen/trace"
	"github.com/flowc-dev/flowc/schema/diag"
	"github.com/flowc-dev/flowc/schema/types"
	"github.com/flowc-dev/flowc/templates"
)

var piecesRule = Rule{Code: diag.FC402, Run: pieces, Needs: ir.Guessed}

// pieces reports comparisons in expressions that give a secret, a password or a hash to the caller piece by piece:
// by its prefix, its order, a pattern or a part of it. Whether it is another one as a whole may be asked.
func pieces(p *Pass) {
	p.Steps(func(s *ir.Step) {
		for _, f := range s.Checked() {
			s.Value[f.Name].Walk(func(t *ir.Typed) {
				if t.Expr == nil || t.Tree == nil {
					return
				}
				if f.Like != "" && isPiece(s, t.Expr) {
					reportPiece(p, s, t, t.Expr, t.Expr, takenPiece)
				}
				t.Expr.Walk(func(e *expr.Expr) {
					carried := (f.Sink == templates.Answer || f.Sink == templates.Claim) && t.Carrier(unanswerable) != nil
					if of := piecemeal(s, e); of != nil && !carried { // what an answer carries is reported as that
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
func piecemeal(s *ir.Step, e *expr.Expr) *expr.Expr {
	if len(e.Args) < 2 || e.Way(0) != trace.Compared || e.Args[0].Type.Kind == types.List {
		return nil
	}
	whole := e.Op == expr.OpBinary && (e.Name == "==" || e.Name == "!=")
	orders := e.Op == expr.OpBinary && slices.Contains([]string{"<", "<=", ">", ">="}, e.Name)
	for i, value := range e.Args[:2] {
		other := e.Args[1-i]
		switch {
		case (orders || e.Pieces()) && isConfidential(value) && isChosen(s, other):
			return value
		case whole && isPiece(s, value) && (isChosen(s, other) || choosesPiece(s, value)):
			return value
		}
	}
	return nil
}

// isConfidential reports whether a text must not reach the caller, who did not send it.
func isConfidential(e *expr.Expr) bool {
	labels := e.Type.AllLabels()
	return labels&unanswerable != 0 && !labels.Has(types.Caller) && e.MayBeText()
}

// isPiece reports whether a value is a piece of a text that must not reach the caller.
func isPiece(s *ir.Step, e *expr.Expr) bool {
	piece := unwrapped(s, e)
	return piece != nil && piece.Pieces() && piece.Way(0) != trace.Compared && isConfidential(piece.Args[0])
}

// choosesPiece reports whether the caller chooses which piece a value is.
func choosesPiece(s *ir.Step, e *expr.Expr) bool {
	sent := func(arg *expr.Expr) bool { return arg.Type.AllLabels().Has(types.Caller) }
	return slices.ContainsFunc(unwrapped(s, e).Args[1:], sent)
}

// isChosen reports whether the caller chooses a text: none that is a digest of what they send.
func isChosen(s *ir.Step, e *expr.Expr) bool {
	return e.Type.AllLabels().Has(types.Caller) && e.MayBeText() && digested(s, e) == nil
}

func reportPiece(p *Pass, s *ir.Step, t *ir.Typed, at, of *expr.Expr, message string) {
	text := t.Tree.JSON.Text[of.Start:of.End]
	p.ReportNode(s.Node, diag.Diagnostic{
		Span:    t.Tree.JSON.Within(s.Node.Workflow.File, at.Start, at.End),
		Message: fmt.Sprintf(message, fmt.Sprintf("%q", text), of.Type.AllLabels()&unanswerable),
		Hint:    "compare the whole of it by ==, a password by a Hash verify",
	})
}
