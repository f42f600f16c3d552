package postgres

import (
	"fmt"

	"github.com/jackc/pgx/v5"
)

// cursor is a database.Cursor over the rows of pgx, of which it reads the raw values: how these become values is up to flowc, and
// not to the types that a pool has registered.
type cursor struct {
	rows    pgx.Rows
	columns []column
	read    bool // the first row, before it was asked for
	more    bool // there is one
	in      *tx  // which is busy until Close, nil outside of transactions
}

// newCursor reads the first row: before that, a connection may not know the columns.
func newCursor(rows pgx.Rows) (*cursor, error) {
	c := &cursor{rows: rows, read: true, more: rows.Next()}
	if err := rows.Err(); err != nil {
		return nil, err
	}
	fields := rows.FieldDescriptions()
	c.columns = make([]column, len(fields))
	for i, field := range fields {
		c.columns[i] = newColumn(field)
	}
	return c, nil
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
	if len(targets) != len(c.columns) {
		return fmt.Errorf("sql: expected %d destination arguments in Scan, not %d", len(c.columns), len(targets))
	}
	values := c.rows.RawValues()
	for i := range c.columns {
		if err := c.columns[i].scan(values[i], targets[i]); err != nil {
			return fmt.Errorf("sql: Scan error on column index %d, name %q: %w", i, c.columns[i].name, err)
		}
	}
	return nil
}

// Columns implements database.Cursor.
func (c *cursor) Columns() ([]string, error) {
	names := make([]string, len(c.columns))
	for i := range c.columns {
		names[i] = c.columns[i].name
	}
	return names, nil
}

// Types implements database.Cursor. What flowc's own types do not have is "".
func (c *cursor) Types() ([]string, error) {
	names := make([]string, len(c.columns))
	for i := range c.columns {
		names[i] = typeNames[c.columns[i].oid]
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
