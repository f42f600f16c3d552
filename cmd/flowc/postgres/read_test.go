package postgres_test

import (
	"database/sql"
	"fmt"
	"testing"
	"time"

	_ "github.com/jackc/pgx/v5/stdlib" // the driver "pgx", which the runtime reads with

	"github.com/flowc-dev/flowc/gen/sql/postgres"
	"github.com/flowc-dev/flowc/runtime/database/dbtest"
	"github.com/flowc-dev/flowc/schema/types"
)

// TestTypesAreRead wants a value of each PostgreSQL type that has a type here to be readable as that, and to read as shown.
func TestTypesAreRead(t *testing.T) {
	db, err := sql.Open("pgx", dbtest.Postgres(t)+"&timezone=UTC")
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if _, err := db.ExecContext(t.Context(), "CREATE TYPE mood AS ENUM ('sad', 'glad'); CREATE EXTENSION IF NOT EXISTS citext"); err != nil {
		t.Fatal(err)
	}
	facts := &postgres.Facts{Enums: map[string][]string{"mood": {"sad", "glad"}}}
	for _, c := range []struct{ name, value, want string }{
		{"bool", "true", "true"}, {"int2", "-3::int2", "-3"}, {"int4", "4", "4"}, {"int8", "9223372036854775807", "9223372036854775807"},
		{"oid", "26::oid", "26"}, {"float4", "0.5::float4", "0.5"}, {"float8", "1e300::float8", "1e+300"},
		{"numeric", "12345678901234567890.10::numeric", "12345678901234567890.10"},
		{"text", "'é'::text", "é"}, {"varchar", "'a'::varchar(3)", "a"}, {"bpchar", "'a'::char(3)", "a  "}, {"name", "'n'::name", "n"},
		{"citext", "'Ab'::citext", "Ab"}, {"char", `'x'::"char"`, "x"}, {"mood", "'glad'::mood", "glad"},
		{"uuid", "'A0EEBC99-9C0B-4EF8-BB6D-6BB9BD380A11'::uuid", "a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11"},
		{"interval", "interval '1 day 2 hours'", "1 day 02:00:00"}, {"inet", "'10.0.0.1/8'::inet", "10.0.0.1/8"}, {"cidr", "'10.0.0.0/8'::cidr", "10.0.0.0/8"},
		{"macaddr", "'08:00:2b:01:02:03'::macaddr", "08:00:2b:01:02:03"}, {"time", "'10:11:12'::time", "10:11:12"},
		{"timetz", "'10:11:12+02'::timetz", "10:11:12+02"},
		{"tsvector", "to_tsvector('simple', 'a b')", "'a':1 'b':2"}, {"tsquery", "to_tsquery('simple', 'a & b')", "'a' & 'b'"},
		{"timestamptz", "'2026-01-31 10:00:00+02'::timestamptz", "2026-01-31 08:00:00 +0000 UTC"},
		{"timestamp", "'2026-01-31 10:00:00'::timestamp", "2026-01-31 10:00:00 +0000 UTC"}, {"date", "'2026-01-31'::date", "2026-01-31 00:00:00 +0000 UTC"},
		{"bytea", `'\x6869'::bytea`, "hi"},
	} {
		if got, err := read(db.QueryRowContext(t.Context(), "SELECT "+c.value), facts.TypeOf(c.name).Kind); err != nil || got != c.want {
			t.Errorf("%s: %s reads as %q, %v; want %q", c.name, c.value, got, err, c.want)
		}
	}
}

// read scans the one column of a row into what generated Go has for a kind.
func read(row *sql.Row, kind types.Kind) (string, error) {
	switch kind {
	case types.Bool:
		return scanned[bool](row)
	case types.Int:
		return scanned[int64](row)
	case types.Float:
		return scanned[float64](row)
	case types.Time:
		v, err := scan[time.Time](row)
		return v.UTC().String(), err
	case types.Bytes:
		v, err := scan[[]byte](row)
		return string(v), err
	case types.String:
		return scanned[string](row)
	}
	return "", fmt.Errorf("kind %v has no type in Go here", kind)
}

func scanned[T any](row *sql.Row) (string, error) {
	v, err := scan[T](row)
	return fmt.Sprint(v), err
}

func scan[T any](row *sql.Row) (v T, err error) {
	err = row.Scan(&v)
	return v, err
}
