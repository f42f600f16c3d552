package runtime

import (
	"errors"
	"net/http"
	"time"
)

// retryLater is the Retry-After of the answer to a caller who was turned away.
const retryLater = time.Second

var errTooMany = errors.New("as many executions run as may")

// admit takes one of the places for executions that run, or returns the 503 for a caller who can't have one.
func (x *Exec) admit() error {
	if x.app.running.Add(1) > int64(x.app.limits.MaxExecutions) {
		x.app.running.Add(-1)
		return &Error{Status: http.StatusServiceUnavailable, Detail: "too many requests at once", RetryAfter: retryLater, Err: errTooMany}
	}
	x.admitted = true
	return nil
}

// leave gives the place back.
func (x *Exec) leave() {
	if x.admitted {
		x.app.running.Add(-1)
		x.admitted = false
	}
}
