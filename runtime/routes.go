package runtime

import (
	"context"
	"net/http"
	"time"
)

// readyTimeout is how long all checks of /readyz may take together.
const readyTimeout = 2 * time.Second

// readyCheck says whether something that the process depends on is reachable.
type readyCheck struct {
	name  string
	check func(context.Context) error
}

// Ready adds a check to /readyz. Its error goes to the log only; name is shown to the caller.
func (a *App) Ready(name string, check func(ctx context.Context) error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.checks = append(a.checks, readyCheck{name: name, check: check})
}

// Handler returns mux with what a server adds to it: /healthz, /readyz, and problem answers for unknown routes.
func (a *App) Handler(mux *http.ServeMux) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/healthz":
			a.health(w, r, func() *Error { return nil })
			return
		case "/readyz":
			a.health(w, r, func() *Error { return a.notReady(r.Context()) })
			return
		}
		if known, pattern := mux.Handler(r); pattern == "" {
			noRoute(known, w, r)
			return
		}
		mux.ServeHTTP(w, r)
	})
}

func (a *App) health(w http.ResponseWriter, r *http.Request, check func() *Error) {
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		w.Header().Set("Allow", "GET, HEAD")
		Answer(w, r, &Error{Status: http.StatusMethodNotAllowed})
		return
	}
	if e := check(); e != nil {
		Answer(w, r, e)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "no-store")
	_, _ = w.Write([]byte(`{"status":"ok"}`))
}

// notReady returns the first check that fails, nil when the process can serve.
func (a *App) notReady(ctx context.Context) *Error {
	if a.stopping.Load() {
		return &Error{Status: http.StatusServiceUnavailable, Detail: "shutting down"}
	}
	a.mu.Lock()
	checks := a.checks
	a.mu.Unlock()
	ctx, cancel := context.WithTimeout(ctx, readyTimeout)
	defer cancel()
	for _, c := range checks {
		if err := c.check(ctx); err != nil {
			a.logger.Warn("not ready", "check", c.name, "error", err)
			return &Error{Status: http.StatusServiceUnavailable, Detail: c.name + " is not reachable"}
		}
	}
	return nil
}

// noRoute answers what mux has no route for: its 404 and 405 as problems, and its redirects as they are.
func noRoute(fromMux http.Handler, w http.ResponseWriter, r *http.Request) {
	quiet := &statusOnly{header: w.Header()}
	fromMux.ServeHTTP(quiet, r)
	if quiet.status != http.StatusNotFound && quiet.status != http.StatusMethodNotAllowed {
		w.WriteHeader(quiet.status)
		return
	}
	Answer(w, r, &Error{Status: quiet.status})
}

// statusOnly is a response writer that keeps the status and the headers and drops the body.
type statusOnly struct {
	header http.Header
	status int
}

func (s *statusOnly) Header() http.Header { return s.header }

func (s *statusOnly) WriteHeader(status int) {
	if s.status == 0 {
		s.status = status
	}
}

func (s *statusOnly) Write(p []byte) (int, error) {
	s.WriteHeader(http.StatusOK)
	return len(p), nil
}
