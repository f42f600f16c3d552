package fn

// Or returns what p points to, or fallback when p is nil: or(x, fallback).
func Or[T any](p *T, fallback T) T {
	if p == nil {
		return fallback
	}
	return *p
}

// OrNull is the value that p points to, nil where p is nil.
func OrNull[T any](p *T) any {
	if p == nil {
		return nil
	}
	return *p
}

// Is reports whether p points to v: a comparison of what may be null, which equals nothing then.
func Is[T comparable](p *T, v T) bool { return p != nil && *p == v }

// Ptr returns a pointer to v, nil when !ok: a value that may be absent.
func Ptr[T any](ok bool, v T) *T {
	if !ok {
		return nil
	}
	return &v
}

// Deref returns what p points to, the zero value when p is nil.
func Deref[T any](p *T) T {
	var zero T
	return Or(p, zero)
}

// When returns a when cond holds, else b. Both are evaluated: it is for values that need no work.
func When[T any](cond bool, a, b T) T {
	if cond {
		return a
	}
	return b
}
