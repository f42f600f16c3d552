package ir

import (
	"fmt"
	"slices"
	"strings"

	"github.com/flowc-dev/flowc/gen/expr"
	"github.com/flowc-dev/flowc/gen/knowledge"
	"github.com/flowc-dev/flowc/schema/diag"
	"github.com/flowc-dev/flowc/schema/types"
	"github.com/flowc-dev/flowc/templates"
)

// repeats are the fields of a node whose region is run for each item of a list, nil of any other.
func (n *Node) repeats() *templates.Each {
	if !n.Known() || n.Ends != nil {
		return nil
	}
	return n.Template.Region.Each
}

// FieldOf implements templates.Pass.
func (p *pass) FieldOf(field string) string {
	if p.step == nil || p.step.Value[field] == nil || p.step.Value[field].Expr == nil {
		return ""
	}
	if e := p.step.Value[field].Expr; e.Type.AllLabels().Has(types.Caller) {
		return p.step.sentAs(e)
	}
	return ""
}

// repeated resolves the name of the item, or of its index, of a For each around a step, the innermost first; nil of
// another name.
func (s *Step) repeated(name string) *expr.Ref {
	for r := s.Region; r != nil; r = r.Outer {
		n := r.Step.Node
		fields := n.repeats()
		if fields == nil {
			continue
		}
		switch name {
		case n.Fields[fields.Name].text():
			ref := &expr.Ref{Key: n.Name.Value + "[]", Type: r.Step.ItemType(), Data: Source{Kind: FromEach, Node: n}}
			ref.From = (&pass{node: n, step: r.Step}).FieldOf(fields.Items)
			return ref
		case n.Fields[fields.Index].text():
			return &expr.Ref{Key: n.Name.Value + "[#]", Type: types.Of(types.Int), Data: Source{Kind: FromIndex, Node: n}}
		}
	}
	return nil
}

// Repeated are the names that the regions around a step give to items of lists and to their places, those of the
// innermost first.
func (s *Step) Repeated() []string {
	var names []string
	for r := s.Region; r != nil; r = r.Outer {
		if n := r.Step.Node; n.repeats() != nil {
			names = append(names, n.Called(false), n.Called(true))
		}
	}
	return names
}

// itemMend says what the item of the region around s is called, or its place, in place of a name that others have for
// it; "" where s is in none, or of another name. path is what is read: names as those of many requests stand for an
// item only where something is read of them.
func (s *Step) itemMend(path []expr.Name) string {
	names := s.Repeated()
	if len(names) == 0 {
		return ""
	}
	rest := ""
	for _, name := range path[1:] {
		rest += "." + name.Text
	}
	switch name := strings.ToLower(path[0].Text); {
	case knowledge.Names.Items.Has(name) && (rest != "" || s.defaultItem(path[0].Text)):
		return "write " + names[0] + rest
	case knowledge.Names.Places.Has(name) && rest == "":
		return "write " + names[1]
	}
	return ""
}

// defaultItem reports whether a name is what items, or their places, are called in regions around s that do not say so:
// it was renamed there, and is no field of the request.
func (s *Step) defaultItem(name string) bool {
	for r := s.Region; r != nil; r = r.Outer {
		fields := r.Step.Node.repeats()
		if fields == nil {
			continue
		}
		for i := range r.Step.Node.Template.Fields {
			f := &r.Step.Node.Template.Fields[i]
			if (f.Name == fields.Name || f.Name == fields.Index) && f.Default == name {
				return true
			}
		}
	}
	return false
}

// callsItem reports whether a name is that of an item, or of its place, of a region that no wire leads into, which was
// reported.
func (f *Flow) callsItem(name string) bool {
	return slices.ContainsFunc(f.Steps, func(s *Step) bool {
		missing := func(o *Out) bool { return o.Missing && o.Spec != nil && o.Spec.Role == templates.Try }
		return s.Node.repeats() != nil && slices.ContainsFunc(s.Outs, missing) && (name == s.Node.Called(false) || name == s.Node.Called(true))
	})
}

// Parallel reports whether the region is run for several items of a list at the same time.
func (r *Region) Parallel() bool {
	n := r.Step.Node
	fields := n.repeats()
	if fields == nil {
		return false
	}
	v := n.Fields[fields.Parallel]
	return v != nil && v.Int > 1
}

// InParallel is the innermost region around s that is run for several items at the same time, or nil.
func (s *Step) InParallel() *Region {
	for r := s.Region; r != nil; r = r.Outer {
		if r.Parallel() {
			return r
		}
	}
	return nil
}

// CalledInParallel reports whether some Call of the flow is in such a region.
func (f *Flow) CalledInParallel() bool { return f.given != nil && f.given.Parallel }

// Called is the name that a For each gives its item: "contact"; or where index is set, the one of its place in the
// list, from 0.
func (n *Node) Called(index bool) string {
	fields := n.repeats()
	if index {
		return n.Fields[fields.Index].text()
	}
	return n.Fields[fields.Name].text()
}

// text is the text of a field, "" where it was refused.
func (v *Value) text() string {
	if v == nil {
		return ""
	}
	return v.Text
}

// ItemType is the type of the items that the step's region is run for; Unknown where that is not known.
func (s *Step) ItemType() types.Type {
	fields := s.Node.repeats()
	if fields == nil || s.Value[fields.Items] == nil || s.Value[fields.Items].Expr == nil {
		return types.Type{}
	}
	list := s.Value[fields.Items].Expr.Type
	if list.Kind != types.List || list.Elem == nil {
		return types.Type{}
	}
	return list.Elem.With(list.Labels)
}

// repeats reports names of items that no expression can refer to (FC203), or that are there twice: of an item and its
// place, or in a region inside of another (FC004).
func (b *builder) repeats(s *Step) {
	n := s.Node
	fields := n.repeats()
	if fields == nil {
		return
	}
	taken := map[string]*Node{}
	for r := s.Region; r != nil; r = r.Outer {
		if outer := r.Step.Node.repeats(); outer != nil {
			taken[r.Step.Node.Fields[outer.Name].text()] = r.Step.Node
			taken[r.Step.Node.Fields[outer.Index].text()] = r.Step.Node
		}
	}
	for _, field := range []string{fields.Name, fields.Index} {
		v := n.Fields[field]
		if v == nil {
			continue // refused
		}
		d := diag.Diagnostic{Span: n.ID.Span, Hint: fmt.Sprintf("set %q to another name", field)}
		if v.JSON != nil {
			d.Span = v.JSON.Span
		}
		switch other := taken[v.Text]; {
		case !isName(v.Text):
			d.Code, d.Message = diag.FC203, fmt.Sprintf("%q: %q is no name that an expression can use", field, v.Text)
		case other == n:
			d.Code, d.Message = diag.FC004, fmt.Sprintf("an item of %q and its place are both called %q", n.ID.Value, v.Text)
		case other != nil && v.JSON == nil && field == fields.Index:
			continue // no name was given to it, and the innermost one counts
		case other != nil:
			d.Code, d.Message = diag.FC004, fmt.Sprintf("%q means something in the region of %q already, which is around %q", v.Text, other.ID.Value, n.ID.Value)
			d.Related = []diag.Related{{File: n.Workflow.File, Span: other.ID.Span, Message: "the region around it"}}
		default:
			taken[v.Text] = n
			continue
		}
		n.report(&b.list, d)
	}
}

// NextItem are the first steps of the regions from r outward that are run for the items of lists: what is done for the
// next item comes after all that is done for one.
func (r *Region) NextItem() []*Step {
	var first []*Step
	for ; r != nil; r = r.Outer {
		if s := r.Step; s.Node.repeats() != nil && s.Outs[0].Next != nil {
			first = append(first, s.Outs[0].Next)
		}
	}
	return first
}
