package database_test

import (
	"context"
	"database/sql"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	rt "github.com/flowc-dev/flowc/runtime"
	"github.com/flowc-dev/flowc/runtime/database"
)

const schema = `
CREATE TABLE users (id INTEGER PRIMARY KEY, visits INTEGER NOT NULL DEFAULT 0);
INSERT INTO users (id) VALUES (1);`

func TestSchemaOfAnEmptyDatabase(t *testing.T) {
	dir := t.TempDir()
	first := openStoreIn(t, dir, "sqlite:flows.db", schema)
	first.exec(t, "UPDATE users SET visits = 7")
	if err := first.app.Close(); err != nil {
		t.Fatal(err)
	}
	second := openStoreIn(t, dir, "sqlite:flows.db", schema)
	if visits := scalar[int64](t, second, "SELECT visits FROM users"); visits != 7 {
		t.Errorf("a database that was set up is set up again: %d visits", visits)
	}
}

func TestBrokenSchemaLeavesNothing(t *testing.T) {
	dir := t.TempDir()
	s := openStoreIn(t, dir, "sqlite:flows.db", "CREATE TABLE a (x); CREATE TABEL b (x);")
	database.NewStatement(s.setup, "DATABASE_URL", "SELECT 1")
	if err := s.setup.Err(); err == nil || !strings.Contains(err.Error(), "schema.sql") {
		t.Fatalf("%v", err)
	}
	whole := openStoreIn(t, dir, "sqlite:flows.db", "CREATE TABLE a (x); CREATE TABLE b (x);")
	if n := scalar[int64](t, whole, "SELECT count(*) FROM b"); n != 0 {
		t.Errorf("%d", n)
	}
}

// TestSetUpByTwo starts two apps on one file at a time, as two processes would.
func TestSetUpByTwo(t *testing.T) {
	dir := t.TempDir()
	var starting sync.WaitGroup
	for range 4 {
		starting.Go(func() {
			s := openStoreIn(t, dir, "sqlite:flows.db", schema)
			database.NewStatement(s.setup, "DATABASE_URL", "SELECT 1")
			if err := s.setup.Err(); err != nil {
				t.Error(err)
			}
		})
	}
	starting.Wait()
}

func TestSQLiteFiles(t *testing.T) {
	odd := filepath.Join(t.TempDir(), "o'dd %41 näme.db")
	for url, file := range map[string]string{
		"sqlite:flows.db":     "flows.db",
		"sqlite://flows.db":   "flows.db",
		"sqlite:" + odd:       odd,
		"sqlite://" + odd:     odd,
		"sqlite:sub/flows.db": "",
		"sqlite::memory:":     "",
	} {
		dir := t.TempDir()
		s := openStoreIn(t, dir, url, schema)
		statement := database.NewStatement(s.setup, "DATABASE_URL", "UPDATE users SET visits = 1")
		if strings.Contains(url, "sub/") {
			if s.setup.Err() == nil {
				t.Errorf("%s: a folder that is not there is no problem", url)
			}
			continue
		}
		s.execute(t.Context(), func(x *rt.Exec) {
			if done, err := statement.Exec(x); err != nil || done.RowsAffected != 1 {
				t.Errorf("%s: %+v, %v", url, done, err)
			}
		})
		if !filepath.IsAbs(file) {
			file = filepath.Join(dir, file)
		}
		if _, err := os.Stat(file); err != nil {
			t.Errorf("%s: %v", url, err)
		}
	}
}

func TestTwoWorkflowsShareADatabase(t *testing.T) {
	s := openStore(t, "sqlite::memory:", schema)
	s.exec(t, "UPDATE users SET visits = 3")
	if visits := scalar[int64](t, s, "SELECT visits FROM users"); visits != 3 {
		t.Errorf("another connection has a database of its own: %d visits", visits)
	}
}

func TestSQLiteSettings(t *testing.T) {
	s := openStore(t, "sqlite:flows.db", schema)
	if mode := scalar[string](t, s, "PRAGMA journal_mode"); mode != "wal" {
		t.Errorf("journal mode %s", mode)
	}
	if on := scalar[int64](t, s, "PRAGMA foreign_keys"); on != 1 {
		t.Error("foreign keys are not checked")
	}
	if on := scalar[int64](t, s, "SELECT query_only FROM pragma_query_only"); on != 1 {
		t.Error("connections for readers write")
	}
}

// TestConcurrentUse has writers wait for each other instead of failing.
func TestConcurrentUse(t *testing.T) {
	s := openStore(t, "sqlite:flows.db", schema)
	add := database.NewQuery[numbered](s.setup, "DATABASE_URL", "UPDATE users SET visits = visits + 1 RETURNING visits")
	get := database.NewQuery[numbered](s.setup, "DATABASE_URL", "SELECT visits FROM users")
	var executions sync.WaitGroup
	for range 8 {
		executions.Go(func() {
			for range 25 {
				s.execute(t.Context(), func(x *rt.Exec) {
					if _, found, err := add.One(x); err != nil || !found {
						t.Errorf("write: %v", err)
					}
					if _, found, err := get.One(x); err != nil || !found {
						t.Errorf("read: %v", err)
					}
				})
			}
		})
	}
	executions.Wait()
	if visits := scalar[int64](t, s, "SELECT visits FROM users"); visits != 200 {
		t.Errorf("%d visits, want 200", visits)
	}
}

// TestReadersDoNotWait reads while another process writes, and writes until the deadline.
func TestReadersDoNotWait(t *testing.T) {
	dir := t.TempDir()
	s := openStoreIn(t, dir, "sqlite:flows.db", schema)
	get := database.NewQuery[numbered](s.setup, "DATABASE_URL", "SELECT visits FROM users")
	set := database.NewStatement(s.setup, "DATABASE_URL", "UPDATE users SET visits = 1")
	if err := s.setup.Err(); err != nil {
		t.Fatal(err)
	}
	lock(t, filepath.Join(dir, "flows.db"))

	ctx, cancel := context.WithTimeout(t.Context(), 200*time.Millisecond)
	defer cancel()
	s.execute(ctx, func(x *rt.Exec) {
		if _, found, err := get.One(x); err != nil || !found {
			t.Errorf("read: %v", err)
		}
		if _, err := set.Exec(x); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("write: %v", err)
		}
	})
}

// lock keeps a write transaction open on a file until the test has ended.
func lock(t *testing.T, file string) {
	t.Helper()
	other, err := sql.Open("sqlite", "file:"+file)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { other.Close() })
	other.SetMaxOpenConns(1)
	if _, err := other.ExecContext(t.Context(), "BEGIN IMMEDIATE"); err != nil {
		t.Fatal(err)
	}
}

// TestTimesOfOthers reads the forms in which other programs store times in SQLite.
func TestTimesOfOthers(t *testing.T) {
	want := time.Date(2024, 2, 29, 12, 30, 0, 0, time.UTC)
	s := openStore(t, "sqlite:flows.db", "")
	for _, declared := range []string{"TIMESTAMP", "DATETIME", "TEXT", "INTEGER", ""} {
		for _, stored := range []string{
			"'2024-02-29 12:30:00'", "'2024-02-29T12:30:00Z'", "'2024-02-29 14:30:00.000+02:00'", "'2024-02-29 12:30'", "1709209800",
		} {
			s.exec(t, "DROP TABLE IF EXISTS times")
			s.exec(t, "CREATE TABLE times (at "+declared+")")
			s.exec(t, "INSERT INTO times VALUES ("+stored+")")
			row, _, err := one[struct{ At *time.Time }](t, s, "SELECT at FROM times")
			if declared == "TEXT" && stored == "1709209800" {
				if err == nil {
					t.Errorf("the text %s is read as the time %s", stored, row.At)
				}
				continue
			}
			if err != nil || row.At == nil || *row.At != want {
				t.Errorf("%s in a %s column: %v, %v", stored, declared, row.At, err)
			}
		}
	}
}

func TestDateAlone(t *testing.T) {
	s := openStore(t, "sqlite:flows.db", "")
	got := scalar[time.Time](t, s, "SELECT '2024-02-29'")
	if want := time.Date(2024, 2, 29, 0, 0, 0, 0, time.UTC); got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

// Tables of the runtime's own, such as one of tokens made before the first start, do not make a database other than empty.
func TestOwnTablesAreNotTheProjects(t *testing.T) {
	dir := t.TempDir()
	before := openStoreIn(t, dir, "sqlite:flows.db", "")
	db := database.Open(before.setup, "DATABASE_URL")
	if _, err := db.Exec(t.Context(), "SELECT 1 FROM flowc_own"); !errors.Is(err, database.ErrNoTable) {
		t.Errorf("a table that is not there: %v, want ErrNoTable", err)
	}
	for _, text := range []string{
		"CREATE TABLE flowc_own (name TEXT PRIMARY KEY, hash TEXT UNIQUE)", "INSERT INTO flowc_own VALUES ('a', 'b')",
	} {
		if _, err := db.Exec(t.Context(), text); err != nil {
			t.Fatal(err)
		}
	}
	after := openStoreIn(t, dir, "sqlite:flows.db", "CREATE TABLE users (id INTEGER PRIMARY KEY)")
	after.exec(t, "INSERT INTO users VALUES (1)")
	if n := scalar[int64](t, after, "SELECT count(*) FROM flowc_own"); n != 1 {
		t.Errorf("%d rows of the runtime's own are left, want 1", n)
	}
}

// TestSQLiteTextInJSON reads a text that stands in a column of JSON and is none.
func TestSQLiteTextInJSON(t *testing.T) {
	s := openStore(t, "sqlite:test.db", "CREATE TABLE notes (j JSON)")
	s.exec(t, "INSERT INTO notes VALUES ($1)", rt.ValueOf("a text"))
	if row, _, err := one[struct{ J rt.Value }](t, s, "SELECT j FROM notes"); err != nil || !row.J.Equal("a text") {
		t.Errorf("%v, %v", row.J, err)
	}
}
