package storage

import (
	"context"
	"fmt"
	"math"
	"strings"
	"time"

	"github.com/maypok86/otter/v2"

	rt "github.com/flowc-dev/flowc/runtime"
	"github.com/flowc-dev/flowc/runtime/fn"
	"github.com/flowc-dev/flowc/runtime/storage/backend"
)

// memory keeps everything in this process. The cache has no maximum size: one that had would drop counters, and with
// them rate limits, as soon as somebody makes enough keys.
type memory struct {
	cache *otter.Cache[string, entry]
	clock clock
}

// entry is a counter or a value.
type entry struct {
	counter bool
	count   int64
	text    string
	expires int64 // by clock
}

func openMemory(app *rt.App, url string) (backend.Store, error) {
	if url != "memory:" {
		return nil, &backend.MalformedError{What: "must be memory: and nothing else"}
	}
	m := &memory{clock: clock{app: app, began: app.Now()}}
	cache, err := otter.New(&otter.Options[string, entry]{
		Clock: m.clock,
		ExpiryCalculator: otter.ExpiryWritingFunc(func(e otter.Entry[string, entry]) time.Duration {
			return time.Duration(e.Value.expires - e.SnapshotAtNano)
		}),
	})
	if err != nil {
		return nil, fmt.Errorf("configure the cache: %w", err)
	}
	m.cache = cache
	return m, nil
}

// clock is the App's, in nanoseconds since 1970. It goes on from where it began by the monotonic clock, so that a
// correction of the wall clock neither ends nor prolongs anything.
type clock struct {
	app   *rt.App
	began time.Time
}

// NowNano implements otter.Clock.
func (c clock) NowNano() int64 { return c.began.UnixNano() + int64(c.app.Now().Sub(c.began)) }

// Tick implements otter.Clock: there are no ticks, and so no goroutine of the cache that cleans up; writes and Sweep
// do.
func (clock) Tick(time.Duration) <-chan time.Time { return nil }

func (m *memory) Increment(_ context.Context, key string, by int64, ttl time.Duration) (Count, error) {
	var failure error
	now, _ := m.cache.Compute(key, func(old entry, found bool) (entry, otter.ComputeOp) {
		switch {
		case !found:
			return entry{counter: true, count: by, expires: m.after(ttl)}, otter.WriteOp
		case !old.counter:
			failure = backend.ErrIsValue
			return old, otter.CancelOp
		}
		sum, err := fn.Add(old.count, by)
		if err != nil {
			failure = backend.ErrOverflow
			return old, otter.CancelOp
		}
		old.count = sum
		return old, otter.WriteOp
	})
	return Count{Value: now.count, ResetsAt: time.Unix(0, now.expires).UTC()}, failure
}

func (m *memory) Allow(_ context.Context, key string, p backend.Pace) (ahead int64, allowed bool, err error) {
	m.cache.Compute(key, func(old entry, found bool) (entry, otter.ComputeOp) {
		now := m.clock.NowNano() / int64(time.Microsecond)
		before := int64(0)
		if found {
			before = old.count - now
		}
		if ahead, allowed = p.Pass(before); ahead == before {
			return old, otter.CancelOp
		}
		return entry{counter: true, count: now + ahead, expires: m.after(time.Duration(ahead) * time.Microsecond)}, otter.WriteOp
	})
	return ahead, allowed, nil
}

// after is when what lives for ttl from now on expires: at the latest in the year 2262, where nanoseconds end.
func (m *memory) after(ttl time.Duration) int64 {
	now := m.clock.NowNano()
	return now + min(int64(ttl), math.MaxInt64-now)
}

func (m *memory) Get(_ context.Context, key string) (text string, found bool, err error) {
	e, found := m.cache.GetIfPresent(key)
	if e.counter {
		return "", false, backend.ErrIsCounter
	}
	return e.text, found, nil
}

func (m *memory) Take(_ context.Context, key string) (text string, found bool, err error) {
	m.cache.ComputeIfPresent(key, func(old entry) (entry, otter.ComputeOp) {
		if old.counter {
			err = backend.ErrIsCounter
			return old, otter.CancelOp
		}
		text, found = old.text, true
		return entry{}, otter.InvalidateOp
	})
	return text, found, err
}

func (m *memory) Set(_ context.Context, key, text string, ttl time.Duration) error {
	m.cache.Set(key, entry{text: text, expires: m.after(ttl)})
	return nil
}

func (m *memory) SetIfAbsent(_ context.Context, key, text string, ttl time.Duration) (stored bool, err error) {
	_, stored = m.cache.SetIfAbsent(key, entry{text: text, expires: m.after(ttl)})
	return stored, nil
}

func (m *memory) Delete(_ context.Context, key string) error {
	m.cache.Invalidate(key)
	return nil
}

func (m *memory) DeletePrefix(ctx context.Context, prefix string) (deleted int64, err error) {
	for key := range m.cache.Keys() {
		if ctx.Err() != nil {
			return deleted, ctx.Err()
		}
		if strings.HasPrefix(key, prefix) {
			if _, found := m.cache.Invalidate(key); found {
				deleted++
			}
		}
	}
	return deleted, nil
}

func (m *memory) DeleteIf(_ context.Context, key, text string) error {
	m.cache.ComputeIfPresent(key, func(old entry) (entry, otter.ComputeOp) {
		if old.counter || old.text != text {
			return old, otter.CancelOp
		}
		return entry{}, otter.InvalidateOp
	})
	return nil
}

// Sweep implements sweeper.
func (m *memory) Sweep(context.Context) error {
	m.cache.CleanUp()
	return nil
}

func (m *memory) Ping(context.Context) error { return nil }

// Close implements io.Closer.
func (m *memory) Close() error {
	m.cache.StopAllGoroutines()
	return nil
}
