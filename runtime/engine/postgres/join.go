package postgres

import (
	"context"
	"errors"

	"github.com/jackc/pgx/v5"

	"github.com/flowc-dev/flowc/runtime/database"
)

// Tx returns the transaction that the function of a Code node runs in, by its context, for statements of the program to
// join it. It is not ok outside of a Transaction, and in one on SQLite. The Transaction node ends it: Commit and
// Rollback are errors. The end of the request ends a statement, as its context does; the transaction is rolled back
// then when the function returns.
func Tx(ctx context.Context) (pgx.Tx, bool) {
	open, ok := database.TxOf(ctx)
	if !ok {
		return nil, false
	}
	t, ok := open.(*tx)
	if !ok || t.take() != nil {
		return nil, false
	}
	defer t.busy.Unlock()
	if !t.of.leave() { // it is being rolled back
		return nil, false
	}
	return joined{t.begun}, true
}

// joined is a transaction that its node ends.
type joined struct{ pgx.Tx }

var errNotYours = errors.New("the Transaction node ends the transaction: return an error to roll it back")

// Commit implements pgx.Tx.
func (joined) Commit(context.Context) error { return errNotYours }

// Rollback implements pgx.Tx.
func (joined) Rollback(context.Context) error { return errNotYours }
