package golden_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/flowc-dev/flowc/gen/ir"
	"github.com/flowc-dev/flowc/schema"
	"github.com/flowc-dev/flowc/schema/diag"
	"github.com/flowc-dev/flowc/templates"
	"github.com/flowc-dev/flowc/templates/all"
)

// draft is a document of a project in which mistakes are made.
type draft struct {
	project   string // apps/auth/flows
	app       bool   // a whole project, and not a case of one node
	files     fileSet
	generated fileSet // Go of the project as it is
	file      string  // login.flow.json
	src       []byte
	doc       *schema.Workflow
	templates map[string]*templates.Template
	meant     *ir.Workflow // what the document means as it is
}

// drafts returns every document of the projects, and of the cases of single nodes. All are free of warnings: else nobody
// could tell what a mistake adds.
func drafts(t *testing.T) []*draft {
	t.Helper()
	types := map[string]*templates.Template{}
	for _, template := range all.Templates() {
		types[template.Type] = template
	}
	var list []*draft
	for _, c := range slices.Concat(folders(t, "apps"), nodeCases(t)) {
		generated, a := analysed(t, c.files)
		warnings, app := a.Found, strings.HasPrefix(c.name, "apps/")
		switch {
		case len(warnings) > 0 && app:
			t.Errorf("%s, as it is:\n%s", c.name, text(warnings))
		case len(warnings) > 0:
			continue // about warnings
		}
		documents := c.documents()
		for _, w := range a.Program.Workflows {
			name := w.Stem + ".flow.json"
			doc, _ := schema.Parse(diag.NewFile(name, documents[name]))
			list = append(list, &draft{c.name, app, c.files, generated, name, documents[name], doc, types, w})
		}
	}
	return list
}

// generates reports whether Go is that of the project as it is.
func (d *draft) generates(files fileSet) bool { return maps.EqualFunc(files, d.generated, bytes.Equal) }

// edit puts text in place of a part of the document.
type edit struct {
	span diag.Span
	text string
}

// with is the project with the document edited.
func (d *draft) with(edits ...edit) fileSet {
	edits = slices.SortedFunc(slices.Values(edits), func(a, b edit) int { return a.span.Start - b.span.Start })
	var out []byte
	at := 0
	for _, e := range edits {
		out = append(append(out, d.src[at:e.span.Start]...), e.text...)
		at = e.span.End
	}
	return d.withFile(d.file, append(out, d.src[at:]...))
}

// withFile is the project with another content of one of its files; nil is without it.
func (d *draft) withFile(name string, content []byte) fileSet {
	files := maps.Clone(d.files)
	if content == nil {
		delete(files, name)
	} else {
		files[name] = content
	}
	return files
}

// raw is a value as written.
func (d *draft) raw(v *schema.Value) string { return string(d.src[v.Span.Start:v.Span.End]) }

// put replaces a value.
func put(v *schema.Value, json string) edit { return edit{v.Span, json} }

// putText replaces a value by text.
func putText(v *schema.Value, s string) edit { return put(v, quoted(s)) }

// quoted is text as JSON.
func quoted(s string) string {
	var b bytes.Buffer
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false)
	must(encoder.Encode(s))
	return strings.TrimSpace(b.String())
}

// without leaves out one item of an array or member of an object.
func (d *draft) without(v *schema.Value, i int) edit {
	parts := d.parts(v)
	return d.join(v, slices.Delete(parts, i, i+1))
}

// plus adds items to an array, or members, `"name": value`, to an object.
func (d *draft) plus(v *schema.Value, parts ...string) edit {
	return d.join(v, append(d.parts(v), parts...))
}

// parts are the items or members of a value, as written.
func (d *draft) parts(v *schema.Value) []string {
	var parts []string
	for _, item := range v.Items {
		parts = append(parts, d.raw(item))
	}
	for _, m := range v.Members {
		parts = append(parts, string(d.src[m.KeySpan.Start:m.Value.Span.End]))
	}
	return parts
}

func (d *draft) join(v *schema.Value, parts []string) edit {
	inside := strings.Join(parts, ",\n")
	if v.Kind == schema.Object {
		return put(v, "{"+inside+"}")
	}
	return put(v, "["+inside+"]")
}

// nodes and edges are the document's lists of them.
func (d *draft) nodes() *schema.Value { return d.doc.Root.Get("nodes") }
func (d *draft) edges() *schema.Value { return d.doc.Root.Get("edges") }

// wireText is a wire as a canvas writes it.
func wireText(source, output, target string) string {
	return fmt.Sprintf(`{"source": %q, "sourceHandle": %q, "target": %q}`, source, output, target)
}

// at wants one of the codes at a node, or inside it.
func at(codes, node, within string) []finding {
	return []finding{{codes: codes, node: node, within: within}}
}

// atEdge wants one of the codes at a wire.
func atEdge(codes string, i int) []finding {
	return []finding{{codes: codes, within: fmt.Sprintf("/edges/%d", i)}}
}

// node returns a node by its id, or nil.
func (d *draft) node(id string) *schema.Node {
	for _, n := range d.doc.Nodes {
		if n.ID.Value == id {
			return n
		}
	}
	return nil
}

// named returns the node that a reference means by a name, or nil.
func (d *draft) named(name string) *schema.Node {
	for _, n := range d.doc.Nodes {
		if n.Name.Value == name {
			return n
		}
	}
	return nil
}

func (d *draft) template(n *schema.Node) *templates.Template { return d.templates[n.Type.Value] }

// entry is the id of the document's first entry point.
func (d *draft) entry() string { return append(d.entries(), "")[0] }

// entries are the ids of the document's entry points.
func (d *draft) entries() []string {
	var list []string
	for _, n := range d.doc.Nodes {
		if d.template(n).Entry != nil {
			list = append(list, n.ID.Value)
		}
	}
	return list
}

func (d *draft) isEntry(id string) bool { return slices.Contains(d.entries(), id) }

// atEntries wants one of the codes at an entry point.
func (d *draft) atEntries(codes string) []finding {
	var want []finding
	for _, id := range d.entries() {
		want = append(want, at(codes, id, "")...)
	}
	return want
}

// identifier is a name, and what stands before and after it.
var identifier = regexp.MustCompile(`([."\\\w]?)\b([A-Za-z_]\w*)\b(\(?)`)

// reads are the ids of the nodes whose values a node's expressions use.
func (d *draft) reads(n *schema.Node) []string {
	var ids []string
	for _, e := range expressions(n) {
		for _, m := range identifier.FindAllStringSubmatch(e.text, -1) {
			if read := d.named(m[2]); m[1] == "" && m[3] == "" && read != nil && !slices.Contains(ids, read.ID.Value) {
				ids = append(ids, read.ID.Value)
			}
		}
	}
	return ids
}

// expression is the inside of a placeholder, or of a Condition.
type expression struct {
	value      *schema.Value
	start, end int // in the text of value
	text       string
	within     string // JSON pointer below the node
}

// placeholder is what stands in a text. Braces inside of one stand in quotes, as those of a part of a page do that is repeated.
var placeholder = regexp.MustCompile(`\{\{((?:"[^"]*"|'[^']*'|[^"'])*?)\}\}`)

// expressions are all those of a node.
func expressions(n *schema.Node) []expression {
	var list []expression
	var walk func(v *schema.Value, path string)
	walk = func(v *schema.Value, path string) {
		for i, item := range v.Items {
			walk(item, fmt.Sprintf("%s/%d", path, i))
		}
		for _, m := range v.Members {
			walk(m.Value, path+"/"+m.Key)
		}
		if v.Kind != schema.String {
			return
		}
		if strings.HasSuffix(path, "/conditionExpression") {
			list = append(list, expression{v, 0, len(v.Text), v.Text, path})
			return
		}
		for _, m := range placeholder.FindAllStringSubmatchIndex(v.Text, -1) {
			list = append(list, expression{v, m[2], m[3], v.Text[m[2]:m[3]], path})
		}
	}
	walk(n.Data, "/data")
	return list
}

// replaced is the text that the expression stands in with another one in its place.
func (e expression) replaced(s string) edit {
	return putText(e.value, e.value.Text[:e.start]+s+e.value.Text[e.end:])
}
