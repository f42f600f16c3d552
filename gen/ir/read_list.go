package ir

import (
	"fmt"
	"slices"
	"strings"

	"github.com/flowc-dev/flowc/schema"
	"github.com/flowc-dev/flowc/schema/diag"
	"github.com/flowc-dev/flowc/templates"
)

// readList reads a field that is a list of texts, and reports whether it is one.
func (b *builder) readList(n *Node, v *Value) bool {
	if v.JSON.Kind == schema.String {
		return b.readListed(n, v)
	}
	for _, item := range v.JSON.Items {
		if item.Kind != schema.String {
			n.report(&b.list, diag.Diagnostic{
				Code: diag.FC003, Span: item.Span,
				Message: fmt.Sprintf("%q: want a list of strings, got %s in it", v.Field.Name, kindNames[item.Kind]),
			})
			return false
		}
		if enum := v.Field.Enum; len(enum) > 0 && !slices.Contains(enum, item.Text) {
			n.report(&b.list, diag.Diagnostic{
				Code: diag.FC203, Span: item.Span,
				Message: fmt.Sprintf("%q: value not allowed in it: %q", v.Field.Name, item.Text),
				Hint:    oneOf(item.Text, v.Field.Enum),
			})
			return false
		}
		v.List = append(v.List, item.Text)
	}
	return true
}

// readSeveral reads the texts or choices of a field that may be a list of them.
func (b *builder) readSeveral(n *Node, v *Value) bool {
	problem, at := "", v.JSON
	if len(v.JSON.Items) == 0 {
		problem = "want at least one, got an empty list"
	}
	one := &Value{Field: v.Field}
	for _, item := range v.JSON.Items {
		if item.Kind != schema.String {
			n.report(&b.list, diag.Diagnostic{
				Code: diag.FC003, Span: item.Span, Message: fmt.Sprintf("%q: want a list of strings, got %s in it", v.Field.Name, kindNames[item.Kind]),
			})
			return false
		}
		if problem = readScalar(one, item.Text); problem == "" && slices.Contains(v.List, item.Text) {
			problem = fmt.Sprintf("%q is in the list twice", item.Text)
		}
		if problem != "" {
			at = item
			break
		}
		v.List = append(v.List, item.Text)
	}
	if len(v.List) == 1 {
		v.Text = v.List[0]
	}
	if problem != "" {
		n.report(&b.list, diag.Diagnostic{
			Code: diag.FC203, Span: at.Span, Message: fmt.Sprintf("%q: %s", v.Field.Name, problem), Hint: choiceHint(v.Field, at.Text),
		})
	}
	return problem == ""
}

// readListed reads the variable that a list is read from when the service starts: exactly {{env.PUBLIC_NAME}}.
func (b *builder) readListed(n *Node, v *Value) bool {
	if v.Text = templates.Variable(v.JSON.Text); strings.HasPrefix(v.Text, "PUBLIC_") {
		return true
	}
	n.report(&b.list, diag.Diagnostic{
		Code: diag.FC203, Span: v.JSON.Span, Message: fmt.Sprintf("%q: want a list, or exactly {{env.PUBLIC_NAME}}, got %q", v.Field.Name, v.JSON.Text),
		Hint: "write them in a list, or into an environment variable with commas, and its name here",
	})
	return false
}
