package assist

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/flowc-dev/flowc/gen/ir"
	"github.com/flowc-dev/flowc/schema"
	"github.com/flowc-dev/flowc/schema/diag"
	"github.com/flowc-dev/flowc/templates"
)

// Renamed is a document in which something has another name.
type Renamed struct {
	Text    []byte
	Node    string // its id then
	Changed int    // references that were changed, beside the name itself
}

// reserved are names that mean something else in an expression.
var reserved = []string{"env", "error", "false", "input", "item", "null", "request", "true"}

// Rename gives a node another name, with every reference to it. Where the node has no name of its own, it is its id
// that changes, and the wires with it.
func (d *Draft) Rename(node, name string) (Renamed, error) {
	n := d.node(node)
	switch {
	case n == nil:
		return Renamed{}, fmt.Errorf("there is no node %q", node)
	case name == n.Name.Value:
		return Renamed{Text: d.File.Src, Node: node}, nil
	}
	reads := slices.DeleteFunc(d.reads(), func(r read) bool { return r.path[0].Text != n.Name.Value })
	if err := d.renameable(n, name, len(reads) > 0); err != nil {
		return Renamed{}, err
	}
	edits := d.nameEdits(n, name)
	for _, r := range reads {
		edits = append(edits, d.nameEdit(r.value, r.path[0].Start, r.path[0].End, name))
	}
	out := Renamed{Text: d.edited(edits), Node: n.ID.Value, Changed: len(reads)}
	if n.Field("name") == nil {
		out.Node = name
	}
	return out, d.unharmed(out.Text, n.Name.Value, name)
}

// renameable refuses a name that the document or its expressions can't have.
func (d *Draft) renameable(n *ir.Node, name string, read bool) error {
	if strings.TrimSpace(name) == "" {
		return errors.New("a node needs a name")
	}
	if slices.Contains(reserved, name) {
		return fmt.Errorf("%q means something else in an expression", name)
	}
	if read && !plain.MatchString(name) {
		return fmt.Errorf("%q can't be read in an expression, and this node is: use letters, digits and \"_\"", name)
	}
	for _, other := range d.Workflow.Nodes {
		if other != n && (other.ID.Value == name || other.Name.Value == name) {
			return fmt.Errorf("there is a node %q already", name)
		}
	}
	if d.Doc.Notes[name] {
		return fmt.Errorf("there is a note %q already", name)
	}
	for _, r := range d.reads() {
		if r.path[0].Text == name {
			return fmt.Errorf("%q is read in %q, where it means something else", name, r.node.Name.Value)
		}
	}
	return nil
}

// nameEdits change the name itself: data.name, or the id and the wires that lead from and to it.
func (d *Draft) nameEdits(n *ir.Node, name string) []edit {
	if n.Field("name") != nil {
		return []edit{d.whole(n.Name.Span, name)}
	}
	edits := []edit{d.whole(n.ID.Span, name)}
	for _, e := range d.Doc.Edges {
		for _, end := range []schema.Text{e.Source, e.Target} {
			if end.Value == n.ID.Value {
				edits = append(edits, d.whole(end.Span, name))
			}
		}
	}
	return edits
}

// whole replaces a string of the document.
func (d *Draft) whole(span diag.Span, text string) edit {
	return edit{span.Start, span.End, string(quoted(text))}
}

// nameEdit replaces bytes of a string's text. A name that is written as an index keeps its quotes.
func (d *Draft) nameEdit(v *schema.Value, start, end int, name string) edit {
	if strings.ContainsRune("\"'`", rune(v.Text[start])) {
		name = v.Text[start:start+1] + name + v.Text[start:start+1]
	}
	span := v.Within(d.File, start, end)
	text := string(quoted(name))
	return edit{span.Start, span.End, text[1 : len(text)-1]}
}

// unharmed refuses a renamed document in which something is wrong that was not before. Messages name nodes in quotes and on
// ways to them, so those of before and after are compared without either name.
func (d *Draft) unharmed(text []byte, before, after string) error {
	names := []string{before, after}
	slices.SortFunc(names, func(a, b string) int { return len(b) - len(a) })
	nameless := strings.NewReplacer(strconv.Quote(names[0]), "?", strconv.Quote(names[1]), "?", names[0], "?", names[1], "?")
	old := map[string]bool{}
	for _, p := range d.Found {
		old[p.Code.Name+nameless.Replace(p.Message)] = true
	}
	for _, p := range Open(d.folders, d.which, d.File.Name, text).Found {
		if !old[p.Code.Name+nameless.Replace(p.Message)] && p.Severity() == diag.Error {
			return fmt.Errorf("with that name, %s", p.Message)
		}
	}
	return nil
}

// RenameField gives an entry of what a node yields, such as one of a Set, another name, with every reference to it; pointer is
// that of the entry in the node's data.
func (d *Draft) RenameField(node, pointer, name string) (Renamed, error) {
	n := d.node(node)
	parts := strings.Split(pointer, "/")
	if n == nil || len(parts) != 3 {
		return Renamed{}, fmt.Errorf("%s of %q is no entry that can be renamed", pointer, node)
	}
	unescape := strings.NewReplacer("~1", "/", "~0", "~")
	field, old := n.Field(unescape.Replace(parts[1])), unescape.Replace(parts[2])
	if field == nil || field.Kind != schema.Object || field.Get(old) == nil || !yields(n, unescape.Replace(parts[1])) {
		return Renamed{}, fmt.Errorf("%s of %q is no entry that can be renamed", pointer, node)
	}
	if name == "" || field.Get(name) != nil {
		return Renamed{}, fmt.Errorf("there is an entry %q already, or it is empty", name)
	}
	edits := []edit{}
	for _, m := range field.Members {
		if m.Key == old {
			edits = append(edits, d.whole(m.KeySpan, name))
		}
	}
	changed := 0
	for _, r := range d.reads() {
		if i := d.fieldOf(r, n, old); i >= 0 {
			if !plain.MatchString(name) {
				return Renamed{}, fmt.Errorf("%q can't be read in an expression, and this entry is: use letters, digits and \"_\"", name)
			}
			edits = append(edits, d.nameEdit(r.value, r.path[i].Start, r.path[i].End, name))
			changed++
		}
	}
	out := Renamed{Text: d.edited(edits), Node: node, Changed: changed}
	return out, d.unharmed(out.Text, old, name)
}

// yields reports whether the entries of an object are what the node's outputs carry.
func yields(n *ir.Node, field string) bool {
	v := n.Fields[field]
	if v == nil || v.Field.Shape != templates.Object {
		return false
	}
	names := lookerAt(n, "").outputFields(n)
	for _, m := range v.JSON.Members {
		if !slices.Contains(names, m.Key) {
			return false
		}
	}
	return true
}

// fieldOf is which name of a chain is that field of the node: of user.email, of input.email or of email alone; -1 for none.
func (d *Draft) fieldOf(r read, n *ir.Node, field string) int {
	i := min(1, len(r.path)-1)
	if r.path[0].Text == field {
		i = 0
	}
	if r.path[i].Text != field {
		return -1
	}
	e, why, known := lookerAt(r.node, r.field).try(source(r.path[:i+1]))
	if known && why == "" && e.Key == n.Name.Value+"."+field {
		return i
	}
	return -1
}
