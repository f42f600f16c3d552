package migrate

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/flowc-dev/flowc/runtime/sqlite"
)

// Table is where it is kept what was run.
const Table = "flowc_migrations"

const createTable = `CREATE TABLE IF NOT EXISTS ` + Table + ` (
	version BIGINT PRIMARY KEY, name TEXT NOT NULL, sum TEXT NOT NULL, applied_at TIMESTAMP NOT NULL DEFAULT CURRENT_TIMESTAMP)`

// State is a migration and whether it was run.
type State struct {
	Migration
	Applied bool
	Changed bool // the file, since it was run
	Gone    bool // there is no such file any more
}

// Status says what was run of a list. It changes nothing.
func Status(ctx context.Context, db *sql.DB, engine string, list []Migration) ([]State, error) {
	var there bool
	query := "SELECT count(*) > 0 FROM sqlite_schema WHERE name = '" + Table + "'"
	if engine == Postgres {
		query = "SELECT to_regclass('" + Table + "') IS NOT NULL"
	}
	conn, err := connect(ctx, db)
	if err != nil {
		return nil, err
	}
	defer conn.Close()
	if err := conn.QueryRowContext(ctx, query).Scan(&there); err != nil {
		return nil, fmt.Errorf("looking for %s: %w", Table, err)
	}
	done := map[int64]Migration{}
	if there {
		if done, err = applied(ctx, conn); err != nil {
			return nil, err
		}
	}
	return compare(list, done), nil
}

// compare says of each of a list what is known of it, and of what is not in it any more.
func compare(list []Migration, done map[int64]Migration) []State {
	var states []State
	for _, m := range list {
		was, ran := done[m.Version]
		states = append(states, State{Migration: m, Applied: ran, Changed: ran && was.Sum != m.Sum})
		delete(done, m.Version)
	}
	for _, m := range done {
		states = append(states, State{Migration: m, Applied: true, Gone: true})
	}
	slices.SortStableFunc(states, func(a, b State) int { return cmp.Compare(a.Version, b.Version) })
	return states
}

// queryer is a database, a connection or a transaction.
type queryer interface {
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
	ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error)
}

// applied returns the migrations that were run, by version.
func applied(ctx context.Context, db queryer) (map[int64]Migration, error) {
	rows, err := db.QueryContext(ctx, "SELECT version, name, sum FROM "+Table)
	if err != nil {
		return nil, fmt.Errorf("reading %s: %w", Table, err)
	}
	defer rows.Close()
	done := map[int64]Migration{}
	for rows.Next() {
		var m Migration
		if err := rows.Scan(&m.Version, &m.Name, &m.Sum); err != nil {
			return nil, fmt.Errorf("reading %s: %w", Table, err)
		}
		done[m.Version] = m
	}
	return done, rows.Err()
}

// ErrChanged is that of a file that is another one than was run.
var ErrChanged = errors.New("was changed after it was run: take that back, and write another migration")

// Up runs what was not run yet, in order, each in a transaction of its own or in none, and returns that. Two that begin
// at one time run each migration once: the second waits. A file that changed after it was run is an error, and then
// nothing is run. The error of a migration names it; those before it stay.
func Up(ctx context.Context, db *sql.DB, engine string, list []Migration) (ran []Migration, err error) {
	conn, err := connect(ctx, db)
	if err != nil {
		return nil, err
	}
	defer conn.Close()
	if engine == Postgres {
		unlock, err := lock(ctx, conn)
		if err != nil {
			return nil, err
		}
		defer unlock()
	}
	if _, err := conn.ExecContext(ctx, createTable); err != nil {
		return nil, fmt.Errorf("making %s: %w", Table, err)
	}
	done, err := applied(ctx, conn)
	if err != nil {
		return nil, err
	}
	states := compare(list, done)
	for _, s := range states {
		if s.Changed {
			return nil, fmt.Errorf("%s %w", s.Name, ErrChanged)
		}
	}
	for _, s := range states {
		if s.Applied {
			continue
		}
		made, err := s.run(ctx, conn)
		if err != nil {
			if len(done) == 0 && isThere(err) {
				err = fmt.Errorf("%w. Where the tables of this database were made otherwise, as by schema.sql, say so by flowc migrate baseline", err)
			}
			return ran, fmt.Errorf("%s: %w", s.Name, err)
		}
		if made {
			ran = append(ran, s.Migration)
		}
	}
	return ran, nil
}

// isThere reports whether a statement failed as what it makes is there already. SQLite has only a text for that.
func isThere(err error) bool {
	if answered, ok := errors.AsType[interface {
		error
		SQLState() string
	}](err); ok {
		return slices.Contains([]string{"42P07", "42P06", "42701", "42710", "42723"}, answered.SQLState()) // duplicate_table and others
	}
	return strings.Contains(err.Error(), "already exists")
}

// Baseline records migrations as run, and runs none: the database has what they make. Where others were run before, it
// is an error.
func Baseline(ctx context.Context, db *sql.DB, engine string, list []Migration) error {
	conn, err := connect(ctx, db)
	if err != nil {
		return err
	}
	defer conn.Close()
	if engine == Postgres {
		unlock, err := lock(ctx, conn)
		if err != nil {
			return err
		}
		defer unlock()
	}
	if _, err := conn.ExecContext(ctx, createTable); err != nil {
		return fmt.Errorf("making %s: %w", Table, err)
	}
	tx, err := conn.BeginTx(ctx, nil)
	if err != nil {
		return fmt.Errorf("recording: %w", err)
	}
	defer tx.Rollback() // does nothing once committed
	done, err := applied(ctx, tx)
	switch {
	case err != nil:
		return err
	case len(done) > 0:
		return fmt.Errorf("%d migrations were run on this database before: flowc migrate status lists them", len(done))
	}
	for _, m := range list {
		if _, err := tx.ExecContext(ctx, record, m.Version, m.Name, m.Sum); err != nil {
			return fmt.Errorf("recording %s: %w", m.Name, err)
		}
	}
	return tx.Commit()
}

// connect takes a connection, which others who begin on a new file of SQLite may keep from being made.
func connect(ctx context.Context, db *sql.DB) (conn *sql.Conn, err error) {
	err = sqlite.Patiently(ctx, func() error {
		conn, err = db.Conn(ctx)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("connecting: %w", err)
	}
	return conn, nil
}

// lockKey is the number of PostgreSQL's advisory lock: "flowc" in ASCII.
const lockKey = 0x666c6f7763

// lock waits until nobody else runs migrations. It asks again and again, as who waits inside of a statement holds up
// another one's CREATE INDEX CONCURRENTLY.
func lock(ctx context.Context, conn *sql.Conn) (unlock func(), err error) {
	tick := time.NewTicker(100 * time.Millisecond)
	defer tick.Stop()
	for {
		var locked bool
		if err := conn.QueryRowContext(ctx, "SELECT pg_try_advisory_lock($1)", lockKey).Scan(&locked); err != nil {
			return nil, fmt.Errorf("waiting for others who migrate: %w", err)
		}
		if locked {
			return func() {
				ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), 5*time.Second)
				defer cancel()
				_, _ = conn.ExecContext(ctx, "SELECT pg_advisory_unlock($1)", lockKey) // the end of the connection does it too
			}, nil
		}
		select {
		case <-ctx.Done():
			return nil, fmt.Errorf("waiting for others who migrate: %w", ctx.Err())
		case <-tick.C:
		}
	}
}

const record = "INSERT INTO " + Table + " (version, name, sum) VALUES ($1, $2, $3)"

// run runs one migration. made is false where somebody else has, meanwhile: on SQLite, whose transactions are the lock.
func (m *Migration) run(ctx context.Context, conn *sql.Conn) (made bool, err error) {
	if m.Alone {
		for _, text := range m.statements() {
			if _, err := conn.ExecContext(ctx, text); err != nil {
				return false, err
			}
		}
		_, err := conn.ExecContext(ctx, record, m.Version, m.Name, m.Sum)
		return err == nil, err
	}
	tx, err := conn.BeginTx(ctx, nil)
	if err != nil {
		return false, err
	}
	defer tx.Rollback() // does nothing once committed
	done, err := applied(ctx, tx)
	if _, known := done[m.Version]; err != nil || known {
		return false, err
	}
	if _, err := tx.ExecContext(ctx, m.Up); err != nil {
		return false, err
	}
	if _, err := tx.ExecContext(ctx, record, m.Version, m.Name, m.Sum); err != nil {
		return false, err
	}
	return true, tx.Commit()
}
