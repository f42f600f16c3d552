package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"sync"
	"time"

	auth "github.com/flowc-dev/flowc/golden/apps/auth/flows"
	notify "github.com/flowc-dev/flowc/golden/apps/notify/flows"
	ratelimit "github.com/flowc-dev/flowc/golden/apps/ratelimit/flows"
	sessions "github.com/flowc-dev/flowc/golden/apps/sessions/flows"
	webhooks "github.com/flowc-dev/flowc/golden/apps/webhooks/flows"
	rt "github.com/flowc-dev/flowc/runtime"
	_ "github.com/flowc-dev/flowc/runtime/engine/sqlite"
)

// What the projects are told, and callers know.
const (
	jwtSecret    = "a secret of the soak test, which nobody else knows"
	githubSecret = "It's a Secret to Everybody"
	githubID     = "g5i2t7h4u6b3x7k2m5q4w6e3r7" // of the workflow in golden/apps/webhooks
)

// mounted builds a project's routes.
type mounted func(app *rt.App, mux *http.ServeMux) error

// projects are those that are loaded.
var projects = map[string]mounted{
	"auth":      mount(auth.New, (*auth.Flows).Register),
	"notify":    mount(notify.New, (*notify.Flows).Register),
	"ratelimit": mount(ratelimit.New, (*ratelimit.Flows).Register),
	"sessions":  mount(sessions.New, (*sessions.Flows).Register),
	"webhooks":  mount(webhooks.New, (*webhooks.Flows).Register),
}

func mount[F any](open func(*rt.App) (F, error), register func(F, *http.ServeMux)) mounted {
	return func(app *rt.App, mux *http.ServeMux) error {
		f, err := open(app)
		if err == nil {
			register(f, mux)
		}
		return err
	}
}

// serve serves all projects until ctx ends or standard input does. It prints their addresses, and then the figures of
// this process every interval, as JSON lines.
func serve(ctx context.Context, interval time.Duration) error {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	go func() {
		_, _ = io.Copy(io.Discard, os.Stdin)
		stop()
	}()
	dir, err := os.MkdirTemp("", "flowc-soak-*")
	if err != nil {
		return fmt.Errorf("making a folder: %w", err)
	}
	defer os.RemoveAll(dir)
	urls, failed := map[string]string{}, make(chan error, len(projects))
	var wg sync.WaitGroup
	for name, build := range projects {
		if urls[name], err = serveProject(ctx, &wg, filepath.Join(dir, name), build, failed); err != nil {
			return fmt.Errorf("starting %s: %w", name, err)
		}
	}
	if err := json.NewEncoder(os.Stdout).Encode(urls); err != nil {
		return fmt.Errorf("printing: %w", err)
	}
	err = printFigures(ctx, interval)
	stop()
	wg.Wait()
	close(failed)
	for f := range failed {
		err = errors.Join(err, f)
	}
	return err
}

// serveProject serves one project on a free port, with its files in dir.
func serveProject(ctx context.Context, wg *sync.WaitGroup, dir string, build mounted, failed chan<- error) (url string, err error) {
	if err := os.Mkdir(dir, 0o700); err != nil {
		return "", err
	}
	free, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", err
	}
	address := free.Addr().String()
	free.Close()
	app, err := rt.Open(rt.WithDir(dir), rt.WithLogWriter(io.Discard), rt.WithEnv(map[string]string{
		"LISTEN": address, "JWT_SECRET": jwtSecret, "GITHUB_WEBHOOK_SECRET": githubSecret,
		"STRIPE_WEBHOOK_SECRET": "whsec_5f8e2c1d9b7a4063", "WAREHOUSE_KEY": "a key of the soak test",
		"WAREHOUSE_URL": os.Getenv("SOAK_WAREHOUSE"), "DATABASE_URL": "sqlite:flows.db", "STORAGE_URL": "sqlite:storage.db",
	}))
	if err != nil {
		return "", err
	}
	mux := http.NewServeMux()
	if err := build(app, mux); err != nil {
		return "", errors.Join(err, app.Close())
	}
	wg.Go(func() {
		if err := errors.Join(app.Serve(ctx, mux), app.Close()); err != nil {
			failed <- err
		}
	})
	return "http://" + address, nil
}

func printFigures(ctx context.Context, interval time.Duration) error {
	tick := time.NewTicker(interval)
	defer tick.Stop()
	out := json.NewEncoder(os.Stdout)
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-tick.C:
		}
		f, err := measure()
		if err == nil {
			err = out.Encode(f)
		}
		if err != nil {
			return err
		}
	}
}
