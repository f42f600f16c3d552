package types

import (
	"slices"
	"strings"
)

// Labels are of members: the password in an object is one, and the e-mail beside it is none. An object that is used as
// a whole carries the labels of all that is in it (AllLabels).

// Loose returns t as an any that keeps the labels of its members. The elements of a list share theirs, and those of a
// map carry all, as any name may be one of its keys.
func (t Type) Loose() Type {
	loose := Type{Kind: Any, Labels: t.Labels, Members: t.Members}
	switch {
	case t.Kind == Map:
		loose.Labels |= t.AllLabels()
	case t.Elem != nil:
		return loose.WithLabelsOf(t.Elem.Loose())
	}
	for _, f := range t.Fields {
		loose.Members = withMember(loose.Members, f)
	}
	return loose
}

// Member returns the type of the member of that name of an any, whose labels are its own and those of the any by
// itself.
func (t Type) Member(name string) Type {
	member := Type{Kind: Any, Labels: t.Labels}
	if i, known := t.member(name); known {
		member.Labels |= t.Members[i].Type.Labels
		member.Members = t.Members[i].Type.Members
	}
	return member
}

func (t Type) member(name string) (int, bool) {
	return slices.BinarySearchFunc(t.Members, name, func(f Field, name string) int {
		return strings.Compare(f.Name, name)
	})
}

// WithLabelsOf returns t with the labels of from in addition to its own, each where it stands; with all of them where
// t has no such place.
func (t Type) WithLabelsOf(from Type) Type {
	t.Labels |= from.Labels
	switch {
	case t.Kind == Any:
		loose := from.Loose()
		t.Labels |= loose.Labels
		for _, f := range loose.Members {
			t.Members = withMember(t.Members, f)
		}
	case t.Kind == Object && (from.Kind == Object || from.Kind == Any):
		t.Fields = slices.Clone(t.Fields)
		for i, f := range t.Fields {
			t.Fields[i].Type = f.Type.WithLabelsOf(from.part(f.Name))
		}
	case t.Elem != nil && from.Elem != nil:
		elem := t.Elem.WithLabelsOf(*from.Elem)
		t.Elem = &elem
	case t.Kind == List && from.Kind == Any:
		from.Labels = 0 // which the list has
		elem := t.Elem.WithLabelsOf(from)
		t.Elem = &elem
	default:
		t.Labels |= from.AllLabels()
	}
	return t
}

// part is what is known of the labels of a part of t, but for those of t itself.
func (t Type) part(name string) Type {
	if t.Kind == Any {
		t.Labels = 0
		return t.Member(name)
	}
	f, _ := t.Field(name)
	return f.Type
}

// MaxMembers is how deep the members of an any are kept apart: what is stored may be made of what was stored before.
const MaxMembers = 6

// bounded returns an any with members that lie so deep at most; one that does carries the labels of all that is in it.
func (t Type) bounded(depth int) Type {
	if depth == 0 {
		return Type{Kind: Any, Labels: t.AllLabels()}
	}
	t.Members = slices.Clone(t.Members)
	for i, f := range t.Members {
		t.Members[i].Type = f.Type.bounded(depth - 1)
	}
	return t
}

// withMember returns members with the labels of one more, a field.
func withMember(members []Field, f Field) []Field {
	loose := f.Type.Loose().bounded(MaxMembers - 1)
	if loose.AllLabels() == 0 {
		return members
	}
	members = slices.Clone(members)
	i, known := Type{Members: members}.member(f.Name)
	if !known {
		return slices.Insert(members, i, F(f.Name, loose))
	}
	members[i].Type = members[i].Type.WithLabelsOf(loose)
	return members
}

// WithMember returns t with labels for the member at a path, the names of which lists take none of. Where t has no
// such member they are of the last part of the path that it has.
func (t Type) WithMember(path []string, labels Label) Type {
	switch {
	case len(path) == 0:
		return t.With(labels)
	case t.Elem != nil:
		elem := t.Elem.WithMember(path[min(len(path), mapped(t)):], labels)
		t.Elem = &elem
		return t
	case t.Kind == Any:
		inner := Of(Any).WithMember(path[1:], labels)
		t.Members = withMember(t.Members, F(path[0], inner))
		return t
	}
	i := slices.IndexFunc(t.Fields, func(f Field) bool { return f.Name == path[0] })
	if i < 0 {
		return t.With(labels)
	}
	t.Fields = slices.Clone(t.Fields)
	t.Fields[i].Type = t.Fields[i].Type.WithMember(path[1:], labels)
	return t
}

// mapped is how many names of a path select a value of t: one of a map's.
func mapped(t Type) int {
	if t.Kind == Map {
		return 1
	}
	return 0
}
