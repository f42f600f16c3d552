package runtime

import (
	"maps"
	"slices"
)

// First returns the first element of a list, nil where it has none.
func First[T any](list []T) *T {
	if len(list) == 0 {
		return nil
	}
	return &list[0]
}

// Last returns the last element of a list, nil where it has none.
func Last[T any](list []T) *T {
	if len(list) == 0 {
		return nil
	}
	return &list[len(list)-1]
}

// Unique returns the elements of a list, each where it is first.
func Unique[T comparable](list []T) []T {
	seen := make(map[T]bool, len(list))
	unique := make([]T, 0, len(list))
	for _, x := range list {
		if !seen[x] {
			seen[x] = true
			unique = append(unique, x)
		}
	}
	return unique
}

// Sum adds ints up; overflow is an error.
func Sum(list []int64) (sum int64, err error) {
	for _, x := range list {
		if sum, err = Add(sum, x); err != nil {
			return 0, err
		}
	}
	return sum, nil
}

// SumFloat adds floats up; overflow is an error.
func SumFloat(list []float64) (float64, error) {
	sum := 0.0
	for _, x := range list {
		sum += x
	}
	return finite(sum)
}

// Keys returns the names of the members of a map, sorted.
func Keys[M ~map[string]T, T any](members M) []string { return slices.Sorted(maps.Keys(members)) }

// Keys returns the names of the members of an object, sorted.
func (v Value) Keys() ([]string, error) {
	if v.kind() != '{' {
		return nil, v.not("an object")
	}
	keys := v.names()
	slices.Sort(keys)
	return keys, nil
}

// names are those of the members of an object, as they are written.
func (v Value) names() []string {
	var names []string
	// The text is known to be JSON: what fails to read is the end.
	dec := v.decoder()
	_, err := dec.ReadToken()
	for err == nil && dec.PeekKind() == '"' {
		name, _ := dec.ReadToken()
		names = append(names, name.String())
		err = dec.SkipValue()
	}
	return names
}
