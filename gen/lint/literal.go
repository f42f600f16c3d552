package lint

import (
	"go/constant"
	"strings"

	"github.com/flowc-dev/flowc/gen/ir"
	"github.com/flowc-dev/flowc/schema"
)

// literalText is the text of a string of the document where all of it is known when it is compiled: of one without
// placeholders, and of one whose placeholders hold texts alone, such as {{"abc"}}.
func literalText(t *ir.Typed) (string, bool) {
	if t.Expr == nil || t.Tree.JSON.Kind != schema.String {
		return "", false
	}
	value, ok := t.Expr.Const()
	if !ok || value.Kind() != constant.String {
		return "", false
	}
	return constant.StringVal(value), true
}

// eachNamed calls f for each value inside of t that is no object or list, with the name of the nearest object's member that
// holds it.
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

// withoutPlaceholders is a string of the document with each placeholder as one byte.
func withoutPlaceholders(t *ir.Typed) string {
	var text strings.Builder
	for _, part := range t.Tree.Text.Parts {
		if part.IsLiteral() {
			text.WriteString(part.Literal)
			continue
		}
		text.WriteString(placeholder)
	}
	return text.String()
}
