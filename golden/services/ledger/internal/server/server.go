// Package server serves ledger: its own routes, and the workflows.
package server

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"net"
	"net/http"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"go.opentelemetry.io/contrib/instrumentation/net/http/otelhttp"
	"go.opentelemetry.io/otel/metric"
	"go.opentelemetry.io/otel/propagation"
	"go.opentelemetry.io/otel/trace"

	rt "github.com/flowc-dev/flowc/runtime"
	"github.com/flowc-dev/flowc/runtime/engine/postgres"
	flowcotel "github.com/flowc-dev/flowc/runtime/otel"

	"example.com/ledger/internal/client"
	"example.com/ledger/internal/flows"
	"example.com/ledger/internal/request"
)

// shutdownTime is how long requests, and the work after their answers, may take to end.
const shutdownTime = 10 * time.Second

// Config is what a Server needs.
type Config struct {
	Pool    *pgxpool.Pool
	Logger  *slog.Logger
	Tracers trace.TracerProvider
	Meters  metric.MeterProvider
}

// Server serves ledger.
type Server struct {
	Config
	app     *rt.App
	handler http.Handler
}

// New prepares the routes, and changes nothing in the database.
func New(c Config) (*Server, error) {
	app, err := rt.Open(
		rt.WithEnv(map[string]string{}),
		postgres.WithPool("DATABASE_URL", c.Pool),
		rt.WithLogger(c.Logger),
		rt.WithExecutionID(func(r *http.Request) string { return request.ID(r.Context()) }),
		rt.WithExecutionLevel(slog.LevelDebug),
	)
	if err != nil {
		return nil, err
	}
	watched := flowcotel.Watch(app, flowcotel.WithTracerProvider(c.Tracers), flowcotel.WithMeterProvider(c.Meters),
		flowcotel.WithoutServerMetrics())
	f, err := flows.New(app)
	if err := errors.Join(watched, err); err != nil {
		return nil, errors.Join(err, app.Close())
	}
	s := &Server{Config: c, app: app}
	s.handler = s.routes(f)
	return s, nil
}

func (s *Server) routes(f *flows.Flows) http.Handler {
	private := http.NewServeMux()
	private.HandleFunc("GET /accounts", s.listAccounts)
	f.Register(private)

	mux := http.NewServeMux()
	mux.HandleFunc("GET /readyz", s.ready)
	mux.Handle("/", client.Login(s.Pool, private))
	return otelhttp.NewHandler(request.Named(s.Logger, mux), "ledger",
		otelhttp.WithTracerProvider(s.Tracers), otelhttp.WithMeterProvider(s.Meters),
		otelhttp.WithPropagators(propagation.TraceContext{}))
}

// ServeHTTP answers one request.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) { s.handler.ServeHTTP(w, r) }

// Check returns what keeps the workflows from being served.
func (s *Server) Check(ctx context.Context) error { return s.app.Check(ctx) }

// Serve answers requests until ctx ends, and then waits for what runs.
func (s *Server) Serve(ctx context.Context, listener net.Listener) error {
	server := &http.Server{Handler: s, ReadHeaderTimeout: 10 * time.Second}
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

func (s *Server) ready(w http.ResponseWriter, r *http.Request) {
	if err := s.app.CheckReady(r.Context()); err != nil {
		http.Error(w, err.Error(), http.StatusServiceUnavailable)
	}
}

type account struct {
	ID      int64  `json:"id"`
	Name    string `json:"name"`
	Balance int64  `json:"balance"`
}

func (s *Server) listAccounts(w http.ResponseWriter, r *http.Request) {
	rows, _ := s.Pool.Query(r.Context(), "SELECT id, name, balance FROM accounts ORDER BY id LIMIT 100")
	accounts, err := pgx.CollectRows(rows, pgx.RowToStructByPos[account]) // has the error of Query, too
	if err != nil {
		s.Logger.ErrorContext(r.Context(), "listing accounts", "error", err)
		http.Error(w, "try again later", http.StatusServiceUnavailable)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(accounts) // the caller may have left
}
