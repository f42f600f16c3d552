package ir

import (
	"fmt"
	"strings"

	"github.com/flowc-dev/flowc/schema/diag"
	"github.com/flowc-dev/flowc/schema/types"
	"github.com/flowc-dev/flowc/templates"
)

// readStem looks the workflow up that a node calls. Before all are built once, nothing is known of it, and nothing
// said.
func (b *builder) readStem(n *Node, v *Value) bool {
	v.Text = v.JSON.Text
	if v.Text == "" {
		n.report(&b.list, diag.Diagnostic{
			Code: diag.FC203, Span: v.JSON.Span, Message: fmt.Sprintf("%s %q names no workflow", n.Template.Title, n.ID.Value),
			Hint: "write the name of its file, without .flow.json",
		})
		return false
	}
	if b.subflows == nil {
		return true
	}
	if round := b.subflows.rounds[callOf{n.Workflow.Stem, n.ID.Value}]; round != nil {
		n.report(&b.list, diag.Diagnostic{
			Code: diag.FC104, Span: v.JSON.Span, Message: "Calls in a circle: " + strings.Join(round, " -> "),
			Hint: "remove one of them: a workflow can't wait for itself",
		})
		return true
	}
	n.called = b.subflows.called[v.Text]
	if n.called == nil {
		b.noSubflow(n, v)
		return true
	}
	n.Workflow.borrow(n.called)
	return true
}

// noSubflow reports a stem by which nothing can be called (FC204).
func (b *builder) noSubflow(n *Node, v *Value) {
	if b.subflows.lost[v.Text] {
		return // why it could not be read was reported
	}
	d := diag.Diagnostic{
		Code: diag.FC204, Span: v.JSON.Span, Message: fmt.Sprintf("there is no workflow %q in this folder", v.Text),
		Hint: oneOf(v.Text, b.subflows.stems()),
	}
	if _, there := b.subflows.others[v.Text]; there {
		d.Message = fmt.Sprintf("workflow %q can't be called: it does not begin with a Subflow", v.Text)
	}
	n.hold(d)
}

// borrow notes the Go structs that the workflow uses and that others declare: those in what it is returned, and in what
// it gives.
func (w *Workflow) borrow(c *Called) {
	if w.Foreign == nil {
		w.Foreign = map[string]bool{}
	}
	if w.owners == nil {
		w.owners = map[string]string{}
	}
	note := func(name, owner string) {
		if owner != w.Stem {
			w.Foreign[name], w.owners[name] = true, owner
		}
	}
	objects(c.Result, func(name string) { note(name, c.Owners[name]) })
	objects(c.In, func(name string) { note(name, c.Stem) })
}

// Subflow implements templates.Pass.
func (p *pass) Subflow() templates.Subflow {
	c := p.node.called
	if p.node.callee() == "" {
		c = p.node.Workflow.called
	}
	if c == nil {
		return templates.Subflow{}
	}
	return c.Subflow
}

// calledInputs sets the fields of a workflow that others call: as declared, with the labels and null of all that is
// given.
func (b *builder) calledInputs(f *Flow) {
	f.Declared = true
	if b.subflows != nil {
		f.given = b.subflows.given[f.Workflow.Stem]
	}
	for _, d := range (&pass{b: b, node: f.Entry}).declaredFields() {
		d.In = "body"
		d.Required = d.Required || requiredBy(d.Validate)
		d.Type.Nullable = d.Type.Nullable && !d.Required
		if d.Sensitive {
			d.Type.Labels |= types.Password
		}
		if f.given != nil && f.given.Fields[d.Name].Kind != types.Unknown {
			d.Type = d.Type.WithLabelsOf(f.given.Fields[d.Name])
			d.Type.Nullable = d.Type.Nullable || f.given.Fields[d.Name].Nullable && !d.Required
		}
		f.addInput(Input{Declared: d})
	}
}

// handing checks what a Call gives: each entry against the field that the workflow takes.
func (c *checker) handing(v *Value) *Typed {
	called := c.step.Node.called
	switch {
	case c.step.Node.callee() == "":
		return c.inputs(v)
	case called == nil:
		called = &Called{} // whose fields nobody knows
	}
	typed := &Typed{Tree: v.Tree, Type: called.In}
	for i, key := range v.Tree.Keys {
		field, _ := called.In.Field(key) // an unknown one is reported by the node's own check, and fits everything
		in := &input{checker: c, field: v.Field, key: key, name: c.step.Qualified(types.GoName(key)), null: !called.Takes[key]}
		typed.Items = append(typed.Items, in.value(v.Tree.Items[i], field.Type))
	}
	return typed
}

// returns reports ends of one name that return different values (FC206).
func (b *builder) returns(w *Workflow) {
	f := w.calledFlow()
	if f == nil {
		return
	}
	first := map[string]*Step{}
	for _, n := range w.Nodes {
		if n.Returns() == "" || len(f.Runs(n)) == 0 {
			continue
		}
		s := f.Runs(n)[0]
		other := first[n.Returns()]
		if other == nil {
			first[n.Returns()] = s
			continue
		}
		if t, u := s.returned(), other.returned(); t.Known() && u.Known() && !t.Equal(u) {
			n.report(&b.list, diag.Diagnostic{
				Code: diag.FC206, Span: n.ID.Span,
				Message: fmt.Sprintf("%q returns %q with %s, and %q with %s", n.ID.Value, n.Returns(), t, other.Node.ID.Value, u),
				Hint:    "give both the same values, of one type, or name the outputs apart",
				Related: []diag.Related{{File: w.File, Span: other.Node.ID.Span, Message: "the other one"}},
			})
		}
	}
}
