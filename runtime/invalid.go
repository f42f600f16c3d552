package runtime

import (
	"errors"
	"net/http"
	"strings"
)

// Invalid is the value of the output invalid of an API Endpoint.
type Invalid struct {
	Status int64 `json:"status"` // 400, 413 or 415
	// Errors says of a 400 what is wrong, by field ("items.0.qty"), or by "body" or "query" where that can't be read as a
	// whole. It is empty of all else.
	Errors map[string]string `json:"errors"`
}

// Invalid returns what is wrong with the request, which Decode has refused with err, and records that the entry point
// took its output invalid. It is nil for what is no fault of the request's: a body that did not arrive in time, or that
// there is no room for.
func (x *Exec) Invalid(err error) *Invalid {
	var e *Error
	if !errors.As(err, &e) {
		return nil
	}
	switch e.Status {
	case http.StatusBadRequest, http.StatusRequestEntityTooLarge, http.StatusUnsupportedMediaType:
	default:
		return nil
	}
	x.LogOutput("invalid")
	invalid := &Invalid{Status: int64(e.Status), Errors: e.invalidFields()}
	if x.debug {
		x.Values(invalid)
	}
	return invalid
}

// invalidFields are what is wrong, by field. A detail names the part of the request that it is about, as in "the body
// is not JSON".
func (e *Error) invalidFields() map[string]string {
	switch {
	case e.Status != http.StatusBadRequest:
		return map[string]string{}
	case e.Fields != nil:
		return e.Fields
	}
	if problem, ok := strings.CutPrefix(e.Detail, "the query string "); ok {
		return map[string]string{"query": problem}
	}
	return map[string]string{"body": strings.TrimPrefix(e.Detail, "the body ")}
}
