package storage

import (
	"context"
	"database/sql"
	"fmt"
	"net/url"
	"path/filepath"
	"runtime"
	"strings"

	"modernc.org/sqlite"

	rt "github.com/flowc-dev/flowc/runtime"
)

// table holds a counter, which has a count, or a value, which has JSON, in each row. It is strict, so that a sum that is
// no 64-bit integer is an error and not a float.
const table = `
CREATE TABLE IF NOT EXISTS flowc_storage (
	key     TEXT PRIMARY KEY,
	count   INTEGER,
	value   TEXT,
	expires INTEGER NOT NULL -- milliseconds since 1970
) STRICT, WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS flowc_storage_expires ON flowc_storage (expires);`

// openSQLite opens sqlite:FILE, FILE relative to the folder of app, and makes the table where it is not there.
func openSQLite(app *rt.App, address string) (backend, error) {
	file, err := sqliteFile(address, app.Dir())
	if err != nil {
		return nil, err
	}
	s := &sqliteStore{now: app.Now}
	if s.writer, err = openWriter(file, app.Now); err != nil {
		return nil, err
	}
	s.group = newGroup(s.writer)
	if s.readers, err = sqlitePool(file, max(4, runtime.GOMAXPROCS(0)), "_pragma=query_only(1)"); err != nil {
		s.writer.pool.Close()
		return nil, err
	}
	if s.find, err = s.readers.Prepare(findText); err != nil {
		s.Close()
		return nil, fmt.Errorf("read the file: %w", err)
	}
	return s, nil
}

// sqliteFile is the file of sqlite:FILE; the slashes of sqlite:///FILE do no harm.
func sqliteFile(address, dir string) (string, error) {
	file := strings.TrimPrefix(strings.TrimPrefix(address, "sqlite:"), "//")
	switch {
	case file == "":
		return "", &malformedError{"names no file: write sqlite:storage.db"}
	case file == ":memory:":
		return "", &malformedError{"is in memory: write memory:"}
	case strings.ContainsAny(file, "?#"):
		return "", &malformedError{"has parameters, which sqlite: does not take"}
	case filepath.IsAbs(file):
		return file, nil
	}
	return filepath.Join(dir, file), nil
}

// sqlitePool opens up to size connections that stay open: each has caches of its own. What is committed is on the disk.
func sqlitePool(file string, size int, mode string) (*sql.DB, error) {
	name := "file:" + (&url.URL{Path: filepath.ToSlash(file)}).EscapedPath()
	connector, err := sqlite.NewConnector(fmt.Sprintf("%s?_pragma=busy_timeout(%d)&_pragma=journal_mode(WAL)&"+
		"_pragma=synchronous(FULL)&%s", name, busyTimeout, mode))
	if err != nil {
		return nil, fmt.Errorf("configure SQLite: %w", err)
	}
	pool := sql.OpenDB(connector)
	pool.SetMaxOpenConns(size)
	pool.SetMaxIdleConns(size)
	return pool, nil
}

// setUp makes the table. Being immediate, the transaction waits for another process that does so too.
func setUp(pool *sql.DB) error {
	ctx := context.Background()
	return patiently(ctx, func() error {
		tx, err := pool.BeginTx(ctx, nil)
		if err != nil {
			return fmt.Errorf("open the file: %w", err)
		}
		defer tx.Rollback() // does nothing once committed
		if _, err := tx.Exec(table); err != nil {
			return fmt.Errorf("make the table of Local Storage: %w", err)
		}
		return tx.Commit()
	})
}
