package storage_test

import (
	"math"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	rt "github.com/flowc-dev/flowc/runtime"
	"github.com/flowc-dev/flowc/runtime/storage"
)

type session struct {
	User    int64         `json:"user"`
	Email   *string       `json:"email"`
	Roles   []string      `json:"roles"`
	Since   time.Time     `json:"since"`
	Idle    time.Duration `json:"idle"`
	Payload rt.Value      `json:"payload"`
}

func TestSetAndGet(t *testing.T) {
	onEach(t, func(t *testing.T, s *store) {
		sessions := values[session](t, s, time.Hour)
		want := session{User: 1<<53 + 1, Roles: []string{"a"}, Since: time.Date(2026, 1, 2, 3, 4, 5, 6, time.UTC),
			Idle: 15 * time.Minute, Payload: rt.ValueOf(map[string]any{"a": []int{1}})}
		s.execute(t.Context(), func(x *rt.Exec) {
			if item, err := sessions.Get(x, "session:1"); item.Found || err != nil {
				t.Errorf("before: %+v, %v", item, err)
			}
			for range 2 { // the second replaces the first
				if err := sessions.Set(x, "session:1", want); err != nil {
					t.Error(err)
				}
			}
			item, err := sessions.Get(x, "session:1")
			if err != nil || !item.Found {
				t.Errorf("%v, %v", item.Found, err)
			}
			if diff := cmp.Diff(want, item.Value, cmp.Comparer(func(a, b rt.Value) bool { return a.String() == b.String() })); diff != "" {
				t.Error(diff)
			}
			if item, err := sessions.Get(x, "session:2"); item.Found || err != nil {
				t.Errorf("another key: %+v, %v", item, err)
			}
		})
	})
}

// TestShared wants a value that one workflow stores to be there for another.
func TestShared(t *testing.T) {
	onEach(t, func(t *testing.T, s *store) {
		first, second := values[int64](t, s, time.Hour), values[int64](t, s, time.Minute)
		s.execute(t.Context(), func(x *rt.Exec) {
			err := first.Set(x, "k", 7)
			item, errGet := second.Get(x, "k")
			if err != nil || errGet != nil || item != (storage.Item[int64]{Found: true, Value: 7}) {
				t.Errorf("%v, %v, %+v", err, errGet, item)
			}
		})
	})
}

func TestDelete(t *testing.T) {
	onEach(t, func(t *testing.T, s *store) {
		texts := values[string](t, s, time.Hour)
		visits := s.counter(t, storage.CounterConfig{By: 1, TTL: time.Hour})
		s.execute(t.Context(), func(x *rt.Exec) {
			if err := texts.Delete(x, "k"); err != nil {
				t.Errorf("nothing to delete: %v", err)
			}
			if err := texts.Set(x, "k", ""); err != nil {
				t.Error(err)
			}
			if _, err := visits.Increment(x, "n"); err != nil {
				t.Error(err)
			}
			for _, key := range []string{"k", "n"} {
				if err := texts.Delete(x, key); err != nil {
					t.Error(err)
				}
				if item, err := texts.Get(x, key); item.Found || err != nil {
					t.Errorf("%s: %+v, %v", key, item, err)
				}
			}
		})
	})
}

// TestKeysAreExact wants keys told apart byte by byte, whatever is in them.
func TestKeysAreExact(t *testing.T) {
	onEach(t, func(t *testing.T, s *store) {
		texts := values[string](t, s, time.Hour)
		keys := []string{"k", "K", "k ", "k:", "k:\x00", "k:\x00a", "k:\xff", "k:é", "k:e\u0301", "k*", "k:" + strings.Repeat("long", 5000)}
		s.execute(t.Context(), func(x *rt.Exec) {
			for _, key := range keys {
				if stored, err := texts.SetIfAbsent(x, key, key[:1]+"!"); err != nil || !stored.Stored {
					t.Errorf("%.20q is some other key: %+v, %v", key, stored, err)
				}
			}
			for _, key := range keys {
				if item, err := texts.Take(x, key); err != nil || item.Value != key[:1]+"!" {
					t.Errorf("%.20q: %+v, %v", key, item, err)
				}
			}
		})
	})
}

func TestTake(t *testing.T) {
	onEach(t, func(t *testing.T, s *store) {
		texts := values[string](t, s, time.Hour)
		var taken atomic.Int64
		s.execute(t.Context(), func(x *rt.Exec) {
			if item, err := texts.Take(x, "k"); item.Found || err != nil {
				t.Errorf("nothing: %+v, %v", item, err)
			}
			if err := texts.Set(x, "k", "once"); err != nil {
				t.Error(err)
			}
		})
		s.concurrently(t, 50, func(x *rt.Exec) {
			item, err := texts.Take(x, "k")
			if err != nil {
				t.Error(err)
			}
			if item.Found && item.Value == "once" {
				taken.Add(1)
			}
		})
		if taken.Load() != 1 {
			t.Errorf("taken %d times", taken.Load())
		}
	})
}

func TestSetIfAbsent(t *testing.T) {
	onEach(t, func(t *testing.T, s *store) {
		numbers := values[int64](t, s, time.Hour)
		var next, winner, stored atomic.Int64
		s.concurrently(t, 50, func(x *rt.Exec) {
			mine := next.Add(1)
			result, err := numbers.SetIfAbsent(x, "k", mine)
			if err != nil {
				t.Error(err)
			}
			if result.Stored {
				stored.Add(1)
				winner.Store(mine)
			}
		})
		if stored.Load() != 1 {
			t.Errorf("stored %d times", stored.Load())
		}
		s.execute(t.Context(), func(x *rt.Exec) {
			if item, err := numbers.Get(x, "k"); err != nil || item.Value != winner.Load() {
				t.Errorf("%+v, %v, want %d", item, err, winner.Load())
			}
			s.advance(time.Hour)
			if result, err := numbers.SetIfAbsent(x, "k", 0); err != nil || !result.Stored {
				t.Errorf("in place of what has expired: %+v, %v", result, err)
			}
		})
	})
}

func TestIncrement(t *testing.T) {
	onEach(t, func(t *testing.T, s *store) {
		one := s.counter(t, storage.CounterConfig{By: 1, TTL: time.Minute})
		minus := s.counter(t, storage.CounterConfig{By: -5, TTL: time.Minute})
		s.execute(t.Context(), func(x *rt.Exec) {
			for want := int64(1); want <= 3; want++ {
				if count, err := one.Increment(x, "visits:a"); err != nil || count.Value != want {
					t.Errorf("%+v, %v, want %d", count, err, want)
				}
			}
			if count, err := minus.Increment(x, "visits:a"); err != nil || count.Value != -2 {
				t.Errorf("%+v, %v", count, err)
			}
			if count, err := one.Increment(x, "visits:b"); err != nil || count.Value != 1 {
				t.Errorf("another key: %+v, %v", count, err)
			}
		})
	})
}

// TestExactIncrements loses none of 20,000 increments that come at once.
func TestExactIncrements(t *testing.T) {
	const executions, each = 32, 625
	onEach(t, func(t *testing.T, s *store) {
		visits := s.counter(t, storage.CounterConfig{By: 1, TTL: time.Hour})
		var highest atomic.Int64
		began := time.Now()
		s.concurrently(t, executions, func(x *rt.Exec) {
			for range each {
				count, err := visits.Increment(x, "visits")
				if err != nil {
					t.Error(err)
					return
				}
				for old := highest.Load(); count.Value > old && !highest.CompareAndSwap(old, count.Value); {
					old = highest.Load()
				}
			}
		})
		t.Logf("%.0f increments a second", executions*each/time.Since(began).Seconds())
		if highest.Load() != executions*each {
			t.Errorf("counted %d, want %d", highest.Load(), executions*each)
		}
	})
}

// TestOverflow keeps what does not fit into 64 bits out, and 2^63-1 exact.
func TestOverflow(t *testing.T) {
	onEach(t, func(t *testing.T, s *store) {
		most := s.counter(t, storage.CounterConfig{By: math.MaxInt64, TTL: time.Hour})
		one := s.counter(t, storage.CounterConfig{By: 1, TTL: time.Hour})
		minus := s.counter(t, storage.CounterConfig{By: -1, TTL: time.Hour})
		s.execute(t.Context(), func(x *rt.Exec) {
			if count, err := most.Increment(x, "k"); err != nil || count.Value != math.MaxInt64 {
				t.Errorf("%+v, %v", count, err)
			}
			if count, err := one.Increment(x, "k"); err == nil || !strings.Contains(err.Error(), "overflow") {
				t.Errorf("%+v, %v", count, err)
			}
			if count, err := minus.Increment(x, "k"); err != nil || count.Value != math.MaxInt64-1 {
				t.Errorf("%+v, %v", count, err)
			}
		})
	})
}
