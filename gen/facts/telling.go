package facts

import (
	"github.com/flowc-dev/flowc/templates"

	"github.com/flowc-dev/flowc/gen/ir"
)

// telling are the shapes of fields by how much they say of a node, the most first.
var telling = []templates.Shape{
	templates.Query, templates.Cond, templates.Bare, templates.URL, templates.Key, templates.Func, templates.Expr, templates.Int, templates.Duration,
}

// Telling is the setting of a node, as the document writes it, that says most of what it does: a query, an expression; ""
// where none does.
func Telling(n *ir.Node) string {
	if n.Template == nil {
		return ""
	}
	for _, shape := range telling {
		for i := range n.Template.Fields {
			f := &n.Template.Fields[i]
			if v := n.Field(f.Name); v != nil && f.Shape == shape && v.Text != "" {
				return v.Text
			}
		}
	}
	return ""
}
