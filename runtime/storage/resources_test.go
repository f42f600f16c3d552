package storage_test

import (
	"fmt"
	"runtime"
	"testing"
	"time"

	rt "github.com/flowc-dev/flowc/runtime"
	"github.com/flowc-dev/flowc/runtime/storage"
	"github.com/flowc-dev/flowc/runtime/storage/storagetest"
)

// TestNothingIsLeft wants no goroutine of a store to outlive it.
func TestNothingIsLeft(t *testing.T) {
	for _, url := range []string{"memory:", "sqlite:storage.db", postgresWithTable(t), storagetest.Redis(t)} {
		before := runtime.NumGoroutine()
		s := openStore(t, url)
		visits := s.counter(t, storage.CounterConfig{By: 1, TTL: time.Hour})
		s.concurrently(t, 20, func(x *rt.Exec) {
			if _, err := visits.Increment(x, "k"); err != nil {
				t.Error(err)
			}
		})
		if err := s.app.Close(); err != nil {
			t.Error(err)
		}
		for deadline := time.Now().Add(10 * time.Second); runtime.NumGoroutine() > before; runtime.Gosched() {
			if time.Now().After(deadline) {
				t.Fatalf("%s: %d goroutines, %d before", url, runtime.NumGoroutine(), before)
			}
		}
	}
}

// TestMemoryForgets wants memory to stay flat under keys that nobody asks for again.
func TestMemoryForgets(t *testing.T) {
	const keys = 20_000
	s := openStore(t, "memory:")
	visits := s.counter(t, storage.CounterConfig{By: 1, TTL: time.Minute})
	minute := func(n int) (heap uint64) {
		s.execute(t.Context(), func(x *rt.Exec) {
			for i := range keys {
				if _, err := visits.Increment(x, storage.Key("visits", fmt.Sprint(n, ".", i))); err != nil {
					t.Fatal(err)
				}
			}
		})
		s.advance(time.Minute)
		runtime.GC()
		var memory runtime.MemStats
		runtime.ReadMemStats(&memory)
		return memory.HeapAlloc
	}
	first := minute(0)
	for n := range 10 {
		minute(1 + n)
	}
	const kept = keys * 10 * 100 // bytes, at least, if nothing were forgotten
	if last := minute(11); last > first+kept/2 {
		t.Errorf("%d KiB after ten times as many keys, %d KiB before", last>>10, first>>10)
	}
}

// TestMemoryEvictsNothing keeps a counter while others are made: that nobody can get rid of a rate limit.
func TestMemoryEvictsNothing(t *testing.T) {
	s := openStore(t, "memory:")
	visits := s.counter(t, storage.CounterConfig{By: 1, TTL: time.Hour})
	s.execute(t.Context(), func(x *rt.Exec) {
		if _, err := visits.Increment(x, "first"); err != nil {
			t.Error(err)
		}
		for i := range 100_000 {
			if _, err := visits.Increment(x, storage.Key("visits", fmt.Sprint(i))); err != nil {
				t.Fatal(err)
			}
		}
		if count, err := visits.Increment(x, "first"); err != nil || count.Value != 2 {
			t.Errorf("%+v, %v", count, err)
		}
	})
}
