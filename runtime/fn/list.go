package fn

import (
	"maps"
	"slices"

	"github.com/flowc-dev/flowc/runtime/internal/public"
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

// Item returns an element of a list, the first being 0. An index that the list does not have is an error.
func Item[T any](list []T, index int64) (T, error) {
	if index < 0 || index >= int64(len(list)) {
		var none T
		return none, public.Errorf("index %d of a list of %d elements", index, len(list))
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
