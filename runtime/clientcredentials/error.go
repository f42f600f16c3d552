package clientcredentials

import (
	"errors"
	"fmt"
	"net/http"
	"net/url"

	"golang.org/x/oauth2"
)

// Error is why no token was given. Its text quotes nothing of the answer but its code: the rest may quote what was
// sent.
type Error struct {
	err       error
	public    string
	temporary bool
}

// Error tells the log.
func (e *Error) Error() string { return "fetch a token: " + e.err.Error() }

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.err }

// Public says why without naming the server.
func (e *Error) Public() string { return e.public }

// Temporary says whether fetching it again may succeed.
func (e *Error) Temporary() bool { return e.temporary }

// failed makes an Error of what oauth2 has returned; nil of nil.
func failed(err error) error {
	if err == nil {
		return nil
	}
	var answered *oauth2.RetrieveError
	if !errors.As(err, &answered) || answered.Response == nil {
		var quoting *url.Error
		if errors.As(err, &quoting) {
			err = quoting.Err // without the address, which may hold a secret
		}
		return &Error{err: err, public: "the authorization server can't be reached", temporary: true}
	}
	status := answered.Response.StatusCode
	text := fmt.Sprintf("the authorization server answered with status %d", status)
	if answered.ErrorCode != "" {
		text += ", " + answered.ErrorCode
	}
	return &Error{
		err: errors.New(text), public: "the authorization server gave no token",
		temporary: status >= 500 || status == http.StatusTooManyRequests || status == http.StatusRequestTimeout,
	}
}
