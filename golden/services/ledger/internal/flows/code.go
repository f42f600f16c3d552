package flows

import (
	"context"
	"errors"

	rt "github.com/flowc-dev/flowc/runtime"
	"github.com/flowc-dev/flowc/runtime/engine/postgres"

	"example.com/ledger/internal/client"
)

type program struct {
	ID   int64  `json:"id"`
	Name string `json:"name"`
}

// callerOf returns the client whom the service's login has let in.
func callerOf(ctx context.Context) (program, error) {
	c, ok := client.Of(ctx)
	if !ok {
		return program{}, rt.Reject("this needs a token")
	}
	return program{ID: c.ID, Name: c.Name}, nil
}

type entry struct {
	Client int64 `json:"client"`
	Amount int64 `json:"amount"`
}

var errNoTransaction = errors.New("there is no transaction")

// audit notes a transfer in the transaction that makes it.
func audit(ctx context.Context, e entry) error {
	tx, ok := postgres.Tx(ctx)
	if !ok {
		return errNoTransaction
	}
	_, err := tx.Exec(ctx, "INSERT INTO audit (client_id, amount) VALUES ($1, $2)", e.Client, e.Amount)
	return err
}
