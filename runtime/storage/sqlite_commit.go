package storage

import (
	"context"
	"database/sql"
	"fmt"
	"time"

	"github.com/flowc-dev/flowc/runtime/sqlite"
)

// writer is the one connection that writes. It is of whoever has the group's turn.
type writer struct {
	pool *sql.DB
	now  func() time.Time
	statements
	unswept int // writes since the last sweep
}

type statements struct {
	find, increment, set, setIfAbsent, delete, countRange, deleteRange, deleteIf, allow, sweep *sql.Stmt
}

// transaction is the one transaction in which all writes of a batch run.
type transaction struct {
	*statements
	tx  *sql.Tx
	now int64 // milliseconds since 1970
}

func openWriter(file string, now func() time.Time) (*writer, error) {
	pool, err := sqlitePool(file, 1, "_txlock=immediate")
	if err != nil {
		return nil, err
	}
	return &writer{pool: pool, now: now, unswept: sweepAfter}, nil // the first write cleans up after the last process
}

func (w *writer) prepare() error {
	for _, s := range []struct {
		statement **sql.Stmt
		text      string
	}{
		{&w.find, findText},
		{&w.increment, incrementText},
		{&w.set, setText},
		{&w.setIfAbsent, setIfAbsentText},
		{&w.delete, deleteText},
		{&w.countRange, countRangeText},
		{&w.deleteRange, deleteRangeText},
		{&w.deleteIf, deleteIfText},
		{&w.allow, allowText},
		{&w.sweep, sweepText},
	} {
		prepared, err := w.pool.Prepare(s.text)
		if err != nil {
			return fmt.Errorf("prepare for the table of Local Storage: %w", err)
		}
		*s.statement = prepared
	}
	return nil
}

// begin starts a transaction, which waits for other processes that write.
func (w *writer) begin(ctx context.Context) (*sql.Tx, error) {
	var tx *sql.Tx
	err := sqlite.Patiently(ctx, func() (err error) {
		tx, err = w.pool.BeginTx(context.Background(), nil) // not of one caller: the batch is of several
		return err
	})
	return tx, err
}

// commit runs a batch in tx. A write that fails alone has changed nothing, and the others go on; the error is of all.
func (w *writer) commit(tx *sql.Tx, batch []*write) error {
	defer tx.Rollback() // does nothing once committed
	t := &transaction{statements: &w.statements, tx: tx, now: w.now().UnixMilli()}
	for _, write := range batch {
		write.err = write.run(t)
	}
	if err := w.sweepIn(t, len(batch)); err != nil {
		return err
	}
	return tx.Commit()
}

// sweepAfter is after how many writes expired rows are deleted, at most twice as many: each write makes one row at
// most, so that sweeping keeps up with any load and never takes long.
const sweepAfter = 64

func (w *writer) sweepIn(t *transaction, writes int) error {
	w.unswept += writes
	if w.unswept < sweepAfter {
		return nil
	}
	_, err := t.exec(w.sweep, nil, t.now, 2*w.unswept)
	w.unswept = 0
	return err
}

func (t *transaction) queryRow(s *sql.Stmt, args ...any) *sql.Row {
	return t.tx.Stmt(s).QueryRow(args...)
}

func (t *transaction) exec(s *sql.Stmt, args ...any) (sql.Result, error) {
	return t.tx.Stmt(s).Exec(args...)
}
