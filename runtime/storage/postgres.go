package storage

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"strings"
	"sync/atomic"
	"time"

	rt "github.com/flowc-dev/flowc/runtime"
	"github.com/flowc-dev/flowc/runtime/database"
	"github.com/flowc-dev/flowc/runtime/migrate"
	"github.com/flowc-dev/flowc/runtime/storage/backend"
)

// postgresStore keeps everything in a table of a PostgreSQL database, which a migration has made. Times are the
// server's.
type postgresStore struct {
	db    *database.DB
	texts atomic.Pointer[map[string]string] // nil until the table was found
}

// ofDatabase is the URL of the database of DATABASE_URL.
const ofDatabase = "postgres:"

// openPostgres opens a database that other parts may share. What is wrong with its URL is reported there.
func openPostgres(s *rt.Setup, url string) (backend.Store, error) {
	var db *database.DB
	switch {
	case url == ofDatabase:
		db = database.Open(s, "DATABASE_URL")
	case strings.HasPrefix(url, "postgres://"), strings.HasPrefix(url, "postgresql://"):
		db = database.Open(s.App().Setup(), variable) // without the tables of the workflows, which are elsewhere
	default:
		return nil, &backend.MalformedError{What: "must be postgres:, for the database of DATABASE_URL, or begin with postgres://"}
	}
	switch db.Engine() {
	case "":
		return nil, errNoURL
	case migrate.Postgres:
		db.Beside(s)
		return &postgresStore{db: db}, nil
	}
	return nil, &backend.MalformedError{What: "is the database of DATABASE_URL, which is not PostgreSQL"}
}

func (s *postgresStore) Increment(ctx context.Context, key string, by int64, ttl time.Duration) (Count, error) {
	var value *int64
	var expires time.Time
	_, err := s.query(ctx, pgIncrementText, []any{postgresKey(key), by, backend.Milliseconds(ttl)}, &value, &expires)
	var refused *database.PostgresError
	switch {
	case errors.As(err, &refused) && refused.Code == "22003": // numeric_value_out_of_range
		return Count{}, backend.ErrOverflow
	case err != nil:
		return Count{}, err
	case value == nil:
		return Count{}, backend.ErrIsValue
	}
	return Count{Value: *value, ResetsAt: expires.UTC()}, nil
}

// Allow implements backend.Store. Where the row of one who does not pass was made, or swept, meanwhile, the answer is
// asked for again.
func (s *postgresStore) Allow(ctx context.Context, key string, p backend.Pace) (ahead int64, allowed bool, err error) {
	id, most := postgresKey(key), (p.Burst-1)*p.Interval
	for range 3 {
		var rest, now time.Time
		found, err := s.query(ctx, pgAllowText, []any{id, p.Interval, most, p.Most}, &allowed, &rest, &now)
		switch ahead = rest.Sub(now).Microseconds(); {
		case err != nil:
			return 0, false, err
		case found && ahead > p.Most:
			return p.Most, false, s.exec(ctx, pgClampText, id, p.Most)
		case found && allowed:
			return ahead, true, nil
		case found:
			return max(ahead, most+1), false, nil
		}
	}
	return most + 1, false, nil
}

func (s *postgresStore) Get(ctx context.Context, key string) (text string, found bool, err error) {
	return s.value(ctx, pgFindText, key)
}

func (s *postgresStore) Take(ctx context.Context, key string) (text string, found bool, err error) {
	return s.value(ctx, pgTakeText, key)
}

// value reads the row that a statement returns, if any.
func (s *postgresStore) value(ctx context.Context, statement, key string) (text string, found bool, err error) {
	var count *int64
	var value *string
	found, err = s.query(ctx, statement, []any{postgresKey(key)}, &count, &value)
	switch {
	case err != nil || !found:
		return "", false, err
	case count != nil:
		return "", false, backend.ErrIsCounter
	case value == nil:
		return "", false, backend.ErrForeign
	}
	return *value, true, nil
}

func (s *postgresStore) Set(ctx context.Context, key, text string, ttl time.Duration) error {
	return s.exec(ctx, pgSetText, postgresKey(key), text, backend.Milliseconds(ttl))
}

func (s *postgresStore) SetIfAbsent(ctx context.Context, key, text string, ttl time.Duration) (stored bool, err error) {
	rows, err := s.affected(ctx, pgSetIfAbsentText, postgresKey(key), text, backend.Milliseconds(ttl))
	return rows > 0, err
}

func (s *postgresStore) Delete(ctx context.Context, key string) error {
	return s.exec(ctx, pgDeleteText, postgresKey(key))
}

var errLongPrefix = fmt.Errorf("keys that begin with more than %d bytes can't be deleted by these", longestKey)

func (s *postgresStore) DeletePrefix(ctx context.Context, prefix string) (deleted int64, err error) {
	if len(prefix) > longestKey {
		return 0, errLongPrefix
	}
	_, err = s.query(ctx, pgDeleteRangeText, []any{[]byte(prefix), []byte(afterPrefix(prefix))}, &deleted)
	return deleted, err
}

func (s *postgresStore) DeleteIf(ctx context.Context, key, text string) error {
	return s.exec(ctx, pgDeleteIfText, postgresKey(key), text)
}

// Sweep implements sweeper.
func (s *postgresStore) Sweep(ctx context.Context) error {
	for swept := int64(sweptAtOnce); swept == sweptAtOnce; {
		var err error
		if swept, err = s.affected(ctx, pgSweepText, int64(sweptAtOnce)); err != nil {
			return err
		}
	}
	return nil
}

// Ping wants the table, too.
func (s *postgresStore) Ping(ctx context.Context) error {
	_, err := s.query(ctx, pgPingText, nil)
	return err
}

// Close leaves the database to the App.
func (s *postgresStore) Close() error { return nil }

// query reads the one row that a statement returns, if any.
func (s *postgresStore) query(ctx context.Context, statement string, args []any, targets ...any) (found bool, err error) {
	text, err := s.text(ctx, statement)
	if err != nil {
		return false, err
	}
	err = s.db.Query(ctx, func(scan func(...any) error) error {
		found = true
		return scan(targets...)
	}, text, args...)
	return found, s.explain(err)
}

// affected runs a statement that returns no rows.
func (s *postgresStore) affected(ctx context.Context, statement string, args ...any) (rows int64, err error) {
	text, err := s.text(ctx, statement)
	if err != nil {
		return 0, err
	}
	rows, err = s.db.Exec(ctx, text, args...)
	return rows, s.explain(err)
}

func (s *postgresStore) exec(ctx context.Context, statement string, args ...any) error {
	_, err := s.affected(ctx, statement, args...)
	return err
}

var (
	errNoTable = errors.New("the database has no table flowc_storage: run flowc migrate up, or add what flowc migrate storage " +
		"prints to the migrations of the service")
	errTables = errors.New("the database has a table flowc_storage in several schemas, and in none of the search path")
)

// text returns a statement with the schema of the table, which is looked up once: a pool of the service may give
// sessions search paths of their own.
func (s *postgresStore) text(ctx context.Context, statement string) (string, error) {
	if texts := s.texts.Load(); texts != nil {
		return (*texts)[statement], nil
	}
	schema, err := s.schema(ctx)
	if err != nil {
		return "", err
	}
	texts := qualified(schema)
	s.texts.Store(&texts)
	return texts[statement], nil
}

// schema returns that of the table as SQL writes it.
func (s *postgresStore) schema(ctx context.Context) (string, error) {
	var schemas []string
	var meant string
	err := s.db.Query(ctx, func(scan func(...any) error) error {
		var schema string
		var first bool
		err := scan(&schema, &first)
		if schemas = append(schemas, schema); first {
			meant = schema
		}
		return err
	}, pgTableText)
	switch {
	case err != nil:
		return "", s.explain(err)
	case meant != "":
		return meant, nil
	case len(schemas) == 1:
		return schemas[0], nil
	case len(schemas) > 1:
		return "", errTables
	}
	return "", errNoTable
}

// explain tells what may pass from what may not. A table that is gone is looked up again.
func (s *postgresStore) explain(err error) error {
	var passing interface{ Unavailable() bool }
	switch {
	case errors.Is(err, database.ErrNoTable):
		s.texts.Store(nil)
		return errors.Join(errNoTable, err)
	case errors.As(err, &passing) && passing.Unavailable():
		return &backend.UnavailableError{Err: err}
	}
	return err
}

// longestKey is how many bytes of a key a row holds: an index takes no more than 2704 of a row.
const longestKey = 2000

// postgresKey returns the key of a row. One that is too long for a row goes on by its hash: such a row is longer than
// any other.
func postgresKey(key string) []byte {
	if len(key) <= longestKey {
		return []byte(key)
	}
	sum := sha256.Sum256([]byte(key))
	return append([]byte(key[:longestKey]), sum[:]...)
}
