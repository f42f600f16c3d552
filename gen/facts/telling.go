package facts

import (
	"net/http"
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

// Telling is the setting of a node, as the document writes it, that says most of what it does: a query, an expression; ""
// where none does. The field is whose it is; nil where none is.
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

// Brief is Telling in one line: a query's first words, a call's method, host and path, "attempts 5"; where nothing else is told, the names
// of what the node has to be given.
func Brief(n *ir.Node) string {
	text, f := Telling(n)
	if f == nil {
		return given(n)
	}
	switch f.Shape {
	case templates.URL:
		text, _, _ = strings.Cut(text, "?")
		if _, host, found := strings.Cut(text, "://"); found {
			text = host
		}
		text = strings.TrimSpace(method(n) + " " + text)
	case templates.Int, templates.Duration:
		text = spoken(f.Name) + " " + text // a number alone says nothing
	}
	return strings.Join(strings.Fields(text), " ")
}

// method is how a node that calls an address does so: POST.
func method(n *ir.Node) string {
	for _, f := range n.Template.Fields {
		if f.Shape != templates.Choice || !slices.Contains(f.Enum, http.MethodPost) {
			continue
		}
		if v := n.Field(f.Name); v != nil {
			return v.Text
		}
		return f.Default
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
