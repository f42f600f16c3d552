package database

import (
	"context"
	"database/sql"
	"sync/atomic"

	rt "github.com/flowc-dev/flowc/runtime"
)

// prepared is a statement bound to its database.
type prepared struct {
	env    string // the variable with the database's URL: what errors call the database
	text   string
	writes bool
	handle *handle  // nil when set-up failed
	hidden []int    // parameters that carry a label, from 1
	sent   []string // columns that may refuse what a caller sent
	keys   []key    // that it may violate, where somebody asks which it was

	statement atomic.Pointer[sql.Stmt] // SQLite: made at the first use
}

func prepare(s *rt.Setup, env, text string, options []Option) *prepared {
	p := &prepared{env: env, text: text, writes: writes(text), handle: open(s, env)}
	for _, o := range options {
		o(p)
	}
	if p.handle != nil {
		p.handle.statements = append(p.handle.statements, text)
	}
	return p
}

// run calls do with what runs the statement, and with the parameters as the engine wants them. It may call it again
// where the database was locked.
func (p *prepared) run(ctx context.Context, args []any, do func(runner, []any) error) error {
	if p.handle == nil {
		return errNotOpen
	}
	args, err := p.handle.engine.arguments(args)
	if err != nil {
		return err
	}
	return p.handle.engine.patiently(ctx, func() error {
		run, err := p.runner(ctx)
		if err != nil {
			return err
		}
		return do(run, args)
	})
}

// runner is where a statement's text and its parameters go.
type runner interface {
	query(ctx context.Context, args []any) (*sql.Rows, error)
	exec(ctx context.Context, args []any) (sql.Result, error)
}

// runner prepares for SQLite, which else would compile the text each time. The driver of PostgreSQL keeps prepared
// statements of its own, and must not be told to prepare where a connection pooler does not allow it.
func (p *prepared) runner(ctx context.Context) (runner, error) {
	pool := p.handle.pool(p.writes)
	if !p.handle.engine.prepares() {
		return unprepared{pool: pool, text: p.text}, nil
	}
	if ready := p.statement.Load(); ready != nil {
		return compiled{ready}, nil
	}
	statement, err := pool.PrepareContext(ctx, p.text)
	if err != nil {
		return nil, err // the next use tries again: the table may exist by then
	}
	if !p.statement.CompareAndSwap(nil, statement) { // another execution was faster
		statement.Close()
	}
	return compiled{p.statement.Load()}, nil
}

type unprepared struct {
	pool *sql.DB
	text string
}

func (u unprepared) query(ctx context.Context, args []any) (*sql.Rows, error) {
	return u.pool.QueryContext(ctx, u.text, args...)
}

func (u unprepared) exec(ctx context.Context, args []any) (sql.Result, error) {
	return u.pool.ExecContext(ctx, u.text, args...)
}

type compiled struct{ *sql.Stmt }

func (c compiled) query(ctx context.Context, args []any) (*sql.Rows, error) {
	return c.QueryContext(ctx, args...)
}

func (c compiled) exec(ctx context.Context, args []any) (sql.Result, error) {
	return c.ExecContext(ctx, args...)
}
