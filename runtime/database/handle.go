package database

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"

	rt "github.com/flowc-dev/flowc/runtime"
	"github.com/flowc-dev/flowc/runtime/sqlite"
)

// handle is an open database, one a URL and app.
type handle struct {
	engine  engine
	writer  *sql.DB
	readers *sql.DB   // may be the writer
	watch   sync.Once // adds it to /readyz

	schema     string   // the script that creates its tables, in the language of SQLite
	statements []string // of the workflows; complete when all are set up
}

// engine is what differs between the databases.
type engine interface {
	arguments(args []any) ([]any, error)
	prepares() bool // whether statements are to be prepared by us
	patiently(ctx context.Context, run func() error) error
	hasTable() string   // the query that says whether $1, in small letters, is a table or a view
	schemaFile() string // what its tables are created with
}

var errNotOpen = errors.New("the database is not configured")

// open returns the database that the variable env names, or nil once the problem is reported.
func open(s *rt.Setup, env string) *handle {
	url := s.Secret(env)
	if url == "" {
		return nil // reported as missing
	}
	connect, ok := connector(s, url)
	if !ok {
		s.Problem(env, "must begin with sqlite:, postgres:// or postgresql://")
		return nil
	}
	shared, err := s.App().Resource("database "+url, func() (io.Closer, error) { return connect(url) })
	var malformed *malformedError
	var address *sqlite.AddressError
	switch {
	case errors.As(err, &malformed):
		s.Problem(env, malformed.what)
		return nil
	case errors.As(err, &address):
		s.Problem(env, address.What)
		return nil
	case err != nil:
		s.Fail(fmt.Errorf("open the database of %s: %w", env, err))
		return nil
	}
	h := shared.(*handle)
	h.watch.Do(func() {
		h.schema = s.SchemaSQL()
		s.App().Ready(env, h.ping)
		s.App().Inspect(env, func(ctx context.Context) error { return h.inspect(ctx, env) })
	})
	return h
}

// connector chooses how to open a URL by its scheme.
func connector(s *rt.Setup, url string) (connect func(url string) (*handle, error), ok bool) {
	switch scheme, _, _ := strings.Cut(url, ":"); scheme {
	case "sqlite":
		return func(url string) (*handle, error) { return openSQLite(url, s.App().Dir(), s.SchemaSQL()) }, true
	case "postgres", "postgresql":
		return openPostgres, strings.HasPrefix(url, scheme+"://")
	}
	return nil, false
}

// malformedError is a URL that can never be opened. It does not quote the URL.
type malformedError struct{ what string }

func (e *malformedError) Error() string { return e.what }

func (h *handle) pool(writes bool) *sql.DB {
	if writes {
		return h.writer
	}
	return h.readers
}

func (h *handle) ping(ctx context.Context) error {
	if err := h.readers.PingContext(ctx); err != nil {
		return fmt.Errorf("reach the database: %w", err)
	}
	return nil
}

// Close closes all connections.
func (h *handle) Close() error {
	if h.readers == h.writer {
		return h.writer.Close()
	}
	return errors.Join(h.readers.Close(), h.writer.Close())
}
