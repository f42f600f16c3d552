package database

import (
	"context"

	rt "github.com/flowc-dev/flowc/runtime"
)

// TxOf returns the innermost transaction of a database that the function of a Code node runs in, by its context. It is
// taken to have changed something, and does not begin again where its connection is lost.
func TxOf(ctx context.Context) (Tx, bool) {
	all := rt.TransactionsOf(ctx)
	for i := len(all) - 1; i >= 0; i-- {
		if t, ok := all[i].(*transaction); ok {
			if t.ended || t.over != nil {
				return nil, false
			}
			t.used, t.wrote = true, true
			return t.tx, true
		}
	}
	return nil, false
}
