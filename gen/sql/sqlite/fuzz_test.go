package sqlite_test

import (
	"testing"

	"github.com/flowc-dev/flowc/gen/sql/sqlite"
)

func FuzzPrepare(f *testing.F) {
	for _, query := range []string{
		"SELECT u.id, count(*) AS n FROM users u LEFT JOIN orders o USING (id) WHERE u.id IN ($1, 2) GROUP BY u.id HAVING n > 1 ORDER BY 1 LIMIT 2",
		"WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i, (SELECT max(id) FROM users) AS m FROM n",
		"INSERT INTO settings (key, value) VALUES ($1, $2) ON CONFLICT (key) DO UPDATE SET value = excluded.value RETURNING *",
		"UPDATE users SET name = $1 FROM orders o WHERE o.id BETWEEN $2 AND $3 RETURNING id",
		"SELECT * FROM totals, (VALUES (1, x'00')) NATURAL JOIN json_each('[]')",
		"SELECT x FROM (SELECT NULL AS x), (VALUES ('a'), (NULL)) WHERE x = -9223372036854775808",
		"SELECT CASE WHEN 1 THEN (a) END FROM", "SELECT [a] \"b\" 'c", "((((", "; ;", "",
	} {
		f.Add(query)
	}
	c := open(f)
	bare, _ := sqlite.Open(nil)
	f.Cleanup(func() { bare.Close() })
	f.Fuzz(func(t *testing.T, query string) {
		for _, q := range []sqlite.Query{
			{Text: query, Params: 1, Dialect: "any"}, {Text: query, Params: 1, Dialect: "postgres"},
		} {
			for _, checker := range []*sqlite.Checker{c, bare} {
				r := checker.Prepare(q)
				if len(r.Params) != q.Params {
					t.Fatalf("%d parameters, want %d", len(r.Params), q.Params)
				}
				for _, p := range r.Problems {
					if p.Start < 0 || p.End < p.Start || p.End > len(query) || p.Message == "" {
						t.Fatalf("problem out of place: %+v", p)
					}
				}
			}
		}
	})
}
