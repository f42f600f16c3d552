package ir

import (
	"reflect"
	"slices"
	"strings"

	"github.com/flowc-dev/flowc/schema/diag"
	"github.com/flowc-dev/flowc/schema/types"
	"github.com/flowc-dev/flowc/templates"
)

// stored holds the values that a project's workflows keep in Local Storage, as one folder sees them.
type stored struct {
	values map[string]storedValue // by what identifies their key
	owners map[string]string      // the stems of the workflows that declare the Go structs in their types
}

// storedValue is the type of the values under a key of Local Storage: the join of those that all nodes store there.
type storedValue struct {
	typ     types.Type
	abroad  bool // only other folders store it: their structs are of other packages, and nameless
	changed int  // how often the type was another one when it was told again
	assumed bool // what is not known of the type will not be: it is any
}

// maxChanges bounds how often the type of a value may change: what is stored may hold what was stored before it.
const maxChanges = 8

// after returns the value where before was told of it until now.
func (v storedValue) after(before storedValue) storedValue {
	v.changed, v.assumed = before.changed, before.assumed
	if v.assumed {
		v.typ = known(v.typ)
	}
	if !v.typ.Equal(before.typ) {
		v.changed++
	}
	if v.changed > maxChanges {
		v.typ = types.Of(types.Any).With(v.typ.AllLabels() | before.typ.AllLabels())
	}
	return v
}

// assumeAny makes any of what can't be known, such as the type of a value that holds what was stored before it. It
// reports whether there is such a value. Where a mistake may be why, that is all that is to be said.
func (p project) assumeAny() (again bool) {
	if p.failed() {
		return false
	}
	for _, f := range p {
		for key, v := range f.builder.stored.values {
			if !v.typ.Known() {
				v.assumed, again = true, true
				f.builder.stored.values[key] = v
			}
		}
	}
	return again
}

// failed reports whether a mistake may be why a type is unknown.
func (p project) failed() bool {
	return slices.ContainsFunc(p, func(f *folder) bool {
		return slices.ContainsFunc(f.lists, diag.List.HasErrors) && slices.ContainsFunc(f.workflows, (*Workflow).keeps)
	})
}

// keeps reports whether the workflow may store something: a node of an unknown type may.
func (w *Workflow) keeps() bool {
	return slices.ContainsFunc(w.Nodes, func(n *Node) bool { return n.Template == nil || n.Template.Store.Keeps != nil })
}

// readsOther reports whether the workflow reads what by next is another than it was told.
func (w *Workflow) readsOther(told, next stored) bool {
	for key := range w.reads {
		a, b := told.values[key], next.values[key]
		if a.abroad != b.abroad || !reflect.DeepEqual(a.typ, b.typ) {
			return true
		}
	}
	return false
}

// store is one node's storing of a value.
type store struct {
	folder   *folder
	workflow *Workflow
	typ      types.Type
}

// stores collects what is stored under the keys that any workflow reads.
func (p project) stores() map[string][]store {
	stores := map[string][]store{}
	for _, f := range p {
		for _, w := range f.workflows {
			for key := range w.reads {
				stores[key] = nil
			}
		}
	}
	for _, f := range p {
		f.collect(stores)
	}
	return stores
}

// collect adds what the folder's workflows store under the keys that are in stores.
func (f *folder) collect(stores map[string][]store) {
	if len(stores) == 0 {
		return
	}
	for _, w := range f.byStem() {
		for _, s := range w.Keeping() {
			key := s.Node.Key()
			if _, read := stores[key]; !read {
				continue
			}
			if kept := s.Kept(); kept.Stores && kept.What == templates.KeptValue {
				stores[key] = append(stores[key], store{f, w, kept.Type})
			}
		}
	}
}

// stored gathers the folder's view of all stores: those of other folders lose their Go names.
func (f *folder) stored(stores map[string][]store) stored {
	all := stored{values: map[string]storedValue{}, owners: map[string]string{}}
	for _, w := range f.workflows {
		for key := range w.reads {
			if _, done := all.values[key]; !done {
				all.values[key] = all.value(stores[key], f).after(f.builder.stored.values[key])
			}
		}
	}
	return all
}

// value is the type that f and other folders store under a key. Several types, which FC503 reports, are any, with the
// labels of all.
func (st stored) value(stores []store, f *folder) storedValue {
	v := storedValue{typ: types.Of(types.Any)}
	first := true
	take := func(typ types.Type, abroad bool) {
		if !first && v.typ.Kind != types.Unknown {
			v.typ = bothLabels(v.typ, typ)
			return
		}
		v.typ, first, v.abroad = typ, false, abroad
	}
	for _, s := range stores {
		if s.folder == f {
			take(s.typ, false)
			objects(s.typ, func(name string) {
				if !s.workflow.Foreign[name] {
					st.owners[name] = s.workflow.Stem
				}
			})
		}
	}
	for _, s := range stores {
		if s.folder != f {
			take(abroad(s.typ), true)
		}
	}
	v.typ = v.typ.Stored().With(types.LabelsOf(types.FromStore, ""))
	return v
}

// abroad is the type of what another folder stores: the same JSON, without the Go names that are of that package or of
// one that this package may not import. What the runtime declares, everybody has.
func abroad(t types.Type) types.Type {
	if t.Import == templates.Runtime || strings.HasPrefix(t.Import, templates.Runtime+"/") {
		return t
	}
	t.Go, t.Import = "", ""
	if t.Elem != nil {
		elem := abroad(*t.Elem)
		t.Elem = &elem
	}
	t.Fields = slices.Clone(t.Fields)
	for i, f := range t.Fields {
		t.Fields[i].Go, t.Fields[i].Native, t.Fields[i].Type = "", false, abroad(f.Type)
	}
	return t
}

// bothLabels adds to t the labels that u carries at the same places; where the two differ, it is any, with those of
// the members of both.
func bothLabels(t, u types.Type) types.Type {
	if !t.Equal(u) && t.Known() && u.Known() {
		return t.Loose().WithLabelsOf(u)
	}
	if t.Kind == types.Any || !t.Equal(u) {
		return t.WithLabelsOf(u)
	}
	t.Labels |= u.Labels
	if t.Elem != nil && u.Elem != nil {
		elem := bothLabels(*t.Elem, *u.Elem)
		t.Elem = &elem
	}
	t.Fields = slices.Clone(t.Fields)
	for i, f := range t.Fields {
		t.Fields[i] = bothMade(f, u.Fields[i])
		t.Fields[i].Type = bothLabels(f.Type, u.Fields[i].Type)
	}
	return t
}

// Keeping returns the steps that say what they do with a key, in the order of the names of their nodes.
func (w *Workflow) Keeping() []*Step { return w.withKeys(false) }

// Limiting returns the steps that say how many pass for a key, in the order of the names of their nodes.
func (w *Workflow) Limiting() []*Step {
	return slices.DeleteFunc(w.withKeys(true), func(s *Step) bool { return s.Kept().Pace == "" })
}

// withKeys are the steps whose nodes have a key, of those that are apart or of the others.
func (w *Workflow) withKeys(apart bool) []*Step {
	var steps []*Step
	for _, f := range w.Flows {
		for _, s := range f.Steps {
			if s.Node.Key() != "" && s.Node.Known() && s.Node.Template.Store.Keeps != nil && s.Kept().Apart == apart {
				steps = append(steps, s)
			}
		}
	}
	slices.SortStableFunc(steps, func(a, b *Step) int { return strings.Compare(a.Node.Name.Value, b.Node.Name.Value) })
	return steps
}

// Kept is the effect of a step on its node's key: whether it stores, and a value of which type; zero of a node without
// a key.
func (s *Step) Kept() templates.Kept {
	t := s.Node.Template
	if !s.Node.Known() || t.Store.Keeps == nil {
		return templates.Kept{}
	}
	return t.Store.Keeps(NewPass(s))
}

// known is t with any for what of it is not known.
func known(t types.Type) types.Type {
	if t.Kind == types.Unknown {
		return types.Of(types.Any).With(t.Labels)
	}
	if t.Elem != nil {
		elem := known(*t.Elem)
		t.Elem = &elem
	}
	t.Fields = slices.Clone(t.Fields)
	for i, f := range t.Fields {
		t.Fields[i].Type = known(f.Type)
	}
	return t
}

// Stored implements templates.Pass. It tells the builder that the workflow reads the key.
func (p *pass) Stored(field string) types.Type {
	key, w := p.value(field).Text, p.node.Workflow
	if key == "" {
		return types.Type{}
	}
	if p.b != nil && !w.reads[key] {
		w.read(key, p.b.stored)
	}
	v := w.stored.values[key]
	if v.abroad {
		return v.typ.Named(p.node.Qualified(abroadSuffix))
	}
	return v.typ
}

// abroadSuffix ends the Go name of what a node reads that another folder stores.
const abroadSuffix = "Value"

// read notes that the workflow reads a key, and which Go structs others declare for it.
func (w *Workflow) read(key string, st stored) {
	if w.reads == nil {
		w.reads, w.stored = map[string]bool{}, st
	}
	if w.Foreign == nil {
		w.Foreign = map[string]bool{} // it may hold what Calls give
	}
	w.reads[key] = true
	objects(st.values[key].typ, func(name string) {
		if owner := st.owners[name]; owner != "" && owner != w.Stem {
			w.Foreign[name] = true
		}
	})
}
