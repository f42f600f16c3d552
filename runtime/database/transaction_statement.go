package database

import (
	"context"
	"database/sql"
	"errors"
	"slices"
	"sync/atomic"

	rt "github.com/flowc-dev/flowc/runtime"
)

// Part has a statement run in a part of its own of a transaction, so that a conflict does not end that.
func Part() Option { return func(p *prepared) { p.part = true } }

// transactionOn is the transaction on a database that an execution is in, or nil.
func transactionOn(x *rt.Exec, h *handle) *transaction {
	for _, open := range x.Transactions() {
		if t, ok := open.(*transaction); ok && t.of.handle == h {
			return t
		}
	}
	return nil
}

// run is prepared.run inside of the transaction.
func (t *transaction) run(ctx context.Context, p *prepared, args []any, do func(runner, []any) error) error {
	if t.over != nil {
		return t.over
	}
	args, err := p.arguments(args)
	if err != nil {
		return err
	}
	if p.part {
		t.Savepoint(ctx)
	}
	err = t.send(ctx, func() error {
		run, err := t.runner(ctx, p)
		if err == nil && t.over == nil {
			err = do(run, args)
		}
		return err
	})
	t.used = true
	if p.writes && err == nil {
		t.wrote = true
	} else if p.writes {
		_ = t.of.handle.wrote(err)
	}
	if p.part {
		t.Release(ctx, err != nil)
	}
	return t.noted(ctx, err)
}

// noted remembers an error after which the transaction can do no more: a lost connection, a deadlock, the deadline.
func (t *transaction) noted(ctx context.Context, err error) error {
	if err == nil || t.over != nil {
		return t.over
	}
	if refused := postgresError(err); refused != nil {
		t.of.handle.engine.unready(refused) // for the next transaction
	}
	var passing *unavailableError
	if found := classify(ctx, err); ctx.Err() != nil || errors.As(found, &passing) {
		t.over = t.failed("go on", found)
	}
	return err
}

// runner runs a statement on the transaction's connection. One that was never prepared for the pool is, for this transaction
// alone: the pool may have no other connection.
func (t *transaction) runner(ctx context.Context, p *prepared) (runner, error) {
	if !p.handle.engine.prepares() {
		return unprepared{on: t.tx, text: p.text, before: p.handle.engine.before()}, nil
	}
	if ready := p.on(t.of.pool()).Load(); ready != nil {
		return compiled{t.tx.StmtContext(ctx, ready)}, nil
	}
	statement, err := t.tx.PrepareContext(ctx, p.text)
	if err != nil {
		return nil, err
	}
	t.of.lacks(p)
	return compiled{statement}, nil
}

// on is the statement as prepared on a pool.
func (p *prepared) on(pool *sql.DB) *atomic.Pointer[sql.Stmt] {
	if p.handle.pool(p.writes) == pool {
		return &p.statement
	}
	return &p.inside
}

// lacks has a statement prepared before the next transaction.
func (t *Transaction) lacks(p *prepared) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if !slices.Contains(t.lacking, p) {
		t.lacking = append(t.lacking, p)
	}
}

// compile prepares what was lacking. What can't be prepared now will be lacking again.
func (t *Transaction) compile(ctx context.Context) error {
	t.mu.Lock()
	lacking := t.lacking
	t.lacking = nil
	t.mu.Unlock()
	for _, p := range lacking {
		if _, err := compile(ctx, t.pool(), p.text, p.on(t.pool())); err != nil {
			return err
		}
	}
	return nil
}
