package database_test

import (
	"testing"
	"testing/fstest"

	rt "github.com/flowc-dev/flowc/runtime"
	"github.com/flowc-dev/flowc/runtime/database"
	"github.com/flowc-dev/flowc/runtime/database/dbtest"
)

// TestTablesWhoeverOpensFirst opens a database for another part of a program before its workflows do, which bring the tables.
func TestTablesWhoeverOpensFirst(t *testing.T) {
	const table = "CREATE TABLE notes (text TEXT);"
	migrations := fstest.MapFS{
		"migrations/00001_begin.sql":          {Data: []byte("-- +goose Up\n" + table)},
		"migrations.postgres/00001_begin.sql": {Data: []byte("-- +goose Up\n" + table)},
	}
	schema := func(s *rt.Setup) { s.Schema(table) }
	migrate := func(s *rt.Setup) { s.Migrations(migrations) }
	for _, tt := range []struct {
		name, url string
		brings    func(s *rt.Setup)
	}{
		{"schema.sql", "sqlite:flows.db", schema},
		{"schema.sql in memory", "sqlite::memory:", schema},
		{"migrations", "sqlite:flows.db", migrate},
		{"migrations of a server", dbtest.Postgres(t), migrate},
	} {
		t.Run(tt.name, func(t *testing.T) {
			app, err := rt.Open(rt.WithDir(t.TempDir()), rt.WithEnv(map[string]string{"DATABASE_URL": tt.url, "MIGRATE": "start"}))
			if err != nil {
				t.Fatal(err)
			}
			defer app.Close()
			first := database.Open(app.Setup(), "DATABASE_URL")
			if _, err := first.Exec(t.Context(), "CREATE TABLE flowc_first (n INTEGER)"); err != nil {
				t.Fatal(err)
			}
			s := app.Setup()
			tt.brings(s)
			database.NewStatement(s, "DATABASE_URL", "INSERT INTO notes (text) VALUES ($1)")
			database.Open(app.Setup(), "DATABASE_URL") // as it brings none, it changes nothing
			if err := s.Err(); err != nil {
				t.Fatal(err)
			}
			if n, err := first.Exec(t.Context(), "INSERT INTO notes (text) VALUES ('a')"); n != 1 || err != nil {
				t.Errorf("%d rows, %v", n, err)
			}
		})
	}
}

// TestTablesThatFail opens a database again whose tables could not be made: that is said, and each time.
func TestTablesThatFail(t *testing.T) {
	app, err := rt.Open(rt.WithDir(t.TempDir()), rt.WithEnv(map[string]string{"DATABASE_URL": "sqlite:flows.db"}))
	if err != nil {
		t.Fatal(err)
	}
	defer app.Close()
	s := app.Setup()
	s.Schema("CREATE TABLE")
	const want = "configuration:\n  open the database of DATABASE_URL: set up an empty database from schema.sql: SQL logic error: incomplete input (1)"
	for range 2 {
		database.Open(s, "DATABASE_URL")
		if err := s.Err(); err == nil || err.Error() != want {
			t.Errorf("it says %v, want %s", err, want)
		}
	}
}
