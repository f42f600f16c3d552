package database

import (
	"context"

	rt "github.com/flowc-dev/flowc/runtime"
)

// prepared is a statement bound to its database.
type prepared struct {
	env       string // the variable with the database's URL: what errors call the database
	text      string
	writes    bool
	handle    *handle        // nil when set-up failed
	hidden    []int          // parameters that carry a label, from 1
	documents []int          // parameters that go into a column of JSON, from 1
	sent      []string       // columns that may refuse what a caller sent
	from      map[int]string // parameters, from 1: the fields of the request that they come from
	own       []int          // parameters that no caller sent
	limits    []int          // parameters that are a LIMIT or OFFSET
	faults    []fault        // whose fault it is where a value can't be computed with
	days      []int          // parameters that go into a column of the type DATE, or are compared with one
	given     bool           // it puts into columns what callers sent, and nothing else
	at        rt.Drift       // the node that it is of
	clocks    []int          // columns, from 1, that hold what a clock shows
	most      int64          // how many rows Many returns at most
	names     []string       // of its columns, where they are known by these; nil where they come as they are wanted
	keys      []key          // that it may violate, where somebody asks which it was

	part bool // in a transaction, a conflict is to take back no more than the statement
}

func prepare(s *rt.Setup, env, text string, options []Option) *prepared {
	p := &prepared{env: env, text: text, writes: writes(text), handle: open(s, env)}
	for _, o := range options {
		o(p)
	}
	if p.handle != nil {
		p.text = p.handle.engine.spelled(text)
		p.handle.statements = append(p.handle.statements, p)
		p.handle.writer.Expect(len(p.handle.statements))
	}
	return p
}

// runFor is run for an execution, which may be in a transaction.
func (p *prepared) runFor(x *rt.Exec, args []any, do func(Session, []any) error) error {
	if t := transactionOn(x, p.handle); t != nil {
		return t.run(x.Context(), p, args, do)
	}
	return p.run(x.Context(), args, do)
}

// run calls do with a session for the statement, and with the parameters as the engine wants them. It may call it again
// where the database was locked or, of a statement that only reads, where the connection was lost.
func (p *prepared) run(ctx context.Context, args []any, do func(Session, []any) error) error {
	if p.handle == nil {
		return errNotOpen
	}
	args, err := p.arguments(args)
	if err != nil {
		return err
	}
	err = p.handle.attempt(ctx, !p.writes, func() error {
		conn, err := p.handle.pool(p.writes).Conn(ctx)
		if err != nil {
			return err
		}
		defer conn.Release()
		return do(conn, args)
	})
	if p.writes {
		return p.handle.wrote(err)
	}
	return err
}

// runWhole is run in a transaction of the statement's own, which commits where do does not fail.
func (p *prepared) runWhole(ctx context.Context, args []any, do func(Session, []any) error) error {
	args, err := p.arguments(args)
	if err != nil {
		return err
	}
	return p.handle.wrote(p.handle.attempt(ctx, true, func() error {
		tx, err := p.handle.writer.Begin(ctx, ReadCommitted)
		if err != nil {
			return err
		}
		defer tx.Rollback() // does nothing once committed
		if err := do(tx, args); err != nil {
			return err
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
		return p.handle.outcome(ctx, tx.Commit(ctx))
	}))
}
