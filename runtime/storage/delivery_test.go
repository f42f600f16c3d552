package storage_test

import (
	"context"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	rt "github.com/flowc-dev/flowc/runtime"
	"github.com/flowc-dev/flowc/runtime/storage"
)

const lease = time.Minute

// begin begins the delivery named key in an execution of its own.
func (s *store) begin(t *testing.T, key string) (d *storage.Delivery, p storage.Progress, left time.Duration) {
	t.Helper()
	s.execute(t.Context(), func(x *rt.Exec) {
		var err error
		if d, p, left, err = storage.Begin(x, key, lease); err != nil {
			t.Errorf("begin: %v", err)
		}
	})
	return d, p, left
}

func (s *store) wantProgress(t *testing.T, what, key string, want storage.Progress) *storage.Delivery {
	t.Helper()
	d, got, _ := s.begin(t, key)
	if got != want {
		t.Errorf("%s: got %d, want %d", what, got, want)
	}
	return d
}

func TestDeliveryBeginsOnce(t *testing.T) {
	onEach(t, func(t *testing.T, s *store) {
		var found [3]atomic.Int64
		s.concurrently(t, 20, func(x *rt.Exec) {
			_, p, _, err := storage.Begin(x, "flowc.webhook:1", lease)
			if err != nil {
				t.Error(err)
			}
			found[p].Add(1)
		})
		if found[storage.New].Load() != 1 || found[storage.Begun].Load() != 19 {
			t.Errorf("of 20, %d begin it and %d find it begun", found[storage.New].Load(), found[storage.Begun].Load())
		}
		s.wantProgress(t, "another", "flowc.webhook:2", storage.New)
	})
}

func TestDeliveryEnds(t *testing.T) {
	onEach(t, func(t *testing.T, s *store) {
		ctx := context.Background()
		first := s.wantProgress(t, "the first", "k", storage.New)
		if err := first.Forget(ctx); err != nil {
			t.Fatal(err)
		}
		second := s.wantProgress(t, "once it is forgotten", "k", storage.New)
		if err := first.Forget(ctx); err != nil {
			t.Fatal(err)
		}
		s.wantProgress(t, "forgotten by another", "k", storage.Begun)
		if err := second.Done(ctx, time.Hour); err != nil {
			t.Fatal(err)
		}
		if err := second.Forget(ctx); err != nil {
			t.Fatal(err)
		}
		s.wantProgress(t, "once it is done", "k", storage.Done)
		s.advance(time.Hour)
		s.wantProgress(t, "an hour later", "k", storage.New)
	})
}

// A lease ends by itself, as that of a process does that was killed. Who had it may still be done in the end, but takes
// nothing from who has begun since.
func TestDeliveryLease(t *testing.T) {
	onEach(t, func(t *testing.T, s *store) {
		late := s.wantProgress(t, "the first", "k", storage.New)
		if _, _, left := s.begin(t, "k"); left <= lease-5*time.Second || left > lease {
			t.Errorf("the lease lasts %s more, want %s", left, lease)
		}
		s.advance(lease)
		s.wantProgress(t, "once the lease is over", "k", storage.New)
		if err := late.Forget(context.Background()); err != nil {
			t.Fatal(err)
		}
		s.wantProgress(t, "forgotten by who was late", "k", storage.Begun)
		if err := late.Done(context.Background(), time.Hour); err != nil {
			t.Fatal(err)
		}
		s.wantProgress(t, "done by who was late", "k", storage.Done)
	})
}

// What an older version of flowc has remembered is true: it was worked on.
func TestDeliveryOfBefore(t *testing.T) {
	onEach(t, func(t *testing.T, s *store) {
		before := values[bool](t, s, time.Hour)
		s.execute(t.Context(), func(x *rt.Exec) {
			if err := before.Set(x, "k", true); err != nil {
				t.Error(err)
			}
		})
		s.wantProgress(t, "of before", "k", storage.Done)
	})
}

func TestOpen(t *testing.T) {
	s := openStore(t, "canary:")
	storage.Open(s.setup)
	if err := s.setup.Err(); err == nil || !strings.Contains(err.Error(), "STORAGE_URL") {
		t.Errorf("%v", err)
	}
	s.execute(t.Context(), func(x *rt.Exec) {
		d, _, _, err := storage.Begin(x, "k", time.Hour)
		if err == nil || d.Done(context.Background(), time.Hour) == nil || d.Forget(context.Background()) == nil {
			t.Errorf("a delivery is remembered: %v", err)
		}
	})
}
