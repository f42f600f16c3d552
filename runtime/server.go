package runtime

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"os"
	"os/signal"
	"syscall"
	"time"
)

// Limits of the server. Bodies and executions have limits of their own, by entry.
const (
	defaultListen     = "127.0.0.1:8080"
	readHeaderTimeout = 5 * time.Second
	writeTimeout      = defaultTimeout + answerGrace
	idleTimeout       = 2 * time.Minute
	maxHeaderBytes    = 32<<10 - 4096 // net/http adds 4096, and as much again on a connection used before
	shutdownTimeout   = defaultTimeout + 5*time.Second
)

// untilSignal returns a context that ends with SIGTERM or SIGINT.
func untilSignal(ctx context.Context) (context.Context, context.CancelFunc) {
	return signal.NotifyContext(ctx, os.Interrupt, syscall.SIGTERM)
}

// checkListen makes a malformed LISTEN a problem of the configuration.
func (a *App) checkListen() {
	if _, _, err := net.SplitHostPort(a.listenAddress()); err != nil {
		a.config.add(ConfigProblem{Name: "LISTEN", Problem: "must be host:port, as in " + defaultListen})
	}
}

func (a *App) listenAddress() string {
	if address := a.env.plain("LISTEN"); address != "" {
		return address
	}
	return defaultListen
}

// Serve serves the routes of mux at LISTEN until ctx ends. It then takes no new connections, waits for what is running,
// also for what goes on after its answer, and returns nil, or an error when something had to be cut off.
func (a *App) Serve(ctx context.Context, mux *http.ServeMux) error {
	if err := a.config.err(); err != nil {
		return err
	}
	address := a.listenAddress()
	listener, err := (&net.ListenConfig{}).Listen(ctx, "tcp", address)
	if errors.Is(err, syscall.EADDRINUSE) {
		return fmt.Errorf("LISTEN: %s is taken by another process", address)
	}
	if err != nil {
		return fmt.Errorf("listening: %w", err)
	}
	return a.serve(ctx, listener, mux)
}

func (a *App) serve(ctx context.Context, listener net.Listener, mux *http.ServeMux) error {
	server := &http.Server{
		Handler:           a.Handler(mux),
		ReadHeaderTimeout: readHeaderTimeout,
		WriteTimeout:      writeTimeout,
		IdleTimeout:       idleTimeout,
		MaxHeaderBytes:    maxHeaderBytes,
		ErrorLog:          slog.NewLogLogger(a.logger.Handler(), slog.LevelWarn),
	}
	a.logger.Info("listening", "address", "http://"+listener.Addr().String(), "environment", a.env.name)
	failed := make(chan error, 1)
	go func() { failed <- server.Serve(listener) }()
	select {
	case err := <-failed:
		return fmt.Errorf("serving: %w", err)
	case <-ctx.Done():
		return a.shutDown(server)
	}
}

// shutDown lets executions finish. Not ready comes first, so that a load balancer learns of it.
func (a *App) shutDown(server *http.Server) error {
	a.stopping.Store(true)
	a.logger.Info("shutting down")
	ctx, cancel := context.WithTimeout(context.Background(), shutdownTimeout)
	defer cancel()
	if err := server.Shutdown(ctx); err != nil {
		_ = server.Close()
		return fmt.Errorf("shutting down: requests were cut off: %w", err)
	}
	if err := a.waitBackground(ctx); err != nil {
		return fmt.Errorf("shutting down: work after an answer was cut off: %w", err)
	}
	return nil
}

func (a *App) waitBackground(ctx context.Context) error {
	done := make(chan struct{})
	go func() {
		a.background.Wait()
		close(done)
	}()
	select {
	case <-done:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
