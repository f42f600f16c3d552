package client

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"

	"code.dny.dev/ssrf"

	rt "github.com/flowc-dev/flowc/runtime"
)

// Error is a call that failed. Its text names the method and the host; neither the path nor the query, which may hold
// secrets.
type Error struct {
	Call string // as in "POST https://api.example.com"
	Err  error  // what failed; nil when the status is what failed

	status     int
	retryAfter time.Duration
	temporary  bool
	public     string // see Public; empty when the status is what failed

	body        []byte // of an answer whose status is what failed, as far as it could be read
	contentType string
	refusal     any // a *Response of it, where Config.Refused has read one
}

// Error says which call failed, and why.
func (e *Error) Error() string {
	if e.Err == nil {
		return e.Call + ": answered with status " + strconv.Itoa(e.status)
	}
	return e.Call + ": " + e.Err.Error()
}

// Unwrap returns Err, or ErrRefused.
func (e *Error) Unwrap() error {
	if e.refusal != nil {
		return ErrRefused
	}
	return e.Err
}

// Public says why without naming the service.
func (e *Error) Public() string {
	if e.Err == nil {
		return "the service answered with status " + strconv.Itoa(e.status)
	}
	return e.public
}

// Status is that of the response; 0 when none arrived in full.
func (e *Error) Status() int64 { return int64(e.status) }

// Body is that of an answer whose status is what failed, null where there was none: JSON, else text.
func (e *Error) Body() rt.Value {
	value, err := valueOf(e.body, e.contentType)
	if err != nil { // it only calls itself JSON
		return rt.ValueOf(strings.ToValidUTF8(string(e.body), "\uFFFD"))
	}
	return value
}

// RetryAfter is how long the service wants to be left alone, counted from its answer; 0 when it does not say.
func (e *Error) RetryAfter() time.Duration { return e.retryAfter }

// Temporary says whether the same call may succeed later: the service was not reached, or answered with 408, 425, 429
// or 5xx.
func (e *Error) Temporary() bool { return e.temporary }

var errPrivate = errors.New("the host is at an address that only this machine or its network can reach")

// failed is a call without a response.
func (c *Client[T]) failed(r *http.Request, err error) error {
	err = withoutURL(err)
	prohibited, public := errors.Is(err, ssrf.ErrProhibitedIP), "the service can't be reached"
	switch {
	case prohibited && c.config.ChosenBy != "":
		return c.config.blamed(errPrivate)
	case prohibited:
		public = "the address of the service is not allowed"
		err = fmt.Errorf("%w: %w", errPrivate, err)
	case errors.Is(err, context.DeadlineExceeded):
		public = "the service did not answer in time"
	case errors.Is(err, context.Canceled):
		public = "the caller left before the service answered"
	}
	return &Error{Call: call(r), Err: err, public: public, temporary: !prohibited && !errors.Is(err, errRedirects)}
}

// unwanted is a response of another status than 200 to 299: a refusal, or a failure. Reading its body, which often says
// why, leaves the connection to the next call.
func (c *Client[T]) unwanted(x *rt.Exec, r *http.Request, answer *http.Response, limit limit) error {
	failed := &Error{
		Call:       call(r),
		status:     answer.StatusCode,
		retryAfter: retryAfter(answer.Header.Get("Retry-After"), c.now()),
		temporary:  mayPass(answer.StatusCode),
	}
	body, err := readBody(answer, c.config.MaxResponse)
	if err == nil {
		failed.body, failed.contentType = body, answer.Header.Get("Content-Type")
		if x.Debug() {
			x.Values(Response[string]{Status: int64(answer.StatusCode), Headers: Header(answer.Header), Body: string(body)})
		}
	}
	if c.config.Refused == nil || !isRefusal(answer.StatusCode) {
		return failed
	}
	if err == nil {
		failed.refusal, err = c.config.Refused.read(x, body, answer)
	}
	if err != nil {
		return c.unusable(r, answer, limit.named(x, err))
	}
	x.LogOutput("refused")
	return failed
}

// unusable is a response with a body that is too large, broken off, or not as declared.
func (c *Client[T]) unusable(r *http.Request, answer *http.Response, err error) error {
	var cut *cutOff
	if errors.As(err, &cut) {
		return c.failed(r, err)
	}
	return &Error{Call: call(r), Err: err, status: answer.StatusCode, public: "the response of the service can't be used"}
}

func call(r *http.Request) string { return r.Method + " " + r.URL.Scheme + "://" + r.URL.Host }

func mayPass(status int) bool {
	switch status {
	case http.StatusRequestTimeout, http.StatusTooEarly, http.StatusTooManyRequests:
		return true
	}
	return status >= http.StatusInternalServerError
}

// retryAfter reads a Retry-After header: seconds, or a date (RFC 9110, 10.2.3). Any number of seconds is one, however
// large (as RFC 9111, 1.2.2 has it): it means that waiting is of no use.
func retryAfter(value string, now time.Time) time.Duration {
	seconds, err := strconv.ParseUint(value, 10, 31)
	if err == nil || errors.Is(err, strconv.ErrRange) { // then it is the largest that fits
		return time.Duration(seconds) * time.Second
	}
	if date, err := http.ParseTime(value); err == nil {
		return max(0, date.Sub(now))
	}
	return 0
}
