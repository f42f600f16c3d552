package storage

import (
	"context"
	"database/sql"
	"errors"
	"strings"
	"time"

	"github.com/flowc-dev/flowc/runtime/sqlite"
	"github.com/flowc-dev/flowc/runtime/storage/backend"
)

// sqliteStore keeps everything in a table of an SQLite file, which the processes of one host may share. Times are in
// milliseconds since 1970.
type sqliteStore struct {
	file    string
	now     func() time.Time
	readers *sql.DB // these do not wait for the writer
	find    *sql.Stmt
	writer  *writer
	group   *group
}

// The key is ?1, the time ?2, what is stored ?3, and when it expires ?4.
const (
	findText = `SELECT count, value FROM flowc_storage WHERE key = ?1 AND expires > ?2`

	// A value has no count, and NULL plus anything is NULL: it is left as it is, and the NULL tells.
	incrementText = `
INSERT INTO flowc_storage (key, count, expires) VALUES (?1, ?3, ?4)
ON CONFLICT (key) DO UPDATE SET
	count   = CASE WHEN expires > ?2 THEN count + excluded.count ELSE excluded.count END,
	value   = CASE WHEN expires > ?2 THEN value END,
	expires = CASE WHEN expires > ?2 THEN expires ELSE excluded.expires END
RETURNING count, expires`

	setText = `
INSERT INTO flowc_storage (key, value, expires) VALUES (?1, ?3, ?4)
ON CONFLICT (key) DO UPDATE SET count = NULL, value = excluded.value, expires = excluded.expires`

	setIfAbsentText = setText + ` WHERE expires <= ?2`

	// What counts here is when the key will be at rest, in microseconds since 1970.
	allowText = `
INSERT INTO flowc_storage (key, count, expires) VALUES (?1, ?3, ?4)
ON CONFLICT (key) DO UPDATE SET count = excluded.count, value = NULL, expires = excluded.expires`

	deleteText = `DELETE FROM flowc_storage WHERE key = ?1`

	// Of keys from ?1 on and below ?3.
	countRangeText  = `SELECT count(*) FROM flowc_storage WHERE key >= ?1 AND key < ?3 AND expires > ?2`
	deleteRangeText = `DELETE FROM flowc_storage WHERE key >= ?1 AND key < ?3`

	deleteIfText = `DELETE FROM flowc_storage WHERE key = ?1 AND value = ?3`

	expiredText = `SELECT EXISTS (SELECT 1 FROM flowc_storage WHERE expires <= ?2)`

	sweepText = `
DELETE FROM flowc_storage WHERE key IN (
	SELECT key FROM flowc_storage WHERE expires <= ?2 ORDER BY expires LIMIT ?3)`
)

func (s *sqliteStore) Increment(ctx context.Context, key string, by int64, ttl time.Duration) (Count, error) {
	var value sql.Null[int64]
	var expires int64
	err := s.group.do(ctx, func(tx *transaction) error {
		row := tx.queryRow(tx.increment, key, tx.now, by, tx.now+backend.Milliseconds(ttl))
		return row.Scan(&value, &expires)
	})
	switch {
	case isOverflow(err):
		return Count{}, backend.ErrOverflow
	case err != nil:
		return Count{}, explainSQLite(err)
	case !value.Valid:
		return Count{}, backend.ErrIsValue
	}
	return Count{Value: value.V, ResetsAt: time.UnixMilli(expires).UTC()}, nil
}

func (s *sqliteStore) Allow(ctx context.Context, key string, p backend.Pace) (ahead int64, allowed bool, err error) {
	err = s.group.do(ctx, func(tx *transaction) error {
		rest := sql.Null[int64]{}
		now := tx.now * 1000
		if err := tx.queryRow(tx.find, key, tx.now).Scan(&rest, new(sql.Null[string])); err != nil && !errors.Is(err, sql.ErrNoRows) {
			return err
		}
		if ahead, allowed = p.Pass(rest.V - now); ahead == rest.V-now {
			return nil
		}
		_, err := tx.exec(tx.allow, key, nil, now+ahead, tx.now+(ahead+999)/1000)
		return err
	})
	return ahead, allowed && err == nil, explainSQLite(err)
}

func (s *sqliteStore) Get(ctx context.Context, key string) (text string, found bool, err error) {
	text, found, err = value(s.find.QueryRowContext(ctx, key, s.now().UnixMilli()))
	return text, found, explainSQLite(err)
}

// value reads the row that findText returns, if any.
func value(row *sql.Row) (text string, found bool, err error) {
	var count sql.Null[int64]
	var value sql.Null[string]
	switch err := row.Scan(&count, &value); {
	case errors.Is(err, sql.ErrNoRows):
		return "", false, nil
	case err != nil:
		return "", false, err
	case count.Valid:
		return "", false, backend.ErrIsCounter
	}
	return value.V, true, nil
}

func (s *sqliteStore) Take(ctx context.Context, key string) (text string, found bool, err error) {
	err = s.group.do(ctx, func(tx *transaction) (err error) {
		text, found, err = value(tx.queryRow(tx.find, key, tx.now))
		if err != nil || !found {
			return err
		}
		_, err = tx.exec(tx.delete, key)
		return err
	})
	if err != nil { // also of the commit
		return "", false, explainSQLite(err)
	}
	return text, found, nil
}

func (s *sqliteStore) Set(ctx context.Context, key, text string, ttl time.Duration) error {
	return explainSQLite(s.group.do(ctx, func(tx *transaction) error {
		_, err := tx.exec(tx.set, key, tx.now, text, tx.now+backend.Milliseconds(ttl))
		return err
	}))
}

func (s *sqliteStore) SetIfAbsent(ctx context.Context, key, text string, ttl time.Duration) (stored bool, err error) {
	var rows int64
	err = s.group.do(ctx, func(tx *transaction) error {
		result, err := tx.exec(tx.setIfAbsent, key, tx.now, text, tx.now+backend.Milliseconds(ttl))
		if err != nil {
			return err
		}
		rows, err = result.RowsAffected()
		return err
	})
	return err == nil && rows > 0, explainSQLite(err)
}

func (s *sqliteStore) Delete(ctx context.Context, key string) error {
	return explainSQLite(s.group.do(ctx, func(tx *transaction) error {
		_, err := tx.exec(tx.delete, key)
		return err
	}))
}

func (s *sqliteStore) DeletePrefix(ctx context.Context, prefix string) (deleted int64, err error) {
	end := afterPrefix(prefix)
	err = s.group.do(ctx, func(tx *transaction) error {
		if err := tx.queryRow(tx.countRange, prefix, tx.now, end).Scan(&deleted); err != nil {
			return err
		}
		_, err := tx.exec(tx.deleteRange, prefix, nil, end)
		return err
	})
	if err != nil { // also of the commit
		return 0, explainSQLite(err)
	}
	return deleted, nil
}

// afterPrefix returns the first key behind those that begin with prefix: it ends in a ":", which ";" comes after.
func afterPrefix(prefix string) string { return strings.TrimSuffix(prefix, ":") + ";" }

func (s *sqliteStore) DeleteIf(ctx context.Context, key, text string) error {
	return explainSQLite(s.group.do(ctx, func(tx *transaction) error {
		_, err := tx.exec(tx.deleteIf, key, nil, text)
		return err
	}))
}

// sweptAtOnce is how many rows one transaction of Sweep deletes.
const sweptAtOnce = 1000

// Sweep implements sweeper. It writes only where something has expired.
func (s *sqliteStore) Sweep(ctx context.Context) error {
	for swept := int64(sweptAtOnce); swept == sweptAtOnce; {
		var expired bool
		if err := s.readers.QueryRowContext(ctx, expiredText, nil, s.now().UnixMilli()).Scan(&expired); err != nil || !expired {
			return err
		}
		err := s.group.do(ctx, func(tx *transaction) error {
			result, err := tx.exec(tx.sweep, nil, tx.now, sweptAtOnce)
			if err != nil {
				return err
			}
			swept, err = result.RowsAffected()
			return err
		})
		if err != nil {
			return err
		}
	}
	return nil
}

func (s *sqliteStore) Ping(ctx context.Context) error {
	return explainSQLite(s.readers.PingContext(ctx))
}

// Close implements io.Closer.
func (s *sqliteStore) Close() error {
	return errors.Join(s.readers.Close(), s.writer.pool.Close())
}

// isOverflow tells the sum that is no integer any more from other errors: the strict table refuses it.
func isOverflow(err error) bool { return sqlite.Code(err) == sqlite.ConstraintDatatype }

// explainSQLite tells what may pass from what may not.
func explainSQLite(err error) error {
	if sqlite.Unavailable(err) {
		return &backend.UnavailableError{Err: err}
	}
	return err
}
