package assist

import (
	"regexp"
	"strings"

	"github.com/flowc-dev/flowc/gen/expr"
	"github.com/flowc-dev/flowc/gen/ir"
	"github.com/flowc-dev/flowc/schema"
	"github.com/flowc-dev/flowc/templates"
)

// Completion is what may stand at a place.
type Completion struct {
	From, To int     // bytes of the string's text that an offer replaces
	Offers   []Offer // in the order in which to show them
}

// Offer is one thing that may stand somewhere.
type Offer struct {
	Text     string   `json:"text"`
	Label    string   `json:"label"`
	Kind     string   `json:"kind"` // "value", "field", "function", "env", "column", "table", "keyword", "go", "enum", "file", "workflow"
	Type     string   `json:"type"`
	Labels   []string `json:"labels"`
	Nullable bool     `json:"nullable"`
	Doc      string   `json:"doc"`
	Cursor   int      `json:"cursor"` // where the cursor stands in Text then; -1 is its end
}

// place is where something is typed.
type place struct {
	node  *ir.Node
	field *templates.Field // nil for one that the node's type does not have
	text  string           // of the string, decoded
	at    int              // byte of it
	value *schema.Value    // that string; nil where it is not there yet
}

// Complete says what may stand at a byte of a string of a node's data. The expression around it may be broken; a field
// that is not given yet is an empty text.
func (d *Draft) Complete(node, pointer string, at int) Completion {
	p, ok := d.place(node, pointer, at)
	if !ok || p.field == nil {
		return Completion{From: at, To: at, Offers: []Offer{}}
	}
	switch p.field.Shape {
	case templates.Choice, templates.Bool:
		return p.choices()
	case templates.Func:
		return p.whole(functionOffers(Functions(d.folders[d.which])))
	case templates.Stem:
		return p.whole(workflowOffers(d.Analysis().Program.Workflows))
	case templates.File:
		return p.whole(fileOffers(d.folders[d.which].Files))
	case templates.Secret:
		return p.whole(p.variables(d, "{{env.", "}}"))
	case templates.Expr, templates.Object, templates.JSON, templates.Query, templates.URL, templates.Key, templates.Inputs, templates.Cookies, templates.Bare, templates.Cond:
	default:
		return Completion{From: at, To: at, Offers: []Offer{}}
	}
	if begin, inside := p.expression(); inside {
		return p.inExpression(d, begin)
	}
	if p.field.Shape == templates.Query {
		return p.inSQL(Tables(d.folders[d.which], d.Analysis().Program))
	}
	return p.outside(d)
}

func (d *Draft) place(node, pointer string, at int) (place, bool) {
	n := d.node(node)
	if n == nil || n.Template == nil {
		return place{}, false
	}
	p := place{node: n, at: at}
	if v := n.Data.Find(pointer); v != nil && v.Kind == schema.String {
		p.text, p.value = v.Text, v
	}
	p.at = min(max(at, 0), len(p.text))
	name, _, _ := strings.Cut(strings.TrimPrefix(pointer, "/"), "/")
	name = strings.NewReplacer("~1", "/", "~0", "~").Replace(name)
	for i := range n.Template.Fields {
		if n.Template.Fields[i].Name == name {
			p.field = &n.Template.Fields[i]
		}
	}
	return p, true
}

// values are those that exist at the node, but for what is being typed of from on itself: a name that nothing else says
// is one of the request's fields.
func (p place) values(d *Draft, from, to int) []Value {
	l := lookerAt(p.node, p.field.Name)
	if len(l.steps) == 0 {
		return nil
	}
	if p.value != nil && from < to {
		l.typing = p.value.Within(d.File, from, to)
	}
	here, _ := split(l.values(d.variables()))
	return here
}

// expression is where the expression begins that the cursor is in; inside is unset where it is in none.
func (p place) expression() (begin int, inside bool) {
	open, closed := strings.LastIndex(p.text[:p.at], "{{"), strings.LastIndex(p.text[:p.at], "}}")
	if open > closed || open >= 0 && closed < 0 {
		return open + len("{{"), true
	}
	return 0, (p.field.Shape == templates.Cond || p.field.Shape == templates.Bare) && open < 0
}

// chain matches what is typed of a chain of names at the end of a text.
var chain = regexp.MustCompile(`[A-Za-z_][A-Za-z0-9_]*(?:\.[A-Za-z0-9_]*|\["[^"]*"\])*$`)

// rest matches what follows the cursor of the name that it stands in.
var rest = regexp.MustCompile(`^[A-Za-z0-9_]*`)

// inExpression offers what a name may be: below a value its fields, else all that exists here, functions and words.
func (p place) inExpression(d *Draft, begin int) Completion {
	typed := p.text[begin:p.at]
	c := Completion{From: p.at, To: p.at + len(rest.FindString(p.text[p.at:])), Offers: []Offer{}}
	if inText(typed) {
		c.To = p.at
		return c
	}
	typed = chain.FindString(typed)
	base, last := "", typed
	if i := strings.LastIndexByte(typed, '.'); i >= 0 {
		base, last = typed[:i], typed[i+1:]
	}
	c.From = p.at - len(last)
	if base != "" {
		c.Offers = offered(p.below(d, base, c.From-len(base)-len("."), c.To), last)
		return c
	}
	var all []Offer
	for _, v := range p.values(d, c.From, c.To) {
		all = append(all, p.offers(v)...)
	}
	for _, word := range []string{"env", "request"} {
		all = append(all, Offer{Text: word + ".", Label: word, Kind: "keyword", Labels: []string{}, Cursor: -1})
	}
	c.Offers = offered(append(all, callable()...), last)
	return c
}

// inText reports whether the end of an expression stands in a text of it.
func inText(source string) bool {
	quote := rune(0)
	for _, r := range source {
		switch {
		case quote == 0 && strings.ContainsRune("\"'`", r):
			quote = r
		case r == quote:
			quote = 0
		}
	}
	return quote != 0
}

// offers are a value and, of what is read without a name before it, its fields.
func (p place) offers(v Value) []Offer {
	if v.Kind == "env" {
		return []Offer{offerOf(v, v.Ref)}
	}
	list := []Offer{offerOf(v, v.Ref)}
	for _, f := range v.Fields {
		list = append(list, offerOf(f, f.Ref))
	}
	return list
}

func offerOf(v Value, text string) Offer {
	kind := map[string]string{"env": "env", "field": "field"}[v.Kind]
	if kind == "" {
		kind = "value"
	}
	return Offer{Text: text, Label: text, Kind: kind, Type: v.Type, Labels: v.Labels, Nullable: v.Nullable, Doc: v.Why, Cursor: -1}
}

// below are what may be selected of a chain of names.
func (p place) below(d *Draft, base string, from, to int) []Offer {
	if base == "env" {
		return p.variables(d, "", "")
	}
	var list []Offer
	for _, v := range flat(p.values(d, from, to)) {
		parent, ok := strings.CutSuffix(v.Ref, "."+v.Name)
		if ok && parent == base {
			list = append(list, offerOf(v, v.Name))
		}
	}
	if base == "request" {
		for _, part := range []string{"headers", "query", "cookies"} {
			list = append(list, Offer{Text: part + `[""]`, Label: part, Kind: "field", Type: "string?", Labels: []string{}, Nullable: true, Cursor: len(part) + 2})
		}
	}
	if len(list) == 0 {
		list = p.fieldsOf(base)
	}
	return list
}

// fieldsOf are the fields of a value that no list has: an element, what a longer chain holds.
func (p place) fieldsOf(base string) []Offer {
	var list []Offer
	l := lookerAt(p.node, p.field.Name)
	e, why, known := l.try(base)
	if !known || why != "" {
		return nil
	}
	for _, v := range l.fields(base, e.Type, 0) {
		list = append(list, offerOf(v, strings.TrimPrefix(v.Ref, base+".")))
	}
	return list
}

// callable are the functions of expressions, and its words.
func callable() []Offer {
	var list []Offer
	for _, f := range expr.Functions() {
		list = append(list, Offer{Text: f.Name + "()", Label: f.Name, Kind: "function", Type: f.Signature(), Labels: []string{}, Doc: f.Doc, Cursor: len(f.Name) + 1})
	}
	for _, word := range []string{"true", "false", "null"} {
		list = append(list, Offer{Text: word, Label: word, Kind: "keyword", Labels: []string{}, Cursor: -1})
	}
	return list
}

// outside offers values with their braces.
func (p place) outside(d *Draft) Completion {
	word := wordBefore(p.text[:p.at])
	c := Completion{From: p.at - len(word), To: p.at}
	if open := strings.TrimRight(p.text[:c.From], "{"); len(open) == c.From-1 {
		c.From-- // one brace is typed already
	}
	var all []Offer
	for _, v := range p.values(d, c.From, c.To) {
		for _, o := range p.offers(v) {
			o.Text = "{{" + o.Text + "}}"
			all = append(all, o)
		}
	}
	c.Offers = offered(all, word)
	return c
}

var word = regexp.MustCompile(`[A-Za-z_][A-Za-z0-9_]*$`)

func wordBefore(text string) string { return word.FindString(text) }
