package runtime

import (
	"fmt"

	"github.com/flowc-dev/flowc/runtime/internal/public"
)

// Iteration is the result of a For each: how many items were done, and what they have yielded.
type Iteration[R any] struct {
	Count   int64 // of the items
	Results []R   // what each has yielded, in their order
}

// EachBound is how many items a For each takes.
type EachBound struct {
	Most  int
	Field string // of the request that the items come from; "" where that is none
	// Parallel is how many of the items are done at the same time, where that is more than one.
	Parallel int
}

// refuse is the failure of more items than that: the caller's, where the caller has sent them.
func (b EachBound) refuse(items int) error {
	if items <= b.Most {
		return nil
	}
	err := public.Errorf("a list of %d items, of which there may be %d", items, b.Most)
	if b.Field != "" {
		return BadInput(b.Field, err)
	}
	return fmt.Errorf("for each: %w", err)
}

// Each calls f for each of items, in their order, until one fails or answers. Behind the answer, only a failure ends
// it.
func Each[T any](x *Exec, items []T, bound EachBound, f func(index int64, item T) error) (Iteration[struct{}], error) {
	done := Iteration[struct{}]{Count: int64(len(items))}
	if err := bound.refuse(len(items)); err != nil {
		return done, err
	}
	from, answered := len(x.at.trail), x.Answered()
	for i, item := range items {
		from = x.trim(from)
		if err := f(int64(i), item); err != nil || x.Answered() != answered {
			return done, err
		}
		if err := x.Context().Err(); err != nil {
			return done, err // what has no time left does nothing more
		}
	}
	return done, nil
}

// EachValue is Each for an f that yields a value.
func EachValue[T, R any](x *Exec, items []T, bound EachBound, f func(index int64, item T) (R, error)) (Iteration[R], error) {
	answered := x.Answered()
	return eachValue(x, items, bound, f, func() bool { return x.Answered() != answered })
}

// eachValue is EachValue until something is over.
func eachValue[T, R any](x *Exec, items []T, bound EachBound, f func(index int64, item T) (R, error), over func() bool) (Iteration[R], error) {
	done := Iteration[R]{Count: int64(len(items))}
	if err := bound.refuse(len(items)); err != nil {
		return done, err
	}
	done.Results = make([]R, 0, len(items))
	from := len(x.at.trail)
	for i, item := range items {
		from = x.trim(from)
		result, err := f(int64(i), item)
		if err != nil || over() {
			return done, err
		}
		done.Results = append(done.Results, result)
		if err := x.Context().Err(); err != nil {
			return done, err
		}
	}
	return done, nil
}

// EachUntil is EachValue for an f that may end the workflow: no other item is done then.
func EachUntil[T, R any](x *Exec, items []T, bound EachBound, f func(index int64, item T) (result R, ended bool, err error)) (Iteration[R], error) {
	over := false
	each := func(index int64, item T) (result R, err error) {
		result, over, err = f(index, item)
		return result, err
	}
	return eachValue(x, items, bound, each, func() bool { return over })
}

// EachParallel is Each for items of which several are done at the same time, each by a fork of x that f is called with.
// The first failure ends the others, and is that of the execution where what fails is a panic. It returns when all that
// were begun have ended.
func EachParallel[T any](x *Exec, items []T, bound EachBound, f func(x *Exec, index int64, item T) error) (Iteration[struct{}], error) {
	done := Iteration[struct{}]{Count: int64(len(items))}
	if err := bound.refuse(len(items)); err != nil {
		return done, err
	}
	return done, x.inParallel(len(items), bound.Parallel, func(x *Exec, i int) error { return f(x, int64(i), items[i]) })
}

// EachParallelValue is EachParallel for an f that yields a value.
func EachParallelValue[T, R any](x *Exec, items []T, bound EachBound, f func(x *Exec, index int64, item T) (R, error)) (Iteration[R], error) {
	done := Iteration[R]{Count: int64(len(items))}
	if err := bound.refuse(len(items)); err != nil {
		return done, err
	}
	done.Results = make([]R, len(items))
	return done, x.inParallel(len(items), bound.Parallel, func(x *Exec, i int) (err error) {
		done.Results[i], err = f(x, int64(i), items[i])
		return err
	})
}
