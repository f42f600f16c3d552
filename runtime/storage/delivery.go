package storage

import (
	"context"
	"strconv"
	"strings"
	"time"

	rt "github.com/flowc-dev/flowc/runtime"
	"github.com/flowc-dev/flowc/runtime/storage/backend"
)

// Progress is how far the work on a delivery has come.
type Progress uint8

// What may be known of a delivery.
const (
	New   Progress = iota // nothing: it is begun now
	Begun                 // somebody works on it, for the length of his lease at most
	Done                  // it was worked on, with success
)

// Delivery is a message that may come several times and is to be worked on once, such as an event of a webhook. It is
// kept in the Local Storage of STORAGE_URL without a node of its own; Open opens that at start.
type Delivery struct {
	storage *handle
	key     string
	mark    string // the value of key for as long as this execution works on it
}

// What is stored, as JSON. Whoever begins writes the end of his lease and his execution, so that he takes back his own
// mark alone: his lease may have ended, and the delivery be another's.
const (
	beganPrefix = `"begun until `
	doneMark    = `"done"`
)

// Begin begins the work on what is delivered under key, for as long as lease: of concurrent calls one finds it New,
// also against other processes. A lease that is over, of a process that was killed, is as if it had never begun. Where
// it is Begun, left is how long it stays so at the most. After an error the delivery may be begun, and is to be
// forgotten.
func Begin(x *rt.Exec, key string, lease time.Duration) (d *Delivery, p Progress, left time.Duration, err error) {
	now := x.App().Now()
	d = &Delivery{
		storage: shared(x.App().Setup()), key: key,
		mark: beganPrefix + strconv.FormatInt(now.Add(lease).UnixMilli(), 10) + " by " + x.ID() + `"`,
	}
	err = d.storage.do(x, "begin", key, func(ctx context.Context, b backend.Store) error {
		var text string
		p, text, err = d.begin(ctx, b, lease)
		left = min(untilEnd(text, now), lease)
		return err
	})
	return d, p, left, err
}

// begin may find that what kept it from beginning has gone meanwhile, and then begins anew. Where that is so time and
// again, others are at work.
func (d *Delivery) begin(ctx context.Context, b backend.Store, lease time.Duration) (p Progress, text string, err error) {
	for range 3 {
		stored, err := b.SetIfAbsent(ctx, d.key, d.mark, lease)
		if err != nil || stored {
			return New, "", err
		}
		text, found, err := b.Get(ctx, d.key)
		if err != nil || found {
			return progressOf(text), text, err
		}
	}
	return Begun, "", nil
}

func progressOf(text string) Progress {
	if strings.HasPrefix(text, beganPrefix) {
		return Begun
	}
	return Done
}

// untilEnd is how long the lease lasts that a mark tells of.
func untilEnd(text string, now time.Time) time.Duration {
	end, _, _ := strings.Cut(strings.TrimPrefix(text, beganPrefix), " ")
	at, err := strconv.ParseInt(end, 10, 64)
	if err != nil {
		return 0
	}
	return max(0, time.UnixMilli(at).Sub(now))
}

// Done remembers for ttl that the work is done, whoever else has begun it since.
func (d *Delivery) Done(ctx context.Context, ttl time.Duration) error {
	return d.end(ctx, "remember", func(b backend.Store) error { return b.Set(ctx, d.key, doneMark, ttl) })
}

// Forget lets the delivery be worked on again. What another execution has begun or done meanwhile stays.
func (d *Delivery) Forget(ctx context.Context) error {
	return d.end(ctx, "forget", func(b backend.Store) error { return b.DeleteIf(ctx, d.key, d.mark) })
}

func (d *Delivery) end(ctx context.Context, what string, operation func(backend.Store) error) error {
	return d.storage.run(ctx, what, d.key, func(_ context.Context, b backend.Store) error { return operation(b) })
}

// Open opens the Local Storage of STORAGE_URL for deliveries, so that a URL that is malformed, or a file that can't be
// opened, is reported to s instead of failing the first execution.
func Open(s *rt.Setup) { open(s) }
