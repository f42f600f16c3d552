package assist

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/flowc-dev/flowc/gen/ir"
	"github.com/flowc-dev/flowc/schema"
	"github.com/flowc-dev/flowc/schema/diag"
	"github.com/flowc-dev/flowc/schema/types"
)

// Extracted is a document in which a Call stands in the place of nodes, and the workflow that it calls.
type Extracted struct {
	Text, Made []byte
	Call       string // the id of the Call
}

// extraction moves nodes of a draft into a workflow of their own.
type extraction struct {
	*Draft
	nodes   []*ir.Node
	stem    string       // of the new workflow's file
	call    string       // id of the Call
	into    *schema.Edge // the wire that enters
	out     *schema.Edge // the wire that leaves
	given   []passed     // what the nodes read
	results []passed     // what is read of them
	edits   []edit
}

// passed is a value that crosses the border of the nodes, under a name that it has on the other side.
type passed struct {
	name string
	ref  string // how it is read where it is made
	key  string // which value it is
	kind string // its type, as a document writes it
	must bool   // it is never null
	hide bool   // it comes from a field that is declared sensitive, and its name does not say so
}

// Extract moves nodes into a workflow of that name, and calls it in their place. One wire enters them and one leaves;
// what they read becomes its input, and what is read of them its output.
func (d *Draft) Extract(ids []string, stem string) (Extracted, error) {
	x := &extraction{Draft: d, stem: stem}
	for _, check := range []func() error{func() error { return x.choose(ids) }, x.whole, x.border, x.cross} {
		if err := check(); err != nil {
			return Extracted{}, err
		}
	}
	made, err := schema.Format(x.made())
	if err != nil {
		return Extracted{}, err
	}
	text, err := schema.Format(x.rest())
	if err != nil {
		return Extracted{}, err
	}
	return Extracted{text, made, x.call}, x.clean(text, made)
}

// choose finds the nodes, in the document's order.
func (x *extraction) choose(ids []string) error {
	if x.Workflow == nil {
		return errors.New("the document can't be read: fix what is wrong with it first")
	}
	for _, n := range x.Workflow.Nodes {
		if !slices.Contains(ids, n.ID.Value) {
			continue
		}
		if n.Template == nil || n.Template.Entry != nil || n.Template.Answer.Ends {
			return fmt.Errorf("%q begins or ends the workflow, which a subflow can't do for it", n.Name.Value)
		}
		x.nodes = append(x.nodes, n)
	}
	if len(x.nodes) < 2 {
		return errors.New("choose several nodes")
	}
	taken := []string{}
	for _, n := range x.Workflow.Nodes {
		if !x.has(n) {
			taken = append(taken, n.ID.Value, n.Name.Value)
		}
	}
	x.call = free("part", taken)
	return nil
}

func (x *extraction) has(n *ir.Node) bool { return slices.Contains(x.nodes, n) }

func (x *extraction) hasID(id string) bool {
	return slices.ContainsFunc(x.nodes, func(n *ir.Node) bool { return n.ID.Value == id })
}

// free is a name that none of those taken is, nor means something else in an expression.
func free(name string, taken []string) string {
	taken = slices.Concat(taken, reserved)
	if !slices.Contains(taken, name) {
		return name
	}
	for i := 2; ; i++ {
		if next := name + strconv.Itoa(i); !slices.Contains(taken, next) {
			return next
		}
	}
}

// border finds the wires that enter and leave.
func (x *extraction) border() error {
	for _, e := range x.Doc.Edges {
		from, to := x.hasID(e.Source.Value), x.hasID(e.Target.Value)
		switch {
		case !from && to && x.into == nil:
			x.into = e
		case from && !to && x.out == nil:
			x.out = e
		case from != to:
			return errors.New("more than one wire enters or leaves these nodes")
		}
	}
	if x.into == nil || x.out == nil {
		return errors.New("one wire has to enter these nodes, and one has to leave them")
	}
	return nil
}

// whole refuses a part of a region.
func (x *extraction) whole() error {
	var outer *ir.Region
	for i, n := range x.nodes {
		r := x.around(n)
		if i > 0 && ((r == nil) != (outer == nil) || r != nil && r.Step.Node != outer.Step.Node) {
			return fmt.Errorf("%q is in another region than %q", n.Name.Value, x.nodes[0].Name.Value)
		}
		outer = r
	}
	for _, n := range x.Workflow.Nodes {
		for _, s := range lookerAt(n, "").steps {
			for r := s.Region; r != nil; r = r.Outer {
				if x.has(r.Step.Node) && !x.has(n) {
					return fmt.Errorf("%q is in the region of %q: choose both", n.Name.Value, r.Step.Node.Name.Value)
				}
			}
		}
	}
	return nil
}

// around is the innermost region of a node that another node opens.
func (x *extraction) around(n *ir.Node) *ir.Region {
	for _, s := range lookerAt(n, "").steps {
		for r := s.Region; r != nil; r = r.Outer {
			if !x.has(r.Step.Node) {
				return r
			}
		}
	}
	return nil
}

// cross finds what is read across the border, and has it read under its new name.
func (x *extraction) cross() error {
	inner := []string{}
	for _, n := range x.nodes {
		inner = append(inner, n.ID.Value, n.Name.Value)
	}
	for _, r := range x.reads() {
		if r.path[0].Text == "env" {
			continue
		}
		e, why, known := lookerAt(r.node, r.field).try(source(r.path))
		if !known || why != "" || e.Key == "" {
			return fmt.Errorf("%q reads %s, which is not known to be right: fix that first", r.node.Name.Value, source(r.path))
		}
		base, _, _ := strings.Cut(e.Key, ".")
		made := slices.ContainsFunc(x.nodes, func(n *ir.Node) bool { return n.Name.Value == base })
		switch {
		case made == x.has(r.node):
		case made:
			p, err := pass(&x.results, e.Key, e.Key, e.Type, nil)
			if err != nil {
				return err
			}
			x.read(r, x.call+"."+p.name)
		default:
			p, err := pass(&x.given, e.Key, source(r.path), e.Type, inner)
			if err != nil {
				return err
			}
			x.read(r, p.name)
		}
	}
	return nil
}

// pass is a value under a name of its own, one for each value.
func pass(list *[]passed, key, ref string, t types.Type, taken []string) (passed, error) {
	for _, p := range *list {
		if p.key == key {
			return p, nil
		}
		taken = append(slices.Clip(taken), p.name)
	}
	kind, ok := declared(t)
	if !ok {
		return passed{}, fmt.Errorf("%s is of type %s: read its fields one by one first", ref, t)
	}
	name := key[strings.LastIndexByte(key, '.')+1:]
	if !plain.MatchString(name) {
		name = "value"
	}
	p := passed{name: free(name, taken), ref: ref, key: key, kind: kind, must: !t.Nullable}
	p.hide = sensitive(t) && !types.LabelsOf(types.FromField, p.name).Has(types.Password)
	*list = append(*list, p)
	return p, nil
}

// sensitive reports whether a value has every label of a field that is declared sensitive.
func sensitive(t types.Type) bool {
	labels := types.LabelsOf(types.FromSensitive, "")
	return t.AllLabels()&labels == labels
}

// declared is a type as a document declares it.
func declared(t types.Type) (string, bool) {
	switch {
	case t.Scalar() || t.Kind == types.Bytes || t.Kind == types.Any:
		t.Nullable = false
		name := strings.ToLower(t.Kind.String())
		return strconv.Quote(name), slices.Contains(types.Names(), name)
	case t.Kind == types.List && t.Elem != nil:
		inner, ok := declared(*t.Elem)
		return "[" + inner + "]", ok
	}
	return "", false
}

// read has a chain of names read something else.
func (x *extraction) read(r read, text string) {
	start, end := r.path[0].Start, r.path[len(r.path)-1].End
	if end < len(r.value.Text) && r.value.Text[end] == ']' {
		end++
	}
	span := r.value.Within(x.File, start, end)
	x.edits = append(x.edits, edit{span.Start, span.End, text})
}

// part is a part of the document, with what is read there under its new names.
func (x *extraction) part(span diag.Span) string {
	var inside []edit
	for _, e := range x.edits {
		if e.start >= span.Start && e.end <= span.End {
			inside = append(inside, e)
		}
	}
	text, at := "", span.Start
	slices.SortFunc(inside, func(a, b edit) int { return a.start - b.start })
	for _, e := range inside {
		text += string(x.File.Src[at:e.start]) + e.text
		at = e.end
	}
	return text + string(x.File.Src[at:span.End])
}

// made is the new workflow.
func (x *extraction) made() []byte {
	var ids, fields, values []string
	for _, n := range x.nodes {
		ids = append(ids, n.ID.Value, n.Name.Value)
	}
	in, out := free("in", ids), free("out", ids)
	for _, p := range x.given {
		more := ""
		if p.must {
			more = `, "required": true`
		}
		if p.hide {
			more += `, "sensitive": true`
		}
		fields = append(fields, fmt.Sprintf(`%s: {"type": %s%s}`, quoted(p.name), p.kind, more))
	}
	for _, p := range x.results {
		values = append(values, fmt.Sprintf(`%s: %s`, quoted(p.name), quoted("{{"+p.ref+"}}")))
	}
	data := `"returnOutput": "out"`
	if len(values) > 0 {
		data += fmt.Sprintf(`, "returnValues": {%s}`, strings.Join(values, ", "))
	}
	const entry = `{"id": %s, "type": "subflow", "data": {"subflowFields": {%s}}}`
	nodes := []string{fmt.Sprintf(entry, quoted(in), strings.Join(fields, ", "))}
	for _, n := range x.nodes {
		nodes = append(nodes, x.part(n.Span))
	}
	nodes = append(nodes, fmt.Sprintf(`{"id": %s, "type": "return", "data": {%s}}`, quoted(out), data))
	edges := []string{wireText(in, "out", x.into.Target.Value)}
	for _, e := range x.Doc.Edges {
		if x.hasID(e.Source.Value) && x.hasID(e.Target.Value) {
			edges = append(edges, wireText(e.Source.Value, e.Handle.Value, e.Target.Value))
		}
	}
	edges = append(edges, wireText(x.out.Source.Value, x.out.Handle.Value, out))
	const document = `{"$schema": "./.flowc/workflow.schema.json", "version": 1, "id": %q, "name": %s,
"nodes": [%s], "edges": [%s]}`
	return fmt.Appendf(nil, document, schema.NewID(), quoted(x.stem), strings.Join(nodes, ", "), strings.Join(edges, ", "))
}

func wireText(from, output, to string) string {
	if output == "out" {
		return fmt.Sprintf(`{"source": %s, "target": %s}`, quoted(from), quoted(to))
	}
	return fmt.Sprintf(`{"source": %s, "sourceHandle": %s, "target": %s}`, quoted(from), quoted(output), quoted(to))
}

// rest is the document with a Call in the place of the nodes.
func (x *extraction) rest() []byte {
	var nodes, edges []string
	for _, item := range x.Root.Get("nodes").Items {
		id := item.Get("id")
		switch {
		case id == nil || !x.hasID(id.Text):
			nodes = append(nodes, x.part(item.Span))
		case id.Text == x.nodes[0].ID.Value:
			nodes = append(nodes, x.calling(item))
		}
	}
	for _, e := range x.Doc.Edges {
		from, to := e.Source.Value, e.Target.Value
		switch {
		case e == x.into:
			edges = append(edges, wireText(from, e.Handle.Value, x.call))
		case e == x.out:
			edges = append(edges, wireText(x.call, "out", to))
		case !x.hasID(from):
			edges = append(edges, wireText(from, e.Handle.Value, to))
		}
	}
	text := string(x.File.Src)
	for _, list := range []struct {
		key   string
		items []string
	}{{"edges", edges}, {"nodes", nodes}} {
		root, _ := schema.ReadJSON(text)
		span := root.Get(list.key).Span
		text = text[:span.Start] + "[" + strings.Join(list.items, ", ") + "]" + text[span.End:]
	}
	return []byte(text)
}

// calling is the Call, which stands where the first of the nodes stood.
func (x *extraction) calling(first *schema.Value) string {
	var inputs []string
	for _, p := range x.given {
		inputs = append(inputs, fmt.Sprintf(`%s: %s`, quoted(p.name), quoted("{{"+p.ref+"}}")))
	}
	at := ""
	if position := first.Get("position"); position != nil {
		at = `"position": ` + string(x.File.Src[position.Span.Start:position.Span.End]) + ", "
	}
	return fmt.Sprintf(`{"id": %s, "type": "call", %s"data": {"callWorkflow": %s, "callInput": {%s}}}`,
		quoted(x.call), at, quoted(x.stem), strings.Join(inputs, ", "))
}

// clean refuses documents in which something is wrong that was not before.
func (x *extraction) clean(text, made []byte) error {
	before := map[*diag.Code]int{}
	for _, p := range slices.Concat(x.Found, x.Others) {
		before[p.Code]++
	}
	folders := slices.Clone(x.folders)
	name := filepath.Join(filepath.Dir(x.File.Name), x.stem+".flow.json")
	folders[x.which] = withDocument(folders[x.which], diag.NewFile(name, made))
	after := Open(folders, x.which, x.File.Name, text)
	for _, p := range slices.Concat(after.Found, after.Others) {
		if before[p.Code]--; before[p.Code] < 0 {
			return fmt.Errorf("in a subflow, %s", p.Message)
		}
	}
	return nil
}
