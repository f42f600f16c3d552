package postgres_test

import (
	"context"
	"testing"
	"time"
)

// eventually waits until a condition holds, 20 seconds at most.
func eventually(t *testing.T, what string, holds func() bool) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	defer cancel()
	tick := time.NewTicker(20 * time.Millisecond)
	defer tick.Stop()
	for !holds() {
		select {
		case <-ctx.Done():
			t.Fatalf("it does not come to be that %s", what)
		case <-tick.C:
		}
	}
}
