package migrate_test

import (
	"database/sql"
	"errors"
	"io/fs"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/fstest"
	"time"

	_ "github.com/jackc/pgx/v5/stdlib" // the driver "pgx"
	_ "modernc.org/sqlite"             // the driver "sqlite"

	"github.com/flowc-dev/flowc/runtime/database/dbtest"
	"github.com/flowc-dev/flowc/runtime/migrate"
)

// wal has SQLite open a file as a service does, and wait longer.
const wal = "?_txlock=immediate&_pragma=busy_timeout(20000)&_pragma=journal_mode(WAL)"

// engines runs a test on both.
func engines(t *testing.T, run func(t *testing.T, engine string, db *sql.DB)) {
	t.Run("sqlite", func(t *testing.T) {
		run(t, migrate.SQLite, opened(t, "sqlite", "file:"+filepath.ToSlash(filepath.Join(t.TempDir(), "test.db"))+wal))
	})
	t.Run("postgres", func(t *testing.T) { run(t, migrate.Postgres, opened(t, "pgx", dbtest.Postgres(t))) })
}

func opened(t *testing.T, driver, source string) *sql.DB {
	t.Helper()
	db, err := sql.Open(driver, source)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	return db
}

// read reads files that are given by name.
func read(t *testing.T, files map[string]string) []migrate.Migration {
	t.Helper()
	all := fstest.MapFS{}
	for name, text := range files {
		all["migrations/"+name] = &fstest.MapFile{Data: []byte(text)}
	}
	list, err := migrate.Read(all, "migrations")
	if err != nil {
		t.Fatal(err)
	}
	return list
}

const (
	first  = "-- +goose Up\nCREATE TABLE a (id INTEGER PRIMARY KEY);\nINSERT INTO a VALUES (1);\n-- +goose Down\nDROP TABLE a;\n"
	second = "-- +goose Up\nALTER TABLE a ADD COLUMN name TEXT;\nUPDATE a SET name = 'x';\n"
	broken = "-- +goose Up\nINSERT INTO a (id) VALUES (2);\nINSERT INTO nowhere VALUES (1);\n"
)

func TestUp(t *testing.T) {
	engines(t, func(t *testing.T, engine string, db *sql.DB) {
		up := func(files map[string]string) (names string, err error) {
			ran, err := migrate.Up(t.Context(), db, engine, read(t, files))
			for _, m := range ran {
				names += m.Name + " "
			}
			return names, err
		}
		files := map[string]string{"1_first.sql": first}
		if ran, err := up(files); ran != "1_first.sql " || err != nil {
			t.Fatalf("at first it runs %q, %v", ran, err)
		}
		if ran, err := up(files); ran != "" || err != nil {
			t.Errorf("again it runs %q, %v", ran, err)
		}
		files["00002_second.sql"], files["10_broken.sql"] = second, broken
		if ran, err := up(files); ran != "00002_second.sql " || err == nil || !strings.HasPrefix(err.Error(), "10_broken.sql: ") {
			t.Errorf("with a broken one it runs %q, %v", ran, err)
		}
		var n int
		if err := db.QueryRowContext(t.Context(), "SELECT count(*) FROM a WHERE name = 'x' OR id = 2").Scan(&n); err != nil || n != 1 {
			t.Errorf("%d rows, %v: a half of what is broken was kept", n, err)
		}
		delete(files, "10_broken.sql")
		files["1_first.sql"] = strings.Replace(first, "VALUES (1)", "VALUES (3)", 1)
		if ran, err := up(files); ran != "" || err == nil || !strings.Contains(err.Error(), "1_first.sql was changed") {
			t.Errorf("with a changed one it runs %q, %v", ran, err)
		}
		files["1_first.sql"] = strings.ReplaceAll(strings.Replace(first, "DROP TABLE a", "-- nothing", 1), "\n", "\r\n")
		if ran, err := up(files); ran != "" || err != nil {
			t.Errorf("with another Down and other line breaks it runs %q, %v", ran, err)
		}
		states, err := migrate.Status(t.Context(), db, engine, read(t, map[string]string{"2_second.sql": first, "3_more.sql": second}))
		var got []string
		for _, s := range states {
			got = append(got, s.Name+map[bool]string{true: " applied"}[s.Applied]+map[bool]string{true: " changed"}[s.Changed]+map[bool]string{true: " gone"}[s.Gone])
		}
		if want := "1_first.sql applied gone, 2_second.sql applied changed, 3_more.sql"; err != nil || strings.Join(got, ", ") != want {
			t.Errorf("the state is %v, %v, want %s", got, err, want)
		}
	})
}

// TestTogether wants migrations to run once, however many begin at one time.
func TestTogether(t *testing.T) {
	engines(t, func(t *testing.T, engine string, db *sql.DB) {
		list := read(t, map[string]string{"1_first.sql": first, "2_second.sql": second})
		var ran atomic.Int64
		var all sync.WaitGroup
		for range 4 {
			all.Go(func() {
				some, err := migrate.Up(t.Context(), db, engine, list)
				if err != nil {
					t.Error(err)
				}
				ran.Add(int64(len(some)))
			})
		}
		all.Wait()
		if ran.Load() != 2 {
			t.Errorf("%d were run, want 2", ran.Load())
		}
	})
}

// TestBehindAnother begins on a new file that another process writes to: SQLite can't make it one of WAL mode meanwhile, and says so at
// once, whatever busy_timeout is.
func TestBehindAnother(t *testing.T) {
	list := read(t, map[string]string{"1_first.sql": first})
	for name, begin := range map[string]func(db *sql.DB) error{
		"status":   func(db *sql.DB) error { _, err := migrate.Status(t.Context(), db, migrate.SQLite, list); return err },
		"up":       func(db *sql.DB) error { _, err := migrate.Up(t.Context(), db, migrate.SQLite, list); return err },
		"baseline": func(db *sql.DB) error { return migrate.Baseline(t.Context(), db, migrate.SQLite, list) },
	} {
		t.Run(name, func(t *testing.T) {
			file := "file:" + filepath.ToSlash(filepath.Join(t.TempDir(), "test.db"))
			other, err := opened(t, "sqlite", file+"?_txlock=immediate").Begin()
			if err != nil {
				t.Fatal(err)
			}
			time.AfterFunc(50*time.Millisecond, func() { _ = other.Rollback() })
			if err := begin(opened(t, "sqlite", file+wal)); err != nil {
				t.Error(err)
			}
		})
	}
}

// TestAlone runs what PostgreSQL does in no transaction, while another one waits for its turn.
func TestAlone(t *testing.T) {
	db := opened(t, "pgx", dbtest.Postgres(t))
	list := read(t, map[string]string{
		"1_first.sql": first,
		"2_index.sql": "-- +goose NO TRANSACTION\n-- +goose Up\nCREATE INDEX CONCURRENTLY a_id ON a (id); -- once\n-- +goose StatementBegin\nDO $$ BEGIN\n  PERFORM 1;\nEND $$;\n-- +goose StatementEnd\nCREATE INDEX CONCURRENTLY a_id2 ON a (id);\n",
	})
	var all sync.WaitGroup
	for range 3 {
		all.Go(func() {
			if _, err := migrate.Up(t.Context(), db, migrate.Postgres, list); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	var n int
	if err := db.QueryRowContext(t.Context(), "SELECT count(*) FROM pg_indexes WHERE tablename = 'a'").Scan(&n); err != nil || n != 3 {
		t.Errorf("%d indexes, %v", n, err)
	}
}

func TestParse(t *testing.T) {
	m, err := migrate.Parse("00012_more-things.sql", "-- what for\n-- +goose Up\nSELECT 1;\n-- +goose Down\nSELECT 2;\n")
	if err != nil || m.Version != 12 || strings.TrimSpace(m.Up) != "SELECT 1;" || strings.Index(m.Up, "SELECT") != 25 || len(m.Up) != 60 {
		t.Errorf("read as %+v (%d), %v", m, len(m.Up), err)
	}
	marked, err := migrate.Parse("1_marked.sql", "\ufeff-- +goose Up\r\nSELECT 1;\r\n")
	if err != nil || strings.TrimSpace(marked.Up) != "SELECT 1;" || strings.Index(marked.Up, "SELECT") != 16 {
		t.Errorf("of a file with a byte-order mark: %+v, %v", marked, err)
	}
	for _, c := range []struct{ name, text, want, at string }{
		{"begin.sql", "-- +goose Up\n", "its name has to begin", ""},
		{"1_wide.sql", "\xff\xfe-\x00-\x00", "it is no text in UTF-8", ""},
		{"1_wide.sql", "-\x00-\x00", "it is no text in UTF-8", ""},
		{"1_a.sql", "CREATE TABLE a (id int)", "-- +goose Up", ""},
		{"1_a.sql", "-- +goose Down\n-- +goose Up\n", "-- +goose Up", "-- +goose Down"},
		{"1_a.sql", "-- +goose Up\n-- +goose ENVSUB ON\n", "ENVSUB ON is not known", "ENVSUB ON"},
	} {
		_, err := migrate.Parse(c.name, c.text)
		var wrong *migrate.FileError
		if !errors.As(err, &wrong) || !strings.HasPrefix(err.Error(), c.name+": ") || !strings.Contains(err.Error(), c.want) || c.text[wrong.Start:wrong.End] != c.at {
			t.Errorf("%s, %q: %v (%+v), want %q at %q", c.name, c.text, err, wrong, c.want, c.at)
		}
	}
	twice := fstest.MapFS{"m/1_a.sql": {Data: []byte(first)}, "m/01_b.sql": {Data: []byte(first)}}
	hidden := fstest.MapFS{"m/1_a.sql": {Data: []byte(first)}, "m/.#1_a.sql": {Data: []byte("ann@desk")}}
	if list, err := migrate.Read(hidden, "m"); err != nil || len(list) != 1 {
		t.Errorf("beside what an editor keeps: %d, %v", len(list), err)
	}
	pipe := fstest.MapFS{"m/1_a.sql": {Mode: fs.ModeNamedPipe}}
	if _, err := migrate.Read(pipe, "m"); err == nil || !strings.Contains(err.Error(), "m/1_a.sql is no plain file") {
		t.Errorf("of a pipe: %v", err)
	}
	if _, err := migrate.Read(twice, "m"); err == nil || err.Error() != "m/1_a.sql: 01_b.sql and 1_a.sql have one number" {
		t.Errorf("of two with one number: %v", err)
	}
}

// TestBaseline takes over a database whose tables were made otherwise: nothing of it is run, and the next migration is.
func TestBaseline(t *testing.T) {
	engines(t, func(t *testing.T, engine string, db *sql.DB) {
		if _, err := db.ExecContext(t.Context(), "CREATE TABLE a (id INTEGER PRIMARY KEY)"); err != nil {
			t.Fatal(err)
		}
		list := read(t, map[string]string{"1_first.sql": first, "2_second.sql": second})
		if ran, err := migrate.Up(t.Context(), db, engine, list); len(ran) != 0 || err == nil || !strings.Contains(err.Error(), "flowc migrate baseline") {
			t.Errorf("run are %d, %v", len(ran), err)
		}
		if err := migrate.Baseline(t.Context(), db, engine, list[:1]); err != nil {
			t.Fatal(err)
		}
		if ran, err := migrate.Up(t.Context(), db, engine, list); len(ran) != 1 || err != nil {
			t.Errorf("run are %d, %v", len(ran), err)
		}
		var n int
		if err := db.QueryRowContext(t.Context(), "SELECT count(*) FROM a").Scan(&n); err != nil || n != 0 {
			t.Errorf("%d rows, %v: the first was run", n, err)
		}
		if err := migrate.Baseline(t.Context(), db, engine, list); err == nil || !strings.Contains(err.Error(), "2 migrations were run on this database before") {
			t.Errorf("again: %v", err)
		}
	})
}
