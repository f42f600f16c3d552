package secrets

import (
	"fmt"
	"strings"
	"unicode"

	"github.com/flowc-dev/flowc/gen/expr"
	"github.com/flowc-dev/flowc/gen/facts"
	"github.com/flowc-dev/flowc/gen/ir"
	"github.com/flowc-dev/flowc/gen/lint/rule"
	"github.com/flowc-dev/flowc/gen/values"
	"github.com/flowc-dev/flowc/schema"
	"github.com/flowc-dev/flowc/schema/diag"
	"github.com/flowc-dev/flowc/templates"
)

const changeIt = "move the value to an environment variable, write {{env.NAME}}, and replace the value: it has been in a file"

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

// isRandom reports whether a text is likely a secret, and no words: it has a digit or a capital.
func isRandom(text string) bool {
	return isLikely(text) && strings.ContainsFunc(text, func(r rune) bool { return unicode.IsDigit(r) || unicode.IsUpper(r) })
}

func reportNamed(p *rule.Pass, s *ir.Step, f *templates.Field, name string, t *ir.Typed) {
	p.ReportNode(s.Node, diag.Diagnostic{
		Span: t.Tree.JSON.Span, Message: fmt.Sprintf("%q in %q looks like a credential, by its name and form", name, f.Name), Hint: changeIt,
	})
}
