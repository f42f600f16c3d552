package ir

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/flowc-dev/flowc/gen/expr"
	"github.com/flowc-dev/flowc/schema/diag"
	"github.com/flowc-dev/flowc/schema/types"
	"github.com/flowc-dev/flowc/templates"
)

// ownPrefix begins the keys that the runtime itself stores under.
const ownPrefix = "flowc."

// readKey reads a key. Its Text is what identifies it: the literal, or the prefix with its ":".
func (b *builder) readKey(n *Node, v *Value) bool {
	v.Tree = b.parseTree(n, v.JSON)
	parts := v.Tree.Text.Parts
	v.Text = v.JSON.Text
	if len(parts) > 0 {
		v.Text = parts[0].Literal
	}
	problem, hint := keyProblem(v.Tree.Text), cmp.Or(n.prefixedKey(v), "write it like \"visits\", or like \"visits:{{id}}:{{day}}\"")
	if v.Field.Prefixes.Field != "" && n.Applies(v.Field.Prefixes) {
		problem, hint = prefixProblem(v.Tree.Text), "write it like \"session:{{user.id}}:\", which is what all keys of one user begin with"
	}
	if strings.HasPrefix(v.Text, ownPrefix) {
		problem = fmt.Sprintf("keys that begin with %q are the runtime's own", ownPrefix)
	}
	if problem != "" {
		n.report(&b.list, diag.Diagnostic{
			Code: diag.FC203, Span: v.JSON.Span, Message: fmt.Sprintf("%q: %s", v.Field.Name, problem),
			Hint: hint,
		})
	}
	return problem == ""
}

// prefixedKey says how a key is written that lacks its prefix, or the ":" behind that: with the name of the node; "" of
// another one.
func (n *Node) prefixedKey(v *Value) string {
	parts := v.Tree.Text.Parts
	if len(parts) == 0 || slices.ContainsFunc(parts, func(p expr.Part) bool { return !isText(v.Tree.Text, p) && p.Code == nil }) {
		return ""
	}
	prefix, rest := "", v.JSON.Text
	if isText(v.Tree.Text, parts[0]) {
		prefix, rest = parts[0].Literal, v.JSON.Text[parts[0].End:]
	}
	prefix = cmp.Or(strings.TrimRight(prefix, ":-_/. "), n.ID.Value)
	key, problems := expr.Parse(prefix + ":" + rest)
	if len(problems) > 0 || keyProblem(key) != "" || strings.HasPrefix(prefix, ownPrefix) {
		return ""
	}
	return fmt.Sprintf("write %q", key.Text)
}

// keyProblem says why a text is no key: a literal, or a literal prefix ending in ":" and then placeholders with a ":"
// between them.
func keyProblem(t *expr.Template) string {
	if literal, ok := t.Literal(); ok {
		switch {
		case literal == "":
			return "a key can't be empty"
		case strings.HasSuffix(literal, ":"):
			return fmt.Sprintf("%q is a prefix, with no placeholder after it", literal)
		}
		return ""
	}
	for i, p := range t.Parts {
		literal := isText(t, p)
		switch {
		case i == 0 && (!literal || !strings.HasSuffix(p.Literal, ":") || p.Literal == ":"):
			return "want a literal prefix that ends in \":\" before the first placeholder"
		case i%2 == 0 && i > 0 && (!literal || p.Literal != ":" || i == len(t.Parts)-1):
			return "want nothing but placeholders after the prefix, with a \":\" between them"
		}
	}
	return ""
}

// prefixProblem says why a text is no prefix of keys: a key, and a ":" behind it.
func prefixProblem(t *expr.Template) string {
	if len(t.Parts) == 0 || !isText(t, t.Parts[len(t.Parts)-1]) || !strings.HasSuffix(t.Parts[len(t.Parts)-1].Literal, ":") {
		return "what keys begin with ends in \":\", so that it is whole parts of them"
	}
	last := len(t.Parts) - 1
	if last == 0 {
		if t.Parts[0].Literal == ":" {
			return "want a literal prefix before the \":\""
		}
		return ""
	}
	if t.Parts[last].Literal != ":" {
		return "want nothing but placeholders after the prefix, with a \":\" between them"
	}
	return keyProblem(&expr.Template{Text: t.Text, Parts: t.Parts[:last]})
}

// key checks the placeholders of a key, each a text of its own.
func (c *checker) key(v *Value) *Typed {
	typed := &Typed{Tree: v.Tree, Type: types.Of(types.String)}
	for _, p := range v.Tree.Text.Parts {
		if isText(v.Tree.Text, p) {
			continue
		}
		one := &Tree{JSON: v.JSON, Text: &expr.Template{Text: v.Tree.Text.Text, Parts: []expr.Part{p}}}
		w := expr.Want{Type: types.Of(types.String), Text: true, What: fmt.Sprintf("placeholder %d of field %q", len(typed.Items)+1, v.Field.Name)}
		typed.Items = append(typed.Items, c.text(one, w))
	}
	return typed
}

// Key returns what identifies the key that the node stores or reads under, or "".
func (n *Node) Key() string {
	if v := n.Shaped(templates.Key); v != nil {
		return v.Text
	}
	return ""
}

// sourceOf is the Source of a reference, or of a field of one: of {{user.email}} FromNode, user, "email"; zero of any
// other expression.
func sourceOf(e *expr.Expr) Source {
	switch {
	case e.Op == expr.OpRef:
		return e.Ref.Data.(Source)
	case e.Op == expr.OpField && e.Args[0].Op == expr.OpRef:
		src := e.Args[0].Ref.Data.(Source)
		if src.Field == "" {
			src.Field = e.Name
		}
		return src
	}
	return Source{}
}
