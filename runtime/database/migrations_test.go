package database_test

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/fstest"

	rt "github.com/flowc-dev/flowc/runtime"
	"github.com/flowc-dev/flowc/runtime/database"
	"github.com/flowc-dev/flowc/runtime/database/dbtest"
	"github.com/flowc-dev/flowc/runtime/migrate"
)

// TestReadyOnceMigrated is not ready before the server has run each migration that the program carries.
func TestReadyOnceMigrated(t *testing.T) {
	s := openStore(t, dbtest.Postgres(t), "")
	files := fstest.MapFS{
		"migrations.postgres/00001_begin.sql": {Data: []byte("-- +goose Up\nCREATE TABLE notes (id INTEGER);")},
		"migrations.postgres/00002_more.sql":  {Data: []byte("-- +goose Up\nCREATE TABLE more (id INTEGER);")},
	}
	list, err := migrate.Read(files, migrate.Postgres)
	if err != nil {
		t.Fatal(err)
	}
	s.setup.Migrations(files)
	database.NewStatement(s.setup, "DATABASE_URL", "DELETE FROM notes")
	if err := s.setup.Err(); err != nil {
		t.Fatal(err)
	}
	db := dbtest.Open(t, s.url, "")
	for n, want := range []int{http.StatusServiceUnavailable, http.StatusServiceUnavailable, http.StatusOK} {
		if _, err := migrate.Up(t.Context(), db, migrate.Postgres, list[:n]); err != nil {
			t.Fatal(err)
		}
		w := httptest.NewRecorder()
		s.app.Handler(http.NewServeMux()).ServeHTTP(w, httptest.NewRequestWithContext(t.Context(), "GET", "/readyz", nil))
		if w.Code != want || want != http.StatusOK && !strings.Contains(s.log.String(), "lacks 0000") {
			t.Errorf("after %d migrations it answers %d %s: %s", n, w.Code, w.Body, s.log)
		}
	}
}

// TestChangedMigration wants to be told what to do about a migration that was changed after an embedded database had run it.
func TestChangedMigration(t *testing.T) {
	dir := t.TempDir()
	start := func(text string) error {
		app, err := rt.Open(rt.WithDir(dir), rt.WithEnv(map[string]string{"DATABASE_URL": "sqlite:flows.db"}))
		if err != nil {
			t.Fatal(err)
		}
		defer app.Close()
		s := app.Setup()
		s.Migrations(fstest.MapFS{"migrations/00001_begin.sql": {Data: []byte("-- +goose Up\n" + text)}})
		database.NewStatement(s, "DATABASE_URL", "DELETE FROM notes")
		return s.Err()
	}
	if err := start("CREATE TABLE notes (id INTEGER);"); err != nil {
		t.Fatal(err)
	}
	err := start("CREATE TABLE notes (id INTEGER, text TEXT);")
	if err == nil || !strings.Contains(err.Error(), "00001_begin.sql was changed after it was run: take that back, and write another migration. Where nothing in the database is worth keeping, as in development, delete its file") {
		t.Errorf("it says %v", err)
	}
}
