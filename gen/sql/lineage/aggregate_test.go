package lineage

import "testing"

// TestAggregatesGiveARow holds that no condition is one that each row of a result meets where an aggregate makes a row of none, wherever
// it stands.
func TestAggregatesGiveARow(t *testing.T) {
	schema := ReadPostgres("CREATE TABLE s (t TEXT PRIMARY KEY, u INT NOT NULL); CREATE AGGREGATE own(int) (sfunc = int4pl, stype = int);")
	for text, want := range map[string]bool{
		"SELECT u FROM s WHERE t = $1":                                             true,
		"SELECT u, row_number() OVER (ORDER BY u) AS n FROM s WHERE t = $1":        true,
		"SELECT u, sum(u) OVER (PARTITION BY u) AS n FROM s WHERE t = $1":          true,
		"SELECT upper(t) AS t FROM s WHERE t = $1 ORDER BY lower(t)":               true,
		"SELECT sum(u) AS n FROM s WHERE t = $1":                                   false,
		"SELECT row_number() OVER (ORDER BY count(*)) AS n FROM s WHERE t = $1":    false,
		"SELECT sum(max(u)) OVER () AS n FROM s WHERE t = $1":                      false,
		"SELECT rank($2) WITHIN GROUP (ORDER BY u) AS n FROM s WHERE t = $1":       false,
		"SELECT unheard_of(u) FILTER (WHERE u > 1) AS n FROM s WHERE t = $1":       false,
		"SELECT unheard_of(DISTINCT u) AS n FROM s WHERE t = $1":                   false,
		"SELECT own(u) AS n FROM s WHERE t = $1":                                   false,
		"SELECT 1 AS n FROM s WHERE t = $1 ORDER BY count(*)":                      false,
		"SELECT 1 AS n FROM s WHERE t = $1 WINDOW w AS (ORDER BY count(*))":        false,
		"SELECT (SELECT max(s.u)) AS n FROM s WHERE t = $1":                        false,
		"SELECT (SELECT max(CASE s.u WHEN 1 THEN 2 END)) AS n FROM s WHERE t = $1": false,
		"SELECT CASE count(*) WHEN 0 THEN 1 END AS n FROM s WHERE t = $1":          false,
	} {
		if got := len(Resolve(text, schema).Equal()) == 1; got != want {
			t.Errorf("%s: %t, want %t", text, got, want)
		}
	}
}
