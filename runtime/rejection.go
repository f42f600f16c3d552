package runtime

import "net/http"

// A Rejection is what the output invalid of a Code node carries.
type Rejection struct {
	Reason string // that Reject was given
}

// Status returns 401.
func (*Rejection) Status() int64 { return http.StatusUnauthorized }

// Rejected returns the rejection that err, of the current node's function, is; nil for any other error. It records that
// the node took its output invalid.
func (x *Exec) Rejected(err error) *Rejection {
	reason, ok := Rejected(err)
	if !ok {
		return nil
	}
	x.Took("invalid")
	return &Rejection{Reason: reason}
}

// Try is Call for a function that returns a value.
func Try[T any](x *Exec, f func() (T, error)) (T, error) {
	var value T
	err := Call(x, func() (err error) {
		value, err = f()
		return err
	})
	return value, err
}
