package schema

import (
	"github.com/flowc-dev/flowc/schema/diag"
)

// Kind is the JSON type of a Value.
type Kind uint8

// The JSON types (RFC 8259).
const (
	Null Kind = iota
	Bool
	Number
	String
	Array
	Object
)

// String returns the name of the JSON type as messages show it: "null", "boolean", "number", …
func (k Kind) String() string {
	switch k {
	case Bool:
		return "boolean"
	case Number:
		return "number"
	case String:
		return "string"
	case Array:
		return "array"
	case Object:
		return "object"
	default:
		return "null"
	}
}

// Value is a JSON value and its place in the document.
type Value struct {
	Kind    Kind
	Span    diag.Span // a String's includes its quotes
	Text    string    // String: decoded; Number: as written; Bool: "true" or "false"; else empty
	Items   []*Value  // of an Array
	Members []Member  // of an Object, in document order, repeated keys included
}

// Member is a key of an object and its value.
type Member struct {
	Key     string // decoded
	KeySpan diag.Span
	Value   *Value
}

// Get returns the value of the first member with that key, or nil where v is nil, not an
// object, or has no such key.
func (v *Value) Get(key string) *Value {
	if v == nil {
		return nil
	}
	for i := range v.Members {
		if v.Members[i].Key == key {
			return v.Members[i].Value
		}
	}
	return nil
}

// Within returns where the bytes [start, end) of the Text of a String stand in the document,
// whatever escapes it is written with.
func (v *Value) Within(f *diag.File, start, end int) diag.Span { return v.Span }
