package database_test

import (
	"errors"
	"strings"
	"testing"

	rt "github.com/flowc-dev/flowc/runtime"
	"github.com/flowc-dev/flowc/runtime/database"
)

// testNUL sends texts with the character NUL, at which SQLite's LIKE, lower, replace and NOCASE end: what a caller asks for would be
// another text than the one that a workflow has looked at. It is the caller's mistake, and named where the field is known.
func testNUL(t *testing.T, s *store) {
	s.exec(t, "CREATE TABLE nuls (name TEXT)")
	s.exec(t, "INSERT INTO nuls VALUES ('ada')")
	long := "a\x00b"
	for name, c := range map[string]struct {
		text string
		arg  any
	}{
		"compared": {"SELECT name AS value FROM nuls WHERE lower(name) = lower($1)", "ada\x00b"}, "searched for": {"SELECT name AS value FROM nuls WHERE name LIKE '%' || $1 || '%'", "\x00"},
		"a pointer": {"SELECT name AS value FROM nuls WHERE name = $1", &long}, "a value": {"SELECT name AS value FROM nuls WHERE name = $1", rt.ValueOf(long)}, "in a list": {"SELECT name AS value FROM nuls WHERE name = ANY($1)", []string{"ada", long}},
	} {
		var got []error
		for _, options := range [][]database.Option{nil, {database.From(1, "name")}, {database.Own(1)}} {
			query := database.NewQuery[struct{ Value string }](s.setup, "DATABASE_URL", c.text, options...)
			s.execute(t.Context(), func(x *rt.Exec) {
				_, found, err := query.One(x, c.arg)
				if found {
					t.Errorf("%s: it has found a row", name)
				}
				got = append(got, err)
			})
		}
		var plain, named, own *rt.Error
		if !errors.As(got[0], &plain) || plain.Status != 400 || !errors.As(got[1], &named) || named.Fields["name"] == "" || got[2] == nil || errors.As(got[2], &own) {
			t.Errorf("%s: refused with %v", name, got)
		}
	}
	if got := scalar[int64](t, s, "SELECT count(*) FROM nuls WHERE name = $1", "ada"); got != 1 {
		t.Errorf("there are %d rows", got)
	}
}

// testDocuments keeps values of any type in a column of JSON: what comes back is what went in, whatever an engine would make of it. A
// text that an expression has written as JSON is that JSON.
func testDocuments(t *testing.T, s *store) {
	s.exec(t, "CREATE TABLE documents (doc JSON)")
	number := func(text string) rt.Value {
		v, err := rt.ParseJSON(text)
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
	nothing := (*bool)(nil)
	for _, c := range []struct {
		arg  any
		want string
	}{
		{rt.ValueOf("x"), `"x"`}, {rt.ValueOf(""), `""`}, {rt.ValueOf("007"), `"007"`}, {rt.ValueOf("1e999"), `"1e999"`}, {rt.ValueOf("-1e-999"), `"-1e-999"`}, {rt.ValueOf("null"), `"null"`}, {rt.ValueOf("true"), `"true"`}, {rt.ValueOf(`{"a":1}`), `"{\"a\":1}"`},
		{rt.ValueOf(true), "true"}, {true, "true"}, {nothing, "null"}, {rt.ValueOf(7), "7"}, {rt.ValueOf(1.5), "1.5"}, {rt.ValueOf(map[string]any{"a": "007"}), `{"a": "007"}`}, {rt.ValueOf([]any{1, true}), "[1, true]"}, {rt.Value{}, "null"},
		{number("1.10"), "1.10"}, {number("3.10"), "3.10"}, {number("12345678901234567890"), "12345678901234567890"}, {number("0.12345678901234567890"), "0.12345678901234567890"}, {number("-3.00"), "-3.00"}, {number("9007199254740993.5"), "9007199254740993.5"},
		{`{"b":[true]}`, `{"b": [true]}`},
	} {
		s.exec(t, "DELETE FROM documents")
		add := database.NewStatement(s.setup, "DATABASE_URL", "INSERT INTO documents (doc) VALUES ($1)", database.JSON(1))
		change := database.NewStatement(s.setup, "DATABASE_URL", "UPDATE documents SET doc = coalesce($1, doc)", database.JSON(1))
		for _, statement := range []*database.Statement{add, change} {
			s.execute(t.Context(), func(x *rt.Exec) {
				if _, err := statement.Exec(x, c.arg); err != nil {
					t.Errorf("%v: %v", c.arg, err)
				}
			})
			if got := scalar[rt.Value](t, s, "SELECT doc AS value FROM documents"); spaceless(got.String()) != spaceless(c.want) {
				t.Errorf("%v comes back as %s, want %s", c.arg, got, c.want)
			}
		}
	}
}

// testDoubledKeys reads JSON that another program has stored with a key twice: the last one counts, as in jsonb.
func testDoubledKeys(t *testing.T, s *store) {
	s.exec(t, "CREATE TABLE doubled (doc JSON)")
	s.exec(t, `INSERT INTO doubled VALUES ('{"a": 1, "b": [{"c": 1, "c": 2}], "a": {"d": 3, "d": "x"}}')`)
	got := scalar[rt.Value](t, s, "SELECT doc AS value FROM doubled")
	if want := `{"a":{"d":"x"},"b":[{"c":2}]}`; spaceless(got.String()) != want {
		t.Errorf("it comes back as %s, want %s", got, want)
	}
}

// spaceless is JSON without the spaces that PostgreSQL writes.
func spaceless(text string) string {
	return strings.NewReplacer(": ", ":", ", ", ",").Replace(text)
}
