package ir

import (
	"reflect"
	"slices"
	"time"

	"github.com/flowc-dev/flowc/schema/diag"
	"github.com/flowc-dev/flowc/schema/types"
	"github.com/flowc-dev/flowc/templates"
)

// A workflow that others call is compiled once, with what all Calls of the folder give it; and what it returns is what they
// go on with. So both are built again until neither tells the other anything new: a caller learns what is returned, what is
// called learns the labels, null and the protection of all Calls.

// subflows are the workflows of a folder that others call, by stem.
type subflows struct {
	called map[string]*Called
	given  map[string]*Given
	lost   map[string]bool      // stems of documents that could not be read: one may be a workflow that is called
	rounds map[callOf][]string  // Calls that lead back to a workflow which leads to them, with the stems on that way
	others map[string]diag.Span // stems of workflows that nobody can call, and where their names are
}

// callOf is a Call.
type callOf struct{ stem, node string }

// Called is a workflow that others call, as they see it. It holds values only: programs are built again.
type Called struct {
	templates.Subflow
	Stem   string
	GoName string            // of the workflow
	Takes  map[string]bool   // whether a field has to be given a value that is not null
	Owners map[string]string // the stems of the workflows that declare the Go structs in what it returns
	// Handlers is how much time of their own the nodes have that handle failures in it, on the path where that is most.
	Handlers time.Duration
	Cookies  []string // those that guards in it look into
}

// Given is what all Calls of a workflow give it.
type Given struct {
	Calls     int
	Fields    map[string]types.Type // the labels of what they give, and null where one gives that
	Protected bool                  // every Call is
	Guarded   bool                  // as Step.Guarded
	Lacking   map[string]Lack       // parts of the request that an entry point lacks which leads here
	Body      types.Label           // of the request's body as a whole
	Databases []string              // of which a Call is in a transaction, sorted
	Cookies   map[string][]string   // those of the request that a field is made of
	Nulls     map[string]Giver      // the first place where a field is given what may be null
}

// Lack is an entry point that has no such part of the request.
type Lack struct{ Workflow, Entry, Title string }

// maxCalls bounds how often what calls and is called is built again; Calls inside of Calls need two rounds each.
const maxCalls = 64

// settleCalls builds workflows that call others, and those, until they agree. It reports whether it built any.
func (p project) settleCalls() (again bool) {
	for _, f := range p {
		if !f.hasCalls() {
			continue
		}
		for range maxCalls {
			next := f.subflows()
			which := f.concerned(next)
			f.builder.subflows = next
			if len(which) == 0 {
				break
			}
			f.build(which, f.given)
			again = true
		}
		f.link()
	}
	return again
}

// hasCalls reports whether a workflow of the folder calls another one, or is there to be called.
func (f *folder) hasCalls() bool {
	return slices.ContainsFunc(f.workflows, func(w *Workflow) bool {
		return slices.ContainsFunc(w.Nodes, func(n *Node) bool { return n.Template != nil && n.Template.Reuse != nil })
	})
}

// concerned are the documents for which something is another by next than it was when they were built.
func (f *folder) concerned(next *subflows) []int {
	before := f.builder.subflows
	if before == nil {
		before = &subflows{}
	}
	var list []int
	for i, w := range f.workflows {
		differs := !reflect.DeepEqual(before.given[w.Stem], next.given[w.Stem])
		for _, n := range w.calls() {
			stem := n.callee()
			differs = differs || f.builder.subflows == nil || !reflect.DeepEqual(before.called[stem], next.called[stem])
		}
		if differs {
			list = append(list, i)
		}
	}
	return list
}

// subflows is what the folder's workflows call and give one another, as they were built last.
func (f *folder) subflows() *subflows {
	all := &subflows{called: map[string]*Called{}, given: map[string]*Given{}, lost: f.lost, others: map[string]diag.Span{}}
	for _, w := range f.byStem() {
		if w.entryCalled() != nil {
			all.called[w.Stem] = w.asCalled()
			all.given[w.Stem] = &Given{Fields: map[string]types.Type{}, Lacking: map[string]Lack{}, Cookies: map[string][]string{}, Nulls: map[string]Giver{}, Protected: true, Guarded: true}
		} else {
			all.others[w.Stem] = w.Name.Span
		}
	}
	all.rounds = f.rounds(all.called)
	for _, w := range f.byStem() {
		for _, flow := range w.Flows {
			for _, s := range flow.Steps {
				if n := s.Node; n.called != nil && all.given[n.called.Stem] != nil {
					all.given[n.called.Stem].add(s)
				}
			}
		}
	}
	return all
}

// rounds are the Calls that lead back to where they are reached from, each with the way back, found in the order of stems
// and nodes.
func (f *folder) rounds(called map[string]*Called) map[callOf][]string {
	byStem := map[string]*Workflow{}
	for _, w := range f.workflows {
		byStem[w.Stem] = w
	}
	rounds := map[callOf][]string{}
	done := map[string]bool{}
	var path []string
	var visit func(stem string)
	visit = func(stem string) {
		path = append(path, stem)
		for _, n := range byStem[stem].calls() {
			to := n.callee()
			switch at := slices.Index(path, to); {
			case called[to] == nil:
			case at >= 0:
				rounds[callOf{stem, n.ID.Value}] = append(slices.Clone(path[at:]), to)
			case !done[to]:
				visit(to)
			}
		}
		path = path[:len(path)-1]
		done[stem] = true
	}
	for _, stem := range sortedKeys(called) {
		if !done[stem] {
			visit(stem)
		}
	}
	return rounds
}

// calls are the workflow's nodes that call another one.
func (w *Workflow) calls() []*Node {
	var list []*Node
	for _, n := range w.Nodes {
		if n.callee() != "" {
			list = append(list, n)
		}
	}
	return list
}

// Names reports whether a node of the workflow names another one as what it calls.
func (w *Workflow) Names(stem string) bool {
	return slices.ContainsFunc(w.Nodes, func(n *Node) bool { return n.callee() == stem })
}

// callee is the stem of the workflow that a node calls, "" where it calls none.
func (n *Node) callee() string {
	if v := n.Shaped(templates.Stem); v != nil {
		return v.Text
	}
	return ""
}

// entryCalled is the workflow's entry point for others, or nil.
func (w *Workflow) entryCalled() *Node {
	for _, n := range w.Nodes {
		if n.isCalled() {
			return n
		}
	}
	return nil
}

// IsCalled reports whether the workflow begins for others that call it.
func (w *Workflow) IsCalled() bool { return w.entryCalled() != nil }

// isCalled reports whether a node is an entry point for other workflows.
func (n *Node) isCalled() bool {
	return n.Template != nil && n.Template.Reuse != nil && n.Template.Reuse.Called
}

// Called reports whether other workflows call the flow, and no request of its own begins it.
func (f *Flow) Called() bool { return f.Entry.isCalled() }

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

// Calls returns the workflow that a node calls, nil where it calls none that is known.
func (n *Node) Calls() *Called { return n.called }

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

// asCalled is what other workflows see of one.
func (w *Workflow) asCalled() *Called {
	c := &Called{Stem: w.Stem, GoName: w.GoName, Takes: map[string]bool{}, Owners: map[string]string{}}
	c.Known, c.Name = true, w.Name.Value
	f := w.calledFlow()
	if f != nil && !f.refused {
		c.In = f.inputType()
		for i, field := range c.In.Fields {
			required := f.inputs[field.Name].Required
			c.In.Fields[i].Optional = !required
			c.Takes[field.Name] = required
		}
	}
	if f != nil {
		c.Handlers, c.Cookies = f.Handlers(), f.GuardCookies()
	}
	ends := w.returnsOf(f)
	c.Result = w.result(ends)
	for _, output := range sortedKeys(ends) {
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

// endsRegion reports whether a node ends the workflow inside of a region.
func (n *Node) endsRegion(f *Flow) bool {
	return f != nil && n.Returns() != "" && slices.ContainsFunc(f.Runs(n), func(s *Step) bool { return s.Region != nil })
}

// returned is what the ends of one name return.
type returned struct {
	typ     types.Type // Unknown where that is not known, or they do not agree
	guarded bool
}

// returnsOf are what the workflow returns, by output.
func (w *Workflow) returnsOf(f *Flow) map[string]*returned {
	ends := map[string]*returned{}
	for _, n := range w.Nodes {
		output := n.Returns()
		if output == "" {
			continue
		}
		first := ends[output] == nil
		if first {
			ends[output] = &returned{guarded: true}
		}
		if f != nil {
			for _, s := range f.Runs(n) {
				ends[output].join(s, &first)
			}
		}
	}
	return ends
}

// join adds an end.
func (r *returned) join(s *Step, first *bool) {
	t := s.returned()
	switch {
	case *first:
		r.typ = t
	case r.typ.Kind == types.Unknown || t.Kind == types.Unknown || !r.typ.Equal(t):
		r.typ = types.Type{}
	default:
		r.typ = bothLabels(r.typ, t)
	}
	*first = false
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

// result is the Go struct of all that a workflow returns. Fields of one name and one type share a field of Go, so that they
// are there whichever output was taken.
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

// resultSuffix ends the name of the struct of what a workflow returns that others call.
const resultSuffix = "Result"

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

// add adds what a Call gives.
func (g *Given) add(s *Step) {
	g.Calls++
	g.Protected, g.Guarded = g.Protected && s.protected, g.Guarded && s.guarded
	g.Body |= s.Flow.bodyLabels()
	for _, part := range hookParts {
		if l, lacks := s.lacks(part); lacks {
			if _, known := g.Lacking[part]; !known {
				g.Lacking[part] = l
			}
		}
	}
	for r := s.Region; r != nil; r = r.Outer {
		if database := r.database(); database != "" {
			g.Databases = append(g.Databases, database)
		}
	}
	if around := s.Flow.given; around != nil {
		g.Databases = append(g.Databases, around.Databases...)
	}
	slices.Sort(g.Databases)
	g.Databases = slices.Compact(g.Databases)
	value := s.Value[s.Node.Template.Reuse.Handing]
	for _, field := range s.Node.called.In.Fields {
		if entry := value.Entry(field.Name); entry != nil {
			g.take(s, field, entry)
		}
	}
}

// take adds what a Call gives for a field.
func (g *Given) take(s *Step, field types.Field, entry *Typed) {
	g.Fields[field.Name] = handed(entry, g.Fields[field.Name], field.Type)
	if _, known := g.Nulls[field.Name]; isNull(entry) && !known {
		g.Nulls[field.Name] = Giver{s.Node.ID.Value, s.Node.Workflow.File, entry.Tree.JSON.Span}
	}
	names := g.Cookies[field.Name]
	entry.Walk(func(t *Typed) { names = append(names, s.Flow.cookiesIn(t.Expr)...) })
	slices.Sort(names)
	if names = slices.Compact(names); len(names) > 0 {
		g.Cookies[field.Name] = names
	}
}

// database is the variable of the database that a region is a transaction on, "" where it is none.
func (r *Region) database() string {
	n := r.Step.Node
	if n.Template == nil || n.Loose || n.Template.Transaction == nil {
		return ""
	}
	return n.Template.Transaction(NewPass(r.Step)).Database
}

// CalledInTransaction reports whether some Call of the flow is in a transaction.
func (f *Flow) CalledInTransaction() bool { return f.given != nil && len(f.given.Databases) > 0 }

// lacks returns the entry point that has no such part of the request, at a Call.
func (s *Step) lacks(part string) (Lack, bool) {
	f := s.Flow
	if f.given != nil {
		l, lacks := f.given.Lacking[part]
		return l, lacks
	}
	if f.Called() || slices.Contains((&scope{step: s}).requestParts(), part) && (part != "body" || s.verified()) {
		return Lack{}, false
	}
	return Lack{Workflow: f.Workflow.Name.Value, Entry: f.Entry.ID.Value, Title: f.Entry.Template.Title}, true
}

// handed adds to what is known of a field the labels and null of what one Call gives it.
func handed(t *Typed, known, want types.Type) types.Type {
	if known.Kind == types.Unknown {
		known = want.Bare()
	}
	if isNull(t) {
		known.Nullable = true
	}
	return absorb(known, t)
}

// isNull reports whether a value may be null.
func isNull(t *Typed) bool {
	if t.Expr == nil {
		return t.Type.Kind == types.Null
	}
	return t.null
}

// absorb adds the labels of a value to a type, each where it stands.
func absorb(into types.Type, t *Typed) types.Type {
	switch {
	case t.Expr != nil:
		return absorbType(into, t.Expr.Type)
	case into.Kind == types.Object && len(t.Tree.Keys) == len(t.Items):
		into.Fields = slices.Clone(into.Fields)
		for i, f := range into.Fields {
			if entry := t.Entry(f.Name); entry != nil {
				into.Fields[i].Type = absorb(f.Type, entry)
			}
		}
	case into.Elem != nil:
		elem := *into.Elem
		for _, item := range t.Items {
			elem = absorb(elem, item)
		}
		into.Elem = &elem
	default:
		t.Walk(func(part *Typed) {
			if part.Expr != nil {
				into.Labels |= part.Expr.Type.AllLabels()
			}
		})
	}
	return into
}

// absorbType adds the labels of one type to another, each where it stands.
func absorbType(into, from types.Type) types.Type {
	into.Labels |= from.Labels
	switch {
	case into.Kind == types.Object && from.Kind == types.Object:
		into.Fields = slices.Clone(into.Fields)
		for i, f := range into.Fields {
			if given, ok := from.Field(f.Name); ok {
				into.Fields[i].Type = absorbType(f.Type, given.Type)
			}
		}
	case into.Elem != nil && from.Elem != nil:
		elem := absorbType(*into.Elem, *from.Elem)
		into.Elem = &elem
	default:
		into.Labels |= from.AllLabels()
	}
	return into
}

// link leads, in the finished programs, from Calls to what they call and back.
func (f *folder) link() {
	byStem := map[string]*Workflow{}
	for _, w := range f.workflows {
		byStem[w.Stem] = w
		w.called = nil
		if w.entryCalled() != nil {
			w.called = f.builder.subflows.called[w.Stem]
		}
		for _, flow := range w.Flows {
			flow.callers = &Link{Stem: w.Stem}
		}
	}
	for _, w := range f.byStem() {
		for _, flow := range w.Flows {
			for _, s := range flow.Steps {
				if s.Node.called == nil {
					continue
				}
				if to := byStem[s.Node.called.Stem].calledFlow(); to != nil {
					s.Node.callees = &Link{Stem: to.Workflow.Stem, flow: to}
					to.callers.steps = append(to.callers.steps, s)
				}
			}
		}
	}
}

// Link leads to other programs of the folder. What they are is told by the stem alone.
type Link struct {
	Stem  string
	flow  *Flow   // that is called
	steps []*Step // that call
}

// Callee is the flow that a step calls, nil where it calls none.
func (s *Step) Callee() *Flow {
	if s.Node.callees == nil {
		return nil
	}
	return s.Node.callees.flow
}

// Callers are the steps that call the flow, in the order of stems and of execution.
func (f *Flow) Callers() []*Step {
	if f.callers == nil {
		return nil
	}
	return f.callers.steps
}

// stems are the names of the workflows that can be called.
func (s *subflows) stems() []string { return sortedKeys(s.called) }
