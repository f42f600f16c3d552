package storage_test

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/redis/go-redis/v9"

	rt "github.com/flowc-dev/flowc/runtime"
	"github.com/flowc-dev/flowc/runtime/database/dbtest"
	"github.com/flowc-dev/flowc/runtime/migrate"
	"github.com/flowc-dev/flowc/runtime/storage"
	"github.com/flowc-dev/flowc/runtime/storage/storagetest"
)

// store is an app whose STORAGE_URL is set, and whose time a test moves.
type store struct {
	app     *rt.App
	setup   *rt.Setup
	log     *bytes.Buffer
	clock   *clock
	advance func(time.Duration)
	now     func() time.Time // by the store's clock
}

// clock is a time that stands still until it is moved.
type clock struct {
	mu sync.Mutex
	at time.Time
}

func (c *clock) now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.at
}

func (c *clock) advance(by time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.at = c.at.Add(by)
}

// openStore opens an app in a folder of its own, with a clock that stands still.
func openStore(t testing.TB, url string) *store {
	t.Helper()
	return openStoreIn(t, t.TempDir(), url)
}

func openStoreIn(t testing.TB, dir, url string) *store {
	t.Helper()
	s := &store{log: &bytes.Buffer{}, clock: &clock{at: time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)}}
	s.advance, s.now = s.clock.advance, s.clock.now
	env := map[string]string{"FLOWC_ENV": "preview", "STORAGE_URL": url, "LOG_LEVEL": "debug"} // debug, for more to be logged that must be masked
	if strings.HasPrefix(url, "postgres://") {
		env["STORAGE_URL"], env["DATABASE_URL"] = "postgres:", url
	}
	app, err := rt.Open(rt.WithEnv(env), rt.WithDir(dir), rt.WithLogWriter(s.log), rt.WithClock(s.clock.now))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { app.Close() })
	s.app, s.setup = app, app.Setup()
	return s
}

// openRedis is openStore for Redis, whose time is the server's.
func openRedis(t testing.TB, url string, client redis.UniversalClient) *store {
	t.Helper()
	s := openStore(t, url)
	t.Cleanup(func() { client.Close() })
	s.now = time.Now
	s.advance = func(by time.Duration) { age(t, client, by) }
	return s
}

// age takes time off what all keys have left to live, which to them is as if it had passed.
func age(t testing.TB, client redis.UniversalClient, by time.Duration) {
	t.Helper()
	ctx := context.Background()
	keys, err := client.Keys(ctx, "*").Result()
	if err != nil {
		t.Fatal(err)
	}
	for _, key := range keys {
		if strings.HasPrefix(key, "flowc.limit.") { // says itself when it is at rest
			if err := client.IncrBy(ctx, key, -by.Microseconds()).Err(); err != nil {
				t.Fatal(err)
			}
		}
		left, err := client.PTTL(ctx, key).Result()
		if err != nil {
			t.Fatal(err)
		}
		if err := client.PExpire(ctx, key, left-by).Err(); err != nil { // Redis deletes at once what has nothing left
			t.Fatal(err)
		}
	}
}

// postgresWithTable returns the URL of a database that has the table of Local Storage.
func postgresWithTable(t testing.TB) string {
	t.Helper()
	url := dbtest.Postgres(t)
	run(t, url, migrate.StorageTable)
	return url
}

// run runs SQL on a database.
func run(t testing.TB, url, text string, args ...any) {
	t.Helper()
	db, err := sql.Open("pgx", url)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if _, err := db.ExecContext(context.Background(), text, args...); err != nil {
		t.Fatalf("%s: %v", text, err)
	}
}

// openPostgres is openStore for PostgreSQL, whose time is the server's.
func openPostgres(t testing.TB, url string) *store {
	t.Helper()
	s := openStore(t, url)
	s.now = time.Now
	s.advance = func(by time.Duration) {
		run(t, url, "UPDATE flowc_storage SET expires = expires - $1::bigint * interval '1 microsecond'", by.Microseconds())
	}
	return s
}

// engines are all kinds of stores; each call of open is an empty one.
func engines() map[string]func(t testing.TB) *store {
	return map[string]func(t testing.TB) *store{
		"memory":   func(t testing.TB) *store { return openStore(t, "memory:") },
		"sqlite":   func(t testing.TB) *store { return openStore(t, "sqlite:storage.db") },
		"postgres": func(t testing.TB) *store { return openPostgres(t, postgresWithTable(t)) },
		"redis": func(t testing.TB) *store {
			url := storagetest.Redis(t)
			options, err := redis.ParseURL(url)
			if err != nil {
				t.Fatal(err)
			}
			return openRedis(t, url, redis.NewClient(options))
		},
	}
}

// onEach runs a test on each kind of store.
func onEach(t *testing.T, test func(t *testing.T, s *store)) {
	for name, open := range engines() {
		t.Run(name, func(t *testing.T) { test(t, open(t)) })
	}
}

// execute runs f as an execution whose request has the context ctx.
func (s *store) execute(ctx context.Context, f func(x *rt.Exec)) {
	mux := http.NewServeMux()
	in := rt.NewEndpoint[struct{}](s.setup, rt.Entry{Workflow: "w", Node: "in", Method: "GET", Path: "/"})
	in.Register(mux, func(x *rt.Exec) error {
		f(x)
		return x.Empty(http.StatusNoContent)
	})
	mux.ServeHTTP(httptest.NewRecorder(), httptest.NewRequestWithContext(ctx, "GET", "/", nil))
}

// concurrently runs f in n goroutines, each an execution of its own.
func (s *store) concurrently(t testing.TB, n int, f func(x *rt.Exec)) {
	t.Helper()
	mux := http.NewServeMux()
	in := rt.NewEndpoint[struct{}](s.setup, rt.Entry{Workflow: "w", Node: "in", Method: "GET", Path: "/", Timeout: time.Minute})
	in.Register(mux, func(x *rt.Exec) error {
		f(x)
		return x.Empty(http.StatusNoContent)
	})
	var executions sync.WaitGroup
	for range n {
		executions.Go(func() {
			mux.ServeHTTP(httptest.NewRecorder(), httptest.NewRequestWithContext(t.Context(), "GET", "/", nil))
		})
	}
	executions.Wait()
}

// counter and values open what a node would, and fail where the store can't be opened.
func (s *store) counter(t testing.TB, c storage.CounterConfig) *storage.Counter {
	t.Helper()
	counter := storage.NewCounter(s.setup, c)
	if err := s.setup.Err(); err != nil {
		t.Fatal(err)
	}
	return counter
}

func values[T any](t testing.TB, s *store, ttl time.Duration) *storage.Store[T] {
	t.Helper()
	values := storage.NewStore[T](s.setup, storage.StoreConfig{TTL: ttl})
	if err := s.setup.Err(); err != nil {
		t.Fatal(err)
	}
	return values
}

func isUnavailable(err error) bool {
	var unavailable interface{ Unavailable() bool }
	return errors.As(err, &unavailable) && unavailable.Unavailable()
}
