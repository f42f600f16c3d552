package storage

import (
	"context"

	rt "github.com/flowc-dev/flowc/runtime"
)

// SweepNow sweeps the Local Storage of an app.
func SweepNow(ctx context.Context, app *rt.App) error {
	return shared(app.Setup()).backend.(sweeper).Sweep(ctx)
}
