package password

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
)

// TestTurns wants one hash of much memory at a time, others beside it as long as there is a place, and whoever leaves while he
// waits to wait no longer and to keep nobody from a place.
func TestTurns(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &slots{all: make(chan struct{}, 2), big: make(chan struct{}, 1)}
		acquire := func(ctx context.Context, memory uint32) func() {
			t.Helper()
			release, err := s.acquire(ctx, memory)
			if err != nil {
				t.Fatal(err)
			}
			return release
		}
		first := acquire(t.Context(), bigMemory+1)
		small := acquire(t.Context(), bigMemory)
		for _, memory := range []uint32{bigMemory + 1, bigMemory} {
			ctx, leave := context.WithCancel(t.Context())
			ended := make(chan error, 1)
			go func() {
				_, err := s.acquire(ctx, memory)
				ended <- err
			}()
			synctest.Wait()
			leave()
			synctest.Wait()
			select {
			case err := <-ended:
				if !errors.Is(err, context.Canceled) {
					t.Errorf("a hash of %d KiB beside others: %v", memory, err)
				}
			default:
				t.Fatalf("a hash of %d KiB is waited for by nobody", memory)
			}
			small() // what is big must wait even though there is a place
			small = acquire(t.Context(), bigMemory)
		}
		small()
		second := make(chan func(), 1)
		go func() { second <- acquire(t.Context(), bigMemory+1) }()
		synctest.Wait()
		if len(second) > 0 {
			t.Error("two hashes of much memory are computed at once")
		}
		first()
		(<-second)()
		if len(s.all)+len(s.big) > 0 {
			t.Errorf("%d and %d places are kept", len(s.all), len(s.big))
		}
	})
}
