// Package web is what all handlers of the service have in common.
package web

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"log/slog"
	"net/http"
	"runtime/debug"
	"time"
)

const maxBody = 64 << 10

// Middleware stands before a handler.
type Middleware func(http.Handler) http.Handler

// Chain returns h behind all of chain, the first of which is the outermost.
func Chain(h http.Handler, chain ...Middleware) http.Handler {
	for i := len(chain) - 1; i >= 0; i-- {
		h = chain[i](h)
	}
	return h
}

// JSON answers with v.
func JSON(w http.ResponseWriter, status int, v any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(v) // the caller has gone
}

// Error answers with a message.
func Error(w http.ResponseWriter, status int, message string) {
	JSON(w, status, map[string]string{"error": message})
}

// Decode reads the JSON of a body into v, or answers 400.
func Decode(w http.ResponseWriter, r *http.Request, v any) bool {
	body := json.NewDecoder(http.MaxBytesReader(w, r.Body, maxBody))
	body.DisallowUnknownFields()
	if err := body.Decode(v); err != nil {
		Error(w, http.StatusBadRequest, "the body is not the JSON that is wanted")
		return false
	}
	return true
}

type requestIDKey struct{}

// RequestIDs gives each request an id, which the answer has as X-Request-Id.
func RequestIDs(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		id := rand.Text()
		w.Header().Set("X-Request-Id", id)
		next.ServeHTTP(w, r.WithContext(context.WithValue(r.Context(), requestIDKey{}, id)))
	})
}

// RequestID returns the id of a request.
func RequestID(r *http.Request) string {
	id, _ := r.Context().Value(requestIDKey{}).(string)
	return id
}

// Log logs each request.
func Log(logger *slog.Logger) Middleware {
	return func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			began, seen := time.Now(), &statusWriter{ResponseWriter: w, status: http.StatusOK}
			next.ServeHTTP(seen, r)
			logger.InfoContext(r.Context(), "request", "request_id", RequestID(r), "method", r.Method, "path", r.URL.Path,
				"status", seen.status, "took", time.Since(began))
		})
	}
}

// Recover answers 500 where a handler panics.
func Recover(logger *slog.Logger) Middleware {
	return func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			defer func() {
				if v := recover(); v != nil {
					logger.ErrorContext(r.Context(), "panic", "request_id", RequestID(r), "value", v, "stack", string(debug.Stack()))
					Error(w, http.StatusInternalServerError, "something went wrong")
				}
			}()
			next.ServeHTTP(w, r)
		})
	}
}

// statusWriter remembers the status of an answer.
type statusWriter struct {
	http.ResponseWriter
	status int
}

// WriteHeader implements http.ResponseWriter.
func (w *statusWriter) WriteHeader(status int) {
	w.status = status
	w.ResponseWriter.WriteHeader(status)
}

// Unwrap is for http.ResponseController.
func (w *statusWriter) Unwrap() http.ResponseWriter { return w.ResponseWriter }
