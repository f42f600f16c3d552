package database

import (
	"context"
	"runtime"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/stdlib"
)

const connectTimeout = 5 * time.Second

type postgresEngine struct{}

func (postgresEngine) prepares() bool { return false }

// patiently just runs: the server itself lets statements wait for locks, and ends them with the context.
func (postgresEngine) patiently(_ context.Context, run func() error) error { return run() }

// hasTable goes by the search path, as statements do.
func (postgresEngine) hasTable() string { return `SELECT to_regclass($1) IS NOT NULL` }

func (postgresEngine) schemaFile() string { return "schema.postgres.sql" }

// openPostgres does not connect: a service starts while its database is down, says so on /readyz, and recovers with it.
func openPostgres(address string) (*handle, error) {
	config, err := pgx.ParseConfig(address)
	if err != nil {
		return nil, &malformedError{"is not a postgres:// URL that can be parsed"} // the cause may quote the password
	}
	if config.ConnectTimeout == 0 {
		config.ConnectTimeout = connectTimeout
	}
	if config.RuntimeParams["timezone"] == "" {
		config.RuntimeParams["timezone"] = "UTC" // for CURRENT_TIMESTAMP in a TIMESTAMP to be what SQLite has there
	}
	pool := stdlib.OpenDB(*config)
	size := max(10, 4*runtime.GOMAXPROCS(0)) // a server allows 100 for all replicas
	pool.SetMaxOpenConns(size)
	pool.SetMaxIdleConns(size)
	pool.SetConnMaxIdleTime(5 * time.Minute)
	pool.SetConnMaxLifetime(time.Hour) // so that a change of address is seen
	return &handle{engine: postgresEngine{}, writer: pool, readers: pool}, nil
}
