package runtime

import (
	"context"
	"errors"
	"log/slog"
	"math/rand/v2"
	"time"
)

// A RetryPolicy says how often and how far apart a Retry node tries.
type RetryPolicy struct {
	Attempts    int           // in all, the first included; less than 1 is 1
	Delay       time.Duration // before the second attempt
	MaxDelay    time.Duration // the longest delay of an exponential policy; 0 is no limit
	Exponential bool          // the delay doubles each time, and is drawn between 0 and that (full jitter)
	Conflicts   bool          // a violated key passes too: the next attempt makes another one
}

// Retry calls f until it succeeds, fails with what will not pass, or has been tried often enough; the current node is
// the Retry. What may pass says so: its Temporary or Unavailable method returns true. Where the error has a RetryAfter
// method, the delay is at least what it returns. Where the deadline of the execution would come before the next
// attempt, Retry does not wait for it. Each attempt that is followed by another is logged; the error is that of the
// last one, which who gets it logs.
func Retry(x *Exec, p RetryPolicy, f func() error) error {
	_, err := RetryValue(x, p, func() (struct{}, error) { return struct{}{}, f() })
	return err
}

// RetryValue is Retry for an f that yields a value: that of the last attempt.
func RetryValue[T any](x *Exec, p RetryPolicy, f func() (T, error)) (T, error) {
	node := x.Node()
	around, before := x.at.attempt, x.own
	defer func() {
		x.at.attempt = around
		x.leaveAttempts(before)
	}()
	for attempt := 1; ; attempt++ {
		if x.debug {
			x.at.attempt = inAttempt(around, attempt)
		}
		x.beginAttempt(before, p.Attempts-attempt+1)
		v, err := saved(x, f)
		if err == nil || x.Over() {
			return v, err
		}
		x.answer.dropPrepared()
		delay := max(p.delay(attempt), retryAfter(err))
		if attempt >= p.Attempts || !p.mayPass(err) || x.own.lapses > before.lapses || !x.hasTimeFor(delay) {
			x.at.attempt = around
			x.tookAt(node, "failed")
			return v, err
		}
		x.logFailure(slog.LevelWarn, "attempt failed", err, slog.String("by", node), slog.Int("attempt", attempt))
		if !sleep(x.Context(), delay) {
			x.at.attempt = around
			x.tookAt(node, "failed")
			return v, err
		}
	}
}

// mayPass says whether trying again can help.
func (p RetryPolicy) mayPass(err error) bool {
	var temporary interface{ Temporary() bool }
	if errors.As(err, &temporary) && temporary.Temporary() {
		return true
	}
	var conflict interface{ Conflicted() bool }
	if p.Conflicts && errors.As(err, &conflict) && conflict.Conflicted() {
		return true
	}
	return isUnavailable(err)
}

// delay returns how long to wait after an attempt, the first being 1.
func (p RetryPolicy) delay(attempt int) time.Duration {
	if !p.Exponential {
		return p.Delay
	}
	longest := p.Delay
	for range attempt - 1 {
		if longest > maxDuration/2 || p.MaxDelay > 0 && longest >= p.MaxDelay {
			break
		}
		longest *= 2
	}
	if p.MaxDelay > 0 {
		longest = min(longest, p.MaxDelay)
	}
	if longest <= 0 {
		return 0
	}
	return rand.N(longest) // no secret: it only keeps callers from coming back at the same time
}

const maxDuration time.Duration = 1<<63 - 1

// hasTimeFor says whether the execution does not end before d has passed.
func (x *Exec) hasTimeFor(d time.Duration) bool {
	ctx := x.Context()
	deadline, ok := ctx.Deadline()
	return ctx.Err() == nil && (!ok || time.Until(deadline) > d)
}

// sleep says whether d has passed before ctx was done.
func sleep(ctx context.Context, d time.Duration) bool {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return true
	case <-ctx.Done():
		return false
	}
}
