package runtime

import (
	"errors"
	"io"
	"net/http"
	"time"
)

// retryLater is when a caller who was turned away may try again.
const retryLater = time.Second

var (
	errTooMany = errors.New("as many executions run as may")
	errTooMuch = errors.New("as many bytes of bodies are in memory as may")
)

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

// chargedReader counts what is read of a body, for as long as the execution may hold it. A body that is announced
// counts for nothing: a caller could announce much and send nothing.
type chargedReader struct {
	x *Exec
	r io.Reader
}

// Read implements io.Reader.
func (c *chargedReader) Read(p []byte) (int, error) {
	n, err := c.r.Read(p)
	c.x.charged += int64(n)
	if c.x.app.bodies.Add(int64(n)) > c.x.app.limits.MaxBodies {
		return 0, errTooMuch
	}
	return n, err
}

// discharge ends what chargedReader counts.
func (x *Exec) discharge() {
	if x.charged > 0 {
		x.app.bodies.Add(-x.charged)
		x.charged = 0
	}
}
