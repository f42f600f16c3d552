package postgres

import (
	"fmt"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
)

// cursor is a database.Cursor over the rows of pgx, of which it reads the raw values: how these become values is up to
// flowc, and not to the types that a pool has registered.
type cursor struct {
	rows   pgx.Rows
	fields []pgconn.FieldDescription // of the connection: they hold until Close
	read   bool                      // the first row, before it was asked for
	more   bool                      // there is one
	in     *tx                       // which is busy until Close, nil outside of transactions
}

// newCursor reads the first row: before that, a connection may not know the columns.
func newCursor(rows pgx.Rows) (cursor, error) {
	more := rows.Next()
	return cursor{rows: rows, fields: rows.FieldDescriptions(), read: true, more: more}, rows.Err()
}

// Next implements database.Cursor.
func (c *cursor) Next() bool {
	if c.read {
		c.read = false
		return c.more
	}
	return c.rows.Next()
}

// Scan implements database.Cursor. Its errors are those of database/sql.
func (c *cursor) Scan(targets ...any) error {
	if len(targets) != len(c.fields) {
		return fmt.Errorf("sql: expected %d destination arguments in Scan, not %d", len(c.fields), len(targets))
	}
	values := c.rows.RawValues()
	for i := range c.fields {
		if err := (column{&c.fields[i]}).scan(values[i], targets[i]); err != nil {
			return fmt.Errorf("sql: Scan error on column index %d, name %q: %w", i, c.fields[i].Name, err)
		}
	}
	return nil
}

// Columns implements database.Cursor.
func (c *cursor) Columns() ([]string, error) {
	names := make([]string, len(c.fields))
	for i := range c.fields {
		names[i] = c.fields[i].Name
	}
	return names, nil
}

// Types implements database.Cursor. What flowc's own types do not have is "".
func (c *cursor) Types() ([]string, error) {
	names := make([]string, len(c.fields))
	for i := range c.fields {
		names[i] = typeNames[c.fields[i].DataTypeOID]
	}
	return names, nil
}

// Err implements database.Cursor.
func (c *cursor) Err() error { return c.rows.Err() }

// Close implements database.Cursor.
func (c *cursor) Close() error {
	c.rows.Close()
	if c.in != nil {
		c.in.busy.Unlock()
		c.in = nil
	}
	return c.rows.Err()
}
