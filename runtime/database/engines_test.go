package database_test

import (
	"context"
	"errors"
	"math"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	rt "github.com/flowc-dev/flowc/runtime"
	"github.com/flowc-dev/flowc/runtime/database"
	"github.com/flowc-dev/flowc/runtime/database/dbtest"
	"github.com/flowc-dev/flowc/runtime/fn"
)

// TestEngines holds both databases to the same behaviour.
func TestEngines(t *testing.T) {
	t.Run("sqlite", func(t *testing.T) { testEngine(t, openStore(t, "sqlite:test.db", "")) })
	t.Run("postgres", func(t *testing.T) { testEngine(t, openStore(t, dbtest.Postgres(t), "")) })
}

func testEngine(t *testing.T, s *store) {
	tests := []struct {
		name string
		run  func(*testing.T, *store)
	}{
		{"values", testValues}, {"nulls", testNulls}, {"times", testTimes}, {"untyped", testUntyped},
		{"rows", testRows}, {"conflicts", testConflicts}, {"returning", testReturning}, {"refused rows", testRefusedRows},
		{"parameters", testParameters}, {"optional", testOptional}, {"limits", testLimits},
		{"lists", testLists}, {"NUL", testNUL}, {"documents", testDocuments}, {"doubled keys", testDoubledKeys}, {"cancelled", testCancelled}, {"deadline", testDeadline}, {"masked", testMasked},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) { test.run(t, s) })
	}
}

// testLimits holds LIMIT and OFFSET below zero, which SQLite takes for none, to be the mistake of who sent them.
func testLimits(t *testing.T, s *store) {
	s.exec(t, "CREATE TABLE counted (value INTEGER)")
	s.exec(t, "INSERT INTO counted VALUES (1), (2), (3)")
	const text = "SELECT value FROM counted ORDER BY value LIMIT $1 OFFSET $2"
	ask := func(limit, offset any, options ...database.Option) (got []int64, err error) {
		query := database.NewQuery[struct{ Value int64 }](s.setup, "DATABASE_URL", text, append(options, database.Limits(1, 2), database.MaxRows(10))...)
		s.execute(t.Context(), func(x *rt.Exec) {
			var rows database.Rows[struct{ Value int64 }]
			rows, err = query.Many(x, limit, offset)
			for _, row := range rows.Rows {
				got = append(got, row.Value)
			}
		})
		return got, err
	}
	below := int64(-1)
	for _, c := range []struct{ limit, offset any }{{below, int64(0)}, {int64(1), below}, {&below, int64(0)}, {int64(math.MinInt64), int64(0)}, {rt.ValueOf(below), int64(0)}} {
		got, err := ask(c.limit, c.offset)
		var refused *rt.Error
		if len(got) > 0 || !errors.As(err, &refused) || refused.Status != 400 {
			t.Errorf("LIMIT %v OFFSET %v: got %v, %v", c.limit, c.offset, got, err)
		}
	}
	var named, own *rt.Error
	if _, err := ask(below, int64(0), database.From(1, "size")); !errors.As(err, &named) || named.Fields["size"] != "is below zero" {
		t.Errorf("of a field: %v", err)
	}
	if _, err := ask(below, int64(0), database.Own(1)); err == nil || errors.As(err, &own) {
		t.Errorf("of the service: %v", err)
	}
	if got, err := ask(int64(2), int64(1)); err != nil || len(got) != 2 || got[0] != 2 {
		t.Errorf("got %v, %v", got, err)
	}
	if got, err := ask(int64(0), int64(0)); err != nil || len(got) != 0 {
		t.Errorf("got %v, %v", got, err)
	}
}

type everything struct {
	Text    string
	Integer int64
	Float   float64
	Flag    bool
	Data    []byte
	At      time.Time
}

func testValues(t *testing.T, s *store) {
	blob := "BYTEA"
	if isSQLite(t, s) {
		blob = "BLOB"
	}
	s.exec(t, "CREATE TABLE vals (t TEXT, i BIGINT, f DOUBLE PRECISION, b BOOLEAN, d "+blob+", a TIMESTAMP)")
	want := everything{
		Text: "'; DROP TABLE vals; -- ü\x01", Integer: 1<<53 + 1, Float: 0.1, Flag: true, Data: []byte{0, 255},
		At: time.Date(2024, 2, 29, 12, 30, 0, 123456000, time.UTC),
	}
	s.exec(t, "INSERT INTO vals VALUES ($1, $2, $3, $4, $5, $6)", want.Text, want.Integer, want.Float, want.Flag, want.Data, want.At)
	got, found, err := one[everything](t, s, "SELECT t, i, f, b, d, a FROM vals WHERE t = $1", want.Text)
	if err != nil || !found {
		t.Fatal(found, err)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func isSQLite(t *testing.T, s *store) bool { return strings.Contains(t.Name(), "/sqlite/") }

type nullable struct {
	Text    *string
	Integer *int64
	Float   *float64
	Flag    *bool
	At      *time.Time
}

func testNulls(t *testing.T, s *store) {
	s.exec(t, "CREATE TABLE nulls (n BIGINT, t TEXT, i BIGINT, f DOUBLE PRECISION, b BOOLEAN, a TIMESTAMP)")
	at := time.Date(2024, 1, 2, 3, 4, 5, 0, time.UTC)
	full := nullable{fn.Ptr(true, ""), fn.Ptr(true, int64(0)), fn.Ptr(true, 0.0), fn.Ptr(true, false), &at}
	for n, row := range []nullable{{}, full} {
		s.exec(t, "INSERT INTO nulls VALUES ($1, $2, $3, $4, $5, $6)", int64(n), row.Text, row.Integer, row.Float, row.Flag, row.At)
	}
	rows, err := many[nullable](t, s, 2, "SELECT t, i, f, b, a FROM nulls ORDER BY n")
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]nullable{{}, full}, rows.Rows); diff != "" {
		t.Error(diff)
	}
	if _, _, err := one[struct{ Text string }](t, s, "SELECT t FROM nulls WHERE n = 0"); err == nil {
		t.Error("NULL became an empty text")
	}
	if _, _, err := one[struct{ At time.Time }](t, s, "SELECT a FROM nulls WHERE n = 0"); err == nil {
		t.Error("NULL became a time")
	}
}

// testTimes wants UTC and microseconds, whatever is put in, and an order that is that of the times.
func testTimes(t *testing.T, s *store) {
	s.exec(t, "CREATE TABLE times (a TIMESTAMP)")
	early := time.Date(2024, 6, 1, 12, 0, 0, 1999, time.FixedZone("", 7200))
	late := early.Add(time.Minute)
	s.exec(t, "INSERT INTO times VALUES ($1)", late)
	s.exec(t, "INSERT INTO times VALUES ($1)", early)
	s.exec(t, "INSERT INTO times VALUES ($1)", time.Now()) // with a monotonic reading
	got := scalar[time.Time](t, s, "SELECT a FROM times ORDER BY a LIMIT 1")
	if want := time.Date(2024, 6, 1, 10, 0, 0, 1000, time.UTC); got != want {
		t.Errorf("%s, want %s", got, want)
	}
	for _, chosen := range []string{"SELECT min(a) FROM times", "SELECT coalesce(min(a), max(a)) FROM times", "SELECT m FROM (SELECT min(a) AS m FROM times) AS of"} {
		if first := scalar[time.Time](t, s, chosen); first != got {
			t.Errorf("%s: %s, want %s", chosen, first, got)
		}
	}
	if n := scalar[int64](t, s, "SELECT count(*) FROM times WHERE a > $1", early); n != 2 {
		t.Errorf("%d times are later than the first, want 2", n)
	}
}

func testUntyped(t *testing.T, s *store) {
	s.exec(t, "CREATE TABLE untyped (i BIGINT, t TEXT, j JSON)")
	s.exec(t, "INSERT INTO untyped VALUES ($1, $2, $3)", rt.ValueOf(1<<53+1), rt.ValueOf("{}"), rt.ValueOf(map[string]any{"a": []int{1}}))
	row, _, err := one[struct{ I, T, J, N rt.Value }](t, s, "SELECT i, t, j, NULL FROM untyped")
	if err != nil {
		t.Fatal(err)
	}
	if !row.I.Equal(int64(1<<53+1)) || !row.T.Equal("{}") || !row.J.At("a").Index(0).Equal(int64(1)) || !row.N.IsNull() {
		t.Errorf("%v", row)
	}
}

type numbered struct{ N int64 }

func testRows(t *testing.T, s *store) {
	s.exec(t, "CREATE TABLE numbers (n BIGINT)")
	row, found, err := one[numbered](t, s, "SELECT n FROM numbers")
	if found || err != nil || row != (numbered{}) {
		t.Errorf("no row: %+v, found %v, %v", row, found, err)
	}
	rows, err := many[numbered](t, s, 10, "SELECT n FROM numbers")
	if err != nil || rows.Rows == nil || rows.Count != 0 {
		t.Errorf("no rows: %+v, %v", rows, err)
	}

	for n := range int64(3) {
		s.exec(t, "INSERT INTO numbers VALUES ($1)", n)
	}
	rows, err = many[numbered](t, s, 3, "SELECT n FROM numbers ORDER BY n")
	want := database.Rows[numbered]{Rows: []numbered{{0}, {1}, {2}}, Count: 3}
	if diff := cmp.Diff(want, rows); err != nil || diff != "" {
		t.Errorf("%v\n%s", err, diff)
	}
	rows, err = many[numbered](t, s, 2, "SELECT n FROM numbers")
	if err == nil || !strings.Contains(err.Error(), "more than 2 rows") || len(rows.Rows) != 0 {
		t.Errorf("3 rows where 2 are allowed: %+v, %v", rows, err)
	}
	if row, found, err := one[numbered](t, s, "SELECT n FROM numbers ORDER BY n DESC"); row.N != 2 || !found || err != nil {
		t.Errorf("the first of several: %+v, %v, %v", row, found, err)
	}
	if result, err := s.try(t, "UPDATE numbers SET n = n + $1 WHERE n > $1", int64(0)); err != nil || result.RowsAffected != 2 {
		t.Errorf("%+v, %v", result, err)
	}
	late := "SELECT CASE WHEN n = 2 THEN abs(n - 9223372036854775807 - 3) ELSE n END FROM numbers" // the last overflows
	if rows, err := many[numbered](t, s, 9, late); err == nil || len(rows.Rows) != 0 {
		t.Errorf("an error after two rows: %+v, %v", rows, err)
	}
	if _, err := many[struct{ A, B int64 }](t, s, 9, "SELECT n FROM numbers"); err == nil {
		t.Error("one column fills two fields")
	}
}

func testConflicts(t *testing.T, s *store) {
	s.exec(t, "CREATE TABLE parents (id BIGINT PRIMARY KEY, email TEXT UNIQUE)")
	s.exec(t, "CREATE TABLE children (id BIGINT NOT NULL CHECK (id > 0), parent BIGINT REFERENCES parents (id))")
	s.exec(t, "INSERT INTO parents VALUES (1, 'a')")
	s.exec(t, "INSERT INTO children VALUES (1, 1)")
	lines := []struct {
		name, text string
		conflict   bool
	}{
		{"primary key", "INSERT INTO parents VALUES (1, 'b')", true},
		{"unique key", "INSERT INTO parents VALUES (2, 'a')", true},
		{"unique key in an update", "INSERT INTO parents SELECT 3, email FROM parents", true},
		{"foreign key", "INSERT INTO children VALUES (1, 9)", true},
		{"deleted parent", "DELETE FROM parents", true},
		{"NOT NULL", "INSERT INTO children VALUES (NULL, 1)", false},
		{"CHECK", "INSERT INTO children VALUES (0, 1)", false},
		{"no such table", "INSERT INTO strangers VALUES (1)", false},
	}
	for _, line := range lines {
		_, err := s.try(t, line.text)
		if err == nil || errors.Is(err, database.ErrConflict) != line.conflict {
			t.Errorf("%s: %v", line.name, err)
		}
		if isUnavailable(err) {
			t.Errorf("%s is called unavailable: %v", line.name, err)
		}
	}
	// A deferred key is checked when the row has already been returned.
	s.exec(t, "CREATE TABLE later (id BIGINT, parent BIGINT REFERENCES parents (id) DEFERRABLE INITIALLY DEFERRED)")
	for _, text := range []string{
		"INSERT INTO parents VALUES (1, 'z') RETURNING id",
		"INSERT INTO children VALUES (1, 9) RETURNING id",
		"INSERT INTO later VALUES (1, 9) RETURNING id",
	} {
		if row, found, err := one[numbered](t, s, text); found || row.N != 0 || !errors.Is(err, database.ErrConflict) {
			t.Errorf("%s: %+v, found %v, %v", text, row, found, err)
		}
	}
}

func testReturning(t *testing.T, s *store) {
	s.exec(t, "CREATE TABLE made (id BIGINT, at TIMESTAMP)")
	row, found, err := one[numbered](t, s, "INSERT INTO made (id) VALUES ($1), ($2) RETURNING id", int64(7), int64(8))
	if row.N != 7 || !found || err != nil {
		t.Errorf("%+v, %v, %v", row, found, err)
	}
	if n := scalar[int64](t, s, "SELECT count(*) FROM made"); n != 2 {
		t.Errorf("%d rows were inserted, want 2", n)
	}
	with := "WITH old AS (SELECT max(id) AS id FROM made) INSERT INTO made (id) SELECT id + 1 FROM old RETURNING id"
	if n := scalar[int64](t, s, with); n != 9 {
		t.Errorf("WITH … INSERT returns %d", n)
	}
	if n := scalar[int64](t, s, "/* delete */ WITH x AS (SELECT 'insert' AS a) -- update\nSELECT count(*) FROM x"); n != 1 {
		t.Errorf("WITH … SELECT returns %d", n)
	}
}

// testRefusedRows wants nothing done by statements whose rows are refused, and the connection to go on.
func testRefusedRows(t *testing.T, s *store) {
	s.exec(t, "CREATE TABLE heads (id BIGINT PRIMARY KEY)")
	s.exec(t, "CREATE TABLE links (n BIGINT, label TEXT, head BIGINT REFERENCES heads (id) DEFERRABLE INITIALLY DEFERRED)")
	s.exec(t, "INSERT INTO links (n, label) VALUES (1, 'a'), (2, 'b'), (3, NULL)")
	left := func() (n int64) { return scalar[int64](t, s, "SELECT count(*) FROM links WHERE n < 10") }
	for _, text := range []string{
		"DELETE FROM links RETURNING n",
		"UPDATE links SET n = n + 10 RETURNING n",
		"INSERT INTO links (n) SELECT n + 3 FROM links RETURNING n",
		"WITH old AS (SELECT 1 AS n) UPDATE links SET n = n + 10 RETURNING n",
	} {
		rows, err := many[numbered](t, s, 2, text)
		if err == nil || !strings.Contains(err.Error(), "more than 2 rows") || len(rows.Rows) != 0 || left() != 3 {
			t.Errorf("%s: %+v, %v, and %d links are as they were", text, rows, err, left())
		}
	}
	if rows, err := many[struct{ Label string }](t, s, 9, "DELETE FROM links RETURNING label"); err == nil || left() != 3 {
		t.Errorf("a row that can't be read: %+v, %v, and %d links are left", rows, err, left())
	}
	if _, err := many[numbered](t, s, 9, "UPDATE links SET head = 7 RETURNING n"); !errors.Is(err, database.ErrConflict) || left() != 3 {
		t.Errorf("a key that is checked at the end: %v", err)
	}
	if n := scalar[int64](t, s, "SELECT count(*) FROM links WHERE head IS NULL"); n != 3 {
		t.Errorf("%d links have no head, want 3", n)
	}
	rows, err := many[numbered](t, s, 3, "DELETE FROM links RETURNING n")
	if err != nil || rows.Count != 3 || left() != 0 {
		t.Errorf("as many as may be: %+v, %v, and %d are left", rows, err, left())
	}
}

func testParameters(t *testing.T, s *store) {
	s.exec(t, "CREATE TABLE texts (t TEXT)")
	s.exec(t, "INSERT INTO texts VALUES ($1)", 90*time.Minute)
	if text := scalar[string](t, s, "SELECT t FROM texts WHERE t = $1 OR t = $1", "90m"); text != "90m" {
		t.Errorf("a duration is stored as %q", text)
	}
	if _, err := s.try(t, "INSERT INTO texts VALUES ($1)", struct{}{}); err == nil || !strings.Contains(err.Error(), "$1") {
		t.Errorf("a struct as a parameter: %v", err)
	}
	if _, err := s.try(t, "INSERT INTO texts VALUES ($1)"); err == nil {
		t.Error("a parameter that is not given is accepted")
	}
}

// testOptional tests parameters for null, as generated statements write it. PostgreSQL would not know their types else.
func testOptional(t *testing.T, s *store) {
	for cast, value := range map[string]any{
		"TEXT": "a", "BIGINT": int64(1), "DOUBLE PRECISION": 0.5, "BOOLEAN": false, "BYTEA": []byte{0}, "TIMESTAMPTZ": time.Unix(0, 0),
	} {
		text := "SELECT count(*) FROM (SELECT 1) AS row WHERE CAST($1 AS " + cast + ") IS NULL"
		if n := scalar[int64](t, s, text, nil); n != 1 {
			t.Errorf("null as %s is not null", cast)
		}
		if n := scalar[int64](t, s, text, value); n != 0 {
			t.Errorf("%v as %s is null", value, cast)
		}
	}
}

func testCancelled(t *testing.T, s *store) {
	query := database.NewQuery[numbered](s.setup, "DATABASE_URL", "SELECT 1")
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	s.execute(ctx, func(x *rt.Exec) {
		if _, found, err := query.One(x); found || !errors.Is(err, context.Canceled) {
			t.Errorf("found %v, %v", found, err)
		}
	})
}

// testDeadline runs what never ends.
func testDeadline(t *testing.T, s *store) {
	query := database.NewQuery[numbered](s.setup, "DATABASE_URL",
		"WITH RECURSIVE up (n) AS (SELECT 1 UNION ALL SELECT n + 1 - 1 FROM up) SELECT count(*) FROM up")
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	s.execute(ctx, func(x *rt.Exec) {
		_, found, err := query.One(x)
		if found || !errors.Is(err, context.DeadlineExceeded) || isUnavailable(err) {
			t.Errorf("found %v, %v", found, err)
		}
	})
}

// testMasked logs what a query has read: labelled columns must not show.
func testMasked(t *testing.T, s *store) {
	type row struct {
		Name  string
		Hash  string   `flowc:"hash"`
		Token *string  `flowc:"token"`
		Any   rt.Value `flowc:"secret"`
	}
	read := func(x *rt.Exec, one bool) row {
		query := database.NewQuery[row](s.setup, "DATABASE_URL",
			"SELECT 'visible-name', 'canary-1-hash', 'canary-2-token', 'canary-3-any'", database.MaxRows(1))
		if one {
			got, _, err := query.One(x)
			if err != nil {
				t.Fatal(err)
			}
			return got
		}
		got, err := query.Many(x)
		if err != nil {
			t.Fatal(err)
		}
		return got.Rows[0]
	}
	for _, one := range []bool{true, false} {
		s.log.Reset()
		s.execute(t.Context(), func(x *rt.Exec) {
			x.Enter("user")
			got := read(x, one)
			untyped, _ := got.Any.Text()
			x.Logger().Info(got.Name + got.Hash + *got.Token + untyped)
		})
		if log := s.log.String(); !strings.Contains(log, "visible-name") || strings.Contains(log, "canary") {
			t.Errorf("one row %v: %s", one, log)
		}
	}
}
