package postgres_test

import (
	"strings"
	"testing"

	ask "github.com/flowc-dev/flowc/cmd/flowc/postgres"
	"github.com/flowc-dev/flowc/runtime/database/dbtest"
)

// TestPlaceholderTwice wants a placeholder that a SELECT is grouped by to be one parameter, as PostgreSQL takes two for two values;
// another one that is written twice is one, too, where PostgreSQL takes both as one type.
func TestPlaceholderTwice(t *testing.T) {
	t.Setenv(ask.Variable, dbtest.Postgres(t))
	for text, want := range map[string]string{
		"SELECT date_trunc({{s}}, made) AS d, count(*) AS n FROM people GROUP BY date_trunc({{s}}, made)":                                                            "SELECT date_trunc($1, made) AS d, count(*) AS n FROM people GROUP BY date_trunc($1, made)",
		"SELECT date_trunc({{s}}, made) AS d FROM people WHERE id > {{i}} GROUP BY date_trunc({{s}}, made) HAVING count(*) > {{i}} ORDER BY date_trunc({{s}}, made)": "SELECT date_trunc($1, made) AS d FROM people WHERE id > $2 GROUP BY date_trunc($1, made) HAVING count(*) > $2 ORDER BY date_trunc($1, made)",
	} {
		a := proved(t, []query{{sql: text}})
		for _, d := range refusals(a) {
			t.Errorf("%s\n\t%s", text, d.Message)
		}
		for _, s := range a.Program.Workflows[0].Flows[0].Steps {
			if q, params := s.Query(); s.Node.ID.Value == "q" && (q.Text != want || len(params) != strings.Count(text, "{{")) {
				t.Errorf("%s\n\tis sent as %s, with %d parameters", text, q.Text, len(params))
			}
		}
	}
}

// TestUntypedParameter wants the hint to write a type where nothing says which a parameter has, at its place.
func TestUntypedParameter(t *testing.T) {
	t.Setenv(ask.Variable, dbtest.Postgres(t))
	const text = "SELECT id FROM people WHERE id = {{i}} AND doc = jsonb_build_object('a', {{s}})"
	a := proved(t, []query{{sql: text}})
	d, found := refusals(a)["q000.flow.json"]
	if !found || d.Message != "PostgreSQL: could not determine data type of this parameter" || !strings.Contains(d.Hint, "CAST(") {
		t.Fatalf("%s: %s | %s", text, d.Message, d.Hint)
	}
	if at := string(d.File.Src[d.Span.Start:d.Span.End]); at != "{{s}}" {
		t.Errorf("it points at %q", at)
	}
}
