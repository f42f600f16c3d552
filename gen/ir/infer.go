package ir

import (
	"fmt"
	"slices"
	"strings"

	"github.com/flowc-dev/flowc/gen/expr"
	"github.com/flowc-dev/flowc/schema/diag"
	"github.com/flowc-dev/flowc/schema/types"
	"github.com/flowc-dev/flowc/templates"
)

// declaredInputs sets the request's fields that the entry point declares, and those of
// the path's wildcards.
func (b *builder) declaredInputs(f *Flow) {
	p := &pass{b: b, node: f.Entry}
	f.inputs = map[string]*Input{}
	defer f.sortInputs()
	f.unplaced = f.Entry.Template.Entry.Route != nil && templates.PathProblem(p.route().Path) != ""
	if f.Called() {
		b.calledInputs(f)
		return
	}
	wildcards := Wildcards(p.route().Path)
	for _, written := range p.declaredFields() {
		f.Declared = true
		d := f.place(written, wildcards, p.route().Method)
		if written.Mistyped(d.In) {
			d.Type = types.Type{Labels: d.Type.Labels} // reported: nobody knows which type is meant
		}
		f.addInput(Input{Declared: d})
	}
	for _, name := range wildcards {
		if f.inputs[name] == nil {
			t := types.Of(types.String)
			if f.refused() {
				t = types.Type{} // another one may be declared
			}
			f.addInput(Input{Declared: templates.Declared{
				Name: name, In: "path", Required: true, Type: t.With(f.fieldLabels(name, "path", false)),
			}})
		}
	}
	if t := f.Entry.Template; t.Entry.Caller != "" && f.inputs[t.Entry.Caller] == nil {
		caller := templates.Declared{Name: t.Entry.Caller, In: "caller", Required: true, Type: types.Of(types.String)}
		f.addInput(Input{Declared: caller})
	}
}

// Guesses reports whether it is not known which fields the request has, or where: their declarations were refused, or
// the path.
func (f *Flow) Guesses() bool { return f.unplaced || f.refused() }

// refused reports whether the declarations of the entry point were refused: any name may be one of its fields.
func (f *Flow) refused() bool {
	return slices.ContainsFunc(f.Entry.Template.Fields, func(t templates.Field) bool {
		says := t.Shape == templates.Fields || t.Shape == templates.Text && t.Required // a name
		return says && f.Entry.Field(t.Name) != nil && f.Entry.Fields[t.Name] == nil
	})
}

// place fills in what a declaration leaves open: where the field is, whether null may
// stand in it, and its labels.
func (f *Flow) place(d templates.Declared, wildcards []string, method string) templates.Declared {
	anywhere := d.In == "" && f.unplaced // perhaps in the path
	d.In = templates.PlaceOf(d, method, slices.Contains(wildcards, d.Name))
	d.Required = d.Required || d.In == "path" || anywhere || requiredBy(d.Validate)
	d.Type.Nullable = !d.Required && d.Type.Kind != types.Unknown
	d.Type = f.provenMembers(d.Name, labelled(d.Type, d.Name).With(f.fieldLabels(d.Name, d.In, d.Sensitive)))
	return d
}

// requiredBy reports whether a validate tag wants a value.
func requiredBy(tag string) bool { return slices.Contains(strings.Split(tag, ","), "required") }

// labelled adds the labels that a request field has by its name, and those of the fields
// inside it.
func labelled(t types.Type, name string) types.Type {
	t.Labels |= types.LabelsOf(types.FromField, name)
	t.Fields = slices.Clone(t.Fields)
	for i, f := range t.Fields {
		t.Fields[i].Type = labelled(f.Type, f.Name)
	}
	if t.Elem != nil {
		elem := labelled(*t.Elem, "")
		t.Elem = &elem
	}
	return t
}

func (f *Flow) addInput(in Input) *Input {
	f.inputs[in.Name] = &in
	return &in
}

func (f *Flow) sortInputs() {
	f.Inputs = f.Inputs[:0]
	for _, name := range sortedKeys(f.inputs) {
		f.Inputs = append(f.Inputs, *f.inputs[name])
	}
}

// infer finds the fields of the request, which the entry point does not declare, and of each the type that its uses
// want. What a use wants may be the type of what a node carries, and a use may stand before one that wants more: so all
// steps are checked with fields that fit everywhere, and nothing is said of what that finds.
func (b *builder) infer(f *Flow) {
	silent := *b
	silent.list, silent.reported = nil, map[mistake]bool{}
	f.inferring = true
	silent.steps(f)
	f.inferring = false
	before := len(b.list)
	b.settle(f)
	b.once(before)
}

// readsOther reports whether a step reads a name by itself that is neither a field of the request by now nor a node:
// only such a name may be inferred.
func (f *Flow) readsOther() bool {
	other := func(path []expr.Name) bool {
		name := path[0].Text
		return len(path) == 1 && f.inputs[name] == nil && f.Workflow.names[name] == nil && !slices.Contains(reservedNames, name)
	}
	return slices.ContainsFunc(f.Steps, func(s *Step) bool {
		for _, v := range s.Node.Fields {
			if v.Tree.reads(other) {
				return true
			}
		}
		return false
	})
}

// reads reports whether a string of t has such a chain of names.
func (t *Tree) reads(chain func(path []expr.Name) bool) bool {
	if t == nil {
		return false
	}
	if t.Text != nil && slices.ContainsFunc(t.Text.Chains(), chain) {
		return true
	}
	return slices.ContainsFunc(slices.Concat(t.Names, t.Items), func(item *Tree) bool { return item.reads(chain) })
}

// used notes a use of the bare name of a field that the entry point does not declare.
func (f *Flow) used(name string, u Use) {
	in := f.inputs[name]
	if in == nil {
		in = f.addInput(Input{Declared: templates.Declared{Name: name}})
	}
	in.Uses = append(in.Uses, u)
}

// settle gives each inferred field the type of its one typed use.
func (b *builder) settle(f *Flow) {
	method := (&pass{b: b, node: f.Entry}).route().Method
	for _, name := range sortedKeys(f.inputs) {
		in := f.inputs[name]
		if in.Uses == nil {
			continue
		}
		t := b.agreed(f, in)
		guarded := !slices.ContainsFunc(in.Uses, func(u Use) bool { return !u.Guarded })
		d := templates.Declared{Name: name, Type: t.NotNull(), Required: !guarded}
		d.Type.Labels = 0
		in.Declared = f.place(d, nil, method)
	}
	f.sortInputs()
}

// agreed is the type that an inferred field's typed uses agree on (FC206), else any.
func (b *builder) agreed(f *Flow, in *Input) types.Type {
	var first *Use
	for i := range in.Uses {
		u := &in.Uses[i]
		switch {
		case u.Type.Kind == types.Unknown:
		case first == nil:
			first = u
		case !u.Type.NotNull().Equal(first.Type.NotNull()):
			u.Step.Node.report(&b.list, diag.Diagnostic{
				Code: diag.FC206, Span: u.Span,
				Message: fmt.Sprintf("request field %q is used as %s here and as %s elsewhere", in.Name, u.Type.NotNull(), first.Type.NotNull()),
				Hint:    "declare its type on the entry point, and convert it where another one is wanted",
				Related: []diag.Related{{File: f.Workflow.File, Span: first.Span, Message: fmt.Sprintf("used as %s here", first.Type.NotNull())}},
			})
			return types.Type{} // unknown: each use would only repeat it
		}
	}
	if first == nil {
		return types.Of(types.Any)
	}
	return first.Type
}

// Wildcards lists the wildcards of a net/http pattern's path.
func Wildcards(path string) []string {
	var names []string
	for segment := range strings.SplitSeq(path, "/") {
		name, ok := strings.CutPrefix(segment, "{")
		if name, ok2 := strings.CutSuffix(name, "}"); ok && ok2 && name != "$" {
			names = append(names, strings.TrimSuffix(name, "..."))
		}
	}
	return names
}
