package ir

import (
	"fmt"

	"github.com/flowc-dev/flowc/schema"
	"github.com/flowc-dev/flowc/schema/diag"
	"github.com/flowc-dev/flowc/templates"
)

// mistyped reports a node that has the fields of another type, and none of its own: not each field is wrong then, but
// the type. Nothing else is known of such a node.
func (b *builder) mistyped(n *Node) {
	given := n.given()
	t := b.typeWith(given)
	if t == nil || t == n.Template {
		return
	}
	for _, m := range given {
		if field(n.Template, m.Key) != nil {
			return
		}
	}
	n.report(&b.list, diag.Diagnostic{
		Code: diag.FC202, Span: given[0].KeySpan,
		Message: fmt.Sprintf("%s has no field %q", n.Template.Title, given[0].Key),
		Hint:    fmt.Sprintf("set the node's type to %q, whose fields these are", t.Type),
	})
	n.Template = nil
}

// given are the members of a node's data that its type must know.
func (n *Node) given() []schema.Member {
	var given []schema.Member
	for _, m := range n.Data.Members {
		if !anyType(m.Key) {
			given = append(given, m)
		}
	}
	return given
}

// typeWith returns the node type that has all of the fields, or nil.
func (b *builder) typeWith(given []schema.Member) *templates.Template {
	for _, name := range b.typeNames {
		t := b.templates[name]
		all := len(given) > 0
		for _, m := range given {
			all = all && field(t, m.Key) != nil
		}
		if all {
			return t
		}
	}
	return nil
}
