package database_test

import (
	"encoding/json"
	"math"
	"strings"
	"testing"
	"time"

	rt "github.com/flowc-dev/flowc/runtime"
	"github.com/flowc-dev/flowc/runtime/database/dbtest"
)

// TestInfinite wants one row with what JSON has no form for never to fail a list: it is null where the column may be, a text where it
// has no type, and else the last of its kind.
func TestInfinite(t *testing.T) {
	t.Run("sqlite", func(t *testing.T) {
		s := openStore(t, "sqlite:test.db", "")
		s.exec(t, "CREATE TABLE odd (f DOUBLE PRECISION, at TIMESTAMP, day DATE)")
		s.exec(t, "INSERT INTO odd VALUES (9e999, 'infinity', 'infinity'), (-9e999, '-infinity', '-infinity'), (1.5, '2026-01-31 10:00:00', '2026-01-31')")
		testInfinite(t, s, 3, []string{"Infinity", "-Infinity"})
	})
	t.Run("postgres", func(t *testing.T) {
		s := openStore(t, dbtest.Postgres(t), "")
		s.exec(t, "CREATE TABLE odd (f DOUBLE PRECISION, at TIMESTAMPTZ, day DATE)")
		s.exec(t, "INSERT INTO odd VALUES ('Infinity', 'infinity', 'infinity'), ('-Infinity', '-infinity', '-infinity'), (1.5, '2026-01-31 10:00:00Z', '2026-01-31'), ('NaN', '20000-01-01', '20000-01-01')")
		testInfinite(t, s, 4, []string{"Infinity", "-Infinity", "", "NaN"})
	})
}

func testInfinite(t *testing.T, s *store, n int, texts []string) {
	type nullable struct {
		F   *float64
		At  *time.Time
		Day *rt.Date
	}
	type never struct {
		F   float64
		At  time.Time
		Day rt.Date
	}
	const text = "SELECT f, at, day FROM odd"
	rows, err := many[nullable](t, s, 9, text)
	if err != nil || len(rows.Rows) != n {
		t.Fatalf("%v, %v", rows, err)
	}
	for i, r := range rows.Rows {
		if usual := i == 2; (r.F != nil) != usual || (r.At != nil) != usual || (r.Day != nil) != usual {
			t.Errorf("row %d: %+v", i, r)
		}
	}
	last, err := many[never](t, s, 9, text)
	if err != nil || len(last.Rows) != n {
		t.Fatalf("%v, %v", last, err)
	}
	if first := last.Rows[0]; first.F != math.MaxFloat64 || first.At.Year() != 9999 || first.Day.String() != "9999-12-31" {
		t.Errorf("infinity is %+v", first)
	}
	if first := last.Rows[1]; first.F != -math.MaxFloat64 || first.At.Year() != 0 || first.Day.String() != "0000-01-01" {
		t.Errorf("-infinity is %+v", first)
	}
	if written, err := json.Marshal(last); err != nil {
		t.Errorf("%s, %v", written, err)
	}
	untyped, err := many[struct{ F rt.Value }](t, s, 9, "SELECT f FROM odd")
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range texts {
		if got, _ := untyped.Rows[i].F.Text(); want != "" && got != want {
			t.Errorf("row %d without a type is %s, want %s", i, got, want)
		}
	}
}

// TestUntypedNumeric wants an exact number without a type to be a number in JSON, as SQLite has it.
func TestUntypedNumeric(t *testing.T) {
	s := openStore(t, dbtest.Postgres(t), "")
	for text, want := range map[string]string{"avg(n)": "3.5", "100.0 * count(*) / 2": "100", "'NaN'::numeric": `"NaN"`, "1e30::numeric": "1" + strings.Repeat("0", 30)} {
		row, _, err := one[struct{ V rt.Value }](t, s, "SELECT "+text+" FROM (VALUES (3), (4)) AS v (n)")
		if got, _ := row.V.MarshalJSON(); err != nil || string(got) != want {
			t.Errorf("%s is %s, %v; want %s", text, got, err, want)
		}
	}
}

// TestSingle wants a float of 32 bits to be written as one, typed or not.
func TestSingle(t *testing.T) {
	s := openStore(t, dbtest.Postgres(t), "")
	s.exec(t, "CREATE TABLE singles (f REAL, d DOUBLE PRECISION)")
	s.exec(t, "INSERT INTO singles VALUES (0.1, 0.1::real::double precision)")
	row, _, err := one[struct {
		F    float64
		Null *float64
		Any  rt.Value
		D    float64
	}](t, s, "SELECT f, f, f, d FROM singles")
	if untyped, _ := row.Any.Float(); err != nil || row.F != 0.1 || *row.Null != 0.1 || untyped != 0.1 || row.D != float64(float32(0.1)) {
		t.Errorf("%v, %v", row, err)
	}
}
