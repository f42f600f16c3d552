// Package database runs the SQL of workflows, on the embedded SQLite or on PostgreSQL.
//
// Generated code imports it, for SQL nodes; nothing else does.
package database

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync/atomic"

	rt "github.com/flowc-dev/flowc/runtime"
)

// Query is a statement that returns rows, each read into a T: a struct with one exported field a column, in the order
// of the columns. It is safe for concurrent use.
//
// A field is a string, int64, float64, bool, []byte, time.Time (in UTC), a pointer to one of them where the column may
// be NULL, an rt.Value, or a list of these. What is read into a field with a flowc tag is masked in the execution's log
// records.
type Query[T any] struct {
	prepared *prepared
	shape    shape[T]
	usual    atomic.Int64 // how many rows the last list had, for the memory of the next one
}

// Rows is the result of a Query with many rows.
type Rows[T any] struct {
	Rows  []T   `json:"rows"` // never nil
	Count int64 `json:"count"`
}

// NewQuery prepares to run text, one statement with parameters $1, $2 and so on, on the database whose URL the
// environment variable env holds. A URL that is missing or malformed, or an embedded database that cannot be opened, is
// reported to s. A T that no row can be read into is a bug of the generator, and panics.
func NewQuery[T any](s *rt.Setup, env, text string, options ...Option) *Query[T] {
	return &Query[T]{prepared: prepare(s, env, text, options), shape: newShape[T]()}
}

// Columns has a query know the columns of T by name, one a field: it gives more of them where a table has got more.
func Columns(names ...string) Option { return func(p *prepared) { p.names = names } }

// One returns the first row, or found false and the zero row when there is none. Parameters are as for Statement.Exec.
func (q *Query[T]) One(x *rt.Exec, args ...any) (row T, found bool, err error) {
	q.prepared.show(x, args)
	err = q.prepared.query(x, args, func(rows Cursor) error {
		var none T
		if row, found = none, rows.Next(); !found {
			return nil
		}
		targets, err := q.targets(&row, rows)
		if err != nil {
			return err
		}
		if err := rows.Scan(targets...); err != nil {
			return err
		}
		if x.Debug() {
			x.Values(q.shape.shown(&row, q.columns(rows)))
		}
		if q.prepared.writes {
			readOut(rows)
		}
		return nil
	})
	if err != nil {
		var none T
		return none, false, err
	}
	q.shape.saw(x, &row)
	if !found {
		x.LogOutput("notFound")
	}
	return row, found, nil
}

// readOut reads the rows that are not wanted: SQLite checkpoints only after a change whose rows were read to their end.
func readOut(rows Cursor) {
	for rows.Next() {
	}
}

// maxShown is how much of a statement an error shows, in bytes.
const maxShown = 300

// shortened returns a statement in one line, the beginning of a long one.
func shortened(statement string) string {
	text := strings.Join(strings.Fields(statement), " ")
	if len(text) > maxShown {
		text = strings.ToValidUTF8(text[:maxShown], "") + "…"
	}
	return text
}

// mostUsual is for how many rows a list has memory before the first is read.
const mostUsual = 128

// MaxRows bounds how many rows Many returns.
func MaxRows(n int64) Option { return func(p *prepared) { p.most = n } }

// Many returns all rows. More of them than MaxRows is an error: a cut list would look like a whole one. What a
// statement has changed whose rows are refused, by that or as one can't be read, is taken back.
func (q *Query[T]) Many(x *rt.Exec, args ...any) (Rows[T], error) {
	q.prepared.show(x, args)
	var list Rows[T]
	err := q.prepared.queryWhole(x, args, func(rows Cursor) error {
		list = Rows[T]{Rows: make([]T, 0, q.usual.Load())}
		var row T
		targets, err := q.targets(&row, rows)
		if err != nil {
			return err
		}
		var names []string
		if x.Debug() {
			names = q.columns(rows) // before the last row: the end closes them
		}
		for rows.Next() {
			if list.Count == q.prepared.most {
				return fmt.Errorf("there are more than %d rows, as many as sqlMaxRows lets it have, of %q: give it a LIMIT and pages, "+
					"or raise sqlMaxRows", q.prepared.most, shortened(q.prepared.text))
			}
			if err := rows.Scan(targets...); err != nil {
				return err
			}
			list.Rows = append(list.Rows, row)
			list.Count++
		}
		q.usual.Store(min(list.Count, mostUsual))
		if x.Debug() {
			x.Values(q.shape.shownRows(list, names))
		}
		return nil
	})
	if err != nil {
		return Rows[T]{Rows: []T{}}, err
	}
	for i := range list.Rows {
		q.shape.saw(x, &list.Rows[i])
	}
	return list, nil
}

// query runs the statement and lets read have its rows.
func (p *prepared) query(x *rt.Exec, args []any, read func(Cursor) error) error {
	return p.explain(x.Context(), x, p.runFor(x, args, p.reading(x.Context(), read)))
}

// queryWhole is query that leaves nothing done where read fails.
func (p *prepared) queryWhole(x *rt.Exec, args []any, read func(Cursor) error) error {
	ctx := x.Context()
	if !p.writes || p.handle == nil || transactionOn(x, p.handle) != nil { // which takes back what was done in it
		return p.query(x, args, read)
	}
	return p.explain(ctx, x, p.runWhole(ctx, args, p.reading(ctx, read)))
}

// reading queries, and lets read have the rows.
func (p *prepared) reading(ctx context.Context, read func(Cursor) error) func(Session, []any) error {
	return func(on Session, args []any) error {
		rows, err := on.Query(ctx, p.text, args)
		if err != nil {
			return err
		}
		defer rows.Close()
		if err := read(rows); err != nil {
			return err
		}
		if err := rows.Err(); err != nil {
			return err
		}
		return rows.Close() // this may fail too: deferred keys are checked when the statement ends
	}
}

// explain turns a driver's error into one of this package, and records a conflict as the output taken.
func (p *prepared) explain(ctx context.Context, x *rt.Exec, err error) error {
	if err == nil {
		return nil
	}
	if errors.As(err, new(*transactionError)) {
		return err
	}
	err = p.blamed(classify(ctx, err), x.NUL())
	var refused *conflictError
	if errors.As(err, &refused) {
		x.LogOutput("conflict")
		p.locate(refused)
		if x.Debug() {
			x.Values(refused.Conflict)
		}
	}
	return &statementError{env: p.env, err: err}
}
