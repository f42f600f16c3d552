package project_test

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/flowc-dev/flowc/cmd/flowc/project"
)

// TestTablesAreWatched wants a change of a migration to be seen that the defaults of a folder name, be that before or since it is watched.
func TestTablesAreWatched(t *testing.T) {
	root := t.TempDir()
	write := func(name, text string) {
		t.Helper()
		path := filepath.Join(root, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write("go.mod", "module example.com/app\n")
	write("db/one/00001_a.sql", "-- +goose Up\nCREATE TABLE a (b int);\n")
	write("db/two/00001_a.sql", "-- +goose Up\nCREATE TABLE a (b int);\n")
	write("flows/defaults.json", `{"version": 1, "schema": {"postgres": "../db/one"}}`)
	changes, err := project.Watch(t.Context(), filepath.Join(root, "flows"))
	if err != nil {
		t.Fatal(err)
	}
	seen := func(what string) {
		t.Helper()
		select {
		case <-changes:
		case <-time.After(20 * time.Second):
			t.Fatalf("%s is not seen", what)
		}
	}
	write("db/one/00002_b.sql", "-- +goose Up\nALTER TABLE a ADD c int;\n")
	seen("a new migration")
	write("flows/defaults.json", `{"version": 1, "schema": {"postgres": "../db/two"}}`)
	seen("another folder")
	write("db/two/00002_b.sql", "-- +goose Up\nALTER TABLE a ADD c int;\n")
	seen("a new migration of another folder")
}
