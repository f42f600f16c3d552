package postgres

import (
	"context"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/flowc-dev/flowc/runtime/database"
)

// session runs statements on a connection, one at a time: their arguments and rows have their memory here.
type session struct {
	pool *pool
	on   *pgx.Conn
	args [8]any
	rows cursor
}

// Query implements database.Session.
func (s *session) Query(ctx context.Context, text string, args []any) (database.Cursor, error) {
	rows, err := s.on.Query(ctx, text, s.arguments(args, formats)...)
	if err != nil {
		return nil, err
	}
	if s.rows, err = newCursor(rows); err != nil {
		return nil, err
	}
	return &s.rows, nil
}

// Exec implements database.Session.
func (s *session) Exec(ctx context.Context, text string, args []any) (affected int64, err error) {
	done, err := s.on.Exec(ctx, text, s.arguments(args)...)
	return done.RowsAffected(), err
}

// arguments returns the options of pgx for a statement, and its arguments behind these.
func (s *session) arguments(args []any, options ...any) []any {
	unnamed := s.pool.unnamed.Load()
	if len(options) == 0 && !unnamed {
		return args
	}
	all := s.args[:0]
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
