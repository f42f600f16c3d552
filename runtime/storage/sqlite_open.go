package storage

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"runtime"

	rt "github.com/flowc-dev/flowc/runtime"
	"github.com/flowc-dev/flowc/runtime/sqlite"
	"github.com/flowc-dev/flowc/runtime/storage/backend"
)

// table holds a counter, which has a count, or a value, which has JSON, in each row. It is strict, so that a sum that
// is no 64-bit integer is an error and not a float.
const table = `
CREATE TABLE IF NOT EXISTS flowc_storage (
	key     TEXT PRIMARY KEY,
	count   INTEGER,
	value   TEXT,
	expires INTEGER NOT NULL -- milliseconds since 1970
) STRICT, WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS flowc_storage_expires ON flowc_storage (expires);`

// openSQLite opens sqlite:FILE, FILE relative to the folder of app, and neither reads nor makes the file yet.
func openSQLite(app *rt.App, address string) (backend.Store, error) {
	file, err := sqliteFile(address, app.Dir())
	if err != nil {
		return nil, err
	}
	s := &sqliteStore{file: file, now: app.Now}
	if s.writer, err = openWriter(file, app.Now); err != nil {
		return nil, err
	}
	s.group = newGroup(s.writer)
	if s.readers, err = sqlitePool(file, max(4, runtime.GOMAXPROCS(0)), "_pragma=query_only(1)"); err != nil {
		s.writer.pool.Close()
		return nil, err
	}
	return s, nil
}

// equip implements equipper.
func (s *sqliteStore) equip() error {
	err := setUp(s.writer.pool)
	if err == nil {
		err = s.writer.prepare()
	}
	if err != nil {
		return err
	}
	if s.find, err = s.readers.Prepare(findText); err != nil {
		return fmt.Errorf("read the file: %w", err)
	}
	return nil
}

// sqliteFile is the file of sqlite:FILE; memory has a form of its own.
func sqliteFile(address, dir string) (string, error) {
	file, err := sqlite.File(address, dir)
	var malformed *sqlite.AddressError
	switch {
	case errors.As(err, &malformed):
		return "", &backend.MalformedError{What: malformed.What}
	case file == sqlite.Memory:
		return "", &backend.MalformedError{What: "is in memory: write memory:"}
	}
	return file, err
}

// sqlitePool opens up to size connections to a file. What is committed is on the disk.
func sqlitePool(file string, size int, mode string) (*sql.DB, error) {
	return sqlite.Pool(file, size, "_pragma=synchronous(FULL)", mode)
}

// setUp makes the table. Being immediate, the transaction waits for another process that does so too.
func setUp(pool *sql.DB) error {
	ctx := context.Background()
	return sqlite.Patiently(ctx, func() error {
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
