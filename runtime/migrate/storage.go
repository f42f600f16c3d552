package migrate

import (
	"context"
	"database/sql"
	"fmt"
)

// StorageTable is the SQL that makes the table of Local Storage in a PostgreSQL database, where it is not there. A row
// holds a counter, which has a count, a value, which has JSON, or the time at which a rate limit is at rest. Keys are
// bytes, which no collation sorts and no encoding refuses.
const StorageTable = `CREATE TABLE IF NOT EXISTS flowc_storage (
	key     BYTEA PRIMARY KEY,
	count   BIGINT,
	value   TEXT,
	expires TIMESTAMPTZ NOT NULL
);
CREATE INDEX IF NOT EXISTS flowc_storage_expires ON flowc_storage (expires);
`

// hasStorageTable goes by no search path, as Local Storage takes the table of any schema.
const hasStorageTable = `
SELECT EXISTS (SELECT FROM pg_catalog.pg_class WHERE relname = 'flowc_storage' AND relkind IN ('r', 'p') AND relpersistence <> 't')`

// UpStorage makes the table of Local Storage in a PostgreSQL database, unless it is there. Two that begin at one time
// make it once.
func UpStorage(ctx context.Context, db *sql.DB) (made bool, err error) {
	conn, err := connect(ctx, db)
	if err != nil {
		return false, err
	}
	defer conn.Close()
	unlock, err := lock(ctx, conn)
	if err != nil {
		return false, err
	}
	defer unlock()
	var there bool
	if err := conn.QueryRowContext(ctx, hasStorageTable).Scan(&there); err != nil || there {
		return false, err
	}
	if _, err := conn.ExecContext(ctx, StorageTable); err != nil {
		return false, fmt.Errorf("making the table of Local Storage: %w", err)
	}
	return true, nil
}
