package statement

import (
	"fmt"
	"strings"
	"testing"
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
func failing(s *Statement) string {
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
