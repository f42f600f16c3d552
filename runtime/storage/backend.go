package storage

import (
	"context"
	"errors"
	"fmt"
	"time"
)

// backend is one kind of store. Each method is one atomic step, also against other processes that share the store. What
// has expired is not there. A text is the JSON of a value.
type backend interface {
	// increment adds to a counter, which begins at 0 and lives for ttl from then on, whatever is added later.
	increment(ctx context.Context, key string, by int64, ttl time.Duration) (Count, error)
	get(ctx context.Context, key string) (text string, found bool, err error)
	// take is get, and deletes what it found. A counter is an error and stays.
	take(ctx context.Context, key string) (text string, found bool, err error)
	// set replaces whatever is there, a counter too.
	set(ctx context.Context, key, text string, ttl time.Duration) error
	// setIfAbsent does nothing where there is something, a counter too.
	setIfAbsent(ctx context.Context, key, text string, ttl time.Duration) (stored bool, err error)
	delete(ctx context.Context, key string) error
	// deleteIf deletes the value of key if it is text.
	deleteIf(ctx context.Context, key, text string) error
	ping(ctx context.Context) error
	Close() error
}

// Errors about what is stored. Keys of one prefix hold one type (FC503): these tell of an older version of the
// workflows, or of another program.
var (
	errIsCounter = errors.New("a counter is stored there, not a value")
	errIsValue   = errors.New("a value is stored there, not a counter")
	errForeign   = errors.New("what is stored there is not of Local Storage")
	errOverflow  = errors.New("the counter would overflow")
)

// unavailableError is a store out of reach, which may pass: callers are told 503, and a Retry tries again.
type unavailableError struct{ err error }

func (e *unavailableError) Error() string { return "the store is unavailable: " + e.err.Error() }

func (e *unavailableError) Unwrap() error { return e.err }

// Unavailable tells the runtime.
func (e *unavailableError) Unavailable() bool { return true }

// operationError is what made an operation of an execution fail.
type operationError struct {
	what, key string // the key's prefix
	err       error
}

func (e *operationError) Error() string {
	return fmt.Sprintf("%s %q in Local Storage: %v", e.what, e.key, e.err)
}

func (e *operationError) Unwrap() error { return e.err }

// Public says why without the words of the store, which quote keys and host names.
func (e *operationError) Public() string {
	var unavailable *unavailableError
	switch {
	case errors.As(e.err, &unavailable):
		return "Local Storage is unavailable"
	case errors.Is(e.err, context.DeadlineExceeded):
		return "Local Storage did not answer in time"
	}
	return "Local Storage can't do this"
}

// milliseconds rounds up: stores count in milliseconds, and nothing may expire early.
func milliseconds(ttl time.Duration) int64 {
	return int64((ttl + time.Millisecond - 1) / time.Millisecond)
}
