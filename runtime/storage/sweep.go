package storage

import (
	"context"
	"time"
)

// sweeper is a store that does not delete by itself what has expired.
type sweeper interface {
	// Sweep deletes what has expired.
	Sweep(ctx context.Context) error
}

// sweepEvery is how long what has expired may take room while nothing is written: writes sweep too.
const sweepEvery = time.Minute

// sweep sweeps s time and again, until end is called.
func sweep(s sweeper) (end func()) {
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan struct{})
	ticker := time.NewTicker(sweepEvery)
	go func() {
		defer close(done)
		defer ticker.Stop()
		for {
			select {
			case <-ticker.C:
				_ = s.Sweep(ctx) // the next one tries again, and whoever writes learns why
			case <-ctx.Done():
				return
			}
		}
	}()
	return func() {
		cancel()
		<-done
	}
}
