package assist

import (
	"cmp"
	"slices"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/flowc-dev/flowc/gen/expr"
	"github.com/flowc-dev/flowc/gen/ir"
	"github.com/flowc-dev/flowc/schema"
	"github.com/flowc-dev/flowc/templates"
)

// read is a chain of names in a string of a node's data.
type read struct {
	node  *ir.Node
	field string // of its data
	value *schema.Value
	path  []expr.Name
}

// Use is where something is used: a part of a string of a node's data.
type Use struct {
	Node       string
	Pointer    string // into its data
	Start, End int    // bytes of the string's text
	Text       string // that text
}

// reads are the chains of names of the whole document, in its order.
func (d *Draft) reads() []read {
	var list []read
	for _, n := range d.Workflow.Nodes {
		if n.Template == nil {
			continue
		}
		for i := range n.Template.Fields {
			f := &n.Template.Fields[i]
			if v := n.Field(f.Name); v != nil && expressive(f) {
				v.Walk(func(inside *schema.Value) { list = append(list, readsOf(n, f, inside)...) })
			}
		}
	}
	return list
}

// expressive reports whether strings of a field may hold references.
func expressive(f *templates.Field) bool {
	switch f.Shape {
	case templates.Expr, templates.Bare, templates.Cond, templates.Object, templates.JSON, templates.Query, templates.URL, templates.Key,
		templates.Inputs, templates.Cookies, templates.Secret:
		return true
	}
	return f.Variable || f.Env
}

func readsOf(n *ir.Node, f *templates.Field, v *schema.Value) []read {
	if v.Kind != schema.String {
		return nil
	}
	parse := expr.Parse
	if f.Shape == templates.Cond || f.Shape == templates.Bare {
		parse = expr.ParseBare
	}
	text, _ := parse(v.Text) // of what is wrong the rest counts
	var list []read
	for _, path := range text.Chains() {
		list = append(list, read{n, f.Name, v, path})
	}
	return list
}

func (d *Draft) use(r read) Use {
	first, last := r.path[0], r.path[len(r.path)-1]
	_, pointer, _ := strings.Cut(d.File.Pointer(r.value.Span.Start), "/data")
	return Use{Node: r.node.ID.Value, Pointer: pointer, Start: first.Start, End: last.End, Text: r.value.Text}
}

// source is how a chain of names is written that Try understands.
func source(path []expr.Name) string {
	text := path[0].Text
	for _, name := range path[1:] {
		text = selected(text, name.Text)
	}
	return text
}

// quoted is a text as a JSON string.
func quoted(text string) []byte {
	out, err := jsontext.AppendQuote(nil, strings.ToValidUTF8(text, "\uFFFD"))
	if err != nil {
		panic(err) // the text is valid
	}
	return out
}

// edit is another text for bytes of the document.
type edit struct {
	start, end int
	text       string
}

// edited is the document with edits made, which do not overlap.
func (d *Draft) edited(edits []edit) []byte {
	slices.SortFunc(edits, func(a, b edit) int { return cmp.Compare(a.start, b.start) })
	var out []byte
	end := 0
	for _, e := range edits {
		if e.start < end {
			continue
		}
		out = append(append(out, d.File.Src[end:e.start]...), e.text...)
		end = e.end
	}
	return append(out, d.File.Src[end:]...)
}
