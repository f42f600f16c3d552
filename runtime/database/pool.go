package database

import (
	"context"
	"database/sql"
)

// Pool is the connections to a database. It is safe for concurrent use.
type Pool interface {
	// Conn takes a connection, for statements outside of transactions.
	Conn(ctx context.Context) (Conn, error)
	// Begin begins a transaction, which is rolled back where ctx ends before its Commit.
	Begin(ctx context.Context, level TransactionOption) (Tx, error)
	// Describe asks about statements without running one: why the database refuses each, nil where it does not. The
	// error is ErrUnasked where there is no way to ask.
	Describe(ctx context.Context, statements []string) (refused []error, err error)
	// Expect has connections made from now on keep at least n statements prepared.
	Expect(n int)
	// Reset closes the connections that wait for a statement.
	Reset()
	// SQL calls f with the pool behind database/sql, which migrations use.
	SQL(f func(*sql.DB) error) error
	// Close closes all connections.
	Close() error
}

// Session runs statements.
type Session interface {
	// Query runs a statement that returns rows. Nothing else runs in the session until these are closed.
	Query(ctx context.Context, text string, args []any) (Cursor, error)
	// Exec runs a statement that returns none, and returns how many rows it affected.
	Exec(ctx context.Context, text string, args []any) (affected int64, err error)
}

// Conn is a connection that is taken out of a pool.
type Conn interface {
	Session
	// Release gives it back.
	Release()
}

// Tx is a transaction, which has a connection for itself until it ends.
type Tx interface {
	Session
	Commit(ctx context.Context) error
	// Rollback ends a transaction that was not committed; else it does nothing. It takes a bounded time, as it has no
	// context.
	Rollback()
}

// Cursor is the rows of a result, one at a time.
type Cursor interface {
	// Next goes on to the next row, if there is one. Where it reports false, Err says whether that is for an error.
	Next() bool
	// Scan reads the columns of the row into targets, one each, which are what database/sql takes.
	Scan(targets ...any) error
	// Columns returns the names of the columns.
	Columns() ([]string, error)
	// Types returns the names that the database has for the types of the columns, in capitals.
	Types() ([]string, error)
	Err() error
	Close() error
}

// queryRow runs a statement outside of transactions, and reads its first row into targets.
func queryRow(ctx context.Context, pool Pool, text string, args []any, targets ...any) error {
	conn, err := pool.Conn(ctx)
	if err != nil {
		return err
	}
	defer conn.Release()
	rows, err := conn.Query(ctx, text, args)
	if err != nil {
		return err
	}
	defer rows.Close()
	if !rows.Next() {
		if err := rows.Err(); err != nil {
			return err
		}
		return sql.ErrNoRows
	}
	if err := rows.Scan(targets...); err != nil {
		return err
	}
	return rows.Close()
}
