package runtime

import "net/http"

// A Rejection is what the output invalid of a Code node carries.
type Rejection struct {
	Reason string `json:"reason"` // that Reject was given
}

// Status returns 401.
func (*Rejection) Status() int64 { return http.StatusUnauthorized }

// Replayed reports whether err, of the current node's function, says that the delivery was worked on before. It records
// that the node took its output replayed.
func (x *Exec) Replayed(err error) bool {
	if !IsReplayed(err) {
		return false
	}
	x.LogOutput("replayed")
	return true
}

// Rejected returns the rejection that err, of the current node's function, is; nil for any other error. It records that
// the node took its output invalid.
func (x *Exec) Rejected(err error) *Rejection {
	reason, ok := Rejected(err)
	if !ok {
		return nil
	}
	x.LogOutput("invalid")
	rejection := &Rejection{Reason: reason}
	if x.debug {
		x.Values(rejection)
	}
	return rejection
}
