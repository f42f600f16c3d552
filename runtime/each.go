package runtime

import "fmt"

// Iteration is what a For each has done.
type Iteration[R any] struct {
	Count   int64 // of the items
	Results []R   // what each has yielded, in their order
}

// EachBound is how many items a For each takes.
type EachBound struct {
	Most  int
	Field string // of the request that the items come from; "" where that is none
}

// refuse is the failure of more items than that: the caller's, where the caller has sent them.
func (b EachBound) refuse(items int) error {
	if items <= b.Most {
		return nil
	}
	err := wrongValue("a list of %d items, of which there may be %d", items, b.Most)
	if b.Field != "" {
		return BadInput(b.Field, err)
	}
	return fmt.Errorf("for each: %w", err)
}

// Each calls f for each of items, in their order, until one fails or has answered.
func Each[T any](x *Exec, items []T, bound EachBound, f func(index int64, item T) error) (Iteration[struct{}], error) {
	done := Iteration[struct{}]{Count: int64(len(items))}
	if err := bound.refuse(len(items)); err != nil {
		return done, err
	}
	for i, item := range items {
		if err := f(int64(i), item); err != nil || x.Answered() {
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
	done := Iteration[R]{Count: int64(len(items))}
	if err := bound.refuse(len(items)); err != nil {
		return done, err
	}
	done.Results = make([]R, 0, len(items))
	for i, item := range items {
		result, err := f(int64(i), item)
		if err != nil || x.Answered() {
			return done, err
		}
		done.Results = append(done.Results, result)
		if err := x.Context().Err(); err != nil {
			return done, err
		}
	}
	return done, nil
}
