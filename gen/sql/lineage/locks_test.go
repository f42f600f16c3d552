package lineage

import (
	"strings"
	"testing"
)

// TestAccess tells statements that read rows beside those that they change from those that lock all that they read.
func TestAccess(t *testing.T) {
	for text, want := range map[string]string{
		"SELECT n FROM t WHERE id = $1":                               "reads only",
		"SELECT n FROM t WHERE id = $1 FOR UPDATE":                    "reads locks",
		"SELECT n FROM t WHERE id = $1 FOR NO KEY UPDATE SKIP LOCKED": "reads locks",
		"SELECT n FROM t WHERE id = $1 FOR SHARE":                     "reads",
		"SELECT n FROM t JOIN u ON t.id = u.id FOR UPDATE OF t":       "reads",
		"SELECT n FROM t WHERE id IN (SELECT id FROM u) FOR UPDATE":   "reads",
		"SELECT count(*) FROM (SELECT id FROM t FOR UPDATE) AS s":     "reads locks",
		"SELECT now()":        "only",
		"SELECT nextval('s')": "",
		"UPDATE t SET n = n + 1 WHERE id = $1 RETURNING n":                            "locks",
		"UPDATE t SET n = (SELECT max(n) FROM u)":                                     "reads",
		"UPDATE t SET n = u.n FROM u WHERE u.id = t.id":                               "reads",
		"DELETE FROM t WHERE id = $1":                                                 "locks",
		"INSERT INTO t (n) VALUES ($1) ON CONFLICT (n) DO UPDATE SET m = t.m + 1":     "adds",
		"INSERT INTO t (n) SELECT $1 WHERE NOT EXISTS (SELECT 1 FROM t WHERE n = $1)": "reads adds",
		"WITH old AS (DELETE FROM t RETURNING n) INSERT INTO u SELECT n FROM old":     "adds",
		"WITH old AS (SELECT n FROM t) SELECT n FROM old":                             "reads only",
		"VACUUM": "reads adds",
	} {
		a, got := Resolve(text, nil).Access, ""
		if a.Reads {
			got += " reads"
		}
		if a.Locks {
			got += " locks"
		}
		if a.Only {
			got += " only"
		}
		if a.Adds {
			got += " adds"
		}
		if got = strings.TrimSpace(got); got != want {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
	}
}

// TestLists finds the tables of which a statement gives each row that it finds.
func TestLists(t *testing.T) {
	schema := ReadPostgres("CREATE TYPE state AS ENUM ('a', 'b'); " +
		"CREATE TABLE t (id INT PRIMARY KEY, n INT, done BOOLEAN, s state, k TEXT CHECK (k IN ('x', 'y'))); CREATE TABLE u (id INT)")
	for text, want := range map[string]string{
		"SELECT n FROM t WHERE n = $1 ORDER BY n":                                        "t",
		"SELECT n FROM t OFFSET 10":                                                      "t",
		"SELECT n FROM t LIMIT 10":                                                       "",
		"SELECT n FROM t ORDER BY n OFFSET $1 LIMIT $2":                                  "",
		"SELECT n FROM t FETCH FIRST 10 ROWS ONLY":                                       "",
		"SELECT t.n FROM t JOIN u ON t.id = u.id":                                        "t u",
		"SELECT n FROM t WHERE id IN (SELECT id FROM u)":                                 "t",
		"SELECT n FROM (SELECT n FROM t LIMIT 3) AS few":                                 "",
		"SELECT n FROM (SELECT n FROM t) AS all_of_them":                                 "t",
		"WITH few AS (SELECT n FROM t LIMIT 3) SELECT n FROM few":                        "",
		"WITH old AS (SELECT n FROM t) SELECT n FROM old":                                "t",
		"SELECT n FROM t UNION ALL SELECT id FROM u":                                     "t u",
		"SELECT count(*) AS n FROM t":                                                    "",
		"SELECT n, count(*) AS c FROM t GROUP BY n":                                      "t",
		"SELECT done, count(*) AS c FROM t GROUP BY done":                                "",
		"SELECT s, k, count(*) AS c FROM t GROUP BY s, k":                                "",
		"SELECT s, n, count(*) AS c FROM t GROUP BY s, n":                                "t",
		"SELECT n % 7 AS d, count(*) AS c FROM t GROUP BY n % 7":                         "",
		"SELECT value FROM json_each($1)":                                                "",
		"DELETE FROM t WHERE n = $1 RETURNING id":                                        "",
		"WITH RECURSIVE r AS (SELECT id FROM t UNION SELECT id FROM r) SELECT id FROM r": "t",
	} {
		if got := strings.Join(Resolve(text, schema).Access.Lists, " "); got != want {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
	}
}
