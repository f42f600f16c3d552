package dbtest

import (
	"database/sql"
	"os"
	"path/filepath"
	"strings"
	"testing"

	_ "github.com/flowc-dev/flowc/runtime/engine/postgres" // with the drivers that Open names
	_ "github.com/flowc-dev/flowc/runtime/engine/sqlite"
	"github.com/flowc-dev/flowc/runtime/migrate"
)

// Chosen returns the URL of a database for the test of a project: embedded, unless FLOWC_TEST_DATABASE_URL holds the
// URL of a PostgreSQL server. Then it is that of a new database there, which is gone when the test has ended, with the
// tables of schema.postgres.sql in the folder flows or, where that is missing, of schema.sql.
func Chosen(t testing.TB, embedded, flows string) string {
	t.Helper()
	server := os.Getenv("FLOWC_TEST_DATABASE_URL")
	if server == "" {
		return embedded
	}
	url := create(t, server)
	fill(t, url, flows)
	return url
}

// PostgresWith is Postgres with the tables of schema.postgres.sql, or of schema.sql, in the folder flows.
func PostgresWith(t testing.TB, flows string) string {
	t.Helper()
	url := Postgres(t)
	fill(t, url, flows)
	return url
}

// fill runs the migrations of a project or, without these, its schema.
func fill(t testing.TB, url, flows string) {
	t.Helper()
	list, err := migrate.Read(os.DirFS(flows), migrate.Postgres)
	if err == nil && len(list) > 0 {
		_, err = migrate.Up(t.Context(), Open(t, url, ""), migrate.Postgres, list)
		if err != nil {
			t.Fatal(err)
		}
		return
	}
	schema, err := os.ReadFile(filepath.Join(flows, "schema.postgres.sql"))
	if os.IsNotExist(err) {
		schema, err = os.ReadFile(filepath.Join(flows, "schema.sql"))
	}
	if err != nil {
		t.Fatal(err)
	}
	run(t, url, string(schema))
}

// Open opens the database of a URL that Chosen returned, past the project. The file of an embedded one is relative to
// dir. It is closed when the test has ended.
func Open(t testing.TB, url, dir string) *sql.DB {
	t.Helper()
	driver, source := "pgx", url
	if file, ok := strings.CutPrefix(url, "sqlite:"); ok {
		driver, source = "sqlite", filepath.Join(dir, file)
	}
	db, err := sql.Open(driver, source)
	if err != nil {
		t.Fatalf("open the database past the project: %v", err)
	}
	t.Cleanup(func() { db.Close() })
	return db
}
