package database_test

import (
	"bytes"
	"context"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"testing/fstest"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	rt "github.com/flowc-dev/flowc/runtime"
	"github.com/flowc-dev/flowc/runtime/database"
	"github.com/flowc-dev/flowc/runtime/database/dbtest"
	"github.com/flowc-dev/flowc/runtime/engine/postgres"
)

// house is a program that has a pool of its own.
type house struct {
	pool *pgxpool.Pool
	log  *bytes.Buffer
	app  *rt.App
	mux  *http.ServeMux
}

type tenantKey struct{}

// openHouse opens a pool of at most two connections, with the URL's more, and an App that has it for DATABASE_URL.
func openHouse(t *testing.T, more string, env map[string]string) *house {
	t.Helper()
	config, err := pgxpool.ParseConfig(dbtest.Postgres(t) + more)
	if err != nil {
		t.Fatal(err)
	}
	config.MaxConns = 2
	config.PrepareConn = func(ctx context.Context, c *pgx.Conn) (bool, error) {
		tenant, _ := ctx.Value(tenantKey{}).(string)
		_, err := c.Exec(ctx, "SELECT set_config('house.tenant', $1, false)", tenant)
		return err == nil, err
	}
	h := &house{log: &bytes.Buffer{}, mux: http.NewServeMux()}
	if h.pool, err = pgxpool.NewWithConfig(t.Context(), config); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(h.pool.Close)
	h.app, err = rt.Open(rt.WithEnv(env), rt.WithDir(t.TempDir()), rt.WithLogWriter(h.log), postgres.WithPool("DATABASE_URL", h.pool))
	if err != nil {
		t.Fatal(err)
	}
	return h
}

// serve serves GET / by a statement with one text for a result, with a time-out.
func (h *house) serve(t *testing.T, text string, timeout time.Duration) {
	t.Helper()
	s := h.app.Setup()
	query := database.NewQuery[struct{ Value string }](s, "DATABASE_URL", text)
	in := rt.NewEndpoint[struct{}](s, rt.Entry{Workflow: "w", Node: "in", Method: "GET", Path: "/", Timeout: timeout})
	if err := s.Err(); err != nil {
		t.Fatal(err)
	}
	in.Register(h.mux, func(x *rt.Exec) error {
		row, _, err := query.One(x)
		if err != nil {
			return err
		}
		return x.Text(http.StatusOK, row.Value)
	})
}

func (h *house) get(ctx context.Context) *httptest.ResponseRecorder {
	w := httptest.NewRecorder()
	h.mux.ServeHTTP(w, httptest.NewRequestWithContext(ctx, "GET", "/", nil))
	return w
}

// TestGivenPool runs statements on a pool of the house, whose hooks see what the middleware left in the context of the request, and
// leaves it open and its database as it is.
func TestGivenPool(t *testing.T) {
	h := openHouse(t, "", map[string]string{"MIGRATE": "start"})
	setup := h.app.Setup()
	setup.Migrations(fstest.MapFS{"migrations.postgres/00001_a.sql": {Data: []byte("-- +goose Up\nCREATE TABLE made_by_flowc (id INTEGER);\n")}})
	database.NewStatement(setup, "DATABASE_URL", "SELECT 1")
	if err := setup.Err(); err != nil {
		t.Fatal(err)
	}
	h.serve(t, "SELECT current_setting('house.tenant') AS value", 0)
	for _, tenant := range []string{"ada", "bob"} {
		if w := h.get(context.WithValue(t.Context(), tenantKey{}, tenant)); w.Code != http.StatusOK || w.Body.String() != tenant {
			t.Errorf("for %s: %d %s", tenant, w.Code, w.Body)
		}
	}
	if err := h.app.Shutdown(t.Context()); err != nil {
		t.Fatal(err)
	}
	var made bool
	if err := h.pool.QueryRow(t.Context(), "SELECT to_regclass('made_by_flowc') IS NOT NULL").Scan(&made); err != nil || made {
		t.Errorf("at the end of the App: %v, a table made by flowc %v", err, made)
	}
}

// TestGivenPoolIsBusy answers who waits for a connection in vain with a 503, also where that ends with the execution's time.
func TestGivenPoolIsBusy(t *testing.T) {
	h := openHouse(t, "", nil)
	h.serve(t, "SELECT 'done' AS value FROM pg_sleep(0.3)", 500*time.Millisecond)
	codes := map[int]int{}
	var mu sync.Mutex
	var all sync.WaitGroup
	for range 16 {
		all.Go(func() {
			w := h.get(t.Context())
			mu.Lock()
			defer mu.Unlock()
			codes[w.Code]++
			if w.Code == http.StatusServiceUnavailable && w.Header().Get("Retry-After") == "" {
				t.Error("a 503 does not say when to come again")
			}
		})
	}
	all.Wait()
	if codes[http.StatusOK] < 2 || codes[http.StatusServiceUnavailable] < 10 {
		t.Errorf("answered %v", codes)
	}
	if err := h.app.Shutdown(t.Context()); err != nil {
		t.Fatal(err)
	}
}

// TestGivenSessions has Check refuse sessions whose times flowc does not read, and a pool that is for nothing; a time zone is told
// once.
func TestGivenSessions(t *testing.T) {
	for more, want := range map[string]string{
		"&timezone=UTC":           "",
		"&timezone=Asia/Tokyo":    "",
		"&datestyle=German":       "the sessions of DATABASE_URL have DateStyle German, DMY: flowc reads ISO",
		"&intervalstyle=iso_8601": "the sessions of DATABASE_URL have IntervalStyle iso_8601: flowc reads postgres",
	} {
		h := openHouse(t, more, nil)
		if err := h.app.Check(t.Context()); err == nil || !strings.Contains(err.Error(), "DATABASE_URL is for no workflow") {
			t.Errorf("a pool that no workflow reads: %v", err)
		}
		h.serve(t, "SELECT 'a' AS value", 0)
		for range 2 {
			if err := h.app.Check(t.Context()); (err == nil) != (want == "") || err != nil && err.Error() != want {
				t.Errorf("%s: got %v, want %q", more, err, want)
			}
		}
		told := strings.Count(h.log.String(), "time zone of their own")
		if zoned := strings.Contains(more, "Tokyo"); zoned && told != 1 || !zoned && told != 0 {
			t.Errorf("%s: told %d times of the zone: %s", more, told, h.log)
		}
		if err := h.app.Shutdown(t.Context()); err != nil {
			t.Error(err)
		}
	}
}

// TestGivenPoolByItsOwnMode runs statements as the house has its pool run them.
func TestGivenPoolByItsOwnMode(t *testing.T) {
	for _, mode := range []string{"simple_protocol", "exec", "describe_exec", "cache_describe", "cache_statement"} {
		h := openHouse(t, "&default_query_exec_mode="+mode, nil)
		h.serve(t, "SELECT concat_ws(' ', 12, 1.50::numeric, true) AS value", 0)
		for range 2 {
			if w := h.get(t.Context()); w.Code != http.StatusOK || w.Body.String() != "12 1.50 t" {
				t.Errorf("%s: %d %s\n%s", mode, w.Code, w.Body, h.log)
			}
		}
		if err := h.app.Check(t.Context()); err != nil {
			t.Errorf("%s: %v", mode, err)
		}
		if err := h.app.Shutdown(t.Context()); err != nil {
			t.Error(err)
		}
	}
}

// TestSecondConnectionOfATransaction has as many callers as may come be in transactions that want a second connection of the pool: none
// waits for those who wait.
func TestSecondConnectionOfATransaction(t *testing.T) {
	h := openHouse(t, "", nil)
	s := h.app.Setup()
	region := database.NewTransaction(s, "DATABASE_URL")
	statement := database.NewStatement(s, "DATABASE_URL", "SELECT 1")
	in := rt.NewEndpoint[struct{}](s, rt.Entry{Workflow: "w", Node: "in", Method: "GET", Path: "/"})
	if err := s.Err(); err != nil {
		t.Fatal(err)
	}
	in.Register(h.mux, func(x *rt.Exec) error {
		x.Enter("region")
		return database.Transact(x, region, func() error {
			if _, err := statement.Exec(x); err != nil {
				return err
			}
			if _, err := h.pool.Exec(x.Context(), "SELECT pg_sleep(0.01)"); err != nil {
				return err
			}
			return x.Empty(http.StatusNoContent)
		})
	})
	began := time.Now()
	var all sync.WaitGroup
	for range 32 {
		all.Go(func() {
			if w := h.get(t.Context()); w.Code != http.StatusNoContent {
				t.Errorf("answered %d %s", w.Code, w.Body)
			}
		})
	}
	all.Wait()
	if took := time.Since(began); took > 4*time.Second {
		t.Errorf("it took %v", took)
	}
	if err := h.app.Shutdown(t.Context()); err != nil {
		t.Fatal(err)
	}
}
