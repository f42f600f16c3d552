// Package types holds the types and labels that travel on a workflow's wires.
//
// It imports nothing of ours, so every stage may import it.
package types

import (
	"slices"
	"strings"
)

// Kind is the shape of a value.
type Kind uint8

// The kinds. Unknown is the type of what an earlier mistake left without one: it
// fits everywhere, silently, so that one mistake stays one message.
const (
	Unknown Kind = iota
	Any
	Null
	String
	Int
	Float
	Bool
	Bytes
	Time
	Duration
	List
	Map
	Object
)

var kindNames = [...]string{
	Unknown: "unknown", Any: "any", Null: "null", String: "string", Int: "int", Float: "float",
	Bool: "bool", Bytes: "bytes", Time: "time", Duration: "duration", List: "list", Map: "map", Object: "object",
}

func (k Kind) String() string { return kindNames[k] }

// Format is how the values of a kind are written, where that is narrower than the kind: a format of OpenAPI.
type Format string

// The formats.
const (
	UUID  Format = "uuid"            // of a String
	Clock Format = "date-time-local" // of a String: what a clock shows somewhere, 2026-01-31T10:00:00, which is no instant
	Date  Format = "date"            // of a Time: a day, at midnight UTC, written 2026-01-31, of a Go type of its own; of a String: as it is written
)

// Type is the type of a value on a wire.
type Type struct {
	Kind     Kind
	Nullable bool     // null may stand in its place
	Labels   Label    // of the value itself; an object's fields carry their own too
	Elem     *Type    // of a List or Map
	Format   Format   // of a String or Time, where not every value of the kind can be one
	Enum     []string // of a String: the values that it may have, in their order; nil where it may have any
	Fields   []Field  // of an Object, in the order of declaration
	Members  []Field  // of an Any, and of a text that may be JSON: the members whose labels are known, sorted by name
	Go       string   // name of the Go struct of an Object; "" where it has none
	Import   string   // of a struct that is not generated, or of a Map that is a Go type with a method At: the import path of its package, "." for the workflows' own
}

// Field is one field of an Object.
type Field struct {
	Name string // as the document writes it: "password_hash"
	Go   string // Go selector where it is not GoName(Name): "Typed.Role", "Status()"
	Type Type
	// Optional is set where a value may be given without the field: the Go struct leaves it zero.
	Optional bool
	// Native is set on an Int that the Go struct, written by hand, holds as an int: it is converted as it goes in and out.
	Native bool
	// Sent is the name of the request's field that the value is made of, and Claim that of the token's claim, which is
	// verified but no more than a signed text. "" is neither.
	Sent, Claim string
	// Place is where the document declares it among those beside it, from 1; 0 where it does not say. Fields are sorted by
	// name.
	Place int
	// Instead is the field beside it that is read in place of one that is always null; "" of any other.
	Instead string
}

// File is the type of a file that a caller sends in a form; in Go it is the struct of that name of the runtime, at
// path.
func File(path string) Type {
	return Type{Kind: Object, Go: "File", Import: path, Fields: []Field{
		F("name", Of(String)), F("contentType", Of(String)), F("size", Of(Int)), F("bytes", Of(Bytes)),
	}}
}

// IsFile reports whether t is the type that File returns.
func (t Type) IsFile() bool { return t.Kind == Object && t.Import != "" && t.Go == "File" }

// Of returns the plain, non-null type of kind k.
func Of(k Kind) Type { return Type{Kind: k} }

// ListOf returns list<elem>.
func ListOf(elem Type) Type { return Type{Kind: List, Elem: &elem} }

// MapOf returns map<elem>.
func MapOf(elem Type) Type { return Type{Kind: Map, Elem: &elem} }

// ObjectOf returns an object with the given fields.
func ObjectOf(fields ...Field) Type { return Type{Kind: Object, Fields: fields} }

// F is short for a Field in a declaration.
func F(name string, t Type) Field { return Field{Name: name, Type: t} }

// OrNull returns t with null allowed.
func (t Type) OrNull() Type { t.Nullable = true; return t }

// Bare returns t without any label, in all of its parts.
func (t Type) Bare() Type {
	t.Labels = 0
	if t.Elem != nil {
		elem := t.Elem.Bare()
		t.Elem = &elem
	}
	t.Fields = slices.Clone(t.Fields)
	for i := range t.Fields {
		t.Fields[i].Type = t.Fields[i].Type.Bare()
	}
	t.Members = nil
	return t
}

// NotNull returns t with null excluded.
func (t Type) NotNull() Type { t.Nullable = false; return t }

// Stored returns t as what is kept beyond the execution: who asks for it later has sent no part of it.
func (t Type) Stored() Type {
	if t.Elem != nil {
		elem := t.Elem.Stored()
		t.Elem = &elem
	}
	t.Fields = slices.Clone(t.Fields)
	for i, f := range t.Fields {
		t.Fields[i].Sent, t.Fields[i].Claim, t.Fields[i].Type = "", "", f.Type.Stored()
	}
	return t
}

// With returns t carrying l in addition to its own labels.
func (t Type) With(l Label) Type { t.Labels |= l; return t }

// Scalar reports whether t has a single textual form.
func (t Type) Scalar() bool {
	switch t.Kind {
	case String, Int, Float, Bool, Time, Duration:
		return true
	}
	return false
}

// Named returns t with a Go name for every generated object in it: name for itself, name with the
// field's Go name for what a field holds.
func (t Type) Named(name string) Type {
	switch {
	case t.Elem != nil:
		elem := t.Elem.Named(name + "Item")
		t.Elem = &elem
	case t.Kind == Object && t.Import == "":
		t.Go = name
		t.Fields = slices.Clone(t.Fields)
		for i, f := range t.Fields {
			t.Fields[i].Type = t.inField(f, name)
		}
	}
	return t
}

// inField returns the type of a field of t, which is called name: of a list, each element is named after one of what
// the field has several of, if it has a plural for a name and no other field is called so.
func (t Type) inField(f Field, name string) Type {
	one := strings.TrimSuffix(f.Name, "s")
	isOne := func(other Field) bool { return GoName(other.Name) == GoName(one) }
	if f.Type.Elem == nil || one == f.Name || len(one) < 3 || strings.HasSuffix(one, "s") || slices.ContainsFunc(t.Fields, isOne) {
		return f.Type.Named(name + GoName(f.Name))
	}
	elem := f.Type.Elem.Named(name + GoName(one))
	f.Type.Elem = &elem
	return f.Type
}

// Plain returns t as the type of a value of its own: of generated structs, whose fields are
// selected by their own names. A struct that is not generated is its own type already.
func (t Type) Plain() Type {
	if t.Import != "" {
		return t
	}
	if t.Elem != nil {
		elem := t.Elem.Plain()
		t.Elem = &elem
	}
	t.Fields = slices.Clone(t.Fields)
	for i := range t.Fields {
		t.Fields[i].Go, t.Fields[i].Native = "", false
		t.Fields[i].Type = t.Fields[i].Type.Plain()
	}
	return t
}

// Known reports whether t is known, in all its parts.
func (t Type) Known() bool {
	return t.Kind != Unknown && (t.Elem == nil || t.Elem.Known()) &&
		!slices.ContainsFunc(t.Fields, func(f Field) bool { return !f.Type.Known() })
}

// Numeric reports whether t is int or float.
func (t Type) Numeric() bool { return t.Kind == Int || t.Kind == Float }

// Field returns the field called name. The second result is false where there is none.
func (t Type) Field(name string) (Field, bool) {
	for _, f := range t.Fields {
		if f.Name == name {
			return f, true
		}
	}
	return Field{}, false
}

// AllLabels returns the labels of t and of everything inside it.
func (t Type) AllLabels() Label {
	l := t.Labels
	if t.Elem != nil {
		l |= t.Elem.AllLabels()
	}
	for _, f := range slices.Concat(t.Fields, t.Members) {
		l |= f.Type.AllLabels()
	}
	return l
}

// Day reports whether t is a time that is a day: a type of its own in Go.
func (t Type) Day() bool { return t.Kind == Time && t.Format == Date }

// MayHoldText reports whether a value is a text that may hold anything, or has one in it.
func (t Type) MayHoldText() bool {
	switch t.Kind {
	case String:
		return t.Format == "" && t.Enum == nil
	case Any, Bytes:
		return true
	case List, Map:
		return t.Elem == nil || t.Elem.MayHoldText()
	}
	return slices.ContainsFunc(t.Fields, func(f Field) bool { return f.Type.MayHoldText() })
}

// Equal reports whether t and u describe the same values, labels apart.
func (t Type) Equal(u Type) bool {
	if t.Kind != u.Kind || t.Nullable != u.Nullable || t.Day() != u.Day() {
		return false
	}
	if t.Elem != nil && u.Elem != nil && !t.Elem.Equal(*u.Elem) {
		return false
	}
	return slices.EqualFunc(t.Fields, u.Fields, func(a, b Field) bool {
		return a.Name == b.Name && a.Type.Equal(b.Type)
	})
}

// SameGo reports whether equal types are one type in Go: whether all objects in them have the
// same Go names.
func (t Type) SameGo(u Type) bool {
	if t.Go != u.Go || t.Import != u.Import || t.Elem != nil && u.Elem != nil && !t.Elem.SameGo(*u.Elem) {
		return false
	}
	return slices.EqualFunc(t.Fields, u.Fields, func(a, b Field) bool { return a.Type.SameGo(b.Type) })
}

// Accepts reports whether a value of type got may stand where t is wanted, with no
// conversion but the widening of int to float. Unknown fits everywhere. Where it
// answers false a conversion may still exist (any to string): that is gen/expr's to know.
func (t Type) Accepts(got Type) bool {
	if t.Kind == Unknown || got.Kind == Unknown {
		return true
	}
	if got.Nullable && !t.Nullable {
		return false
	}
	switch {
	case got.Kind == Null:
		return t.Nullable || t.Kind == Any
	case t.Kind == Any:
		return true
	case t.Kind == Float && got.Kind == Int:
		return true
	case t.Kind != got.Kind || t.Day() != got.Day():
		return false
	case t.Kind == List || t.Kind == Map:
		return t.Elem.Accepts(*got.Elem)
	case t.Kind == Object:
		return t.acceptsFields(got)
	}
	return true
}

func (t Type) acceptsFields(got Type) bool {
	for _, f := range t.Fields {
		g, ok := got.Field(f.Name)
		if !ok && !f.Type.Nullable && !f.Optional || ok && !f.Type.Accepts(g.Type) {
			return false
		}
	}
	return true
}
