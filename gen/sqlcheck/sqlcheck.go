// Package sqlcheck types SQL queries against schema.sql, by preparing them in an in-memory SQLite database.
//
// Packages gen and cmd/flowc may import it; it imports schema/types and schema/diag.
package sqlcheck

import (
	"context"
	"database/sql"
	"fmt"
	"sync"
	"time"

	_ "modernc.org/sqlite" // the driver "sqlite"

	"github.com/flowc-dev/flowc/schema/diag"
	"github.com/flowc-dev/flowc/schema/types"
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

// Query is one SQL statement in which every placeholder is already a parameter.
type Query struct {
	Text    string // with $1, $2 and so on, each once and in this order
	Params  int    // how many there are
	Dialect string // "any" or "sqlite"; "postgres" is not prepared
}

// Result is what is known about a query. Its slices are shared by all who asked: do not change them.
type Result struct {
	Columns     []Column     // in order; nil where no row is returned or the query does not prepare
	Partial     bool         // there may be columns besides Columns, whose names can't be known without a schema
	Params      []types.Type // of $1 to $n: always null-able, any where no column determines it
	ReturnsRows bool
	Writes      bool      // it is, or contains, an INSERT, UPDATE, DELETE or REPLACE
	Repeats     bool      // running it twice changes more than running it once
	OneRow      bool      // it always returns exactly one row
	Tables      []Table   // that it reads or changes, each once, in the order of the text
	Problems    []Problem // in the order of the text
}

// Column is one column of a result.
type Column struct {
	Name string
	Type types.Type
}

// Table is a table or view that a query names: templates.Table, which this package may not know, as that may not know
// this one.
type Table struct {
	Name   string
	Writes bool // the query changes it
}

// Problem is a mistake in Query.Text (FC209); its place is all of it where it is not known better.
type Problem = diag.Problem

// problem is one at a place of a query.
func problem(start, end int, message, hint string) Problem {
	return Problem{Code: diag.FC209, Start: start, End: end, Message: message, Hint: hint}
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
