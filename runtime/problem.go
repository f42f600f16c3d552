package runtime

import (
	"crypto/rand"
	"net/http"
	"strconv"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// problem is the body of an error answer (RFC 9457). It never holds more than the caller may know.
type problem struct {
	Type     string            `json:"type"`
	Title    string            `json:"title"`
	Status   int               `json:"status"`
	Detail   string            `json:"detail,omitempty"`
	Instance string            `json:"instance,omitempty"` // execution id
	Reason   string            `json:"reason,omitempty"`   // 401 only
	Errors   map[string]string `json:"errors,omitempty"`   // 400 only
}

func problemOf(e *Error, instance string) problem {
	p := problem{Type: "about:blank", Title: http.StatusText(e.status()), Status: e.status(), Detail: e.Detail, Instance: instance}
	switch p.Status {
	case http.StatusUnauthorized:
		p.Reason = e.Reason
	case http.StatusBadRequest:
		p.Errors = e.Fields
	case statusClientGone:
		p.Title = "Client Closed Request"
	}
	return p
}

// Answer answers a request that is no execution's with a problem, which has an id of its own, and returns that for the
// log.
func Answer(w http.ResponseWriter, r *http.Request, e *Error) (instance string) {
	instance = rand.Text()
	problemOf(e, instance).write(w, r)
	return instance
}

// write sends p as the whole answer. Failing to reach the caller is nobody's error.
func (p problem) write(w http.ResponseWriter, r *http.Request) {
	body := p.json()
	h := w.Header()
	h.Set("Content-Type", "application/problem+json")
	h.Set("Content-Length", strconv.Itoa(len(body)))
	h.Set("X-Content-Type-Options", "nosniff")
	w.WriteHeader(p.Status)
	if r.Method != http.MethodHead {
		_, _ = w.Write(body)
	}
}

// json returns p as JSON; what is not UTF-8 in it, of a detail that quotes a caller, is replaced.
func (p problem) json() []byte {
	body, err := json.Marshal(p, json.Deterministic(true), jsontext.AllowInvalidUTF8(true))
	if err != nil { // no problem has what can't be JSON
		return []byte(`{"type":"about:blank","title":"Internal Server Error","status":` + strconv.Itoa(p.Status) + `}`)
	}
	return body
}
