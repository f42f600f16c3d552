package database

import (
	"context"
	"database/sql"
	"runtime"
	"strings"
	"sync/atomic"
	"time"

	rt "github.com/flowc-dev/flowc/runtime"
	"github.com/flowc-dev/flowc/runtime/migrate"
)

// Postgres is the driver of PostgreSQL, where a program links it.
type Postgres struct {
	// Open makes a pool of a URL without connecting. The time-out for connecting and the time zone of sessions hold where
	// the URL says nothing of them.
	Open func(url string, timeout time.Duration, zone string) (*sql.DB, error)
	// Error returns the server's answer to a statement that failed, nil where an error is no such answer.
	Error func(err error) *PostgresError
	// Unnamed is an argument before all others, by which a statement is run without being prepared under a name.
	Unnamed any
	// Describe asks about statements in one round, running none: why the server refuses each, nil where it does not. The error is
	// ErrUnasked where the connection has no way to ask.
	Describe func(ctx context.Context, conn *sql.Conn, statements []string) (refused []error, err error)
	// Unreachable reports whether an error is that of a connection that can't be made, Unsent of one over which nothing
	// was sent, and Lost of one that ended while it was used.
	Unreachable, Unsent, Lost func(err error) bool
}

// PostgresError is an answer of the server (PostgreSQL's documentation, 54.8: Error and Notice Message Fields).
type PostgresError struct {
	Code               string // SQLSTATE
	Constraint, Column string // "" where it is about none
	Domain             string // whose CHECK or NOT NULL it is about, else ""
	Where              string // the context in which it came up
	Routine            string // of the server, which found it
	Err                error
}

// Error is that of the driver.
func (e *PostgresError) Error() string { return e.Err.Error() }

// Unwrap returns the driver's error.
func (e *PostgresError) Unwrap() error { return e.Err }

var postgres Postgres

// RegisterPostgres is called by the package that links PostgreSQL, before main.
func RegisterPostgres(p Postgres) { postgres = p }

// postgresError returns the server's answer to a statement that failed, or nil.
func postgresError(err error) *PostgresError {
	if postgres.Error == nil {
		return nil
	}
	return postgres.Error(err)
}

const connectTimeout = 5 * time.Second

// postgresEngine is one of a pool of connections.
type postgresEngine struct {
	pooled *atomic.Bool // there is a pooler in between, which gives each transaction another connection of its own
}

func (postgresEngine) prepares() bool { return false }

// patiently runs once: the server itself lets statements wait for locks, and ends them with the context. It runs once more where what
// was prepared before is not there, or is no longer the same: of that statement nothing has run.
func (e postgresEngine) patiently(_ context.Context, run func() error) error {
	err := run()
	refused := postgresError(err)
	if refused == nil || !e.unready(refused) {
		return err
	}
	return run()
}

// unready reports whether a statement has not run because of how it was prepared: the connection behind a pooler is another one
// (26000 invalid_sql_statement_name, 42P05 duplicate_prepared_statement), or its table has changed since.
func (e postgresEngine) unready(err *PostgresError) bool {
	if err.Code == "26000" || err.Code == "42P05" {
		e.pooled.Store(true)
		return true
	}
	return isOutdated(err)
}

// isOutdated knows the one feature_not_supported that a change of the tables brings: "cached plan must not change result type".
func isOutdated(err *PostgresError) bool {
	return err.Code == "0A000" && err.Routine == "RevalidateCachedQuery"
}

// before has statements run without names, where those are lost.
func (e postgresEngine) before() []any {
	if e.pooled.Load() {
		return []any{postgres.Unnamed}
	}
	return nil
}

// hasTable goes by the search path, as statements do.
func (postgresEngine) hasTable() string { return `SELECT to_regclass($1) IS NOT NULL` }

// options say the level, whatever that of the server is by default.
func (postgresEngine) options(level TransactionOption) *sql.TxOptions {
	switch level {
	case ReadOnly: // SERIALIZABLE is refused by a hot standby
		return &sql.TxOptions{Isolation: sql.LevelRepeatableRead, ReadOnly: true}
	case Serializable:
		return &sql.TxOptions{Isolation: sql.LevelSerializable}
	}
	return &sql.TxOptions{Isolation: sql.LevelReadCommitted}
}

// refused knows what the server has answered, or was never sent. An answer may also be that the server or the connection ends.
func (postgresEngine) refused(err error) bool {
	answered := postgresError(err)
	if answered == nil {
		return postgres.Unsent(err)
	}
	return !ends(answered)
}

// ends reports whether an answer is that the server or the connection ends.
func ends(answered *PostgresError) bool {
	return strings.HasPrefix(answered.Code, "57P") || strings.HasPrefix(answered.Code, "08")
}

// older is for a server to know: its tables are somebody else's to make.
func (postgresEngine) older(context.Context, *handle) (string, error) { return "", nil }

func (postgresEngine) schemaFile() string { return "schema.postgres.sql" }

// openPostgres does not connect: a service starts while its database is down, says so on /readyz, and recovers with it.
func openPostgres(address string) (*handle, error) {
	pool, err := postgres.Open(address, connectTimeout, "UTC") // for CURRENT_TIMESTAMP in a TIMESTAMP to be what SQLite has there
	if err != nil {
		return nil, &malformedError{"is not a postgres:// URL that can be parsed"} // the cause may quote the password
	}
	size := max(10, 4*runtime.GOMAXPROCS(0)) // a server allows 100 for all replicas
	pool.SetMaxOpenConns(size)
	pool.SetMaxIdleConns(size)
	pool.SetConnMaxIdleTime(5 * time.Minute)
	pool.SetConnMaxLifetime(time.Hour) // so that a change of address is seen
	return &handle{engine: postgresEngine{pooled: new(atomic.Bool)}, writer: pool, readers: pool, size: size}, nil
}

// equip connects only where migrations are to be run at the start.
func (postgresEngine) equip(h *handle, list []migrate.Migration, s *rt.Setup) error {
	h.migrations = list
	return migrateServer(h.writer, list, s)
}

func (postgresEngine) folder() string { return migrate.Postgres }

// readOnly asks whether the server is a standby, or takes no writes for another reason.
func (postgresEngine) readOnly(ctx context.Context, h *handle) (only bool, err error) {
	err = h.readers.QueryRowContext(ctx, "SELECT current_setting('transaction_read_only') = 'on'").Scan(&only)
	return only, err
}

func (postgresEngine) unwritable(err error) bool {
	answered := postgresError(err)
	return answered != nil && (answered.Code == "53100" || answered.Code == "58030") // disk_full, io_error
}
