package postgres_test

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	rt "github.com/flowc-dev/flowc/runtime"
	"github.com/flowc-dev/flowc/runtime/database"
	"github.com/flowc-dev/flowc/runtime/database/dbtest"
	"github.com/flowc-dev/flowc/runtime/engine/postgres"
	"github.com/flowc-dev/flowc/runtime/migrate"
	"github.com/flowc-dev/flowc/runtime/storage"
)

// house is a program that has a pool of its own, and the workflows in it.
type house struct {
	pool  *pgxpool.Pool
	app   *rt.App
	setup *rt.Setup
}

func newHouse(t *testing.T, configure func(*pgxpool.Config)) *house {
	t.Helper()
	config, err := pgxpool.ParseConfig(dbtest.Postgres(t))
	if err != nil {
		t.Fatal(err)
	}
	configure(config)
	pool, err := pgxpool.NewWithConfig(t.Context(), config)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(pool.Close)
	env := rt.WithEnv(map[string]string{"STORAGE_URL": "postgres:", "MIGRATE": "start"})
	app, err := rt.Open(env, rt.WithLogWriter(t.Output()), postgres.WithPool("DATABASE_URL", pool))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { app.Close() })
	return &house{pool, app, app.Setup()}
}

func (h *house) exec(t *testing.T, text string) {
	t.Helper()
	if _, err := h.pool.Exec(t.Context(), text, pgx.QueryExecModeSimpleProtocol); err != nil {
		t.Fatal(err)
	}
}

// serve answers a request by f, and returns the status.
func (h *house) serve(t *testing.T, ctx context.Context, f func(x *rt.Exec) error) int {
	t.Helper()
	return get(h.handler(t, f), ctx)
}

func get(handler http.Handler, ctx context.Context) int {
	answer := httptest.NewRecorder()
	handler.ServeHTTP(answer, httptest.NewRequestWithContext(ctx, "GET", "/", nil))
	return answer.Code
}

func (h *house) handler(t *testing.T, f func(x *rt.Exec) error) http.Handler {
	t.Helper()
	if err := h.setup.Err(); err != nil {
		t.Fatal(err)
	}
	mux := http.NewServeMux()
	in := rt.NewEndpoint[struct{}](h.setup, rt.Entry{Workflow: "w", Node: "in", Method: "GET", Path: "/"})
	in.Register(mux, func(x *rt.Exec) error {
		if err := f(x); err != nil {
			return err
		}
		return x.Empty(http.StatusNoContent)
	})
	return mux
}

// stored has a Transaction in which Local Storage of the same database is used.
func (h *house) stored() func(x *rt.Exec) error {
	whole := database.NewTransaction(h.setup, "DATABASE_URL", database.ReadCommitted, database.Stores)
	statement := database.NewStatement(h.setup, "DATABASE_URL", "SELECT 1")
	counter := storage.NewCounter(h.setup, storage.CounterConfig{By: 1, TTL: time.Hour})
	return func(x *rt.Exec) error {
		x.Enter("whole")
		return database.Transact(x, whole, func() error {
			if _, err := statement.Exec(x); err != nil {
				return err
			}
			_, err := counter.Increment(x, "k")
			return err
		})
	}
}

// TestSecondConnection leaves one connection for the executions that hold the others.
func TestSecondConnection(t *testing.T) {
	for _, size := range []int32{2, 4} {
		h := newHouse(t, func(c *pgxpool.Config) { c.MaxConns = size })
		h.exec(t, migrate.StorageTable)
		handler := h.handler(t, h.stored())
		const callers = 32
		var all sync.WaitGroup
		for range callers {
			all.Go(func() {
				if status := get(handler, t.Context()); status != http.StatusNoContent {
					t.Errorf("a pool of %d: status %d", size, status)
				}
			})
		}
		all.Wait()
		var count int
		if err := h.pool.QueryRow(t.Context(), "SELECT count FROM flowc_storage").Scan(&count); err != nil || count != callers {
			t.Errorf("a pool of %d: counted %d, %v", size, count, err)
		}
	}
}

// TestPoolOfOne is a problem where an execution wants two connections.
func TestPoolOfOne(t *testing.T) {
	h := newHouse(t, func(c *pgxpool.Config) { c.MaxConns = 1 })
	h.stored()
	if err := h.setup.Err(); err == nil || !strings.Contains(err.Error(), "DATABASE_URL is a pool of one connection") {
		t.Errorf("got %v", err)
	}
}

// TestTx has statements of the house join a transaction: they are committed and rolled back with it, and nothing ends it before.
func TestTx(t *testing.T) {
	h := newHouse(t, func(*pgxpool.Config) {})
	h.exec(t, "CREATE TABLE notes (text TEXT PRIMARY KEY)")
	whole := database.NewTransaction(h.setup, "DATABASE_URL", database.ReadCommitted)
	mine := database.NewStatement(h.setup, "DATABASE_URL", "INSERT INTO notes VALUES ('flowc')")
	failed := errors.New("failed")
	add := func(text string, err error) func(context.Context) (int, error) {
		return func(ctx context.Context) (int, error) {
			tx, ok := postgres.Tx(ctx)
			if !ok {
				t.Error("there is no transaction")
				return 0, err
			}
			if tx.Commit(ctx) == nil || tx.Rollback(ctx) == nil {
				t.Error("the transaction was ended")
			}
			if text == "" { // the failure of a statement is not looked at
				_, _ = tx.Exec(ctx, "SELECT 1/0")
				return 0, nil
			}
			if _, err := tx.Exec(ctx, "INSERT INTO notes VALUES ($1)", text); err != nil {
				return 0, err
			}
			return 0, err
		}
	}
	for _, test := range []struct {
		text   string
		err    error
		status int
		rows   int
	}{
		{"kept", nil, http.StatusNoContent, 2},
		{"not kept", failed, http.StatusInternalServerError, 0},
		{"", nil, http.StatusInternalServerError, 0},
	} {
		h.exec(t, "TRUNCATE notes")
		status := h.serve(t, t.Context(), func(x *rt.Exec) error {
			x.Enter("whole")
			return database.Transact(x, whole, func() error {
				if _, err := mine.Exec(x); err != nil {
					return err
				}
				_, err := rt.Call(x, add(test.text, test.err))
				return err
			})
		})
		var rows int
		if err := h.pool.QueryRow(t.Context(), "SELECT count(*) FROM notes").Scan(&rows); err != nil || status != test.status || rows != test.rows {
			t.Errorf("%q: status %d with %d rows, %v; want %d with %d", test.text, status, rows, err, test.status, test.rows)
		}
	}
	h.serve(t, t.Context(), func(x *rt.Exec) error {
		_, err := rt.Call(x, func(ctx context.Context) (int, error) {
			if _, ok := postgres.Tx(ctx); ok {
				t.Error("there is a transaction outside of one")
			}
			return 0, nil
		})
		return err
	})
}

// TestTxOfFunctions gives the transaction to functions of a Code node with and without an input and a result.
func TestTxOfFunctions(t *testing.T) {
	h := newHouse(t, func(*pgxpool.Config) {})
	whole := database.NewTransaction(h.setup, "DATABASE_URL", database.ReadCommitted)
	joins := func(ctx context.Context) error {
		tx, ok := postgres.Tx(ctx)
		if !ok {
			return errors.New("there is no transaction")
		}
		_, err := tx.Exec(ctx, "SELECT 1")
		return err
	}
	returns := func(ctx context.Context) (struct{}, error) { return struct{}{}, joins(ctx) }
	for name, call := range map[string]func(x *rt.Exec) error{
		"Run": func(x *rt.Exec) error { return rt.Run(x, joins) },
		"RunWith": func(x *rt.Exec) error {
			return rt.RunWith(x, func(ctx context.Context, _ int) error { return joins(ctx) }, 1)
		},
		"Call": func(x *rt.Exec) error { _, err := rt.Call(x, returns); return err },
		"CallWith": func(x *rt.Exec) error {
			_, err := rt.CallWith(x, func(ctx context.Context, _ int) (struct{}, error) { return returns(ctx) }, 1)
			return err
		},
	} {
		status := h.serve(t, t.Context(), func(x *rt.Exec) error {
			x.Enter("whole")
			return database.Transact(x, whole, func() error { return call(x) })
		})
		if status != http.StatusNoContent {
			t.Errorf("%s: status %d", name, status)
		}
	}
}
