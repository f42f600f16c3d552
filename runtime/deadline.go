package runtime

import (
	"context"
	"sync"
	"sync/atomic"
	"time"
)

// deadline is a context as context.WithDeadline makes one. Many executions wait for nothing, so that the timer, and
// what tells those who wait, are made only for who asks: they cost more than a small workflow does.
type deadline struct {
	parent context.Context
	at     time.Time

	lock    sync.Mutex
	asked   atomic.Bool        // awaited is made, and stays: it is read without the lock then
	awaited context.Context    // nil until then
	cancel  context.CancelFunc // of awaited
	ended   bool
}

// Deadline implements context.Context.
func (d *deadline) Deadline() (at time.Time, ok bool) {
	if at, ok := d.parent.Deadline(); ok && at.Before(d.at) {
		return at, true
	}
	return d.at, true
}

// Done implements context.Context.
func (d *deadline) Done() <-chan struct{} {
	if d.asked.Load() {
		return d.awaited.Done()
	}
	d.lock.Lock()
	defer d.lock.Unlock()
	return d.await().Done()
}

// Err implements context.Context. What it has once returned stays: awaited keeps it. Each item of a For each asks:
// time.Until reads one clock, where time.Now reads two.
func (d *deadline) Err() error {
	d.lock.Lock()
	defer d.lock.Unlock()
	if d.awaited == nil && !d.ended && d.parent.Err() == nil && time.Until(d.at) > 0 {
		return nil
	}
	return d.await().Err()
}

// Value implements context.Context. Package context finds by it what to tell of an end, once it has called Done.
func (d *deadline) Value(key any) any {
	if !d.asked.Load() {
		return d.parent.Value(key)
	}
	return d.awaited.Value(key)
}

// await makes awaited. The lock is held.
func (d *deadline) await() context.Context {
	switch {
	case d.awaited != nil:
		return d.awaited
	case d.ended: // canceled, even if the deadline has passed since
		d.awaited, d.cancel = context.WithCancel(d.parent)
		d.cancel()
	default:
		d.awaited, d.cancel = context.WithDeadline(d.parent, d.at)
	}
	d.asked.Store(true)
	return d.awaited
}

// end cancels the context.
func (d *deadline) end() {
	d.lock.Lock()
	defer d.lock.Unlock()
	d.ended = true
	if d.cancel != nil {
		d.cancel()
	}
}
