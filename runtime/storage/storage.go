// Package storage is the Local Storage of workflows: counters and JSON values under keys, each for a limited time, in
// memory, in an embedded SQLite file, in PostgreSQL or on Redis, as STORAGE_URL says:
//
//	sqlite:FILE                                     one host; survives a restart; the default of preview, as sqlite:storage.db
//	memory:                                         one process; the fastest; forgets at a restart
//	postgres:                                       the database of DATABASE_URL, in the table flowc_storage
//	postgres://user:password@host/name              the same in a database of its own
//	redis://user:password@host:6379/0               any number of hosts; rediss:// is the same over TLS
//	redis+cluster://user:password@h1:6379,h2:6379/  a Redis Cluster; also rediss+cluster://
//	redis+sentinel://user:password@s1:26379,s2/0?master=name
//	                                                servers that Sentinels watch; also rediss+sentinel://
//
// A program links the engines of sqlite:, postgres: and redis: where its main.go imports their packages, of
// runtime/engine.
//
// Generated code imports it, for Local Storage nodes, and runtime/webhook does; nothing else.
package storage

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"

	rt "github.com/flowc-dev/flowc/runtime"
	"github.com/flowc-dev/flowc/runtime/sqlite"
	"github.com/flowc-dev/flowc/runtime/storage/backend"
)

// variable holds the URL.
const variable = "STORAGE_URL"

// handle is the Local Storage of an app, which all its workflows share.
type handle struct {
	backend  backend.Store // nil where it could not be opened
	failure  error         // why
	opened   sync.Once
	reported sync.Once
	windows  windows      // of limits
	begun    func() error // makes what the store needs, once
	sweeping func()       // ends that what has expired is deleted; nil where nothing has to
}

// open returns the storage of the app that s sets up, and reports to s where it can't be opened.
func open(s *rt.Setup) *handle {
	h := shared(s)
	h.reported.Do(func() { h.report(s) })
	return h
}

// shared returns the storage of the app that s sets up, opening it at the first call. A failure is kept, to be reported
// once.
func shared(s *rt.Setup) *handle {
	found, _ := s.App().Resource("storage", func() (io.Closer, error) {
		h := &handle{}
		h.begun = sync.OnceValue(h.begin)
		return h, nil
	})
	h := found.(*handle)
	h.opened.Do(func() { h.backend, h.failure = connect(s) }) // not above: it may open a database, another resource
	return h
}

func connect(s *rt.Setup) (backend.Store, error) {
	s.Embedded(variable, "sqlite:storage.db")
	url := s.Secret(variable)
	if url == "" {
		return nil, errNoURL // Secret has reported why
	}
	switch scheme, _, _ := strings.Cut(url, ":"); scheme {
	case "sqlite":
		if !sqlite.Linked() {
			return nil, &backend.MalformedError{What: rt.Unlinked("sqlite")}
		}
		return openSQLite(s.App(), url)
	case "memory":
		return openMemory(s.App(), url)
	case "postgres", "postgresql":
		return openPostgres(s, url)
	case "redis", "rediss", "redis+cluster", "rediss+cluster", "redis+sentinel", "rediss+sentinel":
		if backend.Redis == nil {
			return nil, &backend.MalformedError{What: rt.Unlinked("redis")}
		}
		return backend.Redis(url)
	}
	return nil, &backend.MalformedError{What: "must begin with sqlite:, memory:, postgres:, redis:// or rediss://"}
}

var errNoURL = errors.New(variable + " can't be read")

func (h *handle) report(s *rt.Setup) {
	var malformed *backend.MalformedError
	switch {
	case h.failure == nil:
		switch store := h.backend.(type) {
		case *sqliteStore:
			s.Shares(store.file, variable)
		case *postgresStore:
			s.App().Inspect(variable, store.Ping)
		}
		s.App().Ready(variable, h.backend.Ping)
		s.Later(h.begun)
	case errors.As(h.failure, &malformed):
		s.Problem(variable, malformed.What)
	case !errors.Is(h.failure, errNoURL):
		s.Fail(notOpen(h.failure))
	}
}

// equipper is a store that makes what it keeps its data in.
type equipper interface {
	// equip makes it where it is not there, before any operation.
	equip() error
}

// begin makes what the store needs, once the configuration is known to be right. begun runs it once, before any
// operation.
func (h *handle) begin() error {
	if e, ok := h.backend.(equipper); ok {
		if err := e.equip(); err != nil {
			h.failure = errors.Join(err, h.backend.Close())
			h.backend = nil
			return notOpen(h.failure)
		}
	}
	if s, ok := h.backend.(sweeper); ok {
		h.sweeping = sweep(s)
	}
	return nil
}

func notOpen(err error) error {
	return fmt.Errorf("open the Local Storage of %s: %w", variable, err)
}

// do runs one operation of an execution. Its error says what we were doing, and what callers can act on.
func (h *handle) do(x *rt.Exec, what, key string, operation func(context.Context, backend.Store) error) error {
	return h.run(x.Context(), what, key, operation)
}

// run is do in a context that need not be of an execution.
func (h *handle) run(ctx context.Context, what, key string, operation func(context.Context, backend.Store) error) error {
	if h.begun() != nil || h.backend == nil {
		return &operationError{what: what, key: prefixOf(key), err: fmt.Errorf("it is not open: %w", h.failure)}
	}
	err := ctx.Err()
	if err == nil {
		err = operation(ctx, h.backend)
	}
	if err == nil {
		return nil
	}
	if ctx.Err() != nil && !errors.Is(err, ctx.Err()) { // the store may call it an interruption
		err = fmt.Errorf("%w: %w", ctx.Err(), err)
	}
	return &operationError{what: what, key: prefixOf(key), err: err}
}

// Close closes what was opened.
func (h *handle) Close() error {
	if h.backend == nil {
		return nil
	}
	if h.sweeping != nil {
		h.sweeping()
	}
	return h.backend.Close()
}
