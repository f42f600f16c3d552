// Command ledger serves accounts and the transfers between them.
package main

import (
	"cmp"
	"context"
	"fmt"
	"log/slog"
	"net"
	"os"
	"os/signal"
	"syscall"

	"go.opentelemetry.io/otel"

	rt "github.com/flowc-dev/flowc/runtime"

	"example.com/ledger/db"
	"example.com/ledger/internal/request"
	"example.com/ledger/internal/server"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := run(ctx); err != nil {
		fmt.Fprintln(os.Stderr, "ledger:", err)
		os.Exit(1)
	}
}

// run serves until ctx ends.
func run(ctx context.Context) error {
	logger := slog.New(request.LogHandler(slog.NewJSONHandler(os.Stderr, nil)))
	slog.SetDefault(slog.New(rt.LogHandler(logger.Handler())))

	pool, err := db.Open(ctx, os.Getenv("DATABASE_URL"))
	if err != nil {
		return err
	}
	defer pool.Close()
	if err := db.Migrate(ctx, pool); err != nil {
		return err
	}
	s, err := server.New(server.Config{
		Pool:    pool,
		Logger:  logger,
		Tracers: otel.GetTracerProvider(),
		Meters:  otel.GetMeterProvider(),
	})
	if err != nil {
		return err
	}
	if err := s.Check(ctx); err != nil {
		return err
	}
	listener, err := net.Listen("tcp", cmp.Or(os.Getenv("LEDGER_ADDRESS"), "127.0.0.1:8080"))
	if err != nil {
		return err
	}
	logger.Info("serving", "address", listener.Addr().String())
	return s.Serve(ctx, listener)
}
