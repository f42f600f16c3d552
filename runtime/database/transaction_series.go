package database

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"time"

	rt "github.com/flowc-dev/flowc/runtime"
)

// How often a region runs again at most, and how long it waits before that: up to shortestWait at first, twice as long
// each time.
const (
	mostReruns   = 20
	shortestWait = 4 * time.Millisecond
	longestWait  = 200 * time.Millisecond
)

// series is the runs of one region in one execution, until one of them commits.
type series struct {
	of    *Transaction
	x     *rt.Exec
	from  rt.Mark
	until time.Time // no run begins after that; zero where nothing limits them
	runs  int       // those again
	turn  bool      // it is the one that runs again
}

// series begins the runs of a region. They may take half of the time that its execution has left, or its attempt of a
// Retry.
func (t *Transaction) series(x *rt.Exec) series {
	s := series{of: t, x: x, from: x.Mark()}
	left, limited := x.AttemptLeft()
	if end, ok := x.Context().Deadline(); ok && (!limited || time.Until(end) < left) {
		left, limited = time.Until(end), true
	}
	if limited {
		s.until = time.Now().Add(left / 2)
	}
	return s
}

// again waits for a run to begin once more, with the execution where it was; one at a time does that. It reports
// whether there is time for one.
func (s *series) again() bool {
	if s.runs == mostReruns || !s.takeTurn() {
		return false
	}
	wait := waitBefore(s.runs)
	if !s.until.IsZero() && time.Until(s.until) <= wait {
		return false
	}
	if !pause(s.x.Context(), wait) {
		return false
	}
	s.runs++
	s.x.Rewind(s.from)
	return true
}

// waitBefore returns how long to wait after some runs again: no secret, it only keeps callers apart.
func waitBefore(runs int) time.Duration { return rand.N(min(shortestWait<<runs, longestWait)) }

// pause waits. It reports whether there is time left then.
func pause(ctx context.Context, wait time.Duration) bool {
	timer := time.NewTimer(wait)
	defer timer.Stop()
	select {
	case <-timer.C:
		return true
	case <-ctx.Done():
		return false
	}
}

// takeTurn waits until no other execution runs the region again. It reports whether there is time left then.
func (s *series) takeTurn() bool {
	if s.turn {
		return true
	}
	var late <-chan time.Time
	if !s.until.IsZero() {
		timer := time.NewTimer(time.Until(s.until))
		defer timer.Stop()
		late = timer.C
	}
	select {
	case s.of.turn <- struct{}{}:
		s.turn = true
	case <-late:
	case <-s.x.Context().Done():
	}
	return s.turn
}

// end lets another execution run the region again.
func (s *series) end() {
	if s.turn {
		<-s.of.turn
	}
}

// failure is that of the series, of which err is that of the last run.
func (s *series) failure(err error) error { return &contendedError{err, s.runs} }

// contended reports whether a transaction has failed because of another one, and nothing of it is committed: 40001
// serialization_failure, 40P01 deadlock_detected.
func (t *transaction) contended() bool {
	var refused *PostgresError
	return t != nil && errors.As(t.over, &refused) && refused.contends()
}

// contends reports whether another transaction was in the way.
func (e *PostgresError) contends() bool { return e.Code == "40001" || e.Code == "40P01" }

// contendedError is the failure of a region that others were in the way of for too long.
type contendedError struct {
	err    error
	reruns int
}

func (e *contendedError) Error() string {
	return fmt.Sprintf("others were in the way, %d times again: %s", e.reruns, e.err)
}

func (e *contendedError) Unwrap() error { return e.err }

// RetryAfter tells the runtime when the caller may come again.
func (e *contendedError) RetryAfter() time.Duration { return time.Second }
