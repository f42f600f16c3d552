package lineage

import (
	"fmt"
	"strings"
	"testing"

	"github.com/flowc-dev/flowc/gen/sql/statement"
)

// TestWritesThatFail holds what is said of NOT NULL columns to the ways in which one may get a value after all.
func TestWritesThatFail(t *testing.T) {
	const schema = `CREATE TABLE t (id INTEGER PRIMARY KEY, a TEXT NOT NULL, b TEXT NOT NULL DEFAULT 'b', c TEXT, d TEXT NOT NULL GENERATED ALWAYS AS (a || 'd') STORED);
CREATE TABLE lenient (a TEXT NOT NULL ON CONFLICT REPLACE DEFAULT 'a', b TEXT NOT NULL ON CONFLICT IGNORE, c TEXT NOT NULL ON CONFLICT FAIL);
CREATE TABLE keyed (k TEXT PRIMARY KEY, v TEXT) WITHOUT ROWID;
CREATE TABLE pg (id BIGSERIAL PRIMARY KEY, n BIGINT GENERATED ALWAYS AS IDENTITY, a TEXT NOT NULL);
CREATE TABLE watched (a TEXT NOT NULL);
CREATE TRIGGER w BEFORE INSERT ON watched BEGIN SELECT RAISE(IGNORE) WHERE NEW.a IS NULL; END;
CREATE TABLE after (a TEXT NOT NULL);
CREATE TRIGGER x AFTER INSERT ON after BEGIN SELECT 1; END;`
	for _, tt := range []struct{ text, want string }{
		{"INSERT INTO t (c) VALUES ('c')", "missing a"},
		{"INSERT INTO t DEFAULT VALUES", "missing a"},
		{"INSERT INTO t (a) VALUES ('a')", ""},
		{"INSERT INTO t (id, a, b) VALUES (NULL, NULL, NULL)", "null a b"},
		{"INSERT INTO t (id, a, b) VALUES ($1, $2, $3)", "given a b"},
		{"INSERT INTO t (a) VALUES ('a'), (NULL)", "null a"},
		{"INSERT INTO t (a) SELECT NULL", "null a"},
		{"INSERT OR IGNORE INTO t (a) VALUES (NULL)", ""},
		{"INSERT OR IGNORE INTO t (c) VALUES ($1)", ""},
		{"INSERT OR REPLACE INTO t (a, b) VALUES (NULL, NULL)", "null a"},
		{"REPLACE INTO t (b) VALUES ($1)", "missing a"},
		{"INSERT INTO t (b) VALUES (NULL) ON CONFLICT DO NOTHING", "missing a null b"},
		{"INSERT INTO t (id, a) VALUES (1, 'a') ON CONFLICT (id) DO UPDATE SET a = NULL", "null a"},
		{"UPDATE t SET a = NULL, b = $1, c = NULL", "null a given b"},
		{"UPDATE OR IGNORE t SET a = NULL", ""},
		{"WITH x AS (INSERT INTO t (c) VALUES (1) RETURNING id) SELECT id FROM x", "missing a"},
		{"INSERT INTO lenient DEFAULT VALUES", "missing c"},
		{"INSERT INTO lenient VALUES (NULL, NULL, NULL)", "null c"},
		{"INSERT INTO keyed (v) VALUES (1)", "missing k"},
		{"INSERT INTO pg (a) VALUES ('a')", ""},
		{"INSERT INTO watched (a) VALUES ($1)", ""},
		{"INSERT INTO watched DEFAULT VALUES", ""},
		{"INSERT INTO after DEFAULT VALUES", "missing a"},
		{"INSERT INTO unknown (x) VALUES (NULL)", ""},
	} {
		if got := failing(Resolve(tt.text, ReadSchema(schema))); got != tt.want {
			t.Errorf("%s\n got %q\nwant %q", tt.text, got, tt.want)
		}
	}
}

// failing lists what of a statement can't work, or not with null.
func failing(s *statement.Statement) string {
	var missing, null, given []string
	for _, c := range s.Changes {
		missing = append(missing, c.Missing...)
		for _, a := range c.Assigned {
			switch {
			case a.Refuses && a.Literal:
				null = append(null, a.Column)
			case a.Refuses && a.Param > 0:
				given = append(given, a.Column)
			}
		}
	}
	var all []string
	for _, part := range []struct {
		name string
		list []string
	}{{"missing", missing}, {"null", null}, {"given", given}} {
		if len(part.list) > 0 {
			all = append(all, fmt.Sprint(part.name, " ", strings.Join(part.list, " ")))
		}
	}
	return strings.Join(all, " ")
}

// TestNulls holds what is said of NOT NULL columns that get what may be NULL: for a reason that the statement shows (null), in
// any case (never), or where all of some parameters are null ($1, or $1$2).
func TestNulls(t *testing.T) {
	const schema = `CREATE TABLE t (id INTEGER PRIMARY KEY, a TEXT NOT NULL, b TEXT, n INTEGER NOT NULL DEFAULT 0, m INTEGER);
CREATE TABLE u (uid INTEGER PRIMARY KEY, ua TEXT NOT NULL, ub TEXT);`
	for _, tt := range []struct{ value, want string }{
		{"b", "null"}, {"u.ua", ""}, {"$1", "$1"}, {"upper($1) || $2", "$1,$2"}, {"CAST($1 AS TEXT)", "$1"}, {"($1) COLLATE NOCASE", "$1"},
		{"NULL", "never"}, {"CAST(NULL AS TEXT)", "never"}, {"NULL::text", "never"}, {"NULL || 'x'", "never"}, {"coalesce(NULL, NULL)", "never"},
		{"upper(NULL)", "never"}, {"CASE WHEN id > 1 THEN NULL ELSE CAST(NULL AS TEXT) END", "never"},

		{"coalesce($1, $2)", "$1$2"}, {"coalesce(b, $1)", "$1"}, {"coalesce($1, b)", "$1"}, {"coalesce($1, u.ua)", ""}, {"coalesce(b, upper(b))", "null"},
		{"ifnull($1, 'x')", ""}, {"coalesce($1, $2) || coalesce($2, $3)", "$1$2,$2$3"}, {"coalesce(coalesce($1, $2), $3)", "$1$2$3"},

		{"CASE WHEN id > 1 THEN 'x' END", "null"}, {"CASE id WHEN 1 THEN 'x' WHEN 2 THEN NULL ELSE 'y' END", "null"}, {"iif(id > 1, 'x')", "null"},
		{"CASE WHEN id > 1 THEN 'x' ELSE b END", "null"}, {"CASE WHEN b IS NULL THEN 'x' ELSE b END", ""}, {"CASE WHEN b IS NOT NULL THEN b ELSE 'x' END", ""},
		{"CASE WHEN b = 'x' THEN b ELSE 'x' END", ""}, {"CASE WHEN b = 'x' THEN 'x' ELSE b END", "null"}, {"iif(b IS NULL, 'x', b)", ""},
		{"CASE WHEN b IS NULL OR m IS NULL THEN 'x' ELSE b || m END", ""}, {"CASE WHEN b IS NULL AND m IS NULL THEN 'x' ELSE b END", "null"},
		{"CASE WHEN b IS NULL THEN 'x' WHEN m > 1 THEN b ELSE b END", ""}, {"CASE WHEN NOT b IS NOT NULL THEN 'x' ELSE b END", ""},
		{"CASE WHEN b IS NOT NULL THEN 'x' ELSE coalesce(b, b) END", "null"}, {"CASE WHEN $1 IS NULL THEN 'x' ELSE $2 END", ""},

		{"(SELECT max(n) + 1 FROM t)", "null"}, {"(SELECT coalesce(max(n), 0) + 1 FROM t)", ""}, {"(SELECT count(*) FROM t)", ""}, {"(SELECT sum(n) FROM t)", "null"},
		{"(SELECT ub FROM u)", "null"}, {"(SELECT ua FROM u)", ""}, {"(SELECT ub FROM u WHERE ub IS NOT NULL)", ""}, {"(SELECT group_concat(ua) FROM u) || 'x'", "null"},
		{"lag(u.ua) OVER (ORDER BY id)", "null"}, {"lag(u.ua, 1, '') OVER (ORDER BY id)", ""}, {"nth_value(u.ua, 2) OVER (ORDER BY id)", "null"},
		{"(SELECT value FROM json_each($1))", ""}, {"nullif($1, '')", ""}, {"n / $1", ""}, {"some_function(b)", ""},
	} {
		text := "UPDATE t SET a = " + tt.value + " FROM u"
		if s := Resolve(text, ReadSchema(schema)); nullsOf(s) != tt.want {
			t.Errorf("%s\n got %q\nwant %q", text, nullsOf(s), tt.want)
		}
	}
	for _, tt := range []struct{ text, want string }{
		{"INSERT INTO t (a) SELECT max(ua) FROM u", "null"},
		{"INSERT INTO t (a) SELECT max(ua) FROM u GROUP BY ub", ""},
		{"INSERT INTO t (a) SELECT ua FROM u UNION SELECT ub FROM u", "null"},
		{"INSERT INTO t (a) VALUES ('x'), (upper($1))", "$1"},
		{"INSERT INTO t (a, n) VALUES ('x', 1), ((SELECT ub FROM u), $1)", "null,$1"},
		{"INSERT INTO t (a, b) SELECT t.a, t.b FROM t", ""},
		{"INSERT INTO t (id, a, b) SELECT * FROM u", ""},
		{"INSERT INTO t (id, b, a) SELECT * FROM u", "null ub"},
		{"INSERT INTO t (id, a, b) SELECT u.* FROM t LEFT JOIN u ON u.uid = t.id", "null ua"},
		{"INSERT INTO t (id, b, a) SELECT * FROM u WHERE ub IS NOT NULL", ""},
		{"INSERT INTO t (a) VALUES ('x') ON CONFLICT (id) DO UPDATE SET a = CASE WHEN t.id > 1 THEN excluded.a END", "null"},
	} {
		if s := Resolve(tt.text, ReadSchema(schema)); nullsOf(s) != tt.want {
			t.Errorf("%s\n got %q\nwant %q", tt.text, nullsOf(s), tt.want)
		}
	}
}

// nullsOf lists what is said of the NOT NULL columns that a statement gives a value.
func nullsOf(s *statement.Statement) string {
	var all []string
	for _, c := range s.Changes {
		for _, a := range c.Assigned {
			switch {
			case !a.Refuses:
			case a.Literal:
				all = append(all, "never")
			case a.Nulls:
				all = append(all, strings.TrimSpace("null "+a.Source))
			}
			for _, params := range a.Needs {
				all = append(all, strings.NewReplacer("[", "$", "]", "", " ", "$").Replace(fmt.Sprint(params)))
			}
		}
	}
	return strings.Join(all, ",")
}

// TestPostgresKeys holds that a primary key takes no NULL in PostgreSQL, and that an INTEGER one counts nothing up there.
func TestPostgresKeys(t *testing.T) {
	const schema = "CREATE TABLE t (id INTEGER PRIMARY KEY, v TEXT); CREATE TABLE u (a TEXT, b TEXT, PRIMARY KEY (a, b)); CREATE TABLE s (id SERIAL PRIMARY KEY, v TEXT);"
	for _, tt := range []struct{ text, lite, postgres string }{
		{"INSERT INTO t (v) VALUES ('v')", "", "missing id"},
		{"INSERT INTO t (id) VALUES ($1)", "", "given id"},
		{"INSERT INTO u (a) VALUES ('a')", "", "missing b"},
		{"INSERT INTO u (a, b) VALUES ($1, NULL)", "", "null b given a"},
		{"INSERT INTO s (v) VALUES ('v')", "", ""},
	} {
		if got := failing(Resolve(tt.text, ReadSchema(schema))); got != tt.lite {
			t.Errorf("%s\n got %q of SQLite, want %q", tt.text, got, tt.lite)
		}
		if got := failing(Resolve(tt.text, ReadPostgres(schema))); got != tt.postgres {
			t.Errorf("%s\n got %q of PostgreSQL, want %q", tt.text, got, tt.postgres)
		}
	}
}

// TestActs holds which functions change something, and that those which settle what one transaction sees are none.
func TestActs(t *testing.T) {
	for text, want := range map[string]bool{
		"SELECT nextval('s') AS n": true, "SELECT pg_catalog.NextVal('s') AS n": true, "SELECT v FROM nextval('s') AS v": true,
		"SELECT v FROM set_config('a.b', $1, false) AS v": true, "SELECT v FROM set_config('a.b', $1, true) AS v": false,
		"SELECT currval('s') AS n": false, "SELECT pg_advisory_lock(1) AS n": true, "SELECT pg_try_advisory_lock(1) AS n": true,
		"SELECT pg_advisory_xact_lock(1) AS n": false, "SELECT set_config('a.b', $1, false) AS n": true,
		"SELECT set_config('a.b', $1, true) AS n": false, "SELECT (t).*, set_config('a.b', $1, false) FROM t": true, "SELECT set_config('a.b', $1, $2) AS n": true,
		"SELECT id FROM t FOR UPDATE": false, "SELECT 1 AS n WHERE EXISTS (SELECT nextval('s'))": true,
	} {
		if s := Resolve(text, nil); s.Writes != want {
			t.Errorf("%s: writes %t, want %t", text, s.Writes, want)
		}
	}
}

// TestFixed holds which values a CHECK is asked about before the statement runs: what is made of literals alone, for a CHECK of that
// column alone, where nothing else settles what is written.
func TestFixed(t *testing.T) {
	const schema = `CREATE TABLE t (a TEXT CHECK (a <> 'x'), b INTEGER, c INTEGER CHECK (c > 0 AND length('c') = 1), CHECK (b > c), CHECK (t.a <> '' OR 1));
CREATE TABLE w (a TEXT CHECK (a <> 'x')); CREATE TRIGGER b BEFORE INSERT ON w BEGIN SELECT 1; END;`
	for _, tt := range []struct{ text, want string }{
		{"UPDATE t SET a = 'y'", "a TEXT (a <> 'x') a TEXT (t.a <> '' OR 1)"},
		{"UPDATE t SET b = 1, c = -1", "c INTEGER (c > 0 AND length('c') = 1)"},
		{"UPDATE t SET c = 1 + abs(-2), a = upper(b)", "c INTEGER (c > 0 AND length('c') = 1)"},
		{"UPDATE t SET a = $1, c = NULL", ""},
		{"UPDATE t SET a = 'y' || $1, c = random()", ""},
		{"INSERT INTO t (b, c) VALUES (1, 2), (1, b)", "c INTEGER (c > 0 AND length('c') = 1)"},
		{"INSERT OR IGNORE INTO t (a) VALUES ('x')", ""},
		{"INSERT INTO w (a) VALUES ('x')", ""},
	} {
		var got []string
		for _, c := range Resolve(tt.text, ReadSchema(schema)).Changes {
			for _, a := range c.Assigned {
				for _, check := range a.Fixed {
					got = append(got, a.Column+" "+check.Type+" "+check.Text)
				}
			}
		}
		if strings.Join(got, " ") != tt.want {
			t.Errorf("%s\n got %q\nwant %q", tt.text, strings.Join(got, " "), tt.want)
		}
	}
}
