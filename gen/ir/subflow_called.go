package ir

import (
	"slices"
	"time"

	"github.com/flowc-dev/flowc/schema/types"
	"github.com/flowc-dev/flowc/templates"
)

// Called is a workflow that others call, as they see it. It holds values only: programs are built again.
type Called struct {
	templates.Subflow
	Stem   string
	GoName string            // of the workflow
	Takes  map[string]bool   // whether a field has to be given a value that is not null
	Owners map[string]string // the stems of the workflows that declare the Go structs in what it returns
	// Handlers is how much time of their own the nodes have that handle failures in it, on the path where that is most.
	Handlers time.Duration
	Cookies  []string        // those that guards in it look into
	Ambient  bool            // a guard in it tells callers by what browsers send along by themselves
	Posted   bool            // a login in it ends with a POST of the provider's form
	Bodies   []string        // parts of the request that are its body as a whole, which it reads
	Own      map[string]bool // whether what it returns under a name is there for every caller, such as a token that it signs
	places   *Places
}

// Returns is the output of a Call that a node ends its workflow with, "" where it ends none.
func (n *Node) Returns() string {
	if n.Template == nil || n.Template.Reuse == nil || n.Fields[n.Template.Reuse.Output] == nil {
		return ""
	}
	if name := n.Fields[n.Template.Reuse.Output].Text; templates.IsOutput(name) {
		return name
	}
	return ""
}

// AsCalled returns what other workflows see of this one; nil where it is none that they call.
func (w *Workflow) AsCalled() *Called { return w.called }

// calledFlow is the flow that others call; nil where nothing is known of that.
func (w *Workflow) calledFlow() *Flow {
	for _, f := range w.Flows {
		if f.Called() {
			return f
		}
	}
	return nil
}

// asCalled is the signature of a workflow, as Calls of it are checked against: what it takes, and what each of its
// outputs returns.
func (w *Workflow) asCalled() *Called {
	c := &Called{Stem: w.Stem, GoName: w.GoName, Takes: map[string]bool{}, Owners: map[string]string{}}
	c.Known, c.Name = !w.uncertain(), w.Name.Value
	f := w.calledFlow()
	if f != nil && !f.refused() {
		c.In = f.inputType()
		for i, field := range c.In.Fields {
			required := f.inputs[field.Name].Required
			c.In.Fields[i].Optional = !required
			c.Takes[field.Name] = required
		}
	}
	if f != nil {
		c.Handlers, c.Cookies, c.Bodies = f.Handlers(), f.GuardCookies(), f.Bodies()
		c.Ambient, c.Posted = f.ambient(), f.hasPosted()
	}
	c.places, c.Own = w.places(), ownIn(f)
	ends := w.returnsOf(f)
	c.Result = w.result(ends)
	for _, output := range sortedKeys(ends) {
		ends[output].guarded = ends[output].guarded || !c.Known // assume the best, as what is not known was reported
		c.Returns = append(c.Returns, ends[output].as(output, c.Result))
	}
	c.Several = len(ends) > 1 || slices.ContainsFunc(w.Nodes, func(n *Node) bool { return n.endsRegion(f) })
	objects(c.Result, func(name string) {
		c.Owners[name] = w.Stem
		if owner := w.owners[name]; owner != "" {
			c.Owners[name] = owner
		}
	})
	return c
}

// uncertain reports whether the workflow may end in other ways than are seen: something of it was refused, or is not
// drawn yet.
func (w *Workflow) uncertain() bool {
	return w.Broken || slices.ContainsFunc(w.Nodes, func(n *Node) bool {
		return !n.Known() || n.Trust == Lost || n.Template.Reuse != nil && n.Template.Reuse.Output != "" && n.Returns() == ""
	}) || slices.ContainsFunc(w.Flows, func(f *Flow) bool {
		return slices.ContainsFunc(f.Steps, func(s *Step) bool {
			return slices.ContainsFunc(s.Outs, func(o *Out) bool { return o.Missing || s.Region == nil && o.ends() })
		})
	})
}

// ends reports whether a way ends at an output though a Return must follow (FC303).
func (o *Out) ends() bool {
	return o.Next == nil && !o.After && o.Spec != nil && o.Spec.Role == templates.Plain && o.Spec.Unwired != templates.Fails
}

// endsRegion reports whether a node ends the workflow inside of a region.
func (n *Node) endsRegion(f *Flow) bool {
	return f != nil && n.Returns() != "" && slices.ContainsFunc(f.Runs(n), func(s *Step) bool { return s.Region != nil })
}

// returned is the join of the types that all Returns with one output return, and whether a guard of the flow dominates
// each of them.
type returned struct {
	typ       types.Type // Unknown where that is not known, or they do not agree
	guarded   bool
	unreached bool // no step is an end by it
}

// returnsOf joins what the Returns of a flow return, by their output. One that nothing reaches returns no values.
func (w *Workflow) returnsOf(f *Flow) map[string]*returned {
	ends, none := map[string]*returned{}, types.Type{}
	if !w.uncertain() {
		none = types.ObjectOf()
	}
	for _, n := range w.Nodes {
		output := n.Returns()
		if output == "" {
			continue
		}
		if ends[output] == nil {
			ends[output] = &returned{typ: none, guarded: true, unreached: true}
		}
		if f != nil {
			for _, s := range f.Runs(n) {
				ends[output].join(s)
			}
		}
	}
	return ends
}

// join adds an end.
func (r *returned) join(s *Step) {
	t := s.returned()
	switch {
	case r.unreached:
		r.typ = t
	case r.typ.Kind == types.Unknown || t.Kind == types.Unknown || !r.typ.Equal(t):
		r.typ = types.Type{}
	default:
		r.typ = bothLabels(r.typ, t)
	}
	r.unreached = false
	r.guarded = r.guarded && s.shut
}

// returned is the type of what an end returns, an object.
func (s *Step) returned() types.Type {
	field := s.Node.Template.Reuse.Values
	switch {
	case s.Value[field] != nil:
		return s.Value[field].Type
	case s.Node.Field(field) != nil:
		return types.Type{} // refused
	}
	return types.ObjectOf()
}

// resultSuffix ends the name of the struct of what a workflow returns that others call.
const resultSuffix = "Result"

// result is the Go struct of all that a workflow returns. Fields of one name and one type share a field of Go, so that
// they are there whichever output was taken.
func (w *Workflow) result(ends map[string]*returned) types.Type {
	t := types.ObjectOf()
	of := map[string][]string{} // outputs by field
	for _, output := range sortedKeys(ends) {
		for _, f := range ends[output].typ.Fields {
			of[f.Name] = append(of[f.Name], output)
		}
	}
	for _, name := range sortedKeys(of) {
		first, _ := ends[of[name][0]].typ.Field(name)
		agrees := func(output string) bool {
			f, _ := ends[output].typ.Field(name)
			return f.Type.Equal(first.Type)
		}
		if !slices.ContainsFunc(of[name], func(output string) bool { return !agrees(output) }) {
			for _, output := range of[name][1:] {
				f, _ := ends[output].typ.Field(name)
				first.Type = bothLabels(first.Type, f.Type)
			}
			t.Fields = append(t.Fields, types.Field{Name: name, Go: types.GoName(name), Type: first.Type, Optional: len(of[name]) < len(ends)})
			continue
		}
		for _, output := range of[name] {
			f, _ := ends[output].typ.Field(name)
			t.Fields = append(t.Fields, types.Field{
				Name: output + "." + name, Go: types.GoName(output) + types.GoName(name), Type: f.Type, Optional: true,
			})
		}
	}
	for i, goName := range types.GoFields(t) {
		t.Fields[i].Go = goName
	}
	t.Go = w.GoName + resultSuffix
	return t
}

// as is an output of a Call, whose fields are those of the Go struct result.
func (r *returned) as(output string, result types.Type) templates.Return {
	t := r.typ
	t.Go = ""
	t.Fields = slices.Clone(t.Fields)
	for i, f := range t.Fields {
		in, ok := result.Field(f.Name)
		if !ok {
			in, _ = result.Field(output + "." + f.Name)
		}
		t.Fields[i].Go = in.Go
		t.Fields[i].Type = renamed(f.Type, in.Type)
	}
	return templates.Return{Output: output, Type: t, Guards: r.guarded}
}

// renamed is t with the Go names of an equal type.
func renamed(t, as types.Type) types.Type {
	t.Go, t.Import = as.Go, as.Import
	if t.Elem != nil && as.Elem != nil {
		elem := renamed(*t.Elem, *as.Elem)
		t.Elem = &elem
	}
	t.Fields = slices.Clone(t.Fields)
	for i := range t.Fields {
		t.Fields[i].Go, t.Fields[i].Type = as.Fields[i].Go, renamed(t.Fields[i].Type, as.Fields[i].Type)
	}
	return t
}
