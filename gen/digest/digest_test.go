package digest_test

import (
	"testing"

	"github.com/flowc-dev/flowc/gen/digest"
)

type node struct {
	name  string
	other *node
	all   map[string]*node
	any   any
}

type key struct {
	a string
	b int
}

type named struct{ Name, text string }

// TestOf wants equal graphs to be told from others, whatever holds them.
func TestOf(t *testing.T) {
	ring := func(name string) *node {
		a, b := &node{name: "a"}, &node{name: name}
		a.other, b.other = b, a
		a.all = map[string]*node{"a": a, "b": b, "c": {name: "c"}}
		return a
	}
	self := &node{name: "a"}
	self.other = self
	h := digest.New(map[any]string{(*named)(nil): "Name"})
	for i, pair := range [][2]any{
		{ring("b"), ring("b")},
		{[]string{"a", "b"}, []string{"a", "b"}},
		{map[key]int{{"a", 1}: 1, {"b", 2}: 2}, map[key]int{{"b", 2}: 2, {"a", 1}: 1}},
		{&named{"a", "x"}, &named{"a", "y"}}, // known by their names
	} {
		if h.Of(pair[0]) != h.Of(pair[1]) {
			t.Errorf("the values of pair %d differ", i)
		}
	}
	different := []any{
		ring("b"), ring("c"), self, &node{name: "a", other: &node{name: "a"}}, (*node)(nil), nil,
		node{any: 1}, node{any: int64(1)}, node{any: "1"}, node{},
		[]string{"a", "b"}, []string{"ab"}, []string{"ab", ""}, []string{}, [2]string{"a", "b"},
		map[string]int{"a": 1}, map[string]int{"a": 2}, map[string]int{"b": 1}, map[string]int{},
		&named{Name: "a"}, &named{Name: "b"}, -1, uint(1), true, false, 1.0, 0.5,
	}
	seen := map[digest.Hash]int{}
	for i, v := range different {
		if j, known := seen[h.Of(v)]; known {
			t.Errorf("values %d and %d have one hash", i, j)
		}
		seen[h.Of(v)] = i
	}
}
