package ir

import (
	"reflect"
	"slices"
	"strings"

	"github.com/flowc-dev/flowc/schema/types"
	"github.com/flowc-dev/flowc/templates"
)

// What one workflow stores under a key, another one reads; and the type of what is stored may come from what was read.
// So workflows that read are built again, until no type changes any more.

// stored is what the workflows of a folder store, as a workflow that reads sees it.
type stored struct {
	types map[string]types.Type // of values, by what identifies their key
	// owners are the stems of the workflows that declare the Go structs in these types.
	owners map[string]string
}

// maxRounds bounds how often workflows that read are built again for types to become known.
const maxRounds = 4

// settleStored builds workflows that read again until they agree with those that store. What can't be known then, such
// as the type of a value that holds what was stored before it, is any.
func (f *folder) settleStored() {
	last := stored{}
	for round := 1; ; round++ {
		readers := f.readers()
		if len(readers) == 0 {
			return
		}
		next := f.stored(readers)
		stable := reflect.DeepEqual(next.types, last.types)
		switch {
		case stable && (next.isKnown() || f.failed()):
			return
		case round > 2*maxRounds:
			next.giveUp(last)
			f.build(readers, next)
			return
		case stable:
			next.assumeAny()
		}
		f.build(readers, next)
		last = next
	}
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

// stored collects what is stored under the keys that are read. Several types for one key, which FC503 reports, are any,
// with the labels of all.
func (f *folder) stored(readers []int) stored {
	all := stored{types: map[string]types.Type{}, owners: map[string]string{}}
	for _, i := range readers {
		for key := range f.workflows[i].reads {
			all.types[key] = types.Of(types.Any)
		}
	}
	first := map[string]bool{}
	for _, w := range f.byStem() {
		for _, s := range w.Keeping() {
			key, kept := s.Node.Key(), s.Kept()
			old, read := all.types[key]
			if !read || !kept.Stores || kept.What != templates.KeptValue {
				continue
			}
			t := kept.Type
			if first[key] && old.Kind != types.Unknown {
				t = bothLabels(old, t)
			}
			first[key] = true
			all.types[key] = t.With(types.LabelsOf(types.FromStore, ""))
			objects(kept.Type, func(name string) {
				if !w.Foreign[name] {
					all.owners[name] = w.Stem
				}
			})
		}
	}
	return all
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
	for i := range t.Fields {
		t.Fields[i].Type = bothLabels(t.Fields[i].Type, u.Fields[i].Type)
	}
	return t
}

// Keeping returns the steps that say what they do with a key, in the order of the names of their nodes.
func (w *Workflow) Keeping() []*Step {
	var steps []*Step
	for _, f := range w.Flows {
		for _, s := range f.Steps {
			if s.Node.Key() != "" && !s.Node.Loose && s.Node.Template.Keeps != nil {
				steps = append(steps, s)
			}
		}
	}
	slices.SortStableFunc(steps, func(a, b *Step) int { return strings.Compare(a.Node.Name.Value, b.Node.Name.Value) })
	return steps
}

// Kept is what a step does with what is under its node's key.
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
	return w.stored[key]
}

// read notes that the workflow reads a key, and which Go structs others declare for it.
func (w *Workflow) read(key string, st stored) {
	if w.reads == nil {
		w.reads, w.Foreign, w.stored = map[string]bool{}, map[string]bool{}, st.types
	}
	w.reads[key] = true
	objects(st.types[key], func(name string) {
		if owner := st.owners[name]; owner != "" && owner != w.Stem {
			w.Foreign[name] = true
		}
	})
}
