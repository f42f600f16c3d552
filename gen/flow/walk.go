package flow

import "iter"

// Walk visits what next leads to from start, each once and the nearest first (breadth-first search), start among them.
// What next returns of a place is asked for when the one who ranges has seen that place.
//
//	for s := range flow.Walk(from, (*Step).Nexts) {
//		// s is reachable from from
//	}
func Walk[T comparable](start T, next func(T) []T) iter.Seq[T] { return WalkAll([]T{start}, next) }

// WalkAll is Walk from several places.
func WalkAll[T comparable](starts []T, next func(T) []T) iter.Seq[T] {
	return func(yield func(T) bool) {
		seen := make(map[T]bool, len(starts))
		var pending []T
		add := func(places []T) {
			for _, p := range places {
				if !seen[p] {
					seen[p] = true
					pending = append(pending, p)
				}
			}
		}
		for add(starts); len(pending) > 0; {
			p := pending[0]
			pending = pending[1:]
			if !yield(p) {
				return
			}
			add(next(p))
		}
	}
}

// Leads reports whether next leads from start to a place that is wanted, or start is one.
func Leads[T comparable](start T, next func(T) []T, wanted func(T) bool) bool {
	for p := range Walk(start, next) {
		if wanted(p) {
			return true
		}
	}
	return false
}

// descent is a walk depth first, over places by number.
type descent struct {
	next         func(place int) []int
	enter, leave func(place int)    // before, and after, what next leads to from a place; nil is nothing
	back         func(place, i int) // where the i-th of next leads to a place that was entered and not left: a cycle
}

// from descends from each of starts that was not entered before. There are n places.
func (d *descent) from(n int, starts ...int) {
	const (
		unseen = iota
		open
		done
	)
	state := make([]uint8, n)
	var visit func(int)
	visit = func(p int) {
		state[p] = open
		call(d.enter, p)
		for i, q := range d.next(p) {
			switch state[q] {
			case unseen:
				visit(q)
			case open:
				d.back(p, i)
			}
		}
		state[p] = done
		call(d.leave, p)
	}
	for _, p := range starts {
		if state[p] == unseen {
			visit(p)
		}
	}
}

func call(f func(int), p int) {
	if f != nil {
		f(p)
	}
}
