package database_test

import (
	"bytes"
	"path/filepath"
	"strings"
	"testing"

	rt "github.com/flowc-dev/flowc/runtime"
	"github.com/flowc-dev/flowc/runtime/database"
	"github.com/flowc-dev/flowc/runtime/database/dbtest"
)

// TestCheckLooksAtTheDatabase finds, before the first request, a database that is down or lacks tables; a statement that it refuses
// is in the log.
func TestCheckLooksAtTheDatabase(t *testing.T) {
	for _, tt := range []struct {
		name, url, has, want, logged string
	}{
		{"SQLite", "sqlite:" + filepath.Join(t.TempDir(), "a.db"), "CREATE TABLE users (id INTEGER, name TEXT)", "", ""},
		{"SQLite, drifted", "sqlite:" + filepath.Join(t.TempDir(), "b.db"), "CREATE TABLE users (id INTEGER)", "", "the database refuses a statement"},
		{"PostgreSQL", dbtest.Postgres(t), "CREATE TABLE users (id INTEGER, name TEXT)", "", ""},
		{"PostgreSQL, drifted", dbtest.Postgres(t), "CREATE TABLE users (id INTEGER)", "", "the database refuses a statement"},
		{"PostgreSQL, empty", dbtest.Postgres(t), "CREATE TABLE other (id INTEGER)", "has no table users: apply schema.postgres.sql", ""},
		{"SQLite, made elsewhere", "sqlite:" + filepath.Join(t.TempDir(), "c.db"), "CREATE TABLE other (id INTEGER)", "no such table: users", "the database refuses a statement"},
		{"PostgreSQL, made elsewhere", dbtest.Postgres(t), "CREATE TABLE other (id INTEGER)", `relation "users" does not exist`, "the database refuses a statement"},
		{"PostgreSQL, down", "postgres://house:pass-of-the-house@127.0.0.1:1/db", "", "DATABASE_URL: ", ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if tt.has != "" {
				db := dbtest.Open(t, tt.url, "")
				if _, err := db.ExecContext(t.Context(), tt.has); err != nil {
					t.Fatal(err)
				}
			}
			log := &bytes.Buffer{} // nobody else writes while it is read
			app, err := rt.Open(rt.WithEnv(map[string]string{"DATABASE_URL": tt.url}), rt.WithDir(t.TempDir()), rt.WithLogWriter(log))
			if err != nil {
				t.Fatal(err)
			}
			defer app.Close()
			setup := app.Setup()
			if strings.HasPrefix(tt.url, "postgres:") && !strings.HasSuffix(tt.name, "made elsewhere") {
				setup.Schema("CREATE TABLE users (id INTEGER, name TEXT);")
			}
			database.NewStatement(setup, "DATABASE_URL", "SELECT name FROM users", database.At("show", "user"))
			if err := setup.Err(); err != nil {
				t.Fatal(err)
			}
			err = app.Check(t.Context())
			if (err == nil) != (tt.want == "") || err != nil && (!strings.Contains(err.Error(), tt.want) || strings.Contains(err.Error(), "pass-of")) {
				t.Errorf("got %v, want %q", err, tt.want)
			}
			if refused := strings.Contains(log.String(), "the database refuses a statement"); refused != (tt.logged != "") {
				t.Errorf("the log is %s", log)
			}
		})
	}
}
