package database

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"

	rt "github.com/flowc-dev/flowc/runtime"
	"github.com/flowc-dev/flowc/runtime/sqlite"
)

// ErrNoTable is that of a statement about a table that does not exist.
var ErrNoTable = errors.New("the table does not exist")

// DB is the database of a project for another part of the runtime, which keeps something of its own there and runs
// outside of executions. Names of its tables begin with flowc_. It is safe for concurrent use.
type DB struct {
	env    string
	handle *handle  // nil when set-up failed
	known  sync.Map // text → *prepared
}

// Open opens the database whose URL the environment variable env holds, as NewQuery does.
func Open(s *rt.Setup, env string) *DB { return &DB{env: env, handle: open(s, env)} }

// Engine returns the folder of migrations of its engine, as migrate.Postgres; "" where it could not be opened, which
// was reported.
func (d *DB) Engine() string {
	if d.handle == nil {
		return ""
	}
	return d.handle.engine.folder()
}

// Exec runs a statement that returns no rows, and returns how many it affected. Errors are as for Statement.Exec, and
// ErrNoTable.
func (d *DB) Exec(ctx context.Context, text string, args ...any) (affected int64, err error) {
	p := d.prepared(text)
	err = p.runAgain(ctx, args, func(on Session, args []any) (err error) {
		affected, err = on.Exec(ctx, p.text, args)
		return err
	})
	return affected, d.explain(ctx, err)
}

// Query runs a statement that returns rows, and calls read for each. Errors are as for Exec.
func (d *DB) Query(ctx context.Context, read func(scan func(...any) error) error, text string, args ...any) error {
	var broken error
	given := false
	p := d.prepared(text)
	err := p.runAgain(ctx, args, func(on Session, args []any) error {
		if given { // what was read is not read again
			return broken
		}
		rows, err := on.Query(ctx, p.text, args)
		if err != nil {
			return err
		}
		defer rows.Close()
		for rows.Next() {
			given = true
			if err := read(rows.Scan); err != nil {
				return err
			}
		}
		broken = rows.Err()
		return broken
	})
	return d.explain(ctx, err)
}

// runAgain is run for a statement that is a transaction of its own: where another one was in its way it has done
// nothing, and runs again.
func (p *prepared) runAgain(ctx context.Context, args []any, do func(Session, []any) error) error {
	for runs := 0; ; runs++ {
		err := p.run(ctx, args, do)
		refused := postgresError(err)
		if refused == nil || !refused.contends() || runs == mostReruns || !pause(ctx, waitBefore(runs)) {
			return err
		}
	}
}

// prepared is the statement for a text; the texts are constants of who uses the DB.
func (d *DB) prepared(text string) *prepared {
	if known, ok := d.known.Load(text); ok {
		return known.(*prepared)
	}
	known, _ := d.known.LoadOrStore(text, &prepared{env: d.env, text: text, writes: writes(text), handle: d.handle})
	return known.(*prepared)
}

func (d *DB) explain(ctx context.Context, err error) error {
	if err == nil {
		return nil
	}
	if isNoTable(err) {
		return fmt.Errorf("%w: %w", ErrNoTable, err)
	}
	return fmt.Errorf("run SQL on %s: %w", d.env, classify(ctx, err))
}

// isNoTable knows PostgreSQL's undefined_table by its code; SQLite has only a text for it.
func isNoTable(err error) bool {
	if ofPostgres := postgresError(err); ofPostgres != nil {
		return ofPostgres.Code == "42P01"
	}
	return sqlite.Code(err) != 0 && strings.Contains(err.Error(), "no such table")
}
