package runtime

// LogSwitch gives the value that a Switch chooses by to the debug log, and returns it.
func LogSwitch[T any](x *Exec, value T) T {
	if x.debug {
		x.Values(value)
	}
	return value
}

// OrNull is the value that p points to, nil where p is nil.
func OrNull[T any](p *T) any {
	if p == nil {
		return nil
	}
	return *p
}
