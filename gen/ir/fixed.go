package ir

import (
	"fmt"
	"slices"
	"strings"

	"github.com/flowc-dev/flowc/schema"
	"github.com/flowc-dev/flowc/schema/diag"
	"github.com/flowc-dev/flowc/templates"
)

// fixed refuses placeholders in fields that nothing evaluates: they are the same for every execution. What the node's own
// check has said, from before on, is not said again.
func (b *builder) fixed(n *Node, before int) {
	for _, v := range n.Given() {
		if v.JSON == nil || slices.ContainsFunc(b.list[before:], func(d diag.Diagnostic) bool { return d.Span == v.JSON.Span }) {
			continue
		}
		switch v.Field.Shape {
		case templates.Text:
			b.unevaluated(n, v.Field.Name, v.JSON)
		case templates.List:
			for _, item := range v.JSON.Items {
				b.unevaluated(n, v.Field.Name, item)
			}
		}
	}
}

// unevaluated refuses a text that holds a placeholder (FC203).
func (b *builder) unevaluated(n *Node, name string, v *schema.Value) {
	if !strings.Contains(v.Text, "{{") {
		return
	}
	n.report(&b.list, diag.Diagnostic{
		Code: diag.FC203, Span: v.Span, Message: fmt.Sprintf("%q: want a text without placeholders, got %q", name, v.Text),
		Hint: "write the value itself: it is fixed when the service starts",
	})
}
