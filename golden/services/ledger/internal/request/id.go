// Package request names requests, in answers and in the log.
package request

import (
	"context"
	"crypto/rand"
	"log/slog"
	"net/http"
	"time"
)

// Header names a request, where a proxy has done so, and the answer to it.
const Header = "X-Request-Id"

type contextKey struct{}

// ID returns what names the request of ctx, "" where ctx is of none.
func ID(ctx context.Context) string {
	id, _ := ctx.Value(contextKey{}).(string)
	return id
}

// Named gives each request an id, and logs it once it is answered.
func Named(logger *slog.Logger, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		id := r.Header.Get(Header)
		if id == "" || len(id) > 64 {
			id = rand.Text()
		}
		w.Header().Set(Header, id)
		ctx := context.WithValue(r.Context(), contextKey{}, id)
		began, answer := time.Now(), &answer{ResponseWriter: w, status: http.StatusOK}
		next.ServeHTTP(answer, r.WithContext(ctx))
		logger.InfoContext(ctx, "request",
			"method", r.Method, "path", r.URL.Path, "status", answer.status, "duration", time.Since(began))
	})
}

// answer keeps the status of an answer.
type answer struct {
	http.ResponseWriter
	status int
}

func (a *answer) WriteHeader(status int) {
	a.status = status
	a.ResponseWriter.WriteHeader(status)
}

// Unwrap is for http.ResponseController.
func (a *answer) Unwrap() http.ResponseWriter { return a.ResponseWriter }

// LogHandler adds the request of a record's context to the record.
func LogHandler(next slog.Handler) slog.Handler { return handler{next} }

type handler struct{ slog.Handler }

func (h handler) Handle(ctx context.Context, r slog.Record) error {
	if id := ID(ctx); id != "" {
		r = r.Clone()
		r.AddAttrs(slog.String("request_id", id))
	}
	return h.Handler.Handle(ctx, r)
}

func (h handler) WithAttrs(attrs []slog.Attr) slog.Handler {
	return handler{h.Handler.WithAttrs(attrs)}
}

func (h handler) WithGroup(name string) slog.Handler { return handler{h.Handler.WithGroup(name)} }
