package runtime

import (
	"context"
	"errors"
	"net/http"
	"strings"
)

// A Failure is what a workflow sees of a failed node, as error, where a Try/Catch or a Retry has caught it.
type Failure struct {
	Message string `json:"message"` // which node failed and how, as callers may know it; the log has the rest
	Node    string `json:"node"`    // the node that failed; the Call, where that is one of a workflow that it calls
	Status  int64  `json:"status"`  // that an API node was answered with, else that the caller would get
	Body    Value  `json:"-"`       // that an API node was answered with, null where there was none: who reads it names it
}

// FailureOf returns err, a failure of the current node, as the workflow sees it. An error of an API node has a Status
// method; it returns 0 where there was no answer. An error with a Public method says itself what callers may know of
// it: no host name, no SQL, no path and no text of another program.
func FailureOf(x *Exec, err error) Failure {
	node := x.failedHere(err)
	return Failure{Message: node + " failed: " + x.publicOf(err), Node: node, Status: x.statusOf(err), Body: bodyOf(err)}
}

// bodyOf is the body of the answer of a service that did not do what was asked of it.
func bodyOf(err error) Value {
	var answered interface{ Body() Value }
	if !errors.As(err, &answered) {
		return Value{}
	}
	return answered.Body()
}

// publicOf is the part of err that callers may know. Of an error of unknown origin that is nothing.
func (x *Exec) publicOf(err error) string {
	var known *Error
	if errors.As(err, &known) {
		if known.Detail != "" {
			return known.Detail
		}
		return strings.ToLower(http.StatusText(known.status()))
	}
	if reason, ok := Rejected(err); ok {
		return "rejected: " + reason
	}
	var says interface{ Public() string }
	switch {
	case errors.As(err, &says):
		return says.Public()
	case errors.Is(x.ended(), context.DeadlineExceeded):
		return "the time of the execution is over"
	case errors.Is(x.ended(), context.Canceled):
		return "the caller left"
	case isUnavailable(err):
		return "what it needs is unavailable"
	}
	return "unexpected error"
}

func (x *Exec) statusOf(err error) int64 {
	var answered interface{ Status() int64 }
	if errors.As(err, &answered) && answered.Status() != 0 {
		return answered.Status()
	}
	return int64(answerFor(x.ended(), err).status())
}

// ended is the cause by which the time of the execution has ended, or had when its failure was caught; nil where it had
// not.
func (x *Exec) ended() error {
	if err := x.run.Err(); err != nil {
		return err
	}
	return x.own.cause
}
