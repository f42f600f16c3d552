// Command tracker serves the issues of projects.
package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"net"
	"os"
	"os/signal"
	"syscall"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := run(ctx, os.Args[1:], os.Stderr); err != nil {
		fmt.Fprintln(os.Stderr, "tracker:", err)
		os.Exit(1)
	}
}

// config is what flags say of a service.
type config struct {
	file string // of the database
	mode string // production or preview, as FLOWC_ENV
}

// run serves until ctx ends.
func run(ctx context.Context, args []string, log io.Writer) error {
	set := flag.NewFlagSet("tracker", flag.ContinueOnError)
	listen := set.String("listen", "127.0.0.1:8080", "the `address` to serve at")
	var c config
	set.StringVar(&c.file, "db", "tracker.db", "the `file` of the database")
	set.StringVar(&c.mode, "mode", "production", "production, or preview on the machine of who changes tracker")
	if err := set.Parse(args); err != nil {
		return err
	}
	logger := slog.New(slog.NewJSONHandler(log, nil))
	s, err := open(ctx, c, logger)
	if err != nil {
		return err
	}
	defer s.db.Close()
	listener, err := net.Listen("tcp", *listen)
	if err != nil {
		return err
	}
	logger.Info("serving", "address", listener.Addr().String())
	return s.serve(ctx, listener)
}
