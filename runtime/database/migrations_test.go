package database_test

import (
	"strings"
	"testing"
	"testing/fstest"

	rt "github.com/flowc-dev/flowc/runtime"
	"github.com/flowc-dev/flowc/runtime/database"
)

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
