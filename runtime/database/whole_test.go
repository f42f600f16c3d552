package database_test

import (
	"errors"
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
