package runtime

import (
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/go-json-experiment/json"
)

// Item returns an element of a list, the first being 0. An index that the list does not have is an error.
func Item[T any](list []T, index int64) (T, error) {
	if index < 0 || index >= int64(len(list)) {
		var none T
		return none, fmt.Errorf("index %d of a list of %d elements", index, len(list))
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

// As returns v as a list or map of T's element type. A value of another shape is an error that names its
// place, never the value.
func As[T any](v Value) (T, error) {
	var to T
	if v.IsNull() {
		return to, v.not("a value")
	}
	if err := json.Unmarshal(v.raw, &to); err != nil {
		return to, v.wrong(fmt.Errorf("%s is not of the wanted type", v.place()+pointerOf(err)))
	}
	return to, nil
}

// pointerOf returns the JSON pointer to where decoding failed, "" where that is the whole value.
func pointerOf(err error) string {
	var semantic *json.SemanticError
	if errors.As(err, &semantic) {
		return string(semantic.JSONPointer)
	}
	return ""
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
