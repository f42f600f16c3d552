package sqlite

import (
	"context"
	"database/sql"
	"fmt"
	"strings"
)

// Refused is a value, as it is written in a statement, that a column is to get which a CHECK asks about, and no other
// column.
type Refused struct {
	Table, Column, Type string
	Check               string // with its parentheses
	Value               string
}

// Refuses reports whether the CHECK refuses the value: SQLite tries it, in a database of its own. What can't be tried
// is not refused. The answer is kept.
func (c *Checker) Refuses(r Refused) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	refused, known := c.refused[r]
	if !known {
		ctx, cancel := context.WithTimeout(context.Background(), schemaTimeout)
		defer cancel()
		refused = r.refused(ctx)
		c.refused[r] = refused
	}
	return refused
}

func (r Refused) refused(ctx context.Context) bool {
	db, err := sql.Open("sqlite", "file::memory:?_dqs=0")
	if err != nil {
		return false
	}
	defer db.Close()
	db.SetMaxOpenConns(1)
	if _, err := db.ExecContext(ctx, fmt.Sprintf("CREATE TABLE %s (%s %s CHECK %s)", quoted(r.Table), quoted(r.Column), r.Type, r.Check)); err != nil {
		return false
	}
	_, err = db.ExecContext(ctx, fmt.Sprintf("INSERT INTO %s VALUES (%s)", quoted(r.Table), r.Value))
	return err != nil && strings.Contains(err.Error(), "CHECK constraint failed")
}

func quoted(name string) string { return `"` + strings.ReplaceAll(name, `"`, `""`) + `"` }
