package database

import (
	"context"
	"runtime"
	"strings"
	"time"

	rt "github.com/flowc-dev/flowc/runtime"
	"github.com/flowc-dev/flowc/runtime/migrate"
)

// Postgres is the driver of PostgreSQL, where a program links it.
type Postgres struct {
	// Open makes a pool without connecting.
	Open func(PostgresOptions) (PostgresPool, error)
	// Error returns the server's answer to a statement that failed, nil where an error is no such answer.
	Error func(err error) *PostgresError
	// Unreachable reports whether an error is that of a connection that can't be made, Unsent of one over which nothing
	// was sent, and Lost of one that ended while it was used.
	Unreachable, Unsent, Lost func(err error) bool
}

// PostgresOptions is what a pool is made of. All but the URL holds where that says nothing of it.
type PostgresOptions struct {
	URL            string
	Fresh          func() (string, error) // the URL as it is now, for user and password; "" where it is unknown
	Zone           string                 // of the time of sessions
	Size           int                    // the most connections
	ConnectTimeout time.Duration          // for making one
	IdleTime       time.Duration          // after which one that nothing uses is closed
	Lifetime       time.Duration          // after which any is
}

// PostgresPool is a Pool of connections to a server.
type PostgresPool interface {
	Pool
	// Unname has statements run without being prepared under a name from now on.
	Unname()
	// Size returns the most connections that it has.
	Size() int
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

// postgresEngine is one of a pool of connections.
type postgresEngine struct {
	pool  PostgresPool
	given bool // by the program around, which migrates it
}

func (postgresEngine) singles() bool { return true }

// patiently runs once: the server itself lets statements wait for locks, and ends them with the context. It runs once
// more where what was prepared before is not there, or is no longer the same: of that statement nothing has run.
func (e postgresEngine) patiently(_ context.Context, run func() error) error {
	err := run()
	refused := postgresError(err)
	if refused == nil || !e.unready(refused) {
		return err
	}
	return run()
}

// unready reports whether a statement has not run because of how it was prepared: the connection behind a pooler is
// another one (26000 invalid_sql_statement_name, 42P05 duplicate_prepared_statement), or its table has changed since.
func (e postgresEngine) unready(err *PostgresError) bool {
	if err.Code == "26000" || err.Code == "42P05" {
		e.pool.Unname()
		return true
	}
	return isOutdated(err)
}

// isOutdated knows the one feature_not_supported that a change of the tables brings: "cached plan must not change
// result type".
func isOutdated(err *PostgresError) bool {
	return err.Code == "0A000" && err.Routine == "RevalidateCachedQuery"
}

// hasTable goes by the search path, as statements do.
func (postgresEngine) hasTable() string { return `SELECT to_regclass($1) IS NOT NULL` }

// refused knows what the server has answered, or was never sent. An answer may also be that the server or the
// connection ends.
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
func openPostgres(address string, fresh func() (string, error)) (*handle, error) {
	pool, err := postgres.Open(PostgresOptions{
		URL:            address,
		Fresh:          fresh,
		Zone:           "UTC",                            // as SQLite has CURRENT_TIMESTAMP in a TIMESTAMP
		Size:           max(10, 4*runtime.GOMAXPROCS(0)), // a server allows 100 for all replicas
		ConnectTimeout: 5 * time.Second,
		IdleTime:       5 * time.Minute,
		Lifetime:       time.Hour, // so that a change of address is seen
	})
	if err != nil {
		return nil, &malformedError{"is not a postgres:// URL that can be parsed"} // the cause may quote the password
	}
	return &handle{engine: postgresEngine{pool: pool}, writer: pool, readers: pool}, nil
}

// equip connects only where migrations are to be run at the start.
func (e postgresEngine) equip(h *handle, list []migrate.Migration, s *rt.Setup) error {
	h.migrations = list
	if e.given {
		return nil
	}
	return migrateServer(h.writer, list, s)
}

func (postgresEngine) folder() string { return migrate.Postgres }

// readOnly asks whether the server is a standby, or takes no writes for another reason.
func (postgresEngine) readOnly(ctx context.Context, h *handle) (only bool, err error) {
	err = queryRow(ctx, h.readers, "SELECT current_setting('transaction_read_only') = 'on'", nil, &only)
	return only, err
}

func (postgresEngine) unwritable(err error) bool {
	answered := postgresError(err)
	return answered != nil && (answered.Code == "53100" || answered.Code == "58030") // disk_full, io_error
}
