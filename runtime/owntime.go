package runtime

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"
)

// handlerTime is the longest that what handles a failure has of its own, where time ran out or the caller has left.
const handlerTime = 10 * time.Second

// ownTime is the time of an execution as its regions divide it.
type ownTime struct {
	until   time.Time // until when the attempt of a Retry may take; zero outside of any
	attempt int       // that the execution is in, counted over all Retries; 0 outside of any
	began   int       // attempts so far

	had    map[ownTimeKey]bool // handlers that were given time of their own
	lapses int                 // how often that was because time ran out: a Retry around it tries no more
	cause  error               // why time had run out when a failure was caught last; nil where it had not
}

// ownTimeKey is a handler in one attempt of the Retries around it.
type ownTimeKey struct {
	node    string
	call    int // in whose workflow it is: its place in the trail
	attempt int
}

// Caught logs a failure that the node named node, a Try/Catch or a Retry, keeps from ending the execution. Where it
// came because time ran out or the caller left, what handles it has time of its own: the entry's, 10 s at most, away
// from the caller, once in each attempt. So a letter that could not be sent can be kept, whatever the call has used up.
func (x *Exec) Caught(node string, err error) {
	x.Swallowed(node, err)
	x.own.cause = x.run.Err()
	if !x.own.until.IsZero() && time.Until(x.own.until) <= 0 {
		x.own.until = time.Time{} // an attempt that has used its share up: what handles that has what is left of all
	}
	if x.own.cause == nil && x.own.had == nil {
		return
	}
	key := ownTimeKey{node, x.at.call, x.own.attempt}
	if x.own.had[key] {
		return
	}
	if x.own.had == nil {
		x.own.had = map[ownTimeKey]bool{}
	}
	x.own.had[key] = true
	if x.own.cause != nil {
		x.own.lapses++
	}
	x.own.until = time.Time{}
	x.detach(min(x.entry.Timeout, handlerTime))
}

// Swallowed logs a failure that nothing handles and that ends nothing, as the node named node, a Try/Catch, has it.
func (x *Exec) Swallowed(node string, err error) {
	x.answer.dropPrepared()
	x.failObserved(err, false)
	x.tookAt(node, "catch")
	x.logFailure(slog.LevelWarn, "caught", err, slog.String("by", node))
}

// detach has the execution go on away from the caller, for d.
func (x *Exec) detach(d time.Duration) {
	x.run = x.run.goOn(d)
	if x.observed.execution != nil {
		x.observed.execution = observedBefore{x.run, x.observed.execution}
	}
}

// beginAttempt begins an attempt of a Retry: it may take what is left divided by the attempts left.
func (x *Exec) beginAttempt(around ownTime, left int) {
	x.own.began++
	x.own.attempt = x.own.began
	x.own.until = around.until
	end, limited := x.Context().Deadline()
	if !limited {
		return
	}
	if !around.until.IsZero() && around.until.Before(end) {
		end = around.until
	}
	x.own.until = time.Now().Add(time.Until(end) / time.Duration(max(left, 1)))
}

// leaveAttempts ends the attempts of a Retry, of which around is what was before.
func (x *Exec) leaveAttempts(around ownTime) {
	x.own.attempt, x.own.until = around.attempt, around.until
}

// AttemptLeft returns how much of its share of the time an attempt of a Retry has left; false outside of any Retry.
func (x *Exec) AttemptLeft() (left time.Duration, limited bool) {
	if x.own.until.IsZero() {
		return 0, false
	}
	return max(time.Until(x.own.until), 0), true
}

// endedBy says which limit has ended the execution's time, for the log; "" while it has not ended.
func (x *Exec) endedBy() string {
	switch err := x.run.Err(); {
	case err == nil:
		return ""
	case errors.Is(err, context.Canceled):
		return "the caller left"
	case len(x.own.had) > 0:
		return fmt.Sprintf("%v, of what handles a failure", min(x.entry.Timeout, handlerTime))
	}
	return fmt.Sprintf("%v, of the entry point", x.entry.Timeout)
}
