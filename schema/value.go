package schema

import (
	"slices"
	"strconv"
	"unicode/utf16"
	"unicode/utf8"

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

// Walk calls f for v and all values inside it, in document order.
func (v *Value) Walk(f func(*Value)) {
	f(v)
	for _, item := range v.Items {
		item.Walk(f)
	}
	for _, m := range v.Members {
		m.Value.Walk(f)
	}
}

// Rename returns the fix of an unknown key of an object, where it can only be a misspelling of a known key that is not
// there yet.
func (v *Value) Rename(f *diag.File, m Member, known []string) []diag.Edit {
	meant := diag.Certain(m.Key, known)
	if meant == "" || v.Get(meant) != nil {
		return nil
	}
	return []diag.Edit{{File: f, Span: m.KeySpan, Text: strconv.Quote(meant)}}
}

// Remove leaves a member out of an object.
func (v *Value) Remove(f *diag.File, key string) []diag.Edit {
	i := slices.IndexFunc(v.Members, func(m Member) bool { return m.Key == key })
	if i < 0 {
		return nil
	}
	span := diag.Span{Start: v.Members[i].KeySpan.Start, End: v.Members[i].Value.Span.End}
	switch {
	case i > 0:
		span.Start = v.Members[i-1].Value.Span.End
	case len(v.Members) > 1:
		span.End = v.Members[1].KeySpan.Start
	}
	return []diag.Edit{{File: f, Span: span}}
}

// Within returns where the bytes [start, end) of the Text of a String stand in the document, whatever escapes it is
// written with. f is the file that v was read from. A range that cuts a character takes in all of it. Of any other
// Value it returns the whole span.
func (v *Value) Within(f *diag.File, start, end int) diag.Span {
	if v.Kind != String {
		return v.Span
	}
	start = min(max(start, 0), len(v.Text))
	end = min(max(end, start), len(v.Text))
	raw := f.Src[v.Span.Start+1 : v.Span.End-1]
	from, _ := locate(raw, start)
	to := from
	if end > start {
		_, to = locate(raw, end-1)
	}
	return diag.Span{Start: v.Span.Start + 1 + from, End: v.Span.Start + 1 + to}
}

// locate returns the range of raw, the inside of a JSON string, that writes the character which
// holds byte n of the decoded text.
func locate(raw []byte, n int) (from, to int) {
	decoded := 0
	for from < len(raw) {
		written, size := character(raw[from:])
		decoded += size
		if n < decoded {
			return from, from + written
		}
		from += written
	}
	return from, from
}

// character returns how many bytes the first character of raw takes as written, and how many
// when decoded (RFC 8259, section 7).
func character(raw []byte) (written, decoded int) {
	switch {
	case raw[0] != '\\':
		_, size := utf8.DecodeRune(raw)
		return size, size
	case raw[1] != 'u':
		return len(`\n`), 1
	}
	r := hex4(raw[2:])
	if utf16.IsSurrogate(r) {
		return len(`\ud83d\ude00`), 4
	}
	return len(`\u00e9`), utf8.RuneLen(r)
}

// hex4 reads four hexadecimal digits, which the decoder has checked.
func hex4(digits []byte) rune {
	n, _ := strconv.ParseUint(string(digits[:4]), 16, 16)
	return rune(n)
}
