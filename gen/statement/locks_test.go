package statement

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
