package runtime

// LogSwitch gives the value that a Switch chooses by to the debug log, and returns it.
func LogSwitch[T any](x *Exec, value T) T {
	if x.debug {
		x.Values(value)
	}
	return value
}
