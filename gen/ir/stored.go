package ir

import (
	"reflect"
	"slices"
	"strings"

	"github.com/flowc-dev/flowc/schema/diag"
	"github.com/flowc-dev/flowc/schema/types"
	"github.com/flowc-dev/flowc/templates"
)

// What one workflow stores under a key, another one of the project reads; and the type of what is stored may come from
// what was read. So workflows that read are built again, until no type changes any more.

// stored holds the types of the values that a project's workflows keep in Local Storage, by key, as one folder sees them.
type stored struct {
	types map[string]types.Type // of values, by what identifies their key
	// owners are the stems of the workflows that declare the Go structs in these types.
	owners map[string]string
	// abroad are the keys whose values only other folders store: their structs are of other packages, and nameless.
	abroad map[string]bool
}

// maxRounds bounds how often workflows that read are built again for types to become known.
const maxRounds = 4

// settleStored builds workflows that read again until they agree with those that store. What can't be known then, such
// as the type of a value that holds what was stored before it, is any.
func (p project) settleStored() {
	last := make([]stored, len(p))
	for round := 1; ; round++ {
		next, read := p.stored()
		if !read {
			return
		}
		stable := slices.EqualFunc(next, last, func(a, b stored) bool { return reflect.DeepEqual(a.types, b.types) })
		known := !slices.ContainsFunc(next, func(st stored) bool { return !st.isKnown() })
		if stable && (known || p.failed()) {
			return
		}
		for i, f := range p {
			switch {
			case round > 2*maxRounds:
				next[i].giveUp(last[i])
			case stable:
				next[i].assumeAny()
			}
			f.build(f.readers(), next[i])
		}
		if round > 2*maxRounds {
			return
		}
		last = next
	}
}

// failed reports whether a mistake may be why a type is unknown.
func (p project) failed() bool {
	return slices.ContainsFunc(p, func(f *folder) bool {
		return slices.ContainsFunc(f.lists, diag.List.HasErrors) && slices.ContainsFunc(f.workflows, (*Workflow).keeps)
	})
}

// keeps reports whether the workflow may store something: a node of an unknown type may.
func (w *Workflow) keeps() bool {
	return slices.ContainsFunc(w.Nodes, func(n *Node) bool { return n.Template == nil || n.Template.Keeps != nil })
}

// readers are the documents whose workflows read what is stored.
func (f *folder) readers() []int {
	var list []int
	for i, w := range f.workflows {
		if len(w.reads) > 0 {
			list = append(list, i)
		}
	}
	return list
}

// store is one node's storing of a value.
type store struct {
	folder   *folder
	workflow *Workflow
	typ      types.Type
}

// stored collects what is stored under the keys that each folder reads, and reports whether any does.
func (p project) stored() (all []stored, read bool) {
	stores := map[string][]store{}
	for _, f := range p {
		for _, i := range f.readers() {
			for key := range f.workflows[i].reads {
				stores[key] = nil
			}
		}
	}
	for _, f := range p {
		f.collect(stores)
	}
	for _, f := range p {
		all = append(all, f.stored(stores))
	}
	return all, len(stores) > 0
}

// collect adds what the folder's workflows store under the keys that are in stores.
func (f *folder) collect(stores map[string][]store) {
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
	all := stored{types: map[string]types.Type{}, owners: map[string]string{}, abroad: map[string]bool{}}
	for _, i := range f.readers() {
		for key := range f.workflows[i].reads {
			if _, done := all.types[key]; !done {
				all.add(key, stores[key], f)
			}
		}
	}
	return all
}

// add adds a key, with what f and other folders store under it. Several types for one key, which FC503 reports, are any,
// with the labels of all.
func (st stored) add(key string, stores []store, f *folder) {
	t := types.Of(types.Any)
	first := true
	take := func(typ types.Type, abroad bool) {
		if !first && t.Kind != types.Unknown {
			t = bothLabels(t, typ)
			return
		}
		t, first, st.abroad[key] = typ, false, abroad
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
	st.types[key] = t.Stored().With(types.LabelsOf(types.FromStore, ""))
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

// bothLabels adds to t the labels that u carries at the same places; where the two differ, it is any, with all of them.
func bothLabels(t, u types.Type) types.Type {
	if !t.Equal(u) && t.Known() && u.Known() {
		return types.Of(types.Any).With(t.AllLabels() | u.AllLabels())
	}
	if !t.Equal(u) {
		return t.With(u.AllLabels())
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
			if s.Node.Key() != "" && !s.Node.Loose && s.Node.Template.Keeps != nil && s.Kept().Apart == apart {
				steps = append(steps, s)
			}
		}
	}
	slices.SortStableFunc(steps, func(a, b *Step) int { return strings.Compare(a.Node.Name.Value, b.Node.Name.Value) })
	return steps
}

// Kept is the effect of a step on its node's key: whether it stores, and a value of which type; zero of a node without a key.
func (s *Step) Kept() templates.Kept {
	t := s.Node.Template
	if t == nil || t.Keeps == nil || s.Node.Loose {
		return templates.Kept{}
	}
	return t.Keeps(NewPass(s))
}

// isKnown reports whether every type is known, in all its parts.
func (st stored) isKnown() bool {
	for _, t := range st.types {
		if !t.Known() {
			return false
		}
	}
	return true
}

// assumeAny makes any of what is unknown.
func (st stored) assumeAny() {
	for key, t := range st.types {
		st.types[key] = known(t)
	}
}

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

// giveUp makes any of every type that is not what it was in the last round.
func (st stored) giveUp(last stored) {
	for key, t := range st.types {
		if !reflect.DeepEqual(t, last.types[key]) {
			st.types[key] = types.Of(types.Any).With(t.AllLabels())
		}
	}
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
	if w.stored.abroad[key] {
		return w.stored.types[key].Named(p.node.Qualified(abroadSuffix))
	}
	return w.stored.types[key]
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
	objects(st.types[key], func(name string) {
		if owner := st.owners[name]; owner != "" && owner != w.Stem {
			w.Foreign[name] = true
		}
	})
}
