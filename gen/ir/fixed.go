package ir

import (
	"fmt"
	"slices"
	"strings"

	"github.com/flowc-dev/flowc/schema"
	"github.com/flowc-dev/flowc/schema/diag"
	"github.com/flowc-dev/flowc/templates"
)

// fixed refuses placeholders in fields that nothing evaluates: they are the same for every execution. What the node's
// own check has said, from before on, is not said again.
func (b *builder) fixed(n *Node, before int) {
	for _, v := range n.Given() {
		if v.JSON == nil || slices.ContainsFunc(b.list[before:], func(d diag.Diagnostic) bool { return d.Span == v.JSON.Span }) {
			continue
		}
		if v.Field.Shape != templates.Text && v.Field.Shape != templates.List {
			continue
		}
		items := v.JSON.Items
		if v.Field.Shape == templates.Text && v.JSON.Kind == schema.String {
			items = []*schema.Value{v.JSON}
		}
		for _, item := range items {
			if v.Field.Env {
				b.variableOnly(n, v.Field.Name, item)
				continue
			}
			b.unevaluated(n, v.Field.Name, item)
		}
	}
}

// variableOnly refuses a text that holds a placeholder and more than one variable (FC203).
func (b *builder) variableOnly(n *Node, name string, v *schema.Value) {
	if strings.Contains(v.Text, "{{") && templates.Variable(v.Text) == "" {
		b.placeholder(n, v, fmt.Sprintf("%q: want a text, or exactly {{env.NAME}}, got %q", name, v.Text))
	}
}

// unevaluated refuses a text that holds a placeholder (FC203).
func (b *builder) unevaluated(n *Node, name string, v *schema.Value) {
	if strings.Contains(v.Text, "{{") {
		b.placeholder(n, v, fmt.Sprintf("%q: want a text without placeholders, got %q", name, v.Text))
	}
}

func (b *builder) placeholder(n *Node, v *schema.Value, message string) {
	n.report(&b.list, diag.Diagnostic{
		Code: diag.FC203, Span: v.Span, Message: message, Hint: "write the value itself: it is fixed when the service starts",
	})
}
