package facts

import (
	"slices"
	"strings"
	"unicode"

	"github.com/flowc-dev/flowc/templates"

	"github.com/flowc-dev/flowc/gen/ir"
)

// telling are the shapes of fields by how much they say of a node, the most first.
var telling = []templates.Shape{
	templates.Query, templates.Cond, templates.Bare, templates.URL, templates.Key, templates.Func, templates.Expr, templates.Int, templates.Duration,
}

// Telling is the setting of a node, as the document writes it, that says most of what it does: a query, an expression;
// "" where none does. The field is whose it is; nil where none is.
func Telling(n *ir.Node) (string, *templates.Field) {
	if n.Template == nil {
		return "", nil
	}
	for _, shape := range telling {
		for i := range n.Template.Fields {
			f := &n.Template.Fields[i]
			if v := n.Field(f.Name); v != nil && f.Shape == shape && v.Text != "" {
				return v.Text, f
			}
		}
	}
	return "", nil
}

// Brief returns what a node does in a few words, as its type says it: "insert into orders". Where that says nothing it
// is Telling in one line, "attempts 5", or the names of what the node has to be given.
func Brief(n *ir.Node) string {
	if n.Template != nil && n.Template.Face.Says != nil {
		if says := n.Template.Face.Says(func(field string) string { return written(n, field) }); says != "" {
			return says
		}
	}
	text, f := Telling(n)
	if f == nil {
		return given(n)
	}
	if f.Shape == templates.Int || f.Shape == templates.Duration {
		text = spoken(f.Name) + " " + text // a number alone says nothing
	}
	return strings.Join(strings.Fields(text), " ")
}

// written is a setting as the document writes it, or its default.
func written(n *ir.Node, field string) string {
	if v := n.Field(field); v != nil {
		return v.Text
	}
	for _, f := range n.Template.Fields {
		if f.Name == field {
			return f.Default
		}
	}
	return ""
}

// given are the names of the values that a node can't be without.
func given(n *ir.Node) string {
	if n.Template == nil {
		return ""
	}
	for _, f := range n.Template.Fields {
		v := n.Field(f.Name)
		if v == nil || !f.Required || f.Shape != templates.Object {
			continue
		}
		var names []string
		for _, m := range v.Members {
			names = append(names, m.Key)
		}
		slices.Sort(names) // their order in the document means nothing
		return strings.Join(names, ", ")
	}
	return ""
}

// spoken is the name of a field as words, without that of its type: "expires in" of jwtExpiresIn.
func spoken(name string) string {
	var b strings.Builder
	for _, r := range strings.TrimLeftFunc(name, unicode.IsLower) {
		if unicode.IsUpper(r) {
			b.WriteByte(' ')
		}
		b.WriteRune(unicode.ToLower(r))
	}
	return strings.TrimSpace(b.String())
}
