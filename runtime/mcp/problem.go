package mcp

import (
	"net/http"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	rt "github.com/flowc-dev/flowc/runtime"
)

// details are the texts that take the place of the library's own errors, by status: those quote what was sent, and the
// library's insides.
var details = map[int]string{
	http.StatusBadRequest:           "the request is none of MCP's Streamable HTTP: look at its Accept, its protocol version and its message",
	http.StatusNotFound:             "there is no such session",
	http.StatusMethodNotAllowed:     "send messages with POST",
	http.StatusUnsupportedMediaType: "the Content-Type must be application/json",
}

// problemWriter turns the library's errors in plain text into problems (RFC 9457). Errors of the protocol's own, in
// JSON, keep their code and get our words.
type problemWriter struct {
	http.ResponseWriter
	r      *http.Request
	id     jsontext.Value // of the message, where the library has another one; else nil
	begun  bool           // something is written
	status int            // of an error in plain text, once it is known to be one
	told   bool           // the answer to it is written
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
	switch {
	case w.status == 0:
		return len(p), w.pass(p)
	case !w.told:
		w.told = true
		rt.Answer(w.ResponseWriter, w.r, &rt.Error{Status: w.status, Detail: details[w.status]})
	}
	return len(p), nil
}

// pass writes what the library answers, with our words for errors of the protocol. The library writes a message whole.
func (w *problemWriter) pass(p []byte) error {
	if reworded := inOwnWords(p, w.id); reworded != nil {
		if w.Header().Get("Content-Length") != "" {
			w.Header().Set("Content-Length", strconv.Itoa(len(reworded)))
		}
		p = reworded
	}
	_, err := w.ResponseWriter.Write(p)
	return err
}

// Unwrap is for http.ResponseController.
func (w *problemWriter) Unwrap() http.ResponseWriter { return w.ResponseWriter }
