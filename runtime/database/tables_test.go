package database_test

import (
	"bytes"
	"context"
	"net/http"
	"path/filepath"
	"strings"
	"testing"

	rt "github.com/flowc-dev/flowc/runtime"
	"github.com/flowc-dev/flowc/runtime/database"
	"github.com/flowc-dev/flowc/runtime/database/dbtest"
)

// A database that nobody has given its tables is told of when the server starts, before a request fails on it.
func TestMissingTablesAreLoggedAtStart(t *testing.T) {
	const (
		schema = "CREATE TABLE Users (id INTEGER PRIMARY KEY);\ncreate table if not exists \"notes\" (text TEXT);\nCREATE TABLE spare (n INTEGER);"
		older  = "the database of DATABASE_URL is older than schema.sql, which makes the tables of an empty one and changes none: "
	)
	for _, tt := range []struct {
		name, url, has, want string
	}{
		{"SQLite", "sqlite:" + filepath.Join(t.TempDir(), "a.db"), "CREATE TABLE other (n INTEGER)", older + "there is no table users; there is no table notes. Where"},
		{"SQLite, one of them", "sqlite:" + filepath.Join(t.TempDir(), "b.db"), "CREATE TABLE NOTES (text TEXT)", older + "there is no table users. Where"},
		{"SQLite, another column", "sqlite:" + filepath.Join(t.TempDir(), "d.db"), "CREATE TABLE users (id INTEGER PRIMARY KEY, more TEXT); CREATE TABLE notes (txt TEXT)", older + "notes has no column text. Where"},
		{"SQLite, another type", "sqlite:" + filepath.Join(t.TempDir(), "e.db"), "CREATE TABLE users (id TEXT NOT NULL PRIMARY KEY); CREATE TABLE notes (text text NOT NULL)", older + "users.id is text and not integer; notes.text is NOT NULL. Where"},
		{"SQLite, none", "sqlite:" + filepath.Join(t.TempDir(), "c.db"), "", ""}, // an empty one gets the schema
		{"PostgreSQL", dbtest.Postgres(t), "CREATE TABLE other (n INTEGER)", "the database of DATABASE_URL has no table users, notes: apply schema.postgres.sql"},
		{"PostgreSQL, all of them", dbtest.Postgres(t), "CREATE TABLE users (id INTEGER); CREATE VIEW notes AS SELECT 'a' AS text", ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if tt.has != "" {
				db := dbtest.Open(t, tt.url, "")
				if _, err := db.ExecContext(t.Context(), tt.has); err != nil {
					t.Fatal(err)
				}
			}
			var log bytes.Buffer // read when nobody writes any more
			app, err := rt.Open(rt.WithEnv(map[string]string{"DATABASE_URL": tt.url, "LISTEN": "127.0.0.1:0"}), rt.WithDir(t.TempDir()), rt.WithLogWriter(&log))
			if err != nil {
				t.Fatal(err)
			}
			setup := app.Setup()
			setup.Schema(schema)
			database.NewStatement(setup, "DATABASE_URL", "INSERT INTO users DEFAULT VALUES")
			database.NewStatement(setup, "DATABASE_URL", "SELECT text FROM notes")
			ctx, stop := context.WithCancel(t.Context())
			app.Inspect("the last", func(context.Context) error { stop(); return nil })
			if err := app.Serve(ctx, http.NewServeMux()); err != nil {
				t.Fatal(err)
			}
			if err := app.Close(); err != nil {
				t.Fatal(err)
			}
			if tt.want != "" && !strings.Contains(log.String(), tt.want) || tt.want == "" && strings.Contains(log.String(), "not set up") {
				t.Errorf("want %q, the log is %s", tt.want, &log)
			}
		})
	}
}
