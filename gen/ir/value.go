package ir

import (
	"slices"
	"strings"
	"time"

	"github.com/flowc-dev/flowc/gen/expr"
	"github.com/flowc-dev/flowc/schema"
	"github.com/flowc-dev/flowc/schema/diag"
	"github.com/flowc-dev/flowc/schema/types"
	"github.com/flowc-dev/flowc/templates"
)

// Value is a field of a node, read by its shape. Which members are set follows from
// Field.Shape; a value that was refused has none.
type Value struct {
	Field    *templates.Field
	JSON     *schema.Value // nil for a default
	Text     string        // Text, Choice, Duration, the variable of a Secret, the literal or prefix of a Key
	Int      int64         // Int, and Size in bytes
	Bool     bool
	Duration time.Duration
	List     []string             // List, and the texts of a Text or Choice that is Env or Several
	Declared []templates.Declared // Types and Fields, sorted by name
	Cookies  []templates.Cookie
	Cases    []templates.Case
	Format   templates.Format // what the text of a JSON field is
	Tree     *Tree            // Expr, Cond, Bare, Object, JSON, Query, URL, Key; a list of the values of Cookies
}

// Tree is a JSON value whose strings may hold placeholders.
type Tree struct {
	JSON  *schema.Value
	Text  *expr.Template // of a string
	Keys  []string       // of an object, sorted, so that key order means nothing
	Items []*Tree        // of an array; of an object, one for each of Keys
	Names []*Tree        // of an object: one for each of Keys that has placeholders, else nil
}

// Typed is a Tree as checked at one place.
type Typed struct {
	Tree    *Tree
	Type    types.Type
	Expr    *expr.Expr // of a string
	null    bool       // of what a Call gives: it may be null
	refused bool       // its expression was, and Type is not known
	URL     *expr.URL  // of a URL field, beside Expr
	Items   []*Typed   // of an array or object; the placeholders of a Query or Key
	Names   []*Typed   // as those of Tree
	Page    string     // of a text that is HTML: the template of it, for a value of Type, whose fields are Items
	Each    *expr.Expr // of a part of a page that is repeated: the list, for whose elements it is a value of Type
}

// Entry returns the entry of an object called key, or nil.
func (t *Typed) Entry(key string) *Typed {
	if t == nil {
		return nil
	}
	if i, ok := slices.BinarySearch(t.Tree.Keys, key); ok && i < len(t.Items) {
		return t.Items[i]
	}
	return nil
}

// Walk calls f for t and all inside it, in order.
func (t *Typed) Walk(f func(*Typed)) {
	if t == nil {
		return
	}
	f(t)
	for _, name := range t.Names {
		name.Walk(f)
	}
	for _, item := range t.Items {
		item.Walk(f)
	}
}

// Carrier returns the expression of a string, in a longer text the placeholder, that
// carries one of the labels; nil where there is none.
func (t *Typed) Carrier(labels types.Label) *expr.Expr {
	e := t.Expr
	if e == nil || e.Type.AllLabels()&labels == 0 {
		return nil
	}
	for e.Op == expr.OpText {
		i := slices.IndexFunc(e.Args, func(arg *expr.Expr) bool { return arg.Type.AllLabels()&labels != 0 })
		if i < 0 {
			break
		}
		e = e.Args[i]
	}
	return e
}

// Carries reports whether a text in t carries one of the labels.
func (t *Typed) Carries(labels types.Label) bool {
	carries := false
	t.Walk(func(t *Typed) { carries = carries || t.Carrier(labels) != nil })
	return carries
}

// Carriers returns the placeholders of a string, or the parts that those of a URL join, that carry one of the labels.
// An environment variable that begins a URL or is part of its host carries no secret into it: it is an address.
func (t *Typed) Carriers(labels types.Label) []*expr.Expr {
	if t.Expr == nil {
		return nil
	}
	parts := []*expr.Expr{t.Expr}
	switch {
	case t.URL != nil:
		parts = t.Expr.Joined()
	case t.Expr.Op == expr.OpText:
		parts = t.Expr.Args
	}
	var list []*expr.Expr
	for _, e := range parts {
		carries := e.Type.AllLabels() & labels
		if t.URL != nil && slices.Contains(t.URL.Host, e) {
			carries &^= types.Secret
		}
		if carries != 0 {
			list = append(list, e)
		}
	}
	return list
}

// parseTree parses every string inside v.
func (b *builder) parseTree(n *Node, v *schema.Value) *Tree {
	t := &Tree{JSON: v}
	switch v.Kind {
	case schema.String:
		tmpl, problems := expr.Parse(v.Text)
		t.Text = tmpl
		n.expressionProblems(&b.list, v, append(problems, tmpl.LoneBraces()...))
	case schema.Array:
		for _, item := range v.Items {
			t.Items = append(t.Items, b.parseTree(n, item))
		}
	case schema.Object:
		for _, m := range sortedMembers(v) {
			t.Keys = append(t.Keys, m.Key)
			t.Items = append(t.Items, b.parseTree(n, m.Value))
			t.Names = append(t.Names, b.parseName(n, m))
		}
	}
	return t
}

// join makes each list of texts among the entries of some names one text, with spaces between them.
func (t *Tree) join(keys []string) {
	for i, key := range t.Keys {
		list := t.Items[i]
		if !slices.Contains(keys, key) || list.JSON.Kind != schema.Array {
			continue
		}
		notText := func(item *Tree) bool { return item.Text == nil || !isLiteral(item.Text) }
		if slices.ContainsFunc(list.Items, notText) {
			continue // a list is no text, as is said of each
		}
		var texts []string
		for _, item := range list.Items {
			texts = append(texts, item.JSON.Text)
		}
		text := &schema.Value{Kind: schema.String, Text: strings.Join(texts, " "), Span: list.JSON.Span}
		template, _ := expr.Parse(text.Text)
		t.Items[i] = &Tree{JSON: text, Text: template}
	}
}

// parseName parses the name of a member that has placeholders; it is nil where there is none.
func (b *builder) parseName(n *Node, m schema.Member) *Tree {
	if !strings.Contains(m.Key, "{{") {
		return nil
	}
	name := &schema.Value{Kind: schema.String, Text: m.Key, Span: m.KeySpan}
	t := b.parseTree(n, name)
	t.Text.Quoted = true
	if isLiteral(t.Text) {
		return nil
	}
	return t
}

// placeOf returns where a member stands in an object, from 1.
func placeOf(v *schema.Value, m schema.Member) int {
	return 1 + slices.IndexFunc(v.Members, func(other schema.Member) bool { return other.Key == m.Key })
}

// sortedMembers returns an object's members by key, the first of equal ones only.
func sortedMembers(v *schema.Value) []schema.Member {
	ms := slices.Clone(v.Members)
	slices.SortStableFunc(ms, func(a, b schema.Member) int {
		switch {
		case a.Key < b.Key:
			return -1
		case a.Key > b.Key:
			return 1
		}
		return 0
	})
	return slices.CompactFunc(ms, func(a, b schema.Member) bool { return a.Key == b.Key })
}

// expressionProblems reports problems of the string v, each at its place in the document.
func (n *Node) expressionProblems(list *diag.List, v *schema.Value, problems []expr.Problem) {
	for _, p := range problems {
		if p.Code == nil {
			continue // follows from what was reported already
		}
		n.report(list, diag.Diagnostic{
			Code: p.Code, Message: p.Message, Hint: p.Hint, Related: p.Related, Cause: p.Cause,
			Span: v.Within(n.Workflow.File, p.Start, p.End),
		})
	}
}
