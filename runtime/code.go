package runtime

import "errors"

// Reject is what a function of a Code node returns to take the node's output invalid. Where that is not wired, the
// caller gets a 401 with the reason.
func Reject(reason string) error { return &rejection{reason: reason} }

// Rejected returns the reason that Reject was given. It is not ok for any other error, and for nil.
func Rejected(err error) (reason string, ok bool) {
	var r *rejection
	if !errors.As(err, &r) {
		return "", false
	}
	return r.reason, true
}

// rejection is no failure of a function, but one of its two results.
type rejection struct{ reason string }

func (r *rejection) Error() string { return "rejected: " + r.reason }

// Call calls a function that somebody else wrote, for a Code node: a panic in it becomes a failure of the node.
func Call(x *Exec, f func() error) error {
	return x.guarded(func(*Exec) error { return f() })
}
