package postgres

import (
	"context"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/flowc-dev/flowc/runtime/database"
)

// tx is a transaction. Its context may end at any time, which rolls it back: busy is held by who uses the connection.
type tx struct {
	conn
	begun pgx.Tx

	busy  sync.Mutex
	ended bool

	of watch // its context
}

// rollbackTimeout is how long a ROLLBACK may take; the connection is closed then, which rolls back as well.
const rollbackTimeout = 5 * time.Second

// endedError is that of a transaction which was rolled back meanwhile.
type endedError struct{}

func (endedError) Error() string { return "the transaction has ended" }

// SafeToRetry tells pgconn.SafeToRetry that nothing was sent.
func (endedError) SafeToRetry() bool { return true }

// options say the level, whatever that of the server is by default.
func options(level database.TransactionOption) pgx.TxOptions {
	switch level {
	case database.ReadOnly: // SERIALIZABLE is refused by a hot standby
		return pgx.TxOptions{IsoLevel: pgx.RepeatableRead, AccessMode: pgx.ReadOnly}
	case database.Serializable:
		return pgx.TxOptions{IsoLevel: pgx.Serializable}
	}
	return pgx.TxOptions{IsoLevel: pgx.ReadCommitted}
}

// Query implements database.Session.
func (t *tx) Query(ctx context.Context, text string, args []any) (database.Cursor, error) {
	if err := t.take(); err != nil {
		return nil, err
	}
	rows, err := t.conn.Query(t.of.within(ctx), text, args)
	if err != nil {
		t.busy.Unlock()
		return nil, err
	}
	t.rows.in = t
	return rows, nil
}

// Exec implements database.Session.
func (t *tx) Exec(ctx context.Context, text string, args []any) (int64, error) {
	if err := t.take(); err != nil {
		return 0, err
	}
	defer t.busy.Unlock()
	return t.conn.Exec(t.of.within(ctx), text, args)
}

// take takes the connection, unless the transaction has ended.
func (t *tx) take() error {
	t.busy.Lock()
	if t.ended {
		t.busy.Unlock()
		return endedError{}
	}
	return nil
}

// Commit implements database.Tx.
func (t *tx) Commit(ctx context.Context) error {
	if err := t.take(); err != nil {
		return err
	}
	defer t.busy.Unlock()
	defer t.release()
	return t.begun.Commit(t.of.within(ctx))
}

// Rollback implements database.Tx.
func (t *tx) Rollback() {
	if t.take() != nil {
		return
	}
	defer t.busy.Unlock()
	defer t.release()
	t.of.end()
	ctx, cancel := context.WithTimeout(context.Background(), rollbackTimeout)
	defer cancel()
	_ = t.begun.Rollback(ctx)
}

// release gives the connection back.
func (t *tx) release() {
	t.ended = true
	t.of.end()
	t.held.Release()
}
