package runtime

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"time"
)

// An Error is a failure whose answer is known: what the caller may see of it, and what only the log sees.
type Error struct {
	Status int               // of the answer; 0 is 500
	Detail string            // for the caller; may be empty
	Reason string            // for the caller, on a 401: why the credentials were refused
	Fields map[string]string // for the caller, on a 400: what is wrong, by field
	Err    error             // for the log only; may be nil

	RetryAfter time.Duration // for the caller, on a 503 or a 429: when to try again, in whole seconds; 0: not said

	badToken bool // a bearer token that was verified can't be used: the challenge says so
}

// Error returns the detail and the cause, for the log.
func (e *Error) Error() string {
	text := e.Detail
	if text == "" {
		text = http.StatusText(e.status())
	}
	if e.Err != nil {
		text += ": " + e.Err.Error()
	}
	return text
}

// Unwrap returns Err.
func (e *Error) Unwrap() error { return e.Err }

func (e *Error) status() int {
	if e.Status == 0 {
		return http.StatusInternalServerError
	}
	return e.Status
}

// Fail returns an *Error with a status and a detail that the caller sees.
func Fail(status int, detail string) error { return &Error{Status: status, Detail: detail} }

// statusClientGone is logged for a caller who left before the answer, as proxies do; nobody receives it.
const statusClientGone = 499

// answerFor says how err is answered: as it asks itself, 401 where a function of a Code node has rejected the request,
// 504 past the deadline, 503 where a database or store is unreachable, else 500 with no detail. ended is why the time
// of the execution has ended, nil where it has not.
func answerFor(ended, err error) *Error {
	var known *Error
	if gone := errors.Is(ended, context.Canceled); errors.As(err, &known) && !(gone && known.status() >= 500) {
		return known
	}
	if reason, ok := Rejected(err); ok {
		return &Error{Status: http.StatusUnauthorized, Reason: reason, Err: err}
	}
	switch {
	case errors.Is(ended, context.DeadlineExceeded):
		return &Error{Status: http.StatusGatewayTimeout, Err: err}
	case errors.Is(ended, context.Canceled):
		return &Error{Status: statusClientGone, Err: err}
	case isUnavailable(err):
		return &Error{Status: http.StatusServiceUnavailable, RetryAfter: retryAfter(err), Err: err}
	}
	return &Error{Status: http.StatusInternalServerError, Err: err}
}

// isUnavailable says whether err is that a database or store can't be reached.
func isUnavailable(err error) bool {
	var unavailable interface{ Unavailable() bool }
	return errors.As(err, &unavailable) && unavailable.Unavailable()
}

// BadInput makes the failure of an expression the caller's: the answer is a 400 that names the request's field. A
// failure that knows its answer stays as it is.
func BadInput(field string, err error) error {
	var known *Error
	if errors.As(err, &known) {
		return err
	}
	return &Error{
		Status: http.StatusBadRequest, Detail: "a value of the request can't be used",
		Fields: map[string]string{field: err.Error()},
	}
}

// BadClaim makes the failure of an expression that of the token whose claim it reads: the answer is a 401, as for a
// token that lacks a claim which is declared. A failure that knows its answer stays as it is.
func BadClaim(claim string, err error) error {
	var known *Error
	if errors.As(err, &known) {
		return err
	}
	return badToken(fmt.Errorf("the claim %s: %w", claim, err))
}

func badToken(err error) error {
	return &Error{Status: http.StatusUnauthorized, Reason: malformedToken, badToken: true, Err: err}
}

// malformedToken is why a token is refused whose claims can't be used.
const malformedToken = "malformed token"

// retryAfter returns how long the service that failed asks not to be called, 0 when it does not.
func retryAfter(err error) time.Duration {
	var asks interface{ RetryAfter() time.Duration }
	if errors.As(err, &asks) {
		return asks.RetryAfter()
	}
	return 0
}

// Reject is the error that a function of a Code node returns to take the node's output invalid. Where that is not
// wired, the caller gets a 401 with the reason.
func Reject(reason string) error { return &rejection{reason: reason} }

// rejection is no failure of a function, but one of its two results.
type rejection struct{ reason string }

func (r *rejection) Error() string { return "rejected: " + r.reason }

// Rejected returns the reason that Reject was given. It is not ok for any other error, and for nil.
func Rejected(err error) (reason string, ok bool) {
	var r *rejection
	if !errors.As(err, &r) {
		return "", false
	}
	return r.reason, true
}
