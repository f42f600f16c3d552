package ir

import (
	"cmp"
	"fmt"
	"slices"
	"sort"
	"strings"

	"github.com/flowc-dev/flowc/gen/flow"
	"github.com/flowc-dev/flowc/schema"
	"github.com/flowc-dev/flowc/schema/diag"
	"github.com/flowc-dev/flowc/schema/types"
	"github.com/flowc-dev/flowc/templates"
)

// structure turns a document into nodes and wires (FC101 to FC106).
func (b *builder) structure(doc *schema.Workflow) *Workflow {
	w := &Workflow{
		Workflow: doc,
		columns:  b.columns,
		GoName:   types.GoLocal(doc.Name.Value),
		nodes:    make(map[string]*Node, len(doc.Nodes)),
		names:    make(map[string]*Node, len(doc.Nodes)),
	}
	b.addNodes(w)
	for _, n := range w.Nodes {
		b.fields(n)
	}
	dangles := b.addWires(w)
	w.addEnds()
	w.drawing = w.draw()
	w.trust(dangles)
	b.entryPoints(w)
	if !w.Broken {
		b.cycles(w)
	}
	return w
}

func (b *builder) addNodes(w *Workflow) {
	for _, doc := range w.Workflow.Nodes {
		n := &Node{Node: doc, Workflow: w, Template: b.templates[doc.Type.Value], Trust: Proved}
		if _, twice := w.nodes[doc.ID.Value]; twice {
			w.Broken = true // schema has reported it
			continue
		}
		if w.Notes[doc.ID.Value] {
			w.Broken = true // nobody can say which of the two a wire means
		}
		if _, twice := w.names[doc.Name.Value]; twice {
			w.Broken = true // schema has reported it; nobody can say what a reference means
		}
		n.GoName = goName(n)
		n.index = len(w.Nodes)
		w.Nodes = append(w.Nodes, n)
		w.nodes[doc.ID.Value] = n
		w.names[doc.Name.Value] = n
		if n.Template == nil {
			n.report(&b.list, diag.Diagnostic{
				Code: diag.FC101, Span: doc.Type.Span,
				Message: fmt.Sprintf("unknown node type %q", doc.Type.Value),
				Hint:    b.typeHint(doc.Type.Value),
			})
			continue
		}
		b.mistyped(n)
	}
}

// goName is the node's name in Go; a name without a letter or digit takes its type's.
func goName(n *Node) string {
	if s := types.GoLocal(n.Name.Value); s != "" {
		return s
	}
	return n.Type.Value
}

// addWires adds the wires whose ends exist, and reports whether one dangles: it ends at no node, or where none may end.
func (b *builder) addWires(w *Workflow) (dangles bool) {
	lost := false // a wire begins at no node
	for _, e := range w.Edges {
		if w.Notes[e.Source.Value] || w.Notes[e.Target.Value] {
			continue
		}
		from, to := w.nodes[e.Source.Value], w.nodes[e.Target.Value]
		if d, ok := b.wireProblem(w, e, from, to); ok {
			if d.File = w.File; d.Code != diag.FC102 || !w.doubled() { // a node of that id may only have got another one's
				b.addOnce(d)
			}
			if d.Code == diag.FC103 {
				b.inAnotherMode(from, e.Handle.Value)
			}
			dangles = dangles || d.Code == diag.FC106 || to == nil // it meant another node
			lost = lost || from == nil
			if from == nil {
				from = w.nodes[diag.Nearest(e.Source.Value, sortedKeys(w.nodes))] // nil where no name is near
			}
			for _, n := range []*Node{from, to} {
				if n != nil {
					n.Trust = Lost
				}
			}
			continue
		}
		wire := &Wire{From: from, To: to, Output: e.Handle.Value, Span: e.Span, Handle: e.Handle.Span, index: len(w.wires)}
		from.Wires = append(from.Wires, wire)
		w.wires = append(w.wires, wire)
	}
	for _, n := range w.Nodes {
		if lost && n.Template != nil && n.Template.Entry != nil && len(n.Wires) == 0 {
			n.Trust = Lost // it was renamed
		}
	}
	return dangles
}

// doubled reports whether two nodes, or a node and a note, have one id: schema has reported it.
func (w *Workflow) doubled() bool {
	return len(w.nodes) < len(w.Workflow.Nodes) || slices.ContainsFunc(w.Nodes, func(n *Node) bool { return w.Notes[n.ID.Value] })
}

// lacks reports whether a wire begins or ends at a node that does not exist (FC102): what is read of it would only
// repeat that.
func (w *Workflow) lacks(id string) bool {
	return w.nodes[id] == nil && slices.ContainsFunc(w.Edges, func(e *schema.Edge) bool { return e.Source.Value == id || e.Target.Value == id })
}

// addOnce adds a problem of a wire. Wires of one node that does not exist are one mistake: it was deleted, or its id
// was changed. So are those of outputs that a node does not have: it is of another type than they want, or in another
// mode.
func (b *builder) addOnce(d diag.Diagnostic) {
	for i := range b.list {
		first := &b.list[i]
		switch {
		case first.Code != d.Code || first.File != d.File:
		case d.Code == diag.FC102 && written(*first) == written(d):
			first.Related = append(first.Related, diag.Related{File: d.File, Span: d.Span, Message: "and here"})
			return
		case d.Code == diag.FC103 && first.Node == d.Node:
			first.Related = append(first.Related, diag.Related{File: d.File, Span: d.Span, Message: fmt.Sprintf("nor has it %q", d.Output)})
			return
		}
	}
	b.list.Add(d)
}

// inAnotherMode leaves out what a node lacks in its mode (FC201) where a wire takes an output that it has in another
// one: the mode is wrong, and FC103 says which is meant.
func (b *builder) inAnotherMode(n *Node, output string) {
	mode, _ := elsewhere(n.Template, output)
	if mode == "" || mode != n.Template.Mode {
		return
	}
	b.list = slices.DeleteFunc(b.list, func(d diag.Diagnostic) bool {
		lacking := field(n.Template, d.Missing)
		return lacking != nil && lacking.When.Field == mode && d.Code == diag.FC201 && d.File == n.Workflow.File && d.Node == n.ID.Value
	})
}

// written is the text of the document at a problem's span.
func written(d diag.Diagnostic) string { return string(d.File.Src[d.Span.Start:d.Span.End]) }

// wireProblem says why a wire can't be (FC102, FC103, FC106).
func (b *builder) wireProblem(w *Workflow, e *schema.Edge, from, to *Node) (diag.Diagnostic, bool) {
	for _, end := range []struct {
		way  string
		name schema.Text
		node *Node
	}{{"from", e.Source, from}, {"to", e.Target, to}} {
		if end.node == nil {
			return diag.Diagnostic{
				Code: diag.FC102, Span: end.name.Span,
				Message: fmt.Sprintf("wire %s a node that does not exist: %q", end.way, end.name.Value),
				Hint:    cmp.Or(diag.DidYouMean(end.name.Value, sortedKeys(w.nodes)), w.unwiredHint(end.name.Value)),
			}, true
		}
	}
	if to.Template != nil && to.Template.Entry != nil {
		return diag.Diagnostic{
			Code: diag.FC106, Span: e.Target.Span, Node: to.ID.Value,
			Message: fmt.Sprintf("wire into the entry point %q", to.ID.Value),
			Hint:    "remove the wire: an execution starts at an entry point",
		}, true
	}
	return b.handleProblem(e, from)
}

// unwiredHint says what to do about wires of a node that does not exist: where no wire names just one node, it was
// called so before.
func (w *Workflow) unwiredHint(id string) string {
	unwired := slices.DeleteFunc(slices.Clone(w.Nodes), func(n *Node) bool {
		return slices.ContainsFunc(w.Edges, func(e *schema.Edge) bool { return e.Source.Value == n.ID.Value || e.Target.Value == n.ID.Value })
	})
	if len(unwired) == 1 {
		return fmt.Sprintf("write %q, if that is meant: no wire names it", unwired[0].ID.Value)
	}
	return fmt.Sprintf("add a node with the id %q, or remove the wire", id)
}

func (b *builder) handleProblem(e *schema.Edge, from *Node) (diag.Diagnostic, bool) {
	if !from.Known() || from.Output(e.Handle.Value) != nil {
		return diag.Diagnostic{}, false
	}
	var names []string
	for _, o := range from.Outputs() {
		names = append(names, o.Name)
	}
	slices.Sort(names)
	d := diag.Diagnostic{
		Code: diag.FC103, Span: e.Handle.Span, Node: from.ID.Value, Output: e.Handle.Value, Cause: from.notReturned(e.Handle.Value),
		Message: fmt.Sprintf("%s %q has no output %q", from.Template.Title, from.ID.Value, e.Handle.Value),
		Hint:    oneOf(e.Handle.Value, names),
	}
	implied := e.Handle.Span == e.Span // it names none
	if implied && len(names) > 0 {
		d.Hint = `write "sourceHandle": "` + strings.Join(names, `" or "`) + `"`
	}
	switch field, values := elsewhere(from.Template, e.Handle.Value); {
	case field == "" && !implied:
		d.Hint = cmp.Or(from.caseMend(e.Handle.Value, names), d.Hint)
	case field == "":
	case implied:
		d.Hint += fmt.Sprintf("; without it a wire is from %q, which is there where %q is %s", e.Handle.Value, field, strings.Join(values, ", "))
	default:
		d.Hint = fmt.Sprintf("set %q to %s, or wire one of %s", field, strings.Join(values, ", "), strings.Join(names, ", "))
	}
	return d, true
}

// caseMend says where the case is added that an output was taken for, where it is like no output that there is; "" for
// a node that has no cases.
func (n *Node) caseMend(output string, outputs []string) string {
	v := n.Shaped(templates.Cases)
	if v == nil || len(v.Cases) == 0 || diag.DidYouMean(output, outputs) != "" {
		return ""
	}
	c := templates.Case{Kind: v.Cases[0].Kind, Text: output}
	if v.caseProblem(c) != "" {
		return ""
	}
	return fmt.Sprintf("add %s to %q, or %s", c, v.Field.Name, oneOf(output, outputs))
}

// elsewhere returns the values of a field with which nodes of a type have the output; "" where they never do.
func elsewhere(t *templates.Template, output string) (field string, values []string) {
	for _, o := range t.Outputs {
		if o.Name == output {
			field = o.When.Field
			values = append(values, o.When.Values...)
		}
	}
	return field, values
}

// entryPoints reports a workflow without one (FC105). A node of unknown type that nothing leads to may be the entry
// point, misspelt, and so may be one that lacks what nodes of its type need.
func (b *builder) entryPoints(w *Workflow) {
	fed := map[*Node]bool{}
	for _, n := range w.Nodes {
		for _, wire := range n.Wires {
			fed[wire.To] = true
		}
	}
	maybe := false
	for _, n := range w.Nodes {
		if n.Template != nil && n.Template.Entry != nil {
			return
		}
		maybe = maybe || !fed[n] && (n.Template == nil || n.lacks())
	}
	w.Broken = true
	if maybe {
		return
	}
	var entries []string
	for _, t := range b.typeNames {
		if b.templates[t].Entry != nil {
			entries = append(entries, t)
		}
	}
	hint := "add a node of type " + strings.Join(entries, " or ")
	for i := range b.list {
		if d := &b.list[i]; d.Code == diag.FC102 && d.File == w.File && w.fromNowhere(*d) {
			d.Hint = "the workflow has no entry point, which was that perhaps: " + hint
			return
		}
	}
	b.list.Add(diag.Diagnostic{
		Code: diag.FC105, File: w.File, Span: w.Name.Span,
		Message: fmt.Sprintf("workflow %q has no entry point", w.Name.Value), Hint: hint,
	})
}

// fromNowhere reports whether a problem is of a wire that begins at no node.
func (w *Workflow) fromNowhere(d diag.Diagnostic) bool {
	return slices.ContainsFunc(w.Edges, func(e *schema.Edge) bool { return e.Source.Span == d.Span && w.nodes[e.Source.Value] == nil })
}

// cycles reports each cycle once, with all of its nodes (FC104).
func (b *builder) cycles(w *Workflow) {
	for _, c := range w.drawing.Cycles() {
		w.Broken = true
		b.cycle(w, c)
	}
}

func (b *builder) cycle(w *Workflow, c flow.Cycle) {
	closing := w.wire(c.Closing)
	if closing.From.Trust == Lost {
		return
	}
	names := make([]string, 0, len(c.Nodes)+1)
	for _, n := range c.Nodes {
		names = append(names, w.Nodes[n].ID.Value)
	}
	names = append(names, closing.To.ID.Value)
	b.list.Add(diag.Diagnostic{
		Code: diag.FC104, File: w.File, Span: closing.Span, Node: closing.From.ID.Value, Output: closing.Output,
		Message: "cycle: " + strings.Join(names, " -> "),
		Hint:    "remove one of its wires: a workflow runs forward only",
	})
}

// typeHint hints at the node type that others call so, else at the nearest name.
func (b *builder) typeHint(name string) string {
	for _, t := range b.typeNames {
		if slices.ContainsFunc(b.templates[t].Docs.Also, func(also string) bool { return strings.EqualFold(also, name) }) {
			return fmt.Sprintf("did you mean %q?", t)
		}
	}
	return oneOf(name, b.typeNames)
}

// oneOf hints at the nearest of the known names, or lists them where none is near.
func oneOf(name string, known []string) string {
	if hint := diag.DidYouMean(name, known); hint != "" {
		return hint
	}
	if len(known) == 0 {
		return ""
	}
	return "use one of " + strings.Join(known, ", ")
}

func sortedKeys[V any](m map[string]V) []string {
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	sort.Strings(keys)
	return keys
}

// templatesByType indexes the node types.
func templatesByType(all []*templates.Template) (map[string]*templates.Template, []string) {
	m := make(map[string]*templates.Template, len(all))
	for _, t := range all {
		m[t.Type] = t
	}
	return m, sortedKeys(m)
}
