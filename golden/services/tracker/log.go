package main

import (
	"context"
	"log/slog"
	"net/http"
	"time"

	"github.com/go-chi/chi/v5/middleware"

	"example.com/tracker/flows"
)

// sendRequestID has each answer name its request as the log does.
func sendRequestID(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set(middleware.RequestIDHeader, middleware.GetReqID(r.Context()))
		next.ServeHTTP(w, r)
	})
}

// logRequests logs each request once it is answered.
func (s *service) logRequests(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		began := time.Now()
		answer := middleware.NewWrapResponseWriter(w, r.ProtoMajor)
		next.ServeHTTP(answer, r)
		s.logger.InfoContext(r.Context(), "request",
			"request_id", middleware.GetReqID(r.Context()), "method", r.Method, "path", r.URL.Path,
			"status", answer.Status(), "duration", time.Since(began))
	})
}

// notifier writes to the log what tracker would send as mail.
type notifier struct{ logger *slog.Logger }

func (n notifier) notify(ctx context.Context, notice flows.Notice) error {
	n.logger.InfoContext(ctx, "notice", "issue", notice.Issue, "by", notice.By)
	return nil
}
