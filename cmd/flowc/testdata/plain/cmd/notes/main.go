// Command notes serves the notes of users over HTTP.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"log/slog"
	"net/http"
	"os"
	"os/signal"
	"syscall"
	"time"

	"example.com/notes/internal/account"
	"example.com/notes/internal/note"
	"example.com/notes/internal/trace"
	"example.com/notes/internal/web"
)

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "notes:", err)
		os.Exit(1)
	}
}

// settings are what the command line sets.
type settings struct {
	addr, users string
	debug       bool
}

func run() error {
	var s settings
	flag.StringVar(&s.addr, "addr", "127.0.0.1:9000", "address to listen at")
	flag.StringVar(&s.users, "users", "users.txt", "file of users: a name and the SHA-256 of a password in each line")
	flag.BoolVar(&s.debug, "debug", false, "log at debug level")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	logger := newLogger(s.debug)
	provider := trace.Start(logger)
	defer provider.Shutdown(context.Background())
	handler, err := newHandler(s, logger)
	if err != nil {
		return err
	}
	return serve(ctx, s.addr, handler, logger)
}

func newLogger(debug bool) *slog.Logger {
	level := slog.LevelInfo
	if debug {
		level = slog.LevelDebug
	}
	return slog.New(slog.NewJSONHandler(os.Stderr, &slog.HandlerOptions{Level: level}))
}

// newHandler makes the routes and what stands before them all.
func newHandler(s settings, logger *slog.Logger) (http.Handler, error) {
	accounts, err := account.Load(s.users)
	if err != nil {
		return nil, err
	}
	notes := note.NewStore()
	mux := http.NewServeMux()
	mux.HandleFunc("GET /healthz", func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusNoContent) })
	mux.HandleFunc("POST /login", accounts.Login)
	mux.Handle("POST /logout", accounts.Require(http.HandlerFunc(accounts.Logout)))
	mux.Handle("/notes", accounts.Require(notes.Routes()))
	mux.Handle("/notes/", accounts.Require(notes.Routes()))
	return web.Chain(mux, web.RequestIDs, trace.Requests, web.Log(logger), web.Recover(logger)), nil
}

// serve serves until ctx ends, and then lets requests end.
func serve(ctx context.Context, addr string, handler http.Handler, logger *slog.Logger) error {
	server := &http.Server{
		Addr: addr, Handler: handler, ReadHeaderTimeout: 5 * time.Second,
		ReadTimeout: 30 * time.Second, WriteTimeout: 30 * time.Second,
	}
	failed := make(chan error, 1)
	go func() { failed <- server.ListenAndServe() }()
	logger.Info("listening", "addr", addr)
	select {
	case err := <-failed:
		return err
	case <-ctx.Done():
	}
	grace, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	if err := server.Shutdown(grace); err != nil && !errors.Is(err, http.ErrServerClosed) {
		return fmt.Errorf("shutting down: %w", err)
	}
	return nil
}
