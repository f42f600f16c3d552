package runtime

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"
)

// inspectTimeout is the longest time of all looks together.
const inspectTimeout = 10 * time.Second

// Check looks at what the workflows depend on, for a program that serves them itself and wants to know before it does:
// what can not be reached, and what is not set up, such as a database without its tables. A statement that the database
// refuses is logged. Without it the first execution has the same looked at in the background, and logged, once.
func (a *App) Check(ctx context.Context) error {
	a.looked.Store(true)
	ctx, cancel := context.WithTimeout(ctx, inspectTimeout)
	defer cancel()
	checks, looks := a.lookedAt()
	var errs []error
	for _, name := range slices.Sorted(maps.Keys(a.given)) {
		if !a.env.asked[name] {
			errs = append(errs, fmt.Errorf("what is given for %s is for no workflow: none reads it", name))
		}
	}
	down := map[string]bool{}
	for _, c := range checks {
		if err := c.guarded(ctx); err != nil {
			down[c.name] = true
			errs = append(errs, a.maskedError(fmt.Errorf("%s: %w", c.name, err)))
		}
	}
	for _, l := range looks {
		if down[l.name] {
			continue
		}
		if err := l.guarded(ctx); err != nil {
			errs = append(errs, a.maskedError(err))
		}
	}
	return errors.Join(errs...)
}

// CheckReady reports whether the workflows can be served, for the readiness of the program around: it returns what
// /readyz answers, without a host or a secret. The log has why.
func (a *App) CheckReady(ctx context.Context) error {
	switch e := a.notReady(ctx); {
	case e == nil:
		return nil
	case e.Detail == "":
		return errors.New("the caller left")
	default:
		return errors.New(e.Detail)
	}
}

// Shutdown ends the App of a program that serves the workflows itself, once its server takes no more requests: it waits
// for what goes on after answers until ctx ends, and closes what was opened. Pools and loggers of the program are the
// program's to close, after it.
func (a *App) Shutdown(ctx context.Context) error {
	a.stopping.Store(true)
	a.stopLooking()
	err := a.waitBackground(ctx)
	if err != nil {
		err = fmt.Errorf("shutting down: work after an answer was cut off: %w", err)
	}
	return errors.Join(err, a.Close())
}

// lookedAt returns what Ready and Inspect added.
func (a *App) lookedAt() (checks, looks []readyCheck) {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.checks, a.looks
}

// inspect logs what is not set up.
func (a *App) inspect(ctx context.Context) {
	_, looks := a.lookedAt()
	ctx, cancel := context.WithTimeout(ctx, inspectTimeout)
	defer cancel()
	for _, l := range looks {
		if err := l.guarded(ctx); err != nil && !errors.Is(ctx.Err(), context.Canceled) {
			a.logger.Error("not set up", "check", l.name, "error", err)
		}
	}
}

// lookOnce inspects in the background, unless that was done.
func (a *App) lookOnce() {
	if !a.looked.Swap(true) {
		a.background.Go(func() { a.inspect(a.looking) })
	}
}

// maskedError is err with a text as the log would show it.
func (a *App) maskedError(err error) error {
	m := recordMask{log: a.log}
	return &maskedError{text: m.text(err.Error()), error: err}
}

type maskedError struct {
	error
	text string
}

func (e *maskedError) Error() string { return e.text }

func (e *maskedError) Unwrap() error { return e.error }
