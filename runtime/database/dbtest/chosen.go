package dbtest

import (
	"database/sql"
	"net/url"
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
// tables of schema.postgres.sql in the folder flows or, where that is missing, of schema.sql. It leads through the
// pooler that FLOWC_TEST_DATABASE_POOLER names, where that is set.
func Chosen(t testing.TB, embedded, flows string) string {
	t.Helper()
	server := os.Getenv(serverVariable)
	if server == "" {
		return embedded
	}
	address := create(t, server)
	fill(t, address, flows)
	return pooled(t, address)
}

// serverVariable names the server of Chosen, and poolerVariable the host and port of a pooler in front of it.
const (
	serverVariable = "FLOWC_TEST_DATABASE_URL"
	poolerVariable = "FLOWC_TEST_DATABASE_POOLER"
)

// pooled returns the URL of a database through the pooler, if any.
func pooled(t testing.TB, address string) string {
	t.Helper()
	pooler := os.Getenv(poolerVariable)
	if pooler == "" {
		return address
	}
	u := parse(t, address)
	u.Host = pooler
	return u.String()
}

// past returns the URL of a database without the pooler that it leads through, if any.
func past(t testing.TB, address string) string {
	t.Helper()
	pooler := os.Getenv(poolerVariable)
	if pooler == "" {
		return address
	}
	u := parse(t, address)
	if u.Host != pooler {
		return address
	}
	u.Host = parse(t, os.Getenv(serverVariable)).Host
	return u.String()
}

func parse(t testing.TB, address string) *url.URL {
	t.Helper()
	u, err := url.Parse(address)
	if err != nil {
		t.Fatal("what names the PostgreSQL of tests is not a URL")
	}
	return u
}

// PostgresWith is Postgres with the tables of schema.postgres.sql, or of schema.sql, in the folder flows.
func PostgresWith(t testing.TB, flows string) string {
	t.Helper()
	address := Postgres(t)
	fill(t, address, flows)
	return address
}

// fill runs the migrations of a project or, without these, its schema.
func fill(t testing.TB, address, flows string) {
	t.Helper()
	list, err := migrate.Read(os.DirFS(flows), migrate.Postgres)
	if err == nil && len(list) > 0 {
		_, err = migrate.Up(t.Context(), Open(t, address, ""), migrate.Postgres, list)
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
	run(t, address, string(schema))
}

// Open opens the database of a URL that Chosen returned, past the project and the pooler. The file of an embedded one
// is relative to dir. It is closed when the test has ended.
func Open(t testing.TB, address, dir string) *sql.DB {
	t.Helper()
	driver, source := "pgx", past(t, address)
	if file, ok := strings.CutPrefix(address, "sqlite:"); ok {
		driver, source = "sqlite", filepath.Join(dir, file)
	}
	db, err := sql.Open(driver, source)
	if err != nil {
		t.Fatalf("open the database past the project: %v", err)
	}
	t.Cleanup(func() { db.Close() })
	return db
}
