package storage

import (
	"context"
	"fmt"
	"time"

	rt "github.com/flowc-dev/flowc/runtime"
	"github.com/flowc-dev/flowc/runtime/storage/backend"
)

// Counter counts under keys, for rate limits and the like. It is safe for concurrent use.
type Counter struct {
	storage *handle
	config  CounterConfig
}

// CounterConfig says how a Counter counts.
type CounterConfig struct {
	By  int64         // added at each increment; may be negative
	TTL time.Duration // how long a counter lives from its first increment on: a fixed window; at least a millisecond
}

// Count is a counter after an increment.
type Count = backend.Count

// NewCounter opens the Local Storage of STORAGE_URL; a URL that is malformed, or a file that can't be opened, is
// reported to s. A TTL below a millisecond is a bug of the generator, and panics.
func NewCounter(s *rt.Setup, c CounterConfig) *Counter {
	if c.TTL < time.Millisecond {
		panic(fmt.Sprintf("storage: a counter that lives for %s", c.TTL))
	}
	return &Counter{storage: open(s), config: c}
}

// Increment adds to the counter of key, and makes it where there is none. A value in its place, or an overflow, is an
// error and changes nothing.
func (c *Counter) Increment(x *rt.Exec, key string) (Count, error) {
	var count Count
	err := c.storage.do(x, "increment", key, func(ctx context.Context, b backend.Store) (err error) {
		count, err = b.Increment(ctx, key, c.config.By, c.config.TTL)
		return err
	})
	if err != nil {
		return Count{}, err
	}
	if x.Debug() {
		x.Values(count)
	}
	return count, nil
}
