package database

import (
	"context"
	"database/sql"
	"fmt"
	"net/url"
	"path/filepath"
	"runtime"
	"strings"
	"time"

	"modernc.org/sqlite"
)

// busyTimeout is how long SQLite waits for another process that writes, in milliseconds. It does not look at the
// context meanwhile, so it is short, and patiently tries again.
const busyTimeout = 100

// patience is how long a statement waits for another process that writes, while its context allows.
const patience = 5 * time.Second

// setUpTimeout bounds the creation of a new database's tables.
const setUpTimeout = time.Minute

type sqliteEngine struct{}

func (sqliteEngine) prepares() bool { return true }

// patiently runs again what another process kept from running: a statement that finds the file locked has done nothing.
func (sqliteEngine) patiently(ctx context.Context, run func() error) error {
	began := time.Now()
	for {
		err := run()
		if !isBusy(err) || ctx.Err() != nil || time.Since(began) > patience {
			return err
		}
	}
}

// openSQLite opens sqlite:FILE, FILE relative to dir, and gives an empty database the schema. One connection writes:
// SQLite allows one writer at a time, and waiting in line is better than failing with busy. Readers do not wait for it.
func openSQLite(address, dir, schema string) (*handle, error) {
	file, err := sqliteFile(address, dir)
	if err != nil {
		return nil, err
	}
	writer, err := sqlitePool(file, 1, "_txlock=immediate")
	if err != nil {
		return nil, err
	}
	h := &handle{engine: sqliteEngine{}, writer: writer, readers: writer}
	if err := setUp(writer, schema); err != nil {
		writer.Close()
		return nil, err
	}
	if file == inMemory {
		return h, nil // each connection would have a database of its own
	}
	if h.readers, err = sqlitePool(file, max(4, runtime.GOMAXPROCS(0)), "_pragma=query_only(1)"); err != nil {
		writer.Close()
		return nil, err
	}
	return h, nil
}

const inMemory = ":memory:"

// sqliteFile is the file of sqlite:FILE; the slashes of sqlite:///FILE do no harm.
func sqliteFile(address, dir string) (string, error) {
	file := strings.TrimPrefix(strings.TrimPrefix(address, "sqlite:"), "//")
	switch {
	case file == "":
		return "", &malformedError{"names no file: write sqlite:flows.db"}
	case strings.ContainsAny(file, "?#"):
		return "", &malformedError{"has parameters, which sqlite: does not take"}
	case file == inMemory || filepath.IsAbs(file):
		return file, nil
	}
	return filepath.Join(dir, file), nil
}

// sqlitePool opens up to size connections that stay open: each has caches of its own.
func sqlitePool(file string, size int, mode string) (*sql.DB, error) {
	name := inMemory
	if file != inMemory {
		name = "file:" + (&url.URL{Path: filepath.ToSlash(file)}).EscapedPath()
	}
	connector, err := sqlite.NewConnector(fmt.Sprintf("%s?_pragma=busy_timeout(%d)&_pragma=journal_mode(WAL)&"+
		"_pragma=synchronous(NORMAL)&_pragma=foreign_keys(1)&%s", name, busyTimeout, mode))
	if err != nil {
		return nil, fmt.Errorf("configure SQLite: %w", err)
	}
	pool := sql.OpenDB(connector)
	pool.SetMaxOpenConns(size)
	pool.SetMaxIdleConns(size)
	return pool, nil
}

// countTables counts the tables, but for those of the runtime's own: they may be there before the project's are.
const countTables = `SELECT count(*) FROM sqlite_schema WHERE tbl_name NOT LIKE 'flowc\_%' ESCAPE '\'`

// setUp runs schema on a database without tables, all of it or none. Being immediate, the transaction sees what
// another process that starts at the same time has set up.
func setUp(writer *sql.DB, schema string) error {
	ctx, cancel := context.WithTimeout(context.Background(), setUpTimeout)
	defer cancel()
	var tx *sql.Tx
	err := sqliteEngine{}.patiently(ctx, func() (err error) {
		tx, err = writer.BeginTx(ctx, nil)
		return err
	})
	if err != nil {
		return fmt.Errorf("open the file: %w", err)
	}
	defer tx.Rollback() // does nothing once committed
	var objects int
	if err := tx.QueryRowContext(ctx, countTables).Scan(&objects); err != nil {
		return fmt.Errorf("read the file: %w", err)
	}
	if objects > 0 || strings.TrimSpace(schema) == "" {
		return nil
	}
	if _, err := tx.ExecContext(ctx, schema); err != nil {
		return fmt.Errorf("set up an empty database from schema.sql: %w", err)
	}
	if err := tx.Commit(); err != nil {
		return fmt.Errorf("set up an empty database from schema.sql: %w", err)
	}
	return nil
}
