package lint

import (
	"strings"

	"github.com/flowc-dev/flowc/gen/expr"
	"github.com/flowc-dev/flowc/gen/facts"
	"github.com/flowc-dev/flowc/gen/ir"
	"github.com/flowc-dev/flowc/gen/values"
	"github.com/flowc-dev/flowc/schema"
)

// writtenOut are the texts of a string of the document that this writes out.
func writtenOut(g *values.Graph, t *ir.Typed) facts.WrittenOut {
	if t.Tree.JSON.Kind != schema.String {
		return facts.WrittenOut{}
	}
	return facts.Written(g, t.Expr)
}

// eachNamed calls f for each value inside of t that is no object or list, with the name of the nearest object's member
// that holds it.
func eachNamed(t *ir.Typed, name string, f func(name string, t *ir.Typed)) {
	if t == nil {
		return
	}
	if len(t.Items) == 0 {
		f(name, t)
	}
	for i, item := range t.Items {
		if i < len(t.Tree.Keys) {
			eachNamed(item, t.Tree.Keys[i], f)
			continue
		}
		eachNamed(item, name, f)
	}
}

// placeholder stands in for a placeholder where a text is looked at without knowing its value.
const placeholder = "\x00"

// withoutPlaceholders is a string of the document with each placeholder as one byte, unless that is written out too.
func withoutPlaceholders(g *values.Graph, t *ir.Typed) string {
	if w := writtenOut(g, t); w.Only && len(w.Texts) > 0 {
		return w.Texts[0]
	}
	var text strings.Builder
	for i, part := range t.Tree.Text.Parts {
		switch {
		case part.IsLiteral():
			text.WriteString(part.Literal)
		case t.Expr.Op == expr.OpText && i < len(t.Expr.Args):
			text.WriteString(known(g, t.Expr.Args[i]))
		default:
			text.WriteString(placeholder)
		}
	}
	return text.String()
}

// known is what a placeholder puts into a text, or what stands in for it.
func known(g *values.Graph, e *expr.Expr) string {
	if w := facts.Written(g, e); w.Only && len(w.Texts) > 0 {
		return w.Texts[0]
	}
	return placeholder
}
