package mcp

import (
	"bytes"
	"net/http"
	"strings"

	rt "github.com/flowc-dev/flowc/runtime"
)

// problemWriter turns the library's errors in plain text into problems (RFC 9457). Errors of the protocol's own, in JSON,
// stay as they are.
type problemWriter struct {
	http.ResponseWriter
	r      *http.Request
	begun  bool         // something is written
	status int          // of an error in plain text, once it is known to be one
	text   bytes.Buffer // its text
}

// WriteHeader implements http.ResponseWriter.
func (w *problemWriter) WriteHeader(status int) {
	w.begun = true
	if status >= http.StatusBadRequest && strings.HasPrefix(w.Header().Get("Content-Type"), "text/plain") {
		w.status = status
		return
	}
	w.ResponseWriter.WriteHeader(status)
}

// Write implements http.ResponseWriter. The library writes such an error whole.
func (w *problemWriter) Write(p []byte) (int, error) {
	w.begun = true
	if w.status == 0 {
		return w.ResponseWriter.Write(p)
	}
	if w.text.Len() == 0 {
		w.text.Write(p)
		rt.Answer(w.ResponseWriter, w.r, &rt.Error{Status: w.status, Detail: strings.ToValidUTF8(strings.TrimSpace(string(p)), "")})
	}
	return len(p), nil
}

// Unwrap is for http.ResponseController.
func (w *problemWriter) Unwrap() http.ResponseWriter { return w.ResponseWriter }
