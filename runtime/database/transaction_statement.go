package database

import (
	"context"
	"errors"

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
func (t *transaction) run(ctx context.Context, p *prepared, args []any, do func(Session, []any) error) error {
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
		if t.over != nil {
			return t.over
		}
		return do(t.tx, args)
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
