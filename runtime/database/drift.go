package database

import (
	"context"
	"errors"
	"log/slog"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	rt "github.com/flowc-dev/flowc/runtime"
)

// At says which node of which workflow a statement is of, for what is said of it outside of executions.
func At(workflow, node string) Option {
	return func(p *prepared) { p.at = rt.Drift{Workflow: workflow, Node: node} }
}

// ErrUnasked is that of asking over a connection which has no way to ask about statements.
var ErrUnasked = errors.New("a pooler in between forbids it")

// drift keeps the statements that a database refuses: each is asked about, without running it, once the database is
// reached, and again while one of them is refused.
type drift struct {
	logger *slog.Logger
	env    string

	known atomic.Pointer[[]rt.Drift] // nil where nothing is known yet

	mu    sync.Mutex // held while they are asked about
	asked time.Time  // when all were; zero where that is still to be done
	never bool       // there is no asking
}

// refused are the nodes whose statements the database refuses, as far as is known.
func (d *drift) refused() []rt.Drift {
	if known := d.known.Load(); known != nil {
		return *known
	}
	return nil
}

// The times of asking.
const (
	askTimeout = 10 * time.Second // for all statements
	askAgain   = time.Minute      // after one was refused: the migration that it waits for may have run
)

// drifted returns the refusals of statements, asked again where that is due. Whoever comes while they are asked about
// gets those that were known before.
func (h *handle) drifted(ctx context.Context) []rt.Drift {
	d := &h.drift
	if d.mu.TryLock() {
		defer d.mu.Unlock()
		if due := d.asked.IsZero() || len(d.refused()) > 0 && time.Since(d.asked) >= askAgain; due && !d.never {
			h.ask(ctx, true)
		}
	}
	return d.refused()
}

// begin asks when the server starts, and returns what the database says of tables that it does not have. What it lacks
// as a whole is said elsewhere: then no statement is logged.
func (h *handle) begin(ctx context.Context, whole bool) (lacking []string) {
	h.drift.mu.Lock()
	defer h.drift.mu.Unlock()
	return h.ask(ctx, !whole)
}

// ask asks about all statements, and logs each that is refused and was not before. It returns the refusals of tables
// that are not there.
func (h *handle) ask(ctx context.Context, log bool) (lacking []string) {
	d := &h.drift
	ctx, cancel := context.WithTimeout(ctx, askTimeout)
	defer cancel()
	errs, err := h.describe(ctx)
	switch {
	case errors.Is(err, ErrUnasked):
		d.never = true
		d.logger.Info("statements are not compared with the database", "variable", d.env, "reason", err)
		return nil
	case err != nil:
		return nil // it is not reached, which is said elsewhere; the next time will do
	}
	before, refused := d.refused(), []rt.Drift{}
	for i, s := range h.statements {
		if errs[i] == nil {
			continue
		}
		if log && !slices.Contains(before, s.at) {
			d.logger.Error("the database refuses a statement", "workflow", s.at.Workflow, "node", s.at.Node, "variable", s.env, "error", errs[i])
		}
		if !slices.Contains(refused, s.at) {
			refused = append(refused, s.at)
		}
		if text := errs[i].Error(); isNoTable(errs[i]) && !slices.Contains(lacking, text) {
			lacking = append(lacking, text)
		}
	}
	d.known.Store(&refused)
	if d.asked = time.Now(); len(before) > 0 && len(refused) == 0 {
		d.logger.Info("the database takes all statements by now", "variable", d.env)
	}
	return lacking
}

// describe says of each statement why the database refuses it, nil where it takes it. An error says nothing of any.
func (h *handle) describe(ctx context.Context) ([]error, error) {
	texts := make([]string, len(h.statements))
	for i, s := range h.statements {
		texts[i] = s.text
	}
	return h.readers.Describe(ctx, texts)
}
