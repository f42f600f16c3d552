package storage_test

import (
	"testing"
	"time"

	rt "github.com/flowc-dev/flowc/runtime"
	"github.com/flowc-dev/flowc/runtime/storage"
)

// slack is how far a store's time may be from the test's: Redis has a clock of its own.
const slack = 500 * time.Millisecond

func TestValuesExpire(t *testing.T) {
	onEach(t, func(t *testing.T, s *store) {
		texts := values[string](t, s, time.Minute)
		s.execute(t.Context(), func(x *rt.Exec) {
			if err := texts.Set(x, "k", "v"); err != nil {
				t.Error(err)
			}
			s.advance(time.Minute - time.Second)
			if item, err := texts.Get(x, "k"); err != nil || !item.Found {
				t.Errorf("a second too early: %+v, %v", item, err)
			}
			s.advance(time.Second)
			for what, read := range map[string]func(*rt.Exec, string) (storage.Item[string], error){"get": texts.Get, "take": texts.Take} {
				if item, err := read(x, "k"); err != nil || item.Found {
					t.Errorf("%s once it has expired: %+v, %v", what, item, err)
				}
			}
		})
	})
}

// TestSetProlongs wants the time to live to begin anew with each Set.
func TestSetProlongs(t *testing.T) {
	onEach(t, func(t *testing.T, s *store) {
		texts := values[string](t, s, time.Minute)
		s.execute(t.Context(), func(x *rt.Exec) {
			for range 3 {
				if err := texts.Set(x, "k", "v"); err != nil {
					t.Error(err)
				}
				s.advance(40 * time.Second)
				if item, err := texts.Get(x, "k"); err != nil || !item.Found {
					t.Errorf("%+v, %v", item, err)
				}
			}
		})
	})
}

// TestFixedWindow wants a counter to end when its first increment said, whatever comes after it.
func TestFixedWindow(t *testing.T) {
	onEach(t, func(t *testing.T, s *store) {
		visits := s.counter(t, storage.CounterConfig{By: 1, TTL: time.Minute})
		longer := s.counter(t, storage.CounterConfig{By: 1, TTL: time.Hour})
		s.execute(t.Context(), func(x *rt.Exec) {
			increment := func(c *storage.Counter, value int64, left time.Duration) {
				t.Helper()
				count, err := c.Increment(x, "k")
				if off := count.ResetsAt.Sub(s.now()) - left; err != nil || count.Value != value || off.Abs() > slack {
					t.Errorf("%+v, %v, want %d and %s left", count, err, value, left)
				}
				if count.ResetsAt.Location() != time.UTC {
					t.Errorf("ResetsAt is %s", count.ResetsAt)
				}
			}
			increment(visits, 1, time.Minute)
			s.advance(20 * time.Second)
			increment(longer, 2, 40*time.Second)
			s.advance(39 * time.Second)
			increment(visits, 3, time.Second)
			s.advance(time.Second + slack)
			increment(visits, 1, time.Minute)
		})
	})
}

// TestExpiredOfAnotherType is gone, and not of another type.
func TestExpiredOfAnotherType(t *testing.T) {
	onEach(t, func(t *testing.T, s *store) {
		visits := s.counter(t, storage.CounterConfig{By: 1, TTL: time.Minute})
		texts := values[string](t, s, time.Minute)
		s.execute(t.Context(), func(x *rt.Exec) {
			if err := texts.Set(x, "k", "v"); err != nil {
				t.Error(err)
			}
			s.advance(time.Minute + slack)
			if count, err := visits.Increment(x, "k"); err != nil || count.Value != 1 {
				t.Errorf("%+v, %v", count, err)
			}
			s.advance(time.Minute + slack)
			if item, err := texts.Get(x, "k"); err != nil || item.Found {
				t.Errorf("%+v, %v", item, err)
			}
			if stored, err := texts.SetIfAbsent(x, "k", "w"); err != nil || !stored.Stored {
				t.Errorf("%+v, %v", stored, err)
			}
			if item, err := texts.Take(x, "k"); err != nil || item.Value != "w" {
				t.Errorf("%+v, %v", item, err)
			}
		})
	})
}

// TestRedisExpires has the server itself end what it keeps. A counter that each increment kept alive would live until the
// test times out: the limit leaves room for a busy machine.
func TestRedisExpires(t *testing.T) {
	const ttl = 300 * time.Millisecond
	s := engines()["redis"](t)
	visits := s.counter(t, storage.CounterConfig{By: 1, TTL: ttl})
	texts := values[string](t, s, ttl)
	s.execute(t.Context(), func(x *rt.Exec) {
		began := time.Now()
		if err := texts.Set(x, "k", "v"); err != nil {
			t.Error(err)
		}
		count, err := visits.Increment(x, "n")
		for value := int64(1); err == nil && count.Value == value; value++ {
			count, err = visits.Increment(x, "n")
		}
		if lived := time.Since(began); err != nil || count.Value != 1 || lived < ttl || lived > 100*ttl {
			t.Errorf("a counter lives for %s: %+v, %v", lived, count, err)
		}
		if item, err := texts.Get(x, "k"); err != nil || item.Found {
			t.Errorf("a value outlives a counter made after it: %+v, %v", item, err)
		}
	})
}

// TestLongestTimeToLive wants what lives for 287 years, which workflows may say, to end after now.
func TestLongestTimeToLive(t *testing.T) {
	onEach(t, func(t *testing.T, s *store) {
		visits := s.counter(t, storage.CounterConfig{By: 1, TTL: 15_000 * 7 * 24 * time.Hour})
		s.execute(t.Context(), func(x *rt.Exec) {
			if count, err := visits.Increment(x, "visits"); err != nil || count.ResetsAt.Before(time.Now().AddDate(200, 0, 0)) {
				t.Errorf("%+v, %v", count, err)
			}
		})
	})
}
