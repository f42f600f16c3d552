// Package backend is what runtime/storage and the engines that a program links for it agree on.
//
// runtime/storage and runtime/engine import it.
package backend

import (
	"context"
	"errors"
	"time"
)

// Store is one kind of store. Each method is one atomic step, also against other processes that share the store. What
// has expired is not there. A text is the JSON of a value.
type Store interface {
	// Increment adds to a counter, which begins at 0 and lives for ttl from then on, whatever is added later.
	Increment(ctx context.Context, key string, by int64, ttl time.Duration) (Count, error)
	// Allow lets one more pass for key, or not; ahead is how many microseconds the key is ahead of the time then. It
	// stores when the key will be at rest, and forgets that when it is.
	Allow(ctx context.Context, key string, p Pace) (ahead int64, allowed bool, err error)
	Get(ctx context.Context, key string) (text string, found bool, err error)
	// Take is Get, and deletes what it found. A counter is an error and stays.
	Take(ctx context.Context, key string) (text string, found bool, err error)
	// Set replaces whatever is there, a counter too.
	Set(ctx context.Context, key, text string, ttl time.Duration) error
	// SetIfAbsent does nothing where there is something, a counter too.
	SetIfAbsent(ctx context.Context, key, text string, ttl time.Duration) (stored bool, err error)
	Delete(ctx context.Context, key string) error
	// DeletePrefix deletes what keys that begin with prefix hold, counters too, and returns how many there were. It is no
	// one step: what is stored meanwhile may stay.
	DeletePrefix(ctx context.Context, prefix string) (deleted int64, err error)
	// DeleteIf deletes the value of key if it is text.
	DeleteIf(ctx context.Context, key, text string) error
	Ping(ctx context.Context) error
	Close() error
}

// Count is a counter after an increment.
type Count struct {
	Value    int64     `json:"value"`
	ResetsAt time.Time `json:"resetsAt"` // when the counter expires, by the store's clock; in UTC
}

// Pace is a rate limit, by the generic cell rate algorithm (GCRA).
type Pace struct {
	Interval int64 // microseconds between two that pass, once the burst is used up
	Burst    int64 // so many intervals a key may be ahead of the time
	Most     int64 // microseconds by which a key can be ahead, by any pace that it counts for
}

// Pass is how many microseconds a key is ahead after one more has passed, and whether it may. What is ahead by more
// than can be is so by a clock that was put back since, or by a pace that is no more: it counts as Most. Where after is
// not ahead, it is to be stored.
func (p Pace) Pass(ahead int64) (after int64, allowed bool) {
	after = min(max(ahead, 0), p.Most)
	if after+p.Interval > p.Burst*p.Interval {
		return after, false
	}
	return after + p.Interval, true
}

// Errors about what is stored. Keys of one prefix hold one type (FC503): these tell of an older version of the
// workflows, or of another program.
var (
	ErrIsCounter = errors.New("a counter is stored there, not a value")
	ErrIsValue   = errors.New("a value is stored there, not a counter")
	ErrForeign   = errors.New("what is stored there is not of Local Storage")
	ErrOverflow  = errors.New("the counter would overflow")
)

// UnavailableError is a store out of reach, which may pass: callers are told 503, and a Retry tries again.
type UnavailableError struct{ Err error }

// Error tells the log why.
func (e *UnavailableError) Error() string { return "the store is unavailable: " + e.Err.Error() }

// Unwrap returns Err.
func (e *UnavailableError) Unwrap() error { return e.Err }

// Unavailable tells the runtime.
func (e *UnavailableError) Unavailable() bool { return true }

// MalformedError is a URL that can never be opened. It does not quote the URL, which may hold a password.
type MalformedError struct{ What string } // completes the sentence "STORAGE_URL …"

// Error says what is wrong with the URL.
func (e *MalformedError) Error() string { return e.What }

// Milliseconds rounds up: stores count in milliseconds, and nothing may expire early.
func Milliseconds(ttl time.Duration) int64 {
	return int64((ttl + time.Millisecond - 1) / time.Millisecond)
}

// Redis opens the store of a URL without connecting. It is nil in a program that does not link runtime/engine/redis;
// the error is a *MalformedError.
var Redis func(url string) (Store, error)
