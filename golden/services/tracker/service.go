package main

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"time"

	"github.com/go-chi/chi/v5"
	"github.com/go-chi/chi/v5/middleware"
	_ "modernc.org/sqlite"

	rt "github.com/flowc-dev/flowc/runtime"

	"example.com/tracker/flows"
	"example.com/tracker/migrations"
	"example.com/tracker/people"
)

// shutdownTime is how long requests, and the work after their answers, may take to end.
const shutdownTime = 10 * time.Second

// service is tracker with its database and its workflows.
type service struct {
	db      *sql.DB
	app     *rt.App
	logger  *slog.Logger
	handler http.Handler
}

// open migrates the database, and makes a service of it.
func open(ctx context.Context, c config, logger *slog.Logger) (*service, error) {
	db, err := sql.Open("sqlite", "file:"+c.file+"?_pragma=busy_timeout(5000)&_pragma=foreign_keys(1)&_pragma=journal_mode(wal)")
	if err != nil {
		return nil, fmt.Errorf("opening the database: %w", err)
	}
	s, err := start(ctx, db, c, logger)
	if err != nil {
		return nil, errors.Join(err, db.Close())
	}
	return s, nil
}

func start(ctx context.Context, db *sql.DB, c config, logger *slog.Logger) (*service, error) {
	if err := migrations.Up(ctx, db); err != nil {
		return nil, err
	}
	app, f, err := workflows(c, logger)
	if err != nil {
		return nil, err
	}
	if err := app.Check(ctx); err != nil {
		return nil, errors.Join(err, app.Close())
	}
	s := &service{db: db, app: app, logger: logger}
	s.handler = s.routes(f)
	return s, nil
}

// workflows prepares the workflows on the database.
func workflows(c config, logger *slog.Logger) (*rt.App, *flows.Flows, error) {
	app, err := rt.Open(
		rt.WithEnv(map[string]string{"DATABASE_URL": "sqlite:" + c.file, "FLOWC_ENV": c.mode}),
		rt.WithLogger(logger),
		rt.WithExecutionID(func(r *http.Request) string { return middleware.GetReqID(r.Context()) }),
	)
	if err != nil {
		return nil, nil, err
	}
	f, err := flows.New(app, &flows.Code{Notify: notifier{logger}.notify})
	if err != nil {
		return nil, nil, errors.Join(err, app.Close())
	}
	return app, f, nil
}

func (s *service) routes(f *flows.Flows) http.Handler {
	r := chi.NewRouter()
	r.Use(middleware.RequestID, sendRequestID, s.logRequests)
	r.Get("/readyz", s.ready)
	r.Group(func(r chi.Router) {
		r.Use(people.Login(s.db))
		r.Get("/projects", s.listProjects)
		r.Handle("/api/v2/*", f.Middleware(http.NotFoundHandler()))
	})
	return r
}

// serve answers requests until ctx ends, and then waits for what runs.
func (s *service) serve(ctx context.Context, listener net.Listener) error {
	server := &http.Server{Handler: s.handler, ReadHeaderTimeout: 10 * time.Second}
	ended := make(chan error, 1)
	go func() { ended <- server.Serve(listener) }()
	select {
	case err := <-ended:
		return errors.Join(err, s.app.Close())
	case <-ctx.Done():
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), shutdownTime)
	defer cancel()
	return errors.Join(server.Shutdown(ctx), s.app.Shutdown(ctx))
}

func (s *service) ready(w http.ResponseWriter, r *http.Request) {
	if err := errors.Join(s.db.PingContext(r.Context()), s.app.CheckReady(r.Context())); err != nil {
		http.Error(w, err.Error(), http.StatusServiceUnavailable)
	}
}

type project struct {
	Slug string `json:"slug"`
	Name string `json:"name"`
}

func (s *service) listProjects(w http.ResponseWriter, r *http.Request) {
	projects, err := s.projects(r.Context())
	if err != nil {
		s.logger.ErrorContext(r.Context(), "listing projects", "error", err)
		http.Error(w, "try again later", http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(projects) // the caller may have left
}

func (s *service) projects(ctx context.Context) ([]project, error) {
	rows, err := s.db.QueryContext(ctx, "SELECT slug, name FROM projects ORDER BY slug LIMIT 100")
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	projects := []project{}
	for rows.Next() {
		var p project
		if err := rows.Scan(&p.Slug, &p.Name); err != nil {
			return nil, err
		}
		projects = append(projects, p)
	}
	return projects, rows.Err()
}
