package database

import (
	"context"
	"database/sql"
	"slices"
	"sync/atomic"

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
	names     []string       // of its columns, where they are known by these; nil where they come as they are wanted
	keys      []key          // that it may violate, where somebody asks which it was

	part bool // in a transaction, a conflict is to take back no more than the statement

	statement atomic.Pointer[sql.Stmt] // SQLite: made at the first use
	inside    atomic.Pointer[sql.Stmt] // SQLite: on the pool that it does not run on outside of transactions
}

func prepare(s *rt.Setup, env, text string, options []Option) *prepared {
	p := &prepared{env: env, text: text, writes: writes(text), handle: open(s, env)}
	for _, o := range options {
		o(p)
	}
	if p.handle != nil {
		p.text = p.handle.engine.spelled(text)
		p.handle.statements = append(p.handle.statements, p)
	}
	return p
}

// runFor is run for an execution, which may be in a transaction.
func (p *prepared) runFor(x *rt.Exec, args []any, do func(runner, []any) error) error {
	if t := transactionOn(x, p.handle); t != nil {
		return t.run(x.Context(), p, args, do)
	}
	return p.run(x.Context(), args, do)
}

// run calls do with what runs the statement, and with the parameters as the engine wants them. It may call it again
// where the database was locked or, of a statement that only reads, where the connection was lost.
func (p *prepared) run(ctx context.Context, args []any, do func(runner, []any) error) error {
	if p.handle == nil {
		return errNotOpen
	}
	args, err := p.arguments(args)
	if err != nil {
		return err
	}
	err = p.handle.attempt(ctx, !p.writes, func() error {
		run, err := p.runner(ctx)
		if err != nil {
			return err
		}
		run, release, err := run.held(ctx)
		if err != nil {
			return err
		}
		defer release()
		return do(run, args)
	})
	if p.writes {
		return p.handle.wrote(err)
	}
	return err
}

// runWhole is run in a transaction of the statement's own, which commits where do does not fail.
func (p *prepared) runWhole(ctx context.Context, args []any, do func(runner, []any) error) error {
	args, err := p.arguments(args)
	if err != nil {
		return err
	}
	return p.handle.wrote(p.handle.attempt(ctx, true, func() error {
		run, err := p.runner(ctx) // before the transaction has the connection that this may take
		if err != nil {
			return err
		}
		tx, err := p.handle.writer.BeginTx(ctx, p.handle.engine.options(ReadCommitted))
		if err != nil {
			return err
		}
		defer tx.Rollback() // does nothing once committed
		if err := do(run.in(ctx, tx), args); err != nil {
			return err
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
		return p.handle.outcome(ctx, tx.Commit())
	}))
}

// runner is where a statement's text and its parameters go.
type runner interface {
	query(ctx context.Context, args []any) (*sql.Rows, error)
	exec(ctx context.Context, args []any) (sql.Result, error)
	in(ctx context.Context, tx *sql.Tx) runner // on the connection of a transaction
	held(ctx context.Context) (run runner, release func(), err error)
}

// runner prepares for SQLite, which else would compile the text each time. The driver of PostgreSQL keeps prepared
// statements of its own, and must not be told to prepare where a connection pooler does not allow it.
func (p *prepared) runner(ctx context.Context) (runner, error) {
	pool := p.handle.pool(p.writes)
	if !p.handle.engine.prepares() {
		return unprepared{pool: pool, text: p.text, before: p.handle.engine.before()}, nil
	}
	return compile(ctx, pool, p.text, &p.statement)
}

// compile prepares a statement, once.
func compile(ctx context.Context, pool *sql.DB, text string, to *atomic.Pointer[sql.Stmt]) (runner, error) {
	if ready := to.Load(); ready != nil {
		return compiled{ready}, nil
	}
	statement, err := pool.PrepareContext(ctx, text)
	if err != nil {
		return nil, err // the next use tries again: the table may exist by then
	}
	if !to.CompareAndSwap(nil, statement) { // another execution was faster
		statement.Close()
	}
	return compiled{to.Load()}, nil
}

type unprepared struct {
	pool   *sql.DB
	on     connection // nil before there is one
	text   string
	before []any // arguments that are none of the statement's
}

// connection is one of a pool, or a transaction on one.
type connection interface {
	QueryContext(ctx context.Context, text string, args ...any) (*sql.Rows, error)
	ExecContext(ctx context.Context, text string, args ...any) (sql.Result, error)
}

func (u unprepared) query(ctx context.Context, args []any) (*sql.Rows, error) {
	return u.on.QueryContext(ctx, u.text, slices.Concat(u.before, args)...)
}

func (u unprepared) exec(ctx context.Context, args []any) (sql.Result, error) {
	return u.on.ExecContext(ctx, u.text, slices.Concat(u.before, args)...)
}

func (u unprepared) in(_ context.Context, tx *sql.Tx) runner {
	u.on = tx
	return u
}

// held takes one connection of the pool. What runs on the pool itself is sent up to three times where the driver says
// that nothing was sent, and that of PostgreSQL says so where an answer did not come.
func (u unprepared) held(ctx context.Context) (runner, func(), error) {
	conn, err := u.pool.Conn(ctx)
	if err != nil {
		return nil, nil, err
	}
	u.on = conn
	return u, func() { _ = conn.Close() }, nil
}

type compiled struct{ *sql.Stmt }

func (c compiled) query(ctx context.Context, args []any) (*sql.Rows, error) {
	return c.QueryContext(ctx, args...)
}

func (c compiled) exec(ctx context.Context, args []any) (sql.Result, error) {
	return c.ExecContext(ctx, args...)
}

func (c compiled) in(ctx context.Context, tx *sql.Tx) runner {
	return compiled{tx.StmtContext(ctx, c.Stmt)}
}

func (c compiled) held(context.Context) (runner, func(), error) { return c, func() {}, nil }
