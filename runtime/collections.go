package runtime

import (
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"
	"time"
)

// Item returns an element of a list, the first being 0. An index that the list does not have is an error.
func Item[T any](list []T, index int64) (T, error) {
	if index < 0 || index >= int64(len(list)) {
		var none T
		return none, wrongValue("index %d of a list of %d elements", index, len(list))
	}
	return list[index], nil
}

// Lookup returns the member of a map called key, nil where there is none.
func Lookup[T any](members map[string]T, key string) *T {
	member, ok := members[key]
	if !ok {
		return nil
	}
	return &member
}

// ContainsValue reports whether a list of values of unknown shape holds x, a string, int64, float64 or bool.
func ContainsValue(list []Value, x any) bool {
	return slices.ContainsFunc(list, func(v Value) bool { return v.Equal(x) })
}

// EqualText reports whether v is the text s, in a time that does not tell how much of it is equal.
func EqualText(v Value, s string) bool {
	if v.kind() != '"' {
		return false
	}
	text, err := v.Text()
	return err == nil && Equal(text, s)
}

// As returns v as a T: a list, a map or an object, or a scalar as a request has it. It is as strict as a request: what
// is required may be neither missing nor null, and nothing is rounded. The error names each wrong place, never the
// value.
func As[T any](v Value) (T, error) {
	var to T
	if v.IsNull() {
		return to, v.not("a value")
	}
	err := v.decodeInto(reflect.ValueOf(&to).Elem())
	return to, err
}

// Convert returns v as a T by way of JSON: of structs, the fields that JSON names alike. It is as strict as As.
func Convert[T any](v any) (T, error) { return As[T](ValueOf(v)) }

func (v Value) decodeInto(to reflect.Value) error {
	typ, err := typePlanner{}.of(to.Type())
	if err != nil {
		return fmt.Errorf("reading %s: %w", v.place(), err)
	}
	b := &bodyBuffer{doc: document{text: v.raw}, tally: tally{share: v.share}}
	b.doc.next()
	if err := typ.json(b, to); err != nil {
		return v.broken(err)
	}
	if err := b.settle(); err != nil {
		return err
	}
	if b.wrong.fields == nil {
		return nil
	}
	return v.wrong(&valueError{v.describe(b.wrong)})
}

// describe writes what is wrong as "tags.1 must be a string, tags.4 must be a string".
func (v Value) describe(w wrongFields) string {
	var problems []string
	for _, name := range slices.Sorted(maps.Keys(w.fields)) {
		place := v.place()
		if name != "" {
			place += "." + name
		}
		problems = append(problems, place+" "+w.fields[name])
	}
	return strings.Join(problems, ", ")
}

// Earliest returns the first of the times.
func Earliest(first time.Time, others ...time.Time) time.Time {
	for _, t := range others {
		if t.Before(first) {
			first = t
		}
	}
	return first
}

// Latest returns the last of the times.
func Latest(first time.Time, others ...time.Time) time.Time {
	for _, t := range others {
		if t.After(first) {
			first = t
		}
	}
	return first
}
