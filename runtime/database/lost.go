package database

import (
	"context"
	"errors"
)

// attempt runs what one statement does. Where its connection is lost meanwhile, those that wait in the pool are given
// up, as they are lost too. What repeats runs once more then, on a fresh one: it has no effect before it returns. So
// does what was not sent at all.
func (h *handle) attempt(ctx context.Context, repeats bool, run func() error) error {
	err := h.engine.patiently(ctx, run)
	if !h.lost(ctx, err) {
		return err
	}
	h.writer.Reset()
	if !repeats && !h.engine.unsent(err) {
		return err
	}
	return h.engine.patiently(ctx, run)
}

// lost reports whether err is that of a connection which ended while it was used: what the server did last is unknown.
func (h *handle) lost(ctx context.Context, err error) bool {
	if err == nil || ctx.Err() != nil || errors.As(err, new(*unknownError)) {
		return false
	}
	return h.engine.lost(err)
}

// lost is never so: there is no connection to lose.
func (sqliteEngine) lost(error) bool { return false }

func (sqliteEngine) unsent(error) bool { return false }

func (postgresEngine) lost(err error) bool {
	if answered := postgresError(err); answered != nil {
		return ends(answered)
	}
	return postgres.Lost(err)
}

func (postgresEngine) unsent(err error) bool { return postgres.Unsent(err) }

// Writes says that a statement changes something, or may, though its text does not say so: by a function that it calls.
func Writes() Option {
	return func(p *prepared) { p.writes = true }
}
