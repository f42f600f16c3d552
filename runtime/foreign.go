package runtime

import (
	"bufio"
	"crypto/rand"
	"log/slog"
	"net"
	"net/http"
	"runtime/debug"
)

// guard serves a route that is no entry point of a workflow, such as one that a project's own main adds: a panic there
// becomes a 500 and a record of the log, as in a workflow.
func (a *App) guard(h http.Handler, w http.ResponseWriter, r *http.Request) {
	began := &begun{ResponseWriter: w}
	defer func() {
		p := recover()
		if p == nil {
			return
		}
		if p == http.ErrAbortHandler {
			panic(p) // it asks net/http to cut the connection
		}
		answer := problemOf(&Error{Status: http.StatusInternalServerError}, rand.Text())
		failed := &panicError{value: p}
		a.logger.LogAttrs(r.Context(), slog.LevelError, "failed", slog.String("id", answer.Instance),
			slog.String("path", r.Pattern), slog.String("error", failed.Error()), slog.String("stack", string(debug.Stack())))
		if began.yet {
			panic(http.ErrAbortHandler) // half an answer must not look like a whole one
		}
		clear(w.Header())
		answer.write(w, r)
	}()
	h.ServeHTTP(began, r)
}

// begun knows whether an answer has begun.
type begun struct {
	http.ResponseWriter
	yet bool
}

// WriteHeader implements http.ResponseWriter.
func (b *begun) WriteHeader(status int) {
	b.yet = b.yet || status >= http.StatusOK
	b.ResponseWriter.WriteHeader(status)
}

// Write implements http.ResponseWriter.
func (b *begun) Write(p []byte) (int, error) {
	b.yet = true
	return b.ResponseWriter.Write(p)
}

// Flush implements http.Flusher, which some handlers ask for by type.
func (b *begun) Flush() {
	b.yet = true
	_ = http.NewResponseController(b.ResponseWriter).Flush()
}

// Hijack implements http.Hijacker, for handlers that speak another protocol from then on.
func (b *begun) Hijack() (net.Conn, *bufio.ReadWriter, error) {
	b.yet = true
	return http.NewResponseController(b.ResponseWriter).Hijack()
}

// Unwrap is for http.ResponseController.
func (b *begun) Unwrap() http.ResponseWriter { return b.ResponseWriter }
