package database

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"
	"sync/atomic"

	rt "github.com/flowc-dev/flowc/runtime"
	"github.com/flowc-dev/flowc/runtime/migrate"
	"github.com/flowc-dev/flowc/runtime/sqlite"
)

// handle is an open database, one a URL and app.
type handle struct {
	engine  engine
	writer  Pool
	readers Pool      // may be the writer
	file    string    // that the processes of one host share; "" where there is none
	watch   sync.Once // adds it to /readyz

	second     second
	equipped   equipped
	schema     string // the script that creates its tables, in the language of SQLite
	drift      drift
	migrations []migrate.Migration // of a server, which may have run them or not
	migrated   atomic.Bool         // it has run all
	standby    atomic.Bool         // it only reads, as /readyz has seen
	full       atomic.Bool         // the last write failed, as its disk has no room or is broken
	statements []*prepared         // of the workflows; complete when all are set up

	sessions func(ctx context.Context) error // whether those of a given pool fit; nil of one of our own
}

// engine is the operations in which the databases differ.
type engine interface {
	arguments(args []any, days []int) ([]any, error) // of which some are days, by their numbers from 1
	spelled(statement string) string                 // as the engine writes it
	singles() bool                                   // whether a float may be one of 32 bits
	patiently(ctx context.Context, run func() error) error
	unready(err *PostgresError) bool                              // whether a statement has not run as what was prepared is gone
	refused(err error) bool                                       // whether the error of a COMMIT says that nothing was committed
	lost(err error) bool                                          // whether the connection ended while it was used
	unsent(err error) bool                                        // whether nothing was sent over it
	hasTable() string                                             // the query that says whether $1, in small letters, is a table or a view
	older(ctx context.Context, h *handle) (string, error)         // what tables lack that schema.sql gives an empty database; "" for nothing
	schemaFile() string                                           // what its tables are created with
	folder() string                                               // with the migrations that it runs
	equip(h *handle, list []migrate.Migration, s *rt.Setup) error // makes the tables that s brings, where that is ours to do
	readOnly(ctx context.Context, h *handle) (bool, error)        // whether it takes no writes; an error where it is not reached
	unwritable(err error) bool                                    // whether a write failed as nothing can be written
}

var errNotOpen = errors.New("the database is not configured")

// open returns the database that the variable env names, or the pool that is given in its place; nil once the problem
// is reported.
func open(s *rt.Setup, env string) *handle {
	if given, ok := s.App().Given(env).(PostgresPool); ok {
		shared, failure := s.App().Resource("given "+env, func() (io.Closer, error) { return openGiven(s, env, given), nil })
		if failure != nil {
			s.Fail(failure)
			return nil
		}
		return shared.(*handle).beside(s, env)
	}
	url := s.Secret(env)
	if url == "" {
		return nil // reported as missing
	}
	connect, err := connector(s, env, url)
	if err != nil {
		s.Problem(env, err.what)
		return nil
	}
	shared, failure := s.App().Resource("database "+url, func() (io.Closer, error) { return connect(url) })
	var malformed *malformedError
	var address *sqlite.AddressError
	switch {
	case errors.As(failure, &malformed):
		s.Problem(env, malformed.what)
		return nil
	case errors.As(failure, &address):
		s.Problem(env, address.What)
		return nil
	case failure != nil:
		s.Fail(fmt.Errorf("open the database of %s: %w", env, failure))
		return nil
	}
	return shared.(*handle).beside(s, env)
}

// beside has a handle know what s brings, and be looked at.
func (h *handle) beside(s *rt.Setup, env string) *handle {
	h.equip(s, env)
	h.watch.Do(func() {
		s.App().Ready(env, func(ctx context.Context) error { return h.ready(ctx, env) })
		s.App().Writes(func() bool { return h.standby.Load() || h.full.Load() })
		h.drift.logger, h.drift.env = s.App().Logger(), env
		s.App().Drifts(h.drifted)
		s.App().Inspect(env, func(ctx context.Context) error {
			err := h.inspect(ctx, env)
			lacking := h.begin(ctx, err != nil)
			if err == nil && len(lacking) > 0 {
				err = fmt.Errorf("the database of %s lacks what statements name: %s", env, strings.Join(lacking, "; "))
			}
			return err
		})
	})
	return h
}

// connector chooses how to open a URL by its scheme.
func connector(s *rt.Setup, env, url string) (connect func(url string) (*handle, error), _ *malformedError) {
	scheme, _, _ := strings.Cut(url, ":")
	switch {
	case scheme == "sqlite" && !sqlite.Linked():
		return nil, &malformedError{rt.Unlinked("sqlite")}
	case scheme == "sqlite":
		return func(url string) (*handle, error) { return openSQLite(url, s.App().Dir()) }, nil
	case !strings.HasPrefix(url, "postgres://") && !strings.HasPrefix(url, "postgresql://") && !rt.IsKeywords(url):
		return nil, &malformedError{"must begin with sqlite:, postgres:// or postgresql://"}
	case postgres.Open == nil:
		return nil, &malformedError{rt.Unlinked("postgres")}
	}
	return func(url string) (*handle, error) {
		return openPostgres(url, func() (string, error) { return s.App().Fresh(env) })
	}, nil
}

// malformedError is a URL that can never be opened. It does not quote the URL.
type malformedError struct{ what string }

func (e *malformedError) Error() string { return e.what }

func (h *handle) pool(writes bool) Pool {
	if writes {
		return h.writer
	}
	return h.readers
}

// ready returns why the database can't serve: it is not reached, or has not run a migration. One that only reads can.
func (h *handle) ready(ctx context.Context, env string) error {
	var only bool
	err := h.attempt(ctx, true, func() (err error) {
		only, err = h.engine.readOnly(ctx, h)
		return err
	})
	if err != nil {
		return fmt.Errorf("reach the database: %w", err)
	}
	h.standby.Store(only)
	return h.pending(ctx, env)
}

// wrote notes whether a write has found that nothing can be written.
func (h *handle) wrote(err error) error {
	if err == nil || h.engine.unwritable(err) {
		h.full.Store(err != nil)
	}
	return err
}

// Close closes all connections.
func (h *handle) Close() error {
	if h.readers == h.writer {
		return h.writer.Close()
	}
	return errors.Join(h.readers.Close(), h.writer.Close())
}
