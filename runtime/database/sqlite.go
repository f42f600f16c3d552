package database

import (
	"context"
	"database/sql"
	"fmt"
	"runtime"
	"strings"
	"time"

	rt "github.com/flowc-dev/flowc/runtime"
	"github.com/flowc-dev/flowc/runtime/migrate"
	"github.com/flowc-dev/flowc/runtime/sqlite"
)

// setUpTimeout bounds the creation of a new database's tables.
const setUpTimeout = time.Minute

type sqliteEngine struct{}

func (sqliteEngine) singles() bool { return false }

func (sqliteEngine) unready(*PostgresError) bool { return false }

func (sqliteEngine) patiently(ctx context.Context, run func() error) error {
	return sqlite.Patiently(ctx, run)
}

func (sqliteEngine) hasTable() string {
	return `SELECT count(*) > 0 FROM sqlite_schema WHERE lower(name) = $1 AND type IN ('table', 'view')`
}

// refused is always so: there is nobody between us and the file.
func (sqliteEngine) refused(error) bool { return true }

func (sqliteEngine) schemaFile() string { return "schema.sql" }

// openSQLite opens sqlite:FILE, FILE relative to dir, and reads nothing of it yet. One connection writes:
// SQLite allows one writer at a time, and waiting in line is better than failing with busy. Readers do not wait for it.
func openSQLite(address, dir string) (*handle, error) {
	file, err := sqlite.File(address, dir)
	if err != nil {
		return nil, err
	}
	writer, err := openSQLitePool(file, 1, "_txlock=immediate")
	if err != nil {
		return nil, err
	}
	h := &handle{engine: sqliteEngine{}, writer: writer, readers: writer}
	if file == sqlite.Memory {
		return h, nil // each connection would have a database of its own
	}
	h.file = file
	readers, err := openSQLitePool(file, max(4, runtime.GOMAXPROCS(0)), "_pragma=query_only(1)")
	if err != nil {
		writer.Close()
		return nil, err
	}
	h.readers = readers
	return h, nil
}

// equip brings the tables to what migrations say or, without these, gives an empty database the schema. A file that
// can't be written to is found out either way.
func (e sqliteEngine) equip(h *handle, list []migrate.Migration, s *rt.Setup) error {
	if len(list) == 0 {
		return h.writer.SQL(func(db *sql.DB) error { return setUp(db, s.SchemaSQL()) })
	}
	return e.migrate(h.writer, list, s)
}

func (sqliteEngine) folder() string { return migrate.SQLite }

// readOnly is never so: a file that can't be written to is found out by a write.
func (sqliteEngine) readOnly(ctx context.Context, h *handle) (bool, error) {
	return false, h.readers.SQL(func(db *sql.DB) error { return db.PingContext(ctx) })
}

func (sqliteEngine) unwritable(err error) bool { return sqlite.Unwritable(err) }

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
