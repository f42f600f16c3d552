package sqlite_test

import (
	"testing"

	"github.com/flowc-dev/flowc/gen/sql/sqlite"
)

func TestRefuses(t *testing.T) {
	c := open(t)
	for _, tt := range []struct {
		refused sqlite.Refused
		want    bool
	}{
		{sqlite.Refused{Table: "t", Column: "a", Type: "TEXT", Check: "(a IN ('x', 'y'))", Value: "'z'"}, true},
		{sqlite.Refused{Table: "t", Column: "a", Type: "TEXT", Check: "(a IN ('x', 'y'))", Value: "'x'"}, false},
		{sqlite.Refused{Table: "t", Column: "a", Type: "TEXT", Check: "(a > 1)", Value: "NULL"}, false},
		{sqlite.Refused{Table: "t", Column: "n", Type: "INTEGER", Check: "(t.n >= 10)", Value: "'9'"}, true}, // as the column stores it
		{sqlite.Refused{Table: "a table", Column: `a "b"`, Type: "", Check: `("a ""b""" < 3)`, Value: "1 + 2"}, true},
		{sqlite.Refused{Table: "t", Column: "a", Type: "TEXT", Check: "(nosuch(a))", Value: "'x'"}, false},
		{sqlite.Refused{Table: "t", Column: "a", Type: "TEXT", Check: "(a <> 'x')", Value: "nosuch('x')"}, false},
	} {
		if got := c.Refuses(tt.refused); got != tt.want || c.Refuses(tt.refused) != got {
			t.Errorf("%+v is refused: %t, want %t", tt.refused, got, tt.want)
		}
	}
}
