// Package sqlite types SQL queries against schema.sql, by preparing them in an in-memory SQLite database.
//
// Packages gen and cmd/flowc may import it; it imports schema/types and schema/diag.
package sqlite

import (
	"context"
	"database/sql"
	"fmt"
	"sync"
	"time"

	_ "modernc.org/sqlite" // the driver "sqlite"

	"github.com/flowc-dev/flowc/schema/diag"
)

// schemaTimeout ends a schema.sql that does not end by itself: its INSERTs run too.
const schemaTimeout = 5 * time.Second

// Checker prepares queries against one schema. Its methods may be called concurrently.
type Checker struct {
	mu      sync.Mutex
	db      *sql.DB
	conn    *sql.Conn
	catalog catalog // nil without a schema
	results map[Query]Result
	refused map[Refused]bool

	most time.Duration // that running the schema may take

	schema schema // that it was opened for
	kept   *Kept  // where Close leaves it; nil where it ends it
}

// Open runs a schema in a new in-memory database. A nil file means that there is none: then every column is
// any, and queries are checked for their syntax only. The Checker is usable whatever problems the schema has;
// a statement that fails is left out of it.
func Open(schemaSQL *diag.File) (*Checker, diag.List) { return open(schemaSQL, schemaTimeout) }

func open(schemaSQL *diag.File, most time.Duration) (*Checker, diag.List) {
	c := &Checker{results: map[Query]Result{}, refused: map[Refused]bool{}, most: most}
	ctx, cancel := context.WithTimeout(context.Background(), most)
	defer cancel()
	if err := c.connect(ctx); err != nil {
		return c, ownFailure(schemaSQL, err)
	}
	if schemaSQL == nil {
		return c, nil
	}
	problems := c.runSchema(ctx, schemaSQL)
	cat, err := loadCatalog(context.Background(), c.conn)
	if err != nil {
		problems.Add(ownFailure(schemaSQL, err)...)
	}
	c.catalog = cat
	return c, problems
}

// connect opens the database. Its single connection is its life: another one would see an empty database.
// With _dqs=0 a "name" that does not exist is a mistake, as in PostgreSQL, and not a text.
func (c *Checker) connect(ctx context.Context) (err error) {
	if c.db, err = sql.Open("sqlite", "file::memory:?_dqs=0"); err != nil {
		return fmt.Errorf("opening an in-memory database: %w", err)
	}
	if c.conn, err = c.db.Conn(ctx); err != nil {
		return fmt.Errorf("connecting to an in-memory database: %w", err)
	}
	return nil
}

// ownFailure reports what is no mistake of the user's, as the schema's problem: without it nothing is typed.
func ownFailure(file *diag.File, err error) diag.List {
	return diag.List{{Code: diag.FC209, Message: err.Error(), File: file}}
}

// Close frees the database, or leaves it to who opens one of the same schema next.
func (c *Checker) Close() error {
	if c.kept != nil {
		if c = c.kept.giveBack(c); c == nil {
			return nil
		}
	}
	return c.end()
}

func (c *Checker) end() error {
	if c.conn == nil {
		return nil
	}
	if err := c.conn.Close(); err != nil {
		return fmt.Errorf("closing the connection to the schema: %w", err)
	}
	if err := c.db.Close(); err != nil {
		return fmt.Errorf("closing the database of the schema: %w", err)
	}
	return nil
}

// Prepare types a query, or says what is wrong with it. Nothing is executed. The result of a text is kept.
func (c *Checker) Prepare(q Query) Result {
	c.mu.Lock()
	defer c.mu.Unlock()
	r, ok := c.results[q]
	if !ok {
		r = c.check(q)
		c.results[q] = r
	}
	return r
}
