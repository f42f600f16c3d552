package database_test

import (
	"bytes"
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"sync"
	"testing"

	rt "github.com/flowc-dev/flowc/runtime"
	"github.com/flowc-dev/flowc/runtime/database"
)

// store is an app whose DATABASE_URL is set, and what a workflow does with it.
type store struct {
	setting sync.Mutex
	url     string
	app     *rt.App
	setup   *rt.Setup
	log     *bytes.Buffer
}

// openStore opens an app in a folder of its own, for a database that gets schema where it is embedded.
func openStore(t testing.TB, url, schema string) *store {
	t.Helper()
	return openStoreIn(t, t.TempDir(), url, schema)
}

func openStoreIn(t testing.TB, dir, url, schema string) *store {
	t.Helper()
	return openStoreAt(t, "debug", dir, url, schema) // for more to be logged that must be masked
}

// openStoreAt is openStoreIn with a level of the log.
func openStoreAt(t testing.TB, level, dir, url, schema string) *store {
	t.Helper()
	log := &bytes.Buffer{}
	env := map[string]string{"DATABASE_URL": url, "LOG_LEVEL": level}
	app, err := rt.Open(rt.WithEnv(env), rt.WithDir(dir), rt.WithLogWriter(log))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { app.Close() })
	if err := app.Check(t.Context()); err != nil { // so that no execution does, while statements are still added
		t.Fatal(err)
	}
	setup := app.Setup()
	setup.Schema(schema)
	return &store{url: url, app: app, setup: setup, log: log}
}

// execute runs f as an execution whose request has the context ctx.
func (s *store) execute(ctx context.Context, f func(x *rt.Exec)) {
	s.setting.Lock()  // a process is set up by one goroutine, and tests execute in several
	_ = s.setup.Err() // it makes the tables
	in := rt.NewEndpoint[struct{}](s.setup, rt.Entry{Workflow: "w", Node: "in", Method: "GET", Path: "/"})
	s.setting.Unlock()
	mux := http.NewServeMux()
	in.Register(mux, func(x *rt.Exec) error {
		f(x)
		return x.Empty(http.StatusNoContent)
	})
	mux.ServeHTTP(httptest.NewRecorder(), httptest.NewRequestWithContext(ctx, "GET", "/", nil))
}

// try runs a statement, in an execution of its own.
func (s *store) try(t testing.TB, text string, args ...any) (result database.Result, err error) {
	t.Helper()
	statement := database.NewStatement(s.setup, "DATABASE_URL", text)
	if err := s.setup.Err(); err != nil {
		t.Fatal(err)
	}
	s.execute(t.Context(), func(x *rt.Exec) { result, err = statement.Exec(x, args...) })
	return result, err
}

// exec is try for what must succeed.
func (s *store) exec(t testing.TB, text string, args ...any) {
	t.Helper()
	if _, err := s.try(t, text, args...); err != nil {
		t.Fatalf("%s: %v", text, err)
	}
}

// one runs a query for its first row, in an execution of its own.
func one[T any](t testing.TB, s *store, text string, args ...any) (row T, found bool, err error) {
	t.Helper()
	query := database.NewQuery[T](s.setup, "DATABASE_URL", text)
	if err := s.setup.Err(); err != nil {
		t.Fatal(err)
	}
	s.execute(t.Context(), func(x *rt.Exec) { row, found, err = query.One(x, args...) })
	return row, found, err
}

// scalar is one for a statement with one row and one column.
func scalar[T any](t testing.TB, s *store, text string, args ...any) T {
	t.Helper()
	row, found, err := one[struct{ Value T }](t, s, text, args...)
	if err != nil || !found {
		t.Fatalf("%s: found %v, %v", text, found, err)
	}
	return row.Value
}

func many[T any](t testing.TB, s *store, max int64, text string, args ...any) (rows database.Rows[T], err error) {
	t.Helper()
	query := database.NewQuery[T](s.setup, "DATABASE_URL", text, database.MaxRows(max))
	s.execute(t.Context(), func(x *rt.Exec) { rows, err = query.Many(x, args...) })
	return rows, err
}

func isUnavailable(err error) bool {
	var unavailable interface{ Unavailable() bool }
	return errors.As(err, &unavailable) && unavailable.Unavailable()
}
