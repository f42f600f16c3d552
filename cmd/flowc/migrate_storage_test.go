package main

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"github.com/flowc-dev/flowc/runtime/database/dbtest"
)

// TestMigrateUpMakesStorage wants the table of Local Storage where STORAGE_URL is postgres:, and only there, once.
func TestMigrateUpMakesStorage(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"go.mod":                              "module notes\n\ngo 1.26\n",
		"list.flow.json":                      misspelt,
		"migrations.postgres/00001_begin.sql": "-- +goose Up\nCREATE TABLE notes (id bigint);\n",
	} {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	t.Setenv("DATABASE_URL", dbtest.Postgres(t))
	up := func(storage, want string) {
		t.Helper()
		t.Setenv("STORAGE_URL", storage)
		var out, err bytes.Buffer
		if code := Main([]string{"migrate", "up", dir}, nil, &out, &err); code != 0 || out.String() != want {
			t.Errorf("with %q: exit code %d, got %q, want %q\n%s", storage, code, out.String(), want, err.String())
		}
	}
	up("memory:", "migrations.postgres/00001_begin.sql\n")
	up("postgres:", "flowc_storage\n")
	up("postgres:", "")
}
