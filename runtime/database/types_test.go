package database_test

import (
	"database/sql"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	rt "github.com/flowc-dev/flowc/runtime"
	"github.com/flowc-dev/flowc/runtime/database"
	"github.com/flowc-dev/flowc/runtime/database/dbtest"
)

// typedValues are values of every type of PostgreSQL's that a column may have.
var typedValues = []string{
	"true", "false", "NULL::bool",
	"32767::int2", "-7::int4", "2147483647::int4", "9223372036854775807::int8", "NULL::int8",
	"4294967295::oid", "'7'::xid", "'7'::cid", "'pg_class'::regclass", "'0/16'::pg_lsn",
	"0.1::float4", "'NaN'::float4", "0.1::float8", "'Infinity'::float8", "'-Infinity'::float8", "'NaN'::float8", "NULL::float8",
	"12.50::numeric", "3.5000000000000000::numeric", "1e-20::numeric", "123456789012345678901234567890::numeric", "'NaN'::numeric",
	"'Infinity'::numeric", "12.34::money", "NULL::numeric",
	"'a''b \"ü'::text", "''::text", "'ab'::varchar(5)", "'ab'::char(5)", "'n'::name", `'c'::"char"`, "NULL::text", "'unknown'", "NULL",
	"'high'::level", "NULL::level", "'x@y.z'::mail", "5::few", "ROW(1, 'a b')::pair", "ROW(1, 'a')",
	"'0e37df36-f698-11e6-8dd4-cb9ced3df976'::uuid", "NULL::uuid",
	`'\x00ff'::bytea`, "''::bytea", "NULL::bytea",
	`'{"b": 1, "a": [1.0, null, "x"], "b": 2}'::json`, `'{"b": 1, "a": [1.0, null, "x"]}'::jsonb`, "'null'::jsonb", `'"t"'::jsonb`, "'7'::jsonb",
	"NULL::jsonb", "'<a>b</a>'::xml",
	"'2026-01-31'::date", "'infinity'::date", "'-infinity'::date", "'0044-03-15 BC'::date", "NULL::date",
	"'2026-01-31 10:00:00.123456'::timestamp", "'infinity'::timestamp", "'0044-03-15 BC'::timestamp", "NULL::timestamp",
	"'2026-01-31 10:00:00.5+02'::timestamptz", "'1999-12-31 23:59:59.999999Z'::timestamptz", "'-infinity'::timestamptz", "NULL::timestamptz",
	"'294276-12-31 23:59:59Z'::timestamptz", "now() AT TIME ZONE 'Asia/Tokyo' - now() AT TIME ZONE 'UTC'",
	"'10:00:00.5'::time", "'10:00:00+02'::timetz", "'1 year 2 months 3 days 04:05:06.7'::interval", "'-1 day'::interval", "NULL::interval",
	"int4range(1, 5)", "tstzrange('2026-01-31Z', NULL)", "'{[1,3),[5,7)}'::int4multirange",
	"'10.0.0.1/8'::inet", "'10.0.0.0/8'::cidr", "'08:00:2b:01:02:03'::macaddr", "B'101'::bit(3)", "B'10'::varbit",
	"point(1, 2)", "box(point(0, 0), point(1, 1))", "circle(point(0, 0), 1)", "'{1,2,3}'::line", "'[(0,0),(1,1)]'::lseg", "'[(0,0),(1,1)]'::path",
	"'((0,0),(1,1))'::polygon", "'a fat cat'::tsvector", "'fat & cat'::tsquery",
	"ARRAY[1, NULL, 3]::int4[]", "'{}'::int8[]", "'[0:1]={1,2}'::int4[]", "'{{1,2},{3,4}}'::int8[]", `ARRAY['a,b', 'c"d\e', NULL, 'NULL', '']::text[]`,
	"ARRAY[true, false]", "ARRAY[0.1, 'NaN']::float8[]", "ARRAY[1.50]::numeric[]", "ARRAY['2026-01-31 10:00:00Z', 'infinity']::timestamptz[]",
	"ARRAY['2026-01-31']::date[]", `ARRAY['\x00ff']::bytea[]`, `ARRAY['{"a": 1}', 'null']::jsonb[]`, "ARRAY['high', 'low']::level[]",
	"ARRAY['0e37df36-f698-11e6-8dd4-cb9ced3df976']::uuid[]", "ARRAY[ROW(1, 'a')::pair]", "NULL::text[]", "pg_sleep(0)",
}

// TestTypes holds what is read of every type, into every field that a row may have, to be what pgx gives through database/sql.
func TestTypes(t *testing.T) {
	url := dbtest.Postgres(t)
	for _, mode := range []string{"cache_statement", "simple_protocol"} {
		t.Run(mode, func(t *testing.T) {
			url := url + "&timezone=UTC&default_query_exec_mode=" + mode
			s, before := openStore(t, url, ""), dbtest.Open(t, url, "")
			for _, text := range []string{
				"CREATE TYPE level AS ENUM ('low', 'high')", "CREATE TYPE pair AS (n INTEGER, t TEXT)",
				"CREATE DOMAIN mail AS TEXT CHECK (VALUE LIKE '%@%')", "CREATE DOMAIN few AS INTEGER",
			} {
				if _, err := before.ExecContext(t.Context(), text); err != nil && !strings.Contains(err.Error(), "already exists") {
					t.Fatal(err)
				}
			}
			testType[string](t, s, before)
			testType[*string](t, s, before)
			testType[int64](t, s, before)
			testType[*int64](t, s, before)
			testType[float64](t, s, before)
			testType[*float64](t, s, before)
			testType[bool](t, s, before)
			testType[*bool](t, s, before)
			testType[[]byte](t, s, before)
			testType[*[]byte](t, s, before)
			testType[time.Time](t, s, before)
			testType[*time.Time](t, s, before)
			testType[rt.Date](t, s, before)
			testType[*rt.Date](t, s, before)
			testType[rt.Value](t, s, before)
			testType[[]string](t, s, before)
			testType[[]*string](t, s, before)
			testType[*[]int64](t, s, before)
			testType[[][]int64](t, s, before)
			testType[[]rt.Value](t, s, before)
		})
	}
}

// testType reads each value into a field of type T.
func testType[T any](t *testing.T, s *store, before *sql.DB) {
	t.Helper()
	type row struct{ Value T }
	show := func(r row, err error) string {
		if err != nil {
			return err.Error()
		}
		return fmt.Sprintf("%#v", r)
	}
	equal := cmp.Comparer(func(a, b rt.Value) bool { return a.String() == b.String() })
	s.execute(t.Context(), func(x *rt.Exec) {
		for _, value := range typedValues {
			text := "SELECT " + value + " AS value"
			rows, err := before.QueryContext(t.Context(), text)
			var want row
			if err == nil {
				want, err = database.RowBySQL[row](rows)
			}
			got, _, failed := database.NewQuery[row](s.setup, "DATABASE_URL", text).One(x)
			alike := err == nil && failed == nil && cmp.Equal(want, got, equal) ||
				err != nil && failed != nil && strings.HasSuffix(failed.Error(), err.Error())
			if !alike {
				t.Errorf("%s into a %T: got %s, want %s", value, want.Value, show(got, failed), show(want, err))
			}
		}
	})
}
