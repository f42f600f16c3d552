package database

import (
	"context"
	"database/sql"
	"slices"
	"sync"

	"github.com/flowc-dev/flowc/runtime/sqlite"
)

// sqlitePool is the connections to a file. It keeps statements compiled, which SQLite else would be each time.
type sqlitePool struct {
	db       *sql.DB
	compiled sync.Map // text → *sql.Stmt

	mu      sync.Mutex
	lacking []string // statements that ran in a transaction before they were compiled
}

// openSQLitePool opens up to size connections to a file. A crash of the machine may take back the last commits; one of
// the process takes nothing back.
func openSQLitePool(file string, size int, mode string) (*sqlitePool, error) {
	db, err := sqlite.Pool(file, size, "_pragma=synchronous(NORMAL)", "_pragma=foreign_keys(1)", mode)
	if err != nil {
		return nil, err
	}
	return &sqlitePool{db: db}, nil
}

// Conn implements Pool. Each statement takes a connection of its own: there is none to lose.
func (p *sqlitePool) Conn(context.Context) (Conn, error) { return sqliteConn{p}, nil }

// Begin implements Pool. Every transaction is serializable, and whether it writes is up to the pool.
func (p *sqlitePool) Begin(ctx context.Context, _ TransactionOption) (Tx, error) {
	p.compileLacking(ctx)
	tx, err := p.db.BeginTx(ctx, nil)
	if err != nil {
		return nil, err
	}
	return &sqliteTx{p, tx}, nil
}

// Describe implements Pool. It compiles each: SQLite reads the whole statement then.
func (p *sqlitePool) Describe(ctx context.Context, statements []string) ([]error, error) {
	conn, err := p.db.Conn(ctx)
	if err != nil {
		return nil, err
	}
	defer conn.Close()
	refused := make([]error, len(statements))
	for i, text := range statements {
		statement, err := conn.PrepareContext(ctx, text)
		if err == nil {
			err = statement.Close()
		}
		if refused[i] = err; ctx.Err() != nil || sqlite.Unavailable(err) {
			return nil, err
		}
	}
	return refused, nil
}

// Expect implements Pool: there is no limit.
func (p *sqlitePool) Expect(int) {}

// Reset implements Pool: there is no connection to lose.
func (p *sqlitePool) Reset() {}

// SQL implements Pool.
func (p *sqlitePool) SQL(f func(*sql.DB) error) error { return f(p.db) }

// Close implements Pool.
func (p *sqlitePool) Close() error { return p.db.Close() }

// statement returns a statement, compiled once.
func (p *sqlitePool) statement(ctx context.Context, text string) (*sql.Stmt, error) {
	if ready, ok := p.compiled.Load(text); ok {
		return ready.(*sql.Stmt), nil
	}
	statement, err := p.db.PrepareContext(ctx, text)
	if err != nil {
		return nil, err // the next use tries again: the table may exist by then
	}
	first, late := p.compiled.LoadOrStore(text, statement)
	if late {
		statement.Close()
	}
	return first.(*sql.Stmt), nil
}

// lacks has a statement compiled before the next transaction.
func (p *sqlitePool) lacks(text string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if !slices.Contains(p.lacking, text) {
		p.lacking = append(p.lacking, text)
	}
}

// compileLacking compiles what was lacking. What can't be compiled now lacks again once it runs.
func (p *sqlitePool) compileLacking(ctx context.Context) {
	p.mu.Lock()
	lacking := p.lacking
	p.lacking = nil
	p.mu.Unlock()
	for _, text := range lacking {
		_, _ = p.statement(ctx, text)
	}
}

// sqliteConn runs statements outside of transactions.
type sqliteConn struct{ pool *sqlitePool }

// Query implements Session.
func (c sqliteConn) Query(ctx context.Context, text string, args []any) (Cursor, error) {
	statement, err := c.pool.statement(ctx, text)
	if err != nil {
		return nil, err
	}
	return queryOf(ctx, statement, args)
}

// Exec implements Session.
func (c sqliteConn) Exec(ctx context.Context, text string, args []any) (int64, error) {
	statement, err := c.pool.statement(ctx, text)
	if err != nil {
		return 0, err
	}
	return execOf(ctx, statement, args)
}

// Release implements Conn.
func (sqliteConn) Release() {}

// sqliteTx is a transaction on the connection of tx.
type sqliteTx struct {
	pool *sqlitePool
	tx   *sql.Tx
}

// Query implements Session.
func (t *sqliteTx) Query(ctx context.Context, text string, args []any) (Cursor, error) {
	statement, err := t.statement(ctx, text)
	if err != nil {
		return nil, err
	}
	return queryOf(ctx, statement, args)
}

// Exec implements Session.
func (t *sqliteTx) Exec(ctx context.Context, text string, args []any) (int64, error) {
	statement, err := t.statement(ctx, text)
	if err != nil {
		return 0, err
	}
	return execOf(ctx, statement, args)
}

// statement returns a statement of the transaction. One that the pool has not compiled is compiled for the transaction
// alone: the pool may have no other connection.
func (t *sqliteTx) statement(ctx context.Context, text string) (*sql.Stmt, error) {
	if ready, ok := t.pool.compiled.Load(text); ok {
		return t.tx.StmtContext(ctx, ready.(*sql.Stmt)), nil
	}
	statement, err := t.tx.PrepareContext(ctx, text)
	if err == nil {
		t.pool.lacks(text)
	}
	return statement, err
}

// Commit implements Tx.
func (t *sqliteTx) Commit(context.Context) error { return t.tx.Commit() }

// Rollback implements Tx.
func (t *sqliteTx) Rollback() { _ = t.tx.Rollback() }

// queryOf queries by a compiled statement.
func queryOf(ctx context.Context, statement *sql.Stmt, args []any) (Cursor, error) {
	rows, err := statement.QueryContext(ctx, args...)
	if err != nil {
		return nil, err
	}
	return sqliteCursor{rows}, nil
}

// execOf runs a compiled statement that returns no rows.
func execOf(ctx context.Context, statement *sql.Stmt, args []any) (int64, error) {
	result, err := statement.ExecContext(ctx, args...)
	if err != nil {
		return 0, err
	}
	return result.RowsAffected()
}

// sqliteCursor is the rows of database/sql.
type sqliteCursor struct{ *sql.Rows }

// Types implements Cursor.
func (c sqliteCursor) Types() ([]string, error) {
	columns, err := c.ColumnTypes()
	if err != nil {
		return nil, err
	}
	names := make([]string, len(columns))
	for i, column := range columns {
		names[i] = column.DatabaseTypeName()
	}
	return names, nil
}
