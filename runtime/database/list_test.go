package database_test

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	rt "github.com/flowc-dev/flowc/runtime"
	"github.com/flowc-dev/flowc/runtime/database/dbtest"
	"github.com/flowc-dev/flowc/runtime/fn"
)

// testLists wants a list as a parameter to find the same rows on both engines.
func testLists(t *testing.T, s *store) {
	s.exec(t, "CREATE TABLE listed (id BIGINT, name TEXT, f DOUBLE PRECISION, b BOOLEAN, at TIMESTAMP)")
	at := time.Date(2024, 1, 2, 3, 4, 5, 6000, time.UTC)
	for i, name := range []any{"a", `b"\,{}`, "ü", nil} {
		s.exec(t, "INSERT INTO listed VALUES ($1, $2, $3, $4, $5)", int64(i), name, float64(i)/2, i%2 == 0, at.AddDate(0, 0, i))
	}
	for _, c := range []struct {
		where string
		list  any
		want  []int64
	}{
		{"id = ANY($1)", []int64{1, 2, 7}, []int64{1, 2}},
		{"id = any ( $1 )", []int64{}, nil},
		{"id = SOME($1)", &[]int64{0}, []int64{0}},
		{"id = ANY($1)", (*[]int64)(nil), nil},
		{"id = ANY($1)", []*int64{nil, fn.Ptr(true, int64(3))}, []int64{3}},
		{"name = ANY($1)", []string{`b"\,{}`, "ü", "NULL"}, []int64{1, 2}},
		{"name <> ALL($1)", []string{"a"}, []int64{1, 2}},
		{"name != ALL($1)", []string{}, []int64{0, 1, 2, 3}},
		{"name<>ALL($1)", []*string{nil}, nil},
		{"f = ANY($1)", []float64{0.5, 1.5}, []int64{1, 3}},
		{"b = ANY($1)", []bool{true}, []int64{0, 2}},
		{"at = ANY($1)", []time.Time{at.AddDate(0, 0, 2)}, []int64{2}},
		{"id = ANY($1)", []rt.Value{rt.ValueOf(2), rt.ValueOf(nil)}, []int64{2}},
	} {
		rows, err := many[struct{ ID int64 }](t, s, 10, "SELECT id FROM listed WHERE "+c.where+" ORDER BY id", c.list)
		if err != nil {
			t.Errorf("%s with %v: %v", c.where, c.list, err)
			continue
		}
		var got []int64
		for _, row := range rows.Rows {
			got = append(got, row.ID)
		}
		if diff := cmp.Diff(c.want, got); diff != "" {
			t.Errorf("%s with %v: %s", c.where, c.list, diff)
		}
	}
}

type arrays struct {
	Texts  []string
	Maybe  []*string
	None   *[]int64
	Ints   []int64
	Floats []float64
	Flags  []bool
	Raw    [][]byte
	Times  []time.Time
	Docs   []rt.Value
	Empty  []string
}

// TestArrays wants each array to come back as it was given.
func TestArrays(t *testing.T) {
	s := openStore(t, dbtest.Postgres(t), "")
	s.exec(t, "CREATE TABLE arrays (texts text[], maybe text[], none bigint[], ints smallint[], floats double precision[], flags boolean[], raw bytea[], "+
		"times timestamptz[], docs jsonb[], empty varchar(3)[])")
	want := arrays{
		Texts: []string{"a", "NULL", "", "null", `q"\`, "{,}", " ü\n"}, Maybe: []*string{nil, fn.Ptr(true, "x")}, Ints: []int64{-1, 2},
		Floats: []float64{0.1, 1e300}, Flags: []bool{true, false}, Raw: [][]byte{{0, 255}, {}}, Times: []time.Time{time.Date(2024, 1, 2, 3, 4, 5, 123456000, time.UTC)},
		Docs: []rt.Value{rt.ValueOf([]int{1}), rt.ValueOf(nil)}, Empty: []string{},
	}
	s.exec(t, "INSERT INTO arrays VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)",
		want.Texts, want.Maybe, want.None, want.Ints, want.Floats, want.Flags, want.Raw, want.Times, want.Docs, want.Empty)
	got, found, err := one[arrays](t, s, "SELECT * FROM arrays")
	if err != nil || !found {
		t.Fatal(found, err)
	}
	if diff := cmp.Diff(want, got, cmp.Comparer(func(a, b rt.Value) bool { return a.String() == b.String() })); diff != "" {
		t.Error(diff)
	}
	if stored := scalar[string](t, s, "SELECT texts::text FROM arrays"); !strings.Contains(stored, `"NULL"`) {
		t.Errorf("stored as %s", stored)
	}
}

// TestArraysThatAreNoLists wants an error that says why for what a list can't hold.
func TestArraysThatAreNoLists(t *testing.T) {
	s := openStore(t, dbtest.Postgres(t), "")
	for text, want := range map[string]string{
		"SELECT ARRAY[[1, 2], [3, 4]]":      "several dimensions",
		"SELECT '[0:1]={1,2}'::int[]":       "begins at 1",
		"SELECT ARRAY[1, NULL]":             "element 2: it is NULL",
		"SELECT NULL::int[]":                "<nil>",
		"SELECT ARRAY['a']":                 "element 1",
		"SELECT ARRAY[9223372036854775808]": "element 1",
	} {
		if _, _, err := one[struct{ List []int64 }](t, s, text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want one with %q", text, err, want)
		}
	}
}
