package postgres

import (
	"context"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/flowc-dev/flowc/runtime/database"
)

// session runs statements on a connection.
type session struct {
	pool *pool
	on   *pgx.Conn
}

// Query implements database.Session.
func (s session) Query(ctx context.Context, text string, args []any) (database.Cursor, error) {
	rows, err := s.query(ctx, text, args)
	if err != nil {
		return nil, err
	}
	return rows, nil
}

func (s session) query(ctx context.Context, text string, args []any) (*cursor, error) {
	rows, err := s.on.Query(ctx, text, s.arguments(args, formats)...)
	if err != nil {
		return nil, err
	}
	return newCursor(rows)
}

// Exec implements database.Session.
func (s session) Exec(ctx context.Context, text string, args []any) (affected int64, err error) {
	done, err := s.on.Exec(ctx, text, s.arguments(args)...)
	return done.RowsAffected(), err
}

// arguments returns the options of pgx for a statement, and its arguments behind these.
func (s session) arguments(args []any, options ...any) []any {
	unnamed := s.pool.unnamed.Load()
	if len(options) == 0 && !unnamed {
		return args
	}
	all := make([]any, 0, 1+len(options)+len(args))
	if unnamed {
		all = append(all, pgx.QueryExecModeCacheDescribe)
	}
	return append(append(all, options...), args...)
}

// conn is a connection that is taken out of a pool.
type conn struct {
	session
	held *pgxpool.Conn
}

// Release implements database.Conn.
func (c *conn) Release() { c.held.Release() }
