package runtime

import (
	"context"
	"errors"
	"net/http"
	"runtime/debug"
	"strings"
	"time"
)

// readyTimeout is the longest time of all checks of /readyz together.
const readyTimeout = 2 * time.Second

// readyCheck says whether something that the process depends on is reachable.
type readyCheck struct {
	name  string
	check func(context.Context) error
}

// Ready adds a check to /readyz. Its error and its name go to the log only.
func (a *App) Ready(name string, check func(ctx context.Context) error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.checks = append(a.checks, readyCheck{name: name, check: check})
}

// Inspect adds a look at what the process depends on, for when the server starts. What it finds is logged, for whoever
// set that up; it keeps nothing from being served.
func (a *App) Inspect(name string, look func(ctx context.Context) error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.looks = append(a.looks, readyCheck{name: name, check: look})
}

// Handler returns mux with what a server adds to it: /healthz, /readyz (unless they have an address of their own),
// problem answers for unknown routes and for panics, and an end to bodies that nobody has read.
func (a *App) Handler(mux *http.ServeMux) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		handles(r)
		endChunked(w, r)
		if r.RequestURI == "*" { // of OPTIONS alone (RFC 9112, 3.2.4), which net/http answers; mux would redirect it
			Answer(w, r, &Error{Status: http.StatusBadRequest})
			return
		}
		if isHealth(r) {
			endBody(w, r, time.Now(), bodyGrace)
			if a.health == "" {
				a.answerHealth(w, r)
			} else {
				Answer(w, r, &Error{Status: http.StatusNotFound})
			}
			return
		}
		known, pattern := mux.Handler(r)
		if pattern == "" {
			endBody(w, r, time.Now(), bodyGrace)
			noRoute(known, w, r)
			return
		}
		if _, ours := known.(*handler); ours {
			r.Pattern = pattern
			if strings.Contains(pattern, "{") {
				known = mux // looks again, which is not cheap, and sets the path's values
			}
			known.ServeHTTP(w, r)
			return
		}
		a.guard(mux, w, r)
		endBody(w, r, time.Now(), bodyGrace)
	})
}

// healthHandler serves /healthz and /readyz alone.
func (a *App) healthHandler() http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		handles(r)
		endBody(w, r, time.Now(), bodyGrace)
		if isHealth(r) {
			a.answerHealth(w, r)
		} else {
			Answer(w, r, &Error{Status: http.StatusNotFound})
		}
	})
}

// bodyGrace is the time that net/http, which wants to use a connection again, may look for the end of a body that no
// handler has read.
const bodyGrace = 5 * time.Second

// endBody keeps a caller from sending such a body for ever.
func endBody(w http.ResponseWriter, r *http.Request, now time.Time, within time.Duration) {
	if r.ContentLength != 0 {
		_ = http.NewResponseController(w).SetReadDeadline(now.Add(within))
	}
}

// endChunked closes the connection after a request whose body came in chunks. It may have had a Content-Length too,
// which net/http drops without a word: a proxy that went by that one sees another end of the body, and would have what
// follows it taken for a request of somebody else (RFC 9112, 6.1 and 11.2).
func endChunked(w http.ResponseWriter, r *http.Request) {
	if len(r.TransferEncoding) > 0 {
		w.Header().Set("Connection", "close")
	}
}

func isHealth(r *http.Request) bool { return r.URL.Path == "/healthz" || r.URL.Path == "/readyz" }

// answerHealth answers a request for /healthz or /readyz.
func (a *App) answerHealth(w http.ResponseWriter, r *http.Request) {
	a.writeHealth(w, r, func() ([]byte, *Error) {
		if r.URL.Path == "/healthz" {
			return healthy, nil
		}
		if e := a.notReady(r.Context()); e != nil {
			return nil, e
		}
		return a.readiness(r.Context()), nil
	})
}

func (a *App) writeHealth(w http.ResponseWriter, r *http.Request, check func() ([]byte, *Error)) {
	h := w.Header()
	h.Set("Cache-Control", "no-store")
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		h.Set("Allow", "GET, HEAD")
		Answer(w, r, &Error{Status: http.StatusMethodNotAllowed})
		return
	}
	body, e := check()
	if e != nil {
		Answer(w, r, e)
		return
	}
	h.Set("Content-Type", "application/json")
	h.Set("X-Content-Type-Options", "nosniff")
	if r.Method != http.MethodHead {
		_, _ = w.Write(body)
	}
}

// notReady returns the first check that fails, nil when the process can serve.
func (a *App) notReady(caller context.Context) *Error {
	if a.stopping.Load() {
		return &Error{Status: http.StatusServiceUnavailable, Detail: "shutting down"}
	}
	checks, _ := a.lookedAt()
	ctx, cancel := context.WithTimeout(caller, readyTimeout)
	defer cancel()
	for _, c := range checks {
		err := c.guarded(ctx)
		switch {
		case err != nil && errors.Is(caller.Err(), context.Canceled): // who asks has left, and no check has failed
			return &Error{Status: statusClientGone, Err: err}
		case err != nil:
			a.logger.Warn("not ready", "check", c.name, "error", err)
			return &Error{Status: http.StatusServiceUnavailable, Detail: "something that the service depends on is not reachable"}
		}
	}
	return nil
}

// guarded is check, with a panic in it as an error.
func (c readyCheck) guarded(ctx context.Context) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = &panicError{value: p, stack: debug.Stack()}
		}
	}()
	return c.check(ctx)
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
