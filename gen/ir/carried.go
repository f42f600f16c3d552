package ir

import (
	"slices"

	"github.com/flowc-dev/flowc/schema/types"
)

// source is the Source of the value that n yields or, where field is not "", of one field of it.
func (s *Step) source(n *Node, field string, t types.Type) Source {
	src := Source{Kind: FromNode, Node: n, Field: field}
	if field != "" {
		f, _ := t.Field(field)
		src.Go, src.Native = goField(t, field), f.Native
	}
	src.Rejected, _ = s.rejects(n)
	return src
}

// carried is the type of what n yields, as seen from s, and whether it may be absent. What may
// be a rejection or a result has nothing that can be read: Go holds them in two variables.
func (s *Step) carried(n *Node) (t types.Type, maybe bool) {
	if _, mixed := s.rejects(n); mixed {
		return types.ObjectOf(), false
	}
	var ts []types.Type
	for _, out := range s.taken(n) {
		if out.Spec == nil {
			return types.Type{}, false
		}
		maybe = maybe || out.maybe
		ts = append(ts, out.Type)
	}
	return common(ts), maybe
}

// common is the object of the fields that all of ts have, with equal types. Objects whose
// structs differ in Go become any, the one type that holds them all.
func common(ts []types.Type) types.Type {
	switch {
	case len(ts) == 1:
		return ts[0]
	case len(ts) == 0 || slices.ContainsFunc(ts, func(t types.Type) bool { return t.Kind == types.Unknown }):
		return types.Type{}
	}
	t := types.ObjectOf()
	for _, f := range ts[0].Fields {
		if everywhere, ok := shared(f, ts[1:]); ok {
			for _, other := range ts[1:] {
				g, _ := other.Field(f.Name)
				f = bothMade(f, g)
			}
			f.Type = everywhere
			t.Fields = append(t.Fields, f)
		}
	}
	return t
}

// shared is the type of a field that all of ts have too, with an equal type.
func shared(f types.Field, ts []types.Type) (types.Type, bool) {
	same := true
	labels := f.Type
	for _, t := range ts {
		g, ok := t.Field(f.Name)
		if !ok || !f.Type.Equal(g.Type) {
			return types.Type{}, false
		}
		same = same && f.Type.SameGo(g.Type)
		f.Type.Labels |= g.Type.Labels
		labels = labels.WithLabelsOf(g.Type)
	}
	if !same {
		loose := labels.Loose()
		loose.Nullable = f.Type.Nullable
		return loose, true
	}
	return labels, true
}

// goField is the Go name of an object's field.
func goField(t types.Type, name string) string {
	for i, goName := range types.GoFields(t) {
		if t.Fields[i].Name == name {
			return goName
		}
	}
	return types.GoName(name)
}
