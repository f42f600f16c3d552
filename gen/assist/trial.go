package assist

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/flowc-dev/flowc/gen"
	"github.com/flowc-dev/flowc/gen/ir"
	"github.com/flowc-dev/flowc/schema"
	"github.com/flowc-dev/flowc/schema/diag"
	"github.com/flowc-dev/flowc/templates"
)

// maxTried is how many nodes are looked at to try values at a place: enough to try each value of a workflow of fifty
// nodes.
const maxTried = 6000

// fit finds out which values lint accepts at a place: each is put there, and what is wrong then and was not before is
// why not. All are tried in one look at the project, as documents beside the draft.
func (d *Draft) fit(n *ir.Node, pointer string, here []Value) {
	cut, ok := d.cut(n, pointer)
	p, known := d.place(n.ID.Value, pointer, 0)
	if !ok || !known || p.field == nil {
		return
	}
	part := asPart(p.field.Shape)
	var all []*Value
	each(here, func(v *Value) { all = append(all, v) })
	if !expressive(p.field) {
		group(all).refuse(fmt.Sprintf("%q holds no values: it is written as it is", p.field.Name))
		return
	}
	groups := d.alike(all)
	texts := [][]byte{d.File.Src}
	for _, group := range groups {
		texts = append(texts, cut.with(With(p.field.Shape, p.text, group[0].Ref)))
	}
	lists, alone := d.trials(texts)
	given := slices.ContainsFunc(d.Workflow.Flows, func(f *ir.Flow) bool { return len(f.Callers()) > 0 })
	for i, found := range lists {
		if i == 0 {
			continue
		}
		if alone[i] || given && groups[i-1].maybeGiven() {
			found = d.alone(texts[i])
		}
		problems := slices.DeleteFunc(found, func(q diag.Diagnostic) bool {
			return q.Severity() == diag.Note || part && q.Node != n.ID.Value // what is read of it elsewhere may be another thing then
		})
		groups[i-1].judge(n.ID.Value, problems)
	}
}

// group are values that fit where one of them does.
type group []*Value

// alike groups the values that are tried: each by itself, or in a large document those with the same type and labels
// that come from nodes of the same type.
func (d *Draft) alike(all []*Value) []group {
	var groups []group
	index := map[string]int{}
	for _, v := range all {
		key := v.Ref
		if len(all)*len(d.Workflow.Nodes) > maxTried {
			root, _, _ := strings.Cut(v.Ref, ".")
			if n := d.Workflow.NodeNamed(root); n != nil {
				root = n.Type.Value
			}
			key = fmt.Sprint(root, v.Kind, v.Type, v.Labels)
		}
		i, there := index[key]
		if !there {
			i, index[key] = len(groups), len(groups)
			groups = append(groups, nil)
		}
		groups[i] = append(groups[i], v)
	}
	return groups
}

// maybeGiven reports whether workflows that call the draft may have made the values what they are: a password, or a
// body that some of them lack. Of a copy of the draft, which nobody calls, that is not known.
func (g group) maybeGiven() bool {
	return len(g[0].Labels) > 0 || strings.HasPrefix(g[0].Ref, "request.")
}

// judge says of the values what lint says of the first of them, and of which node where that is not the one that they
// are for.
func (g group) judge(node string, problems diag.List) {
	fits, why := true, ""
	for _, p := range problems {
		if fits && (why == "" || p.Severity() == diag.Error) {
			why = p.Message
			if p.Node != "" && p.Node != node {
				why = fmt.Sprintf("then in %q: %s", p.Node, why)
			}
		}
		fits = fits && p.Severity() != diag.Error
	}
	for _, v := range g {
		v.Fits, v.Why = fits, strings.ReplaceAll(why, g[0].Ref, v.Ref)
	}
}

// refuse says of the values why they do not fit.
func (g group) refuse(why string) {
	for _, v := range g {
		v.Fits, v.Why = false, why
	}
}

// asPart reports whether values stand in a text of a field as parts of it, which means something else without the rest.
func asPart(s templates.Shape) bool {
	return s == templates.Query || s == templates.URL || s == templates.Key
}

// With is the text of a field of a shape with a reference: alone, or as a part of what is there.
func With(s templates.Shape, text, ref string) string {
	ref = "{{" + ref + "}}"
	switch {
	case s == templates.Query && !startsWith(text):
		return "WITH flowc_trial AS (SELECT " + ref + " AS value) " + text
	case s == templates.Query:
		return "SELECT " + ref + " AS value"
	case s == templates.URL:
		path, query, asks := strings.Cut(text, "?")
		if asks {
			query = "?" + query
		}
		return strings.TrimSuffix(path, "/") + "/" + ref + query
	case s == templates.Key:
		return strings.TrimSuffix(text, ":") + ":" + ref
	}
	return ref
}

// startsWith reports whether a statement begins with WITH, or with nothing.
func startsWith(statement string) bool {
	words := strings.Fields(statement)
	return len(words) == 0 || strings.EqualFold(words[0], "WITH")
}

func each(values []Value, do func(*Value)) {
	for i := range values {
		do(&values[i])
		each(values[i].Fields, do)
	}
}

func same(a, b diag.Diagnostic) bool {
	return a.Code == b.Code && a.Message == b.Message && a.Node == b.Node
}

// cut is a document without one string.
type cut struct{ before, after []byte }

func (c cut) with(text string) []byte {
	return slices.Concat(c.before, quoted(text), c.after)
}

// cut takes a value of a node's data out of the document. A field that is not given yet is added.
func (d *Draft) cut(n *ir.Node, pointer string) (cut, bool) {
	src := d.File.Src
	if v := n.Data.Find(pointer); v != nil && pointer != "" {
		return cut{src[:v.Span.Start], src[v.Span.End:]}, true
	}
	field, ok := strings.CutPrefix(pointer, "/")
	if !ok || strings.Contains(field, "/") || d.Root.Find(d.File.Pointer(n.Data.Span.Start)) != n.Data && src[n.Data.Span.Start] != '{' {
		return cut{}, false
	}
	comma := ","
	if len(n.Data.Members) == 0 {
		comma = ""
	}
	at := n.Data.Span.Start + 1
	key := string(quoted(strings.NewReplacer("~1", "/", "~0", "~").Replace(field))) + ": "
	return cut{slices.Concat(src[:at], []byte(key)), slices.Concat([]byte(comma), src[at:])}, true
}

// trials returns what lint reports about copies of the draft: of each but the first without what it reports about the
// first, and without reports about the project. alone are those to be linted by themselves: all where one of them
// stores another type under the same key, and those whose mistake is reported with that of another one, as both have
// one cause.
func (d *Draft) trials(texts [][]byte) (lists []diag.List, alone []bool) {
	folder := *d.folders[d.which]
	folder.Documents = slices.DeleteFunc(slices.Clone(folder.Documents), func(f *diag.File) bool { return f == d.File })
	index := map[*diag.File]int{}
	for i, text := range texts {
		file := diag.NewFile(filepath.Join(filepath.Dir(d.File.Name), fmt.Sprintf("%s-trial-%d.flow.json", d.Workflow.Stem, i)), d.renamed(text, i))
		index[file] = i
		folder.Documents = append(folder.Documents, file)
	}
	folders := slices.Clone(d.folders)
	folders[d.which] = &folder
	lists, alone = make([]diag.List, len(texts)), make([]bool, len(texts))
	share := false
	for _, found := range gen.Analyse(folders)[d.which].Found {
		i, ok := index[found.File]
		share = share || ok && found.Code == diag.FC503
		if !ok || found.Code == diag.FC006 || strings.HasPrefix(found.Code.Name, "FC5") {
			continue
		}
		lists[i].Add(found)
		for _, r := range found.Related {
			if j, trial := index[r.File]; trial && j != i {
				alone[j] = true
			}
		}
	}
	for i := range lists[1:] {
		lists[i+1], alone[i+1] = without(lists[i+1], lists[0]), share || alone[i+1]
	}
	return lists, alone
}

// alone is what lint says of the draft with another text, and does not say of it as it is.
func (d *Draft) alone(text []byte) diag.List {
	return without(Open(d.folders, d.which, d.File.Name, text).Found, d.Found)
}

// without are problems that were not there before.
func without(list, before diag.List) diag.List {
	return slices.DeleteFunc(list, func(p diag.Diagnostic) bool {
		return slices.ContainsFunc(before, func(q diag.Diagnostic) bool { return same(q, p) })
	})
}

// renamed gives a document an id and a name of its own.
func (d *Draft) renamed(text []byte, number int) []byte {
	root, problem := schema.ReadJSON(string(text))
	if problem != nil {
		return text
	}
	for key, value := range map[string]string{"id": fmt.Sprintf("%stzzzz%d", strings.Repeat("t", 20), number), "name": fmt.Sprintf("%s trial %d", d.Workflow.Stem, number)} {
		if v := root.Get(key); v != nil {
			text = slices.Concat(text[:v.Span.Start], quoted(value), text[v.Span.End:])
			root, _ = schema.ReadJSON(string(text))
		}
	}
	return text
}
