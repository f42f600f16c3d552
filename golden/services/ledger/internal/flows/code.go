package flows

import (
	"context"

	rt "github.com/flowc-dev/flowc/runtime"

	"example.com/ledger/internal/client"
)

type caller struct {
	ID   int64  `json:"id"`
	Name string `json:"name"`
}

// callerOf returns the client whom the service's login has let in.
func callerOf(ctx context.Context) (caller, error) {
	c, ok := client.Of(ctx)
	if !ok {
		return caller{}, rt.Reject("this needs a token")
	}
	return caller{ID: c.ID, Name: c.Name}, nil
}
