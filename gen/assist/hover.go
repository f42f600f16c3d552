package assist

import (
	"strings"

	"github.com/flowc-dev/flowc/gen/expr"
	"github.com/flowc-dev/flowc/gen/ir"
	"github.com/flowc-dev/flowc/schema"
)

// Hover is what stands at a place.
type Hover struct {
	From, To int    // bytes of the string's text; equal where there is nothing
	Text     string // the reference up to where the cursor is: "user.id"
	Kind     string // "value", "env", "function" or "setting"
	Type     string
	Labels   []string
	Nullable bool
	Doc      string
	Origin   *Origin // nil where it comes from outside of the workflow
	Uses     []Use   // all places of the document that read the same
}

// Origin is the node that something comes from.
type Origin struct {
	Node    string
	Pointer string // of the setting in its data that it comes from, or ""
}

// Hover says what stands at a byte of a string of a node's data.
func (d *Draft) Hover(node, pointer string, at int) Hover {
	none := Hover{From: at, To: at, Labels: []string{}}
	p, ok := d.place(node, pointer, at)
	if !ok || p.field == nil {
		return none
	}
	v := p.node.Data.Find(pointer)
	if v == nil || !expressive(p.field) {
		none.Kind, none.Doc, none.Text = "setting", p.field.About(), p.field.Name
		return none
	}
	for _, r := range readsOf(p.node, p.field, v) {
		for i, name := range r.path {
			if name.Start <= p.at && p.at <= name.End {
				r.path = r.path[:i+1]
				return d.value(r)
			}
		}
	}
	if f, start, ok := functionAt(v, p.at); ok {
		return Hover{From: start, To: start + len(f.Name), Text: f.Name, Kind: "function", Type: f.Signature(), Doc: f.Doc, Labels: []string{}}
	}
	return none
}

// value says what a reference is, with all that read the same.
func (d *Draft) value(r read) Hover {
	use := d.use(r)
	h := Hover{From: use.Start, To: use.End, Text: source(r.path), Kind: "value", Labels: []string{}}
	l := lookerAt(r.node, r.field)
	e, why, known := l.try(h.Text)
	if h.Doc = why; !known || why != "" {
		return h
	}
	var v Value
	v.describe(e.Type)
	h.Type, h.Labels, h.Nullable = v.Type, append(h.Labels, v.Labels...), v.Nullable
	if r.path[0].Text == "env" {
		h.Kind = "env"
	}
	h.Origin = originOf(e, r.path)
	for _, other := range d.reads() {
		if len(other.path) >= len(r.path) {
			other.path = other.path[:len(r.path)]
			if same, _, _ := lookerAt(other.node, other.field).try(source(other.path)); same != nil && same.Key != "" && same.Key == e.Key {
				h.Uses = append(h.Uses, d.use(other))
			}
		}
	}
	return h
}

// originOf is the node that a value is of, and the setting that says it: of an object's entry.
func originOf(e *expr.Expr, path []expr.Name) *Origin {
	root := e
	for root.Ref == nil && len(root.Args) > 0 {
		root = root.Args[0]
	}
	if root.Ref == nil {
		return nil
	}
	src, ok := root.Ref.Data.(ir.Source)
	if !ok || src.Node == nil {
		return nil
	}
	o := &Origin{Node: src.Node.ID.Value}
	name := path[len(path)-1].Text
	for field, v := range src.Node.Fields {
		if v.JSON != nil && v.JSON.Kind == schema.Object && v.JSON.Get(name) != nil && e.Key == src.Node.Name.Value+"."+name {
			o.Pointer = "/" + field + "/" + strings.NewReplacer("~", "~0", "/", "~1").Replace(name)
		}
	}
	return o
}

// functionAt is the function of expressions whose name stands at a byte of a string.
func functionAt(v *schema.Value, at int) (expr.Function, int, bool) {
	start := at - len(wordBefore(v.Text[:at]))
	name := v.Text[start : at+len(rest.FindString(v.Text[at:]))]
	for _, f := range expr.Functions() {
		if f.Name == name && strings.HasPrefix(strings.TrimLeft(v.Text[start+len(name):], " "), "(") {
			return f, start, true
		}
	}
	return expr.Function{}, 0, false
}
