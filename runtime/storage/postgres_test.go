package storage_test

import (
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	rt "github.com/flowc-dev/flowc/runtime"
	"github.com/flowc-dev/flowc/runtime/database/dbtest"
	"github.com/flowc-dev/flowc/runtime/migrate"
	"github.com/flowc-dev/flowc/runtime/storage"
)

// TestPostgresWithoutItsTable wants a service to start, to say what lacks, and to make nothing.
func TestPostgresWithoutItsTable(t *testing.T) {
	url := dbtest.Postgres(t)
	s := openPostgres(t, url)
	visits := s.counter(t, storage.CounterConfig{By: 1, TTL: time.Hour})
	ready := func(want int) {
		t.Helper()
		answer := httptest.NewRecorder()
		s.app.Handler(http.NewServeMux()).ServeHTTP(answer, httptest.NewRequest("GET", "/readyz", nil))
		if answer.Code != want {
			t.Errorf("/readyz answers %d, want %d", answer.Code, want)
		}
	}
	increment := func() (count storage.Count, err error) {
		s.execute(t.Context(), func(x *rt.Exec) { count, err = visits.Increment(x, "k") })
		return count, err
	}
	for range 2 {
		ready(http.StatusServiceUnavailable)
		if _, err := increment(); err == nil || !strings.Contains(err.Error(), "flowc migrate storage") {
			t.Errorf("without its table: %v", err)
		}
	}
	if !strings.Contains(s.log.String(), "the database has no table flowc_storage: run flowc migrate up") {
		t.Errorf("the log does not say what lacks:\n%s", s.log)
	}
	if err := s.app.Check(t.Context()); err == nil || !strings.Contains(err.Error(), "STORAGE_URL: the database has no table flowc_storage") {
		t.Errorf("Check without its table: %v", err)
	}
	run(t, url, migrate.StorageTable)
	if err := s.app.Check(t.Context()); err != nil {
		t.Errorf("Check with its table: %v", err)
	}
	ready(http.StatusOK)
	if count, err := increment(); err != nil || count.Value != 1 {
		t.Errorf("with its table: %+v, %v", count, err)
	}
	run(t, url, "DROP TABLE flowc_storage")
	ready(http.StatusServiceUnavailable)
	run(t, url, "CREATE SCHEMA kept; SET search_path = kept; "+migrate.StorageTable)
	ready(http.StatusOK)
	if count, err := increment(); err != nil || count.Value != 1 {
		t.Errorf("in another schema: %+v, %v", count, err)
	}
	run(t, url, migrate.StorageTable) // one more, in the search path: the table that was found stays
	if count, err := increment(); err != nil || count.Value != 2 {
		t.Errorf("beside another table: %+v, %v", count, err)
	}
}

// TestPostgresOfItsOwn keeps it in a database that no node reads.
func TestPostgresOfItsOwn(t *testing.T) {
	url := postgresWithTable(t)
	env := map[string]string{"STORAGE_URL": url, "MIGRATE": "start"}
	app, err := rt.Open(rt.WithEnv(env), rt.WithDir(t.TempDir()), rt.WithLogWriter(io.Discard))
	if err != nil {
		t.Fatal(err)
	}
	defer app.Close()
	s := &store{app: app, setup: app.Setup()}
	s.setup.Migrations(fstest.MapFS{"migrations.postgres/00001_a.sql": {Data: []byte("-- +goose Up\nCREATE TABLE a (id INTEGER);\n")}})
	texts := values[string](t, s, time.Hour)
	if err := app.Check(t.Context()); err != nil {
		t.Errorf("Check: %v", err)
	}
	run(t, url, "CREATE TABLE a (id INTEGER)") // which migrations of workflows have not made there
	s.execute(t.Context(), func(x *rt.Exec) {
		err := texts.Set(x, "k", "v")
		if item, errGet := texts.Get(x, "k"); err != nil || errGet != nil || item.Value != "v" {
			t.Errorf("%v, %+v, %v", err, item, errGet)
		}
	})
}

// TestPostgresIsTriedAgain counts exactly where the sessions of a server are serializable, and refuse what others were in the way of.
func TestPostgresIsTriedAgain(t *testing.T) {
	s := openPostgres(t, postgresWithTable(t)+"&default_transaction_isolation=serializable")
	visits := s.counter(t, storage.CounterConfig{By: 1, TTL: time.Hour})
	const callers, each = 8, 10
	s.concurrently(t, callers, func(x *rt.Exec) {
		for range each {
			if _, err := visits.Increment(x, "k"); err != nil {
				t.Error(err)
			}
		}
	})
	s.execute(t.Context(), func(x *rt.Exec) {
		if count, err := visits.Increment(x, "k"); err != nil || count.Value != callers*each+1 {
			t.Errorf("%+v, %v", count, err)
		}
	})
}

// TestLongKeys keeps apart what differs behind more than an index takes.
func TestLongKeys(t *testing.T) {
	onEach(t, func(t *testing.T, s *store) {
		texts := values[string](t, s, time.Hour)
		long := strings.Repeat("\x00\xffé", 2500)
		s.execute(t.Context(), func(x *rt.Exec) {
			for _, last := range []string{"a", "b", ""} {
				if err := texts.Set(x, storage.Key("k", "1", long, last), last); err != nil {
					t.Fatal(err)
				}
			}
			for _, last := range []string{"a", "b", ""} {
				if item, err := texts.Get(x, storage.Key("k", "1", long, last)); err != nil || item.Value != last {
					t.Errorf("%q: %+v, %v", last, item, err)
				}
			}
			if gone, err := texts.DeletePrefix(x, storage.Prefix("k", "1")); err != nil || gone.Deleted != 3 {
				t.Errorf("deleted %+v, %v", gone, err)
			}
		})
	})
}

// TestPostgresSweeps deletes what has expired, more than one statement does.
func TestPostgresSweeps(t *testing.T) {
	url := postgresWithTable(t)
	s := openPostgres(t, url)
	texts := values[string](t, s, time.Hour)
	s.execute(t.Context(), func(x *rt.Exec) {
		if err := texts.Set(x, "k", "v"); err != nil {
			t.Fatal(err)
		}
	})
	run(t, url, `INSERT INTO flowc_storage SELECT convert_to(n::text, 'UTF8'), n, NULL, now() FROM generate_series(1, 2500) n`)
	if err := storage.SweepNow(t.Context(), s.app); err != nil {
		t.Fatal(err)
	}
	run(t, url, `DO $$ BEGIN IF (SELECT count(*) FROM flowc_storage) <> 1 THEN RAISE 'rows are left'; END IF; END $$`)
}

// TestPostgresThatIsNone is a problem of DATABASE_URL alone where that is not set.
func TestPostgresThatIsNone(t *testing.T) {
	app, err := rt.Open(rt.WithEnv(map[string]string{"STORAGE_URL": "postgres:"}), rt.WithDir(t.TempDir()), rt.WithLogWriter(io.Discard))
	if err != nil {
		t.Fatal(err)
	}
	defer app.Close()
	s := app.Setup()
	storage.NewCounter(s, storage.CounterConfig{TTL: time.Hour})
	var config *rt.ConfigError
	if !errors.As(s.Err(), &config) || len(config.Problems) != 1 || config.Problems[0].Name != "DATABASE_URL" {
		t.Errorf("%v", s.Err())
	}
}
