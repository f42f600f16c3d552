package storage

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	rt "github.com/flowc-dev/flowc/runtime"
	"github.com/flowc-dev/flowc/runtime/storage/backend"
)

// limitSpace begins the keys of rate limits, which no key of a workflow begins with.
const limitSpace = "flowc.limit."

// Limiter lets so many pass for each key, by the generic cell rate algorithm (GCRA): Burst at once from rest, then one
// each Period divided by Count. It is exact across the processes that share STORAGE_URL, and safe for concurrent use.
type Limiter struct {
	storage *handle
	config  LimiterConfig
	pace    backend.Pace
	widest  *atomic.Int64 // microseconds by which a key can be ahead
	policy  string        // RateLimit-Policy
}

// LimiterConfig says how many a Limiter lets pass.
type LimiterConfig struct {
	Name   string        // of the limit, for callers; with it all its keys begin
	Count  int64         // how many pass in a Period, on average
	Period time.Duration // a microsecond at least for each of Count
	Burst  int64         // how many pass at once from rest; 0 is Count
	Silent bool          // answers carry no RateLimit and RateLimit-Policy
}

// Limit is a Limiter's answer to one who wants to pass. Times are whole seconds, rounded up.
type Limit struct {
	Allowed    bool  `json:"allowed"`
	Remaining  int64 `json:"remaining"`  // how many more pass at once
	ResetsIn   int64 `json:"resetsIn"`   // until as many pass as from rest
	RetryAfter int64 `json:"retryAfter"` // until one passes again; 0 where one does
}

// windows are, by the name of a limit, the microseconds by which a key of it can be ahead: the widest window of the
// nodes that count on it, of which there may be several, at different rates (FC509).
type windows struct {
	mu     sync.Mutex
	widest map[string]*atomic.Int64
}

// widen takes a node's window into account, and returns what those of all nodes, the later ones too, come to.
func (w *windows) widen(limit string, window int64) *atomic.Int64 {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.widest == nil {
		w.widest = map[string]*atomic.Int64{}
	}
	widest := w.widest[limit]
	if widest == nil {
		widest = new(atomic.Int64)
		w.widest[limit] = widest
	}
	widest.Store(max(widest.Load(), window))
	return widest
}

// Status is that of an answer to who does not pass.
func (Limit) Status() int64 { return 429 }

// NewLimiter opens the Local Storage of STORAGE_URL; a URL that is malformed, or a file that can't be opened, is
// reported to s. A Count or Period out of bounds is a bug of the generator, and panics.
func NewLimiter(s *rt.Setup, c LimiterConfig) *Limiter {
	if c.Burst == 0 {
		c.Burst = c.Count
	}
	if c.Count < 1 || c.Burst < 1 || c.Period < time.Duration(c.Count)*time.Microsecond {
		panic(fmt.Sprintf("storage: a limit of %d in %s, %d at once", c.Count, c.Period, c.Burst))
	}
	micros := c.Period.Microseconds()
	l := &Limiter{storage: open(s), config: c, pace: backend.Pace{Interval: (micros + c.Count - 1) / c.Count, Burst: c.Burst}}
	l.policy = fmt.Sprintf("%q;q=%d", c.Name, c.Burst)
	l.widest = l.storage.windows.widen(c.Name, l.pace.Interval*c.Burst)
	if window := time.Duration(l.pace.Interval*c.Burst) * time.Microsecond; window%time.Second == 0 {
		l.policy += fmt.Sprintf(";w=%d", window/time.Second)
	}
	return l
}

// Allow lets one pass for key, or says when the next may. An address of IPv6 in the key stands for the network of 64
// bits that it is in: who calls from one has all of it (RFC 7421), and would else have as many limits as addresses.
func (l *Limiter) Allow(x *rt.Exec, key string) (Limit, error) {
	var ahead int64 // microseconds
	var limit Limit
	key = perNetwork(key)
	pace := l.pace
	pace.Most = l.widest.Load()
	err := l.storage.do(x, "limit", key, func(ctx context.Context, b backend.Store) (err error) {
		ahead, limit.Allowed, err = b.Allow(ctx, limitSpace+key, pace)
		return err
	})
	if err != nil {
		return Limit{}, err
	}
	limit.Remaining = max(0, l.pace.Burst-(ahead+l.pace.Interval-1)/l.pace.Interval)
	limit.ResetsIn = seconds(ahead)
	if limit.Allowed {
		x.LogOutput("allowed")
	} else {
		limit.RetryAfter = seconds(ahead + l.pace.Interval - l.pace.Burst*l.pace.Interval)
		x.LogOutput("limited")
		x.RetryAfter(time.Duration(limit.RetryAfter) * time.Second)
	}
	l.tell(x, limit)
	if x.Debug() {
		x.Values(limit)
	}
	return limit, nil
}

// tell has the answer say what is left (draft-ietf-httpapi-ratelimit-headers-10).
func (l *Limiter) tell(x *rt.Exec, limit Limit) {
	if l.config.Silent {
		return
	}
	x.RateLimit(l.policy, fmt.Sprintf("%q;r=%d;t=%d", l.config.Name, limit.Remaining, max(limit.RetryAfter, limit.ResetsIn)))
}

// seconds rounds microseconds up.
func seconds(micros int64) int64 { return (micros + 999_999) / 1_000_000 }
