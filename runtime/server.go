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

	"github.com/flowc-dev/flowc/runtime/fn"
)

const (
	defaultListen  = "127.0.0.1:8080"
	listenVariable = "LISTEN"
	healthVariable = "HEALTH_LISTEN"
	drainVariable  = "DRAIN_DELAY"

	// net/http reads that many bytes more than its limit, and as many again on a connection used before.
	headerSlack = 4096
)

// WithHealthListen serves /healthz and /readyz at address, as in 127.0.0.1:9090, and no longer on the server that
// everybody reaches. It wins over HEALTH_LISTEN.
func WithHealthListen(address string) Option { return func(o *options) { o.health = address } }

// untilSignal returns a context that ends with SIGTERM or SIGINT.
func untilSignal(ctx context.Context) (context.Context, context.CancelFunc) {
	return signal.NotifyContext(ctx, os.Interrupt, syscall.SIGTERM)
}

// readServer reads the variables of a server of flowc's own: LISTEN, HEALTH_LISTEN and DRAIN_DELAY. A program with a
// server of its own may have variables of these names, which mean something else.
func (a *App) readServer() {
	a.checkAddress(listenVariable, a.listenAddress())
	if a.health == "" {
		a.health = a.env.plain(healthVariable)
	}
	if a.health != "" {
		a.checkAddress(healthVariable, a.health)
	}
	a.setDrain()
}

func (a *App) checkAddress(name, address string) {
	_, port, err := net.SplitHostPort(address)
	if err == nil {
		_, err = net.DefaultResolver.LookupPort(context.Background(), "tcp", port) // reads a number or a name; asks nobody
	}
	if err != nil {
		a.config.add(ConfigProblem{Name: name, Problem: "must be host:port, as in " + defaultListen})
	}
}

func (a *App) listenAddress() string {
	if address := a.env.plain(listenVariable); address != "" {
		return address
	}
	return defaultListen
}

// setDrain reads how long requests are taken once the process is to end.
func (a *App) setDrain() {
	text := a.env.plain(drainVariable)
	if text == "" {
		return
	}
	delay, err := fn.ParseDuration(text)
	if err != nil || delay < 0 {
		a.config.add(ConfigProblem{Name: drainVariable, Problem: "must be a duration, as in 10s"})
		return
	}
	a.drain = delay
}

// Serve serves the routes of mux at LISTEN until ctx ends. It then takes no new connections once DRAIN_DELAY is over,
// waits for what is running, also for what goes on after its answer, and returns nil, or an error when something had to
// be cut off.
func (a *App) Serve(ctx context.Context, mux *http.ServeMux) error {
	a.readServer()
	if err := a.configured(); err != nil {
		return err
	}
	listener, err := listen(ctx, listenVariable, a.listenAddress())
	if err != nil {
		return err
	}
	if a.health == "" {
		if err := a.begin(); err != nil {
			return errors.Join(err, listener.Close())
		}
		return a.serve(ctx, listener, a.server(a.Handler(mux)))
	}
	apart, err := listen(ctx, healthVariable, a.health)
	if err != nil {
		return errors.Join(err, listener.Close())
	}
	if err := a.begin(); err != nil {
		return errors.Join(err, apart.Close(), listener.Close())
	}
	health := a.server(a.healthHandler())
	stopped := make(chan error, 1)
	go func() { stopped <- health.Serve(apart) }()
	a.logger.Info("health", "address", "http://"+apart.Addr().String())
	err = a.serve(ctx, listener, a.server(a.Handler(mux)))
	// Not before the end: while executions finish, /readyz says that no more may come.
	_ = health.Close()
	<-stopped
	return err
}

func listen(ctx context.Context, variable, address string) (net.Listener, error) {
	listener, err := (&net.ListenConfig{}).Listen(ctx, "tcp", address)
	if errors.Is(err, syscall.EADDRINUSE) {
		return nil, fmt.Errorf("%s: %s is taken by another process", variable, address)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", variable, err)
	}
	return listener, nil
}

func (a *App) server(h http.Handler) *http.Server {
	return &http.Server{
		Handler:           h,
		ReadHeaderTimeout: a.limits.ReadHeader,
		WriteTimeout:      a.limits.Write,
		IdleTimeout:       a.limits.Idle,
		MaxHeaderBytes:    max(a.limits.MaxHeader-headerSlack, 1),
		ErrorLog:          slog.NewLogLogger(a.logger.Handler(), slog.LevelWarn),
		ConnContext:       withConnection,
		ConnState:         idleConnection,
	}
}

func (a *App) serve(ctx context.Context, listener net.Listener, server *http.Server) error {
	a.logger.Info("listening", "address", "http://"+listener.Addr().String(), "environment", a.env.name)
	a.looked.Store(true)
	a.background.Go(func() { a.inspect(ctx) })
	failed := make(chan error, 1)
	go func() { failed <- server.Serve(&refusingListener{Listener: listener, app: a}) }()
	select {
	case err := <-failed:
		return fmt.Errorf("serving: %w", err)
	case <-ctx.Done():
		return a.shutDown(server)
	}
}

// shutDown lets executions finish. Not ready comes first, and the listener stays open for DRAIN_DELAY, so that a load
// balancer learns of it.
func (a *App) shutDown(server *http.Server) error {
	a.stopping.Store(true)
	a.logger.Info("shutting down")
	sleep(context.Background(), a.drain)
	ctx, cancel := context.WithTimeout(context.Background(), a.shutdownTime())
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
