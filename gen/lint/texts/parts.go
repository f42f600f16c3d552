package texts

import (
	"go/constant"
	"slices"
	"strings"

	"github.com/flowc-dev/flowc/gen/expr"
	"github.com/flowc-dev/flowc/gen/facts"
	"github.com/flowc-dev/flowc/gen/ir"
	"github.com/flowc-dev/flowc/gen/lint/rule"
	"github.com/flowc-dev/flowc/gen/trace"
	"github.com/flowc-dev/flowc/gen/values"
	"github.com/flowc-dev/flowc/schema/diag"
	"github.com/flowc-dev/flowc/schema/types"
)

// texts reads the texts that a step puts together.
type texts struct {
	p *rule.Pass
	g *values.Graph
	s *ir.Step
}

// loose returns a value that may hold anything, has one of some labels (0 are any) and is part of e as it is; nil where
// there is none. What a function like replace has changed is no such value.
func (r texts) loose(e *expr.Expr, labels types.Label) *expr.Expr { return r.part(e, labels, 0) }

// pasted returns such a value that is pasted between others, in e or in each element of a list.
func (r texts) pasted(e *expr.Expr, labels types.Label) *expr.Expr { return r.part(e, labels, 1) }

// part returns such a value on whose way as many texts are put together.
func (r texts) part(e *expr.Expr, labels types.Label, least uint8) *expr.Expr {
	const through = trace.Spelled | trace.Joined | trace.Element
	walk := trace.Walk{
		Through: through,
		Stop:    func(v trace.Value) bool { return closes(r.g.About(v).Expr) },
		Mark: func(mark uint8, e trace.Edge) uint8 {
			if e.Way == trace.Joined && r.g.About(e.To).Expr.Joins() {
				return 1
			}
			return mark
		},
	}
	for at := range r.g.Back(walk, r.g.Expr(e)) {
		if at.Mark < least || r.g.Reached(at.Value, through) {
			continue
		}
		is := r.g.Read(at).Expr
		if isOpen(is) && (labels == 0 || is.Type.AllLabels()&labels != 0) {
			return is
		}
	}
	return nil
}

// closes reports whether a value is a text in which nothing ends what it stands in.
func closes(e *expr.Expr) bool {
	return e != nil && e.Type.Kind != types.List && !facts.IsLoose(e)
}

// isOpen reports whether a value, or an element of a list, is a text that may hold anything.
func isOpen(e *expr.Expr) bool {
	switch {
	case e.Op == expr.OpConst, e.Op == expr.OpCall:
		return false
	case e.Type.Kind == types.List && e.Type.Elem != nil:
		return e.Type.Elem.Kind == types.String || e.Type.Elem.Kind == types.Any
	}
	return facts.IsLoose(e)
}

// mayHold reports whether a value may hold a mark for what is known of it before the workflow runs.
func (r texts) mayHold(e *expr.Expr, mark string) bool {
	at := rule.StepOf(r.g, e, r.s)
	joins := []string{"a" + mark + "b@example.com", "https://example.com/" + mark + "a"}
	for _, letters := range []int{0, 2, 7, 15, 35, 63} {
		joins = append(joins, mark+strings.Repeat("a", letters))
	}
	return slices.ContainsFunc(joins, func(text string) bool {
		why := at.Excluded(e, "==", constant.MakeString(text)).Field
		return why == "" || why == "request.path" // of which other texts may hold it
	})
}

// mayPart reports whether a value may hold what parts the words of a language, as far as that is known.
func (r texts) mayPart(e *expr.Expr) bool {
	return slices.ContainsFunc(strings.Split(` |'|"|;|)|-|,|/|.`, "|"), func(mark string) bool { return r.mayHold(e, mark) })
}

// words returns what of a text is written out, also under names, with a letter for each value.
func (r texts) words(e *expr.Expr) string { return spelledOut(piecesOf(r.g.Text(e))) }

// report reports a mistake in what t holds.
func (r texts) report(t *ir.Typed, message, hint string) {
	r.p.ReportNode(r.s.Node, diag.Diagnostic{Span: t.Tree.JSON.Span, Message: message, Hint: hint})
}

// piece is a part of a text: what is written out, or an expression.
type piece struct {
	literal string
	part    *expr.Expr // nil where it is written out
}

// piecesOf are the parts of a text as pieces.
func piecesOf(parts []*expr.Expr) []piece {
	pieces := make([]piece, len(parts))
	for i, part := range parts {
		if v, ok := part.Const(); ok {
			pieces[i] = piece{literal: expr.ConstText(v)}
		} else {
			pieces[i] = piece{part: part}
		}
	}
	return pieces
}

// spelledOut is what of a text is written out, with a letter for each value.
func spelledOut(pieces []piece) string {
	var text strings.Builder
	for _, p := range pieces {
		if p.part != nil {
			text.WriteByte('x')
		}
		text.WriteString(p.literal)
	}
	return text.String()
}
