package lineage

import "testing"

const nullables = `CREATE DOMAIN mail AS citext;
CREATE TABLE t (id bigint PRIMARY KEY, name text NOT NULL, nick text, n int NOT NULL, f double precision NOT NULL, at timestamptz NOT NULL,
  during tstzrange NOT NULL, doc jsonb NOT NULL, words tsvector NOT NULL, tags text[] NOT NULL, address mail NOT NULL, m int);
CREATE TABLE filled AS SELECT id, name FROM t;
CREATE FUNCTION judged(a text) RETURNS boolean LANGUAGE sql AS 'SELECT NULL::boolean';
CREATE TABLE guarded (id bigint PRIMARY KEY, nick text, name text NOT NULL, at timestamptz, other text);
CREATE FUNCTION clears() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN NEW.nick := NULL; RETURN NEW; END $$;
CREATE TRIGGER clears BEFORE INSERT OR UPDATE ON guarded FOR EACH ROW EXECUTE FUNCTION clears();
CREATE TABLE odd (id bigint PRIMARY KEY, nick text);
CREATE TRIGGER odd BEFORE INSERT ON odd FOR EACH ROW EXECUTE FUNCTION of_elsewhere();
CREATE TABLE stamped (id bigint PRIMARY KEY, nick text, at timestamptz);
CREATE TRIGGER stamped BEFORE UPDATE ON stamped FOR EACH ROW EXECUTE FUNCTION moddatetime(at);
CREATE TABLE freed (id bigint PRIMARY KEY, name text NOT NULL, note text NOT NULL);
DO $$ BEGIN ALTER TABLE freed ALTER COLUMN name DROP NOT NULL; EXCEPTION WHEN others THEN NULL; END $$;
CREATE TABLE loosened (id bigint PRIMARY KEY, name text NOT NULL, note text NOT NULL);
DO $do$ BEGIN EXECUTE 'ALTER TABLE loosened ALTER COLUMN name DROP NOT NULL'; END $do$;
CREATE TABLE kept (id bigint PRIMARY KEY, name text NOT NULL);
DO $$ BEGIN ALTER TABLE kept ADD CONSTRAINT c CHECK (name <> ''); CREATE TYPE mood AS ENUM ('a'); EXCEPTION WHEN duplicate_object THEN NULL; END $$;
CREATE TABLE a.twice (id bigint PRIMARY KEY, name text NOT NULL);
CREATE TABLE b.twice (id bigint PRIMARY KEY, name text);
CREATE TABLE "Cased" (id bigint PRIMARY KEY, name text);
CREATE TABLE cased (id bigint PRIMARY KEY, name text NOT NULL);
CREATE TABLE public.once (id bigint PRIMARY KEY, name text NOT NULL);
CREATE TABLE IF NOT EXISTS once (id bigint PRIMARY KEY, name text NOT NULL);
CREATE TABLE altered (id bigint NOT NULL, name text NOT NULL, note text NOT NULL, n text NOT NULL);
ALTER TABLE altered ALTER COLUMN name DROP NOT NULL, ALTER COLUMN note DROP NOT NULL, ALTER COLUMN n TYPE int4range;
`

// TestNullInPostgres holds what is said of null to the kinds of null that PostgreSQL has.
func TestNullInPostgres(t *testing.T) { holdsNull(t, ReadPostgres(nullables), postgresNulls) }

// postgresNulls are values, and whether they may be null.
var postgresNulls = map[string]bool{
	// Tables that a query makes keep no NOT NULL.
	"SELECT name FROM filled": true,
	"SELECT name FROM t":      false,

	// Rows that are compared.
	"SELECT (n, m) = (1, 2) AS x FROM t":                      true,
	"SELECT (n, m) < (1, 2) AS x FROM t":                      true,
	"SELECT (n, m) IN ((1, 2), (3, 4)) AS x FROM t":           true,
	"SELECT (n, id) IN ((1, 2), (3, NULL)) AS x FROM t":       true,
	"SELECT (n, m) IN (SELECT id, id FROM t) AS x FROM t":     true,
	"SELECT (n, id) = (1, 2) AS x FROM t":                     false,
	"SELECT (n, id) IN ((1, 2), (3, 4)) AS x FROM t":          false,
	"SELECT (n, m) IS NOT DISTINCT FROM (1, 2) AS x FROM t":   false,
	"SELECT judged(name) AS x FROM t":                         true,
	"SELECT (SELECT count(*) FROM t WHERE judged(name)) AS x": false,

	// Functions by the types of their arguments.
	"SELECT substring(name from 'a(.)') AS x FROM t":                      true,
	"SELECT substring(name, 'a') AS x FROM t":                             true,
	"SELECT substring(name, $1) AS x FROM t":                              true,
	"SELECT substring(name from 2) AS x FROM t":                           false,
	"SELECT substring(name from 2 for 3) AS x FROM t":                     false,
	"SELECT substring(name, 1, n) AS x FROM t":                            false,
	"SELECT substring(name, $1, $2) AS x FROM t":                          true,
	"SELECT substring(name, 1, length(name) - 1) AS x FROM t":             false,
	"SELECT substring(name from position('@' in name) + 1) AS x FROM t":   false,
	"SELECT substr(name, $1::int) AS x FROM t":                            false,
	"SELECT lower(during) AS x FROM t":                                    true,
	"SELECT upper(during) AS x FROM t":                                    true,
	"SELECT upper(int4range(1, NULL)) AS x FROM t":                        true,
	"SELECT lower(n) AS x FROM altered":                                   true,
	"SELECT lower(name) AS x FROM t":                                      false,
	"SELECT lower(address) AS x FROM t":                                   false,
	"SELECT lower(trim(name) || 'a') AS x FROM t":                         false,
	"SELECT lower(coalesce(nick, 'x')) AS x FROM t":                       false,
	"SELECT lower(q.w) AS x FROM (SELECT name AS w FROM t) q":             false,
	"SELECT lower(nick) AS x FROM t":                                      true,
	"SELECT lower(elsewhere.name) AS x FROM elsewhere":                    true,
	"SELECT current_setting('a.b', true) AS x":                            true,
	"SELECT current_setting('a.b') AS x":                                  false,
	"SELECT to_char(at, 'YYYY-MM') AS x FROM t":                           false,
	"SELECT to_char(at, '') AS x FROM t":                                  true,
	"SELECT to_char(at, name) AS x FROM t":                                true,
	"SELECT to_char(at, 'YYYY') AS x FROM t WHERE at < 'infinity'":        true,
	"SELECT to_char(n, '000') AS x FROM t":                                false,
	"SELECT extract(year FROM at) AS x FROM t":                            false,
	"SELECT extract(year FROM at)::int AS x FROM t WHERE at < 'infinity'": true,
	"SELECT date_trunc('day', at) AS x FROM t":                            false,
	"SELECT date_trunc('day', at AT TIME ZONE 'UTC') AS x FROM t":         false,
	"SELECT concat(nick, m) AS x FROM t":                                  false,
	"SELECT concat_ws(nick, m) AS x FROM t":                               true,
	"SELECT array_length(tags, 1) AS x FROM t":                            true,
	"SELECT cardinality(tags) AS x FROM t":                                false,
	"SELECT array_to_string(tags, ',') AS x FROM t":                       false,
	"SELECT regexp_replace(name, 'a', 'b') AS x FROM t":                   false,
	"SELECT regexp_match(name, 'a') AS x FROM t":                          true,
	"SELECT jsonb_build_object('a', nick) AS x FROM t":                    false,
	"SELECT jsonb_typeof(doc) AS x FROM t":                                false,
	"SELECT doc ->> 'a' AS x FROM t":                                      true,
	"SELECT doc::int AS x FROM t":                                         true,
	"SELECT doc::text AS x FROM t":                                        false,
	"SELECT floor(n / 2.0) AS x FROM t":                                   false,
	"SELECT n / id AS x FROM t":                                           false,
	"SELECT n / m AS x FROM t":                                            true,
	"SELECT n % 2 AS x FROM t":                                            false,
	"SELECT round(f) AS x FROM t":                                         false,
	"SELECT my_own(name) AS x FROM t":                                     true,
	"SELECT other.lower(name) AS x FROM t":                                true,

	// Words and paths.
	"SELECT words @@ to_tsquery('a') AS x FROM t": false,
	"SELECT words @@ $1 AS x FROM t":              false,
	"SELECT doc @@ '$.a > 1' AS x FROM t":         true,
	"SELECT doc @? '$.a' AS x FROM t":             true,
	"SELECT doc @> '{}' AS x FROM t":              false,

	// Groups.
	"SELECT stddev(n) AS x FROM t GROUP BY name":                                              true,
	"SELECT variance(n) AS x FROM t GROUP BY name":                                            true,
	"SELECT var_samp(n) AS x FROM t GROUP BY name":                                            true,
	"SELECT corr(n, f) AS x FROM t GROUP BY name":                                             true,
	"SELECT covar_samp(n, f) AS x FROM t GROUP BY name":                                       true,
	"SELECT regr_slope(n, f) AS x FROM t GROUP BY name":                                       true,
	"SELECT stddev_pop(n) AS x FROM t GROUP BY name":                                          false,
	"SELECT avg(n) AS x FROM t GROUP BY name":                                                 false,
	"SELECT avg(m) AS x FROM t GROUP BY name":                                                 true,
	"SELECT array_agg(m) AS x FROM t GROUP BY name":                                           false,
	"SELECT json_agg(m) AS x FROM t":                                                          true,
	"SELECT string_agg(name, ',' ORDER BY id) AS x FROM t GROUP BY n":                         false,
	"SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY n) AS x FROM t GROUP BY name":         false,
	"SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY m) AS x FROM t GROUP BY name":         true,
	"SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY n) AS x FROM t":                       true,
	"SELECT sum(n) AS x FROM t GROUP BY ()":                                                   true,
	"SELECT sum(n) AS x FROM t GROUP BY (), name":                                             false,
	"SELECT count(*) AS x FROM t GROUP BY ()":                                                 false,
	"SELECT sum(n) AS x FROM t GROUP BY GROUPING SETS ((name), ())":                           true,
	"SELECT sum(n) FILTER (WHERE n > 1) AS x FROM t GROUP BY name":                            true,
	"SELECT stddev(n) OVER (PARTITION BY name) AS x FROM t":                                   true,
	"SELECT sum(n) OVER (PARTITION BY name) AS x FROM t":                                      false,
	"SELECT sum(n) OVER (ORDER BY id ROWS BETWEEN 2 PRECEDING AND 1 PRECEDING) AS x FROM t":   true,
	"SELECT count(*) OVER (ORDER BY id ROWS BETWEEN 2 PRECEDING AND 1 PRECEDING) AS x FROM t": false,
	"SELECT ntile(4) OVER (ORDER BY id) AS x FROM t":                                          false,

	// What triggers make of a row before it is written.
	"INSERT INTO guarded (id, nick, name) VALUES (1, 'a', 'b') RETURNING nick":   true,
	"INSERT INTO guarded (id, other, name) VALUES (1, 'a', 'b') RETURNING other": false,
	"UPDATE guarded SET name = 'a' WHERE nick IS NOT NULL RETURNING nick":        true,
	"UPDATE guarded SET name = 'a' RETURNING name":                               false,
	"INSERT INTO odd (id, nick) VALUES (1, 'a') RETURNING nick":                  true,
	"UPDATE stamped SET nick = 'a' RETURNING nick":                               false,

	// Rows of functions, and of the row before.
	"SELECT g AS x FROM generate_series(1, 3) AS g":                                             false,
	"SELECT g.n AS x FROM generate_series(1, 3) AS g (n)":                                       false,
	"SELECT g AS x FROM t LEFT JOIN generate_series(1, 3) AS g ON g = t.n":                      true,
	"SELECT g.b AS x FROM ROWS FROM (generate_series(1, 3), generate_series(1, 2)) AS g (a, b)": true,
	"SELECT u AS x FROM unnest(ARRAY[1, NULL]) AS u":                                            true,
	"SELECT lag(n) OVER (ORDER BY id) AS x FROM t":                                              true,
	"SELECT lag(n, 1, 0) OVER (ORDER BY id) AS x FROM t":                                        false,
	"SELECT lag(m, 1, 0) OVER (ORDER BY id) AS x FROM t":                                        true,
	"SELECT lag(n, 1, m) OVER (ORDER BY id) AS x FROM t":                                        true,

	// Schemas that are changed on the way, and several tables of one name.
	"SELECT name FROM freed":    true,
	"SELECT note FROM freed":    true,
	"SELECT name FROM loosened": true,
	"SELECT note FROM loosened": false,
	"SELECT name FROM kept":     false,
	"SELECT name FROM a.twice":  false,
	"SELECT name FROM b.twice":  true,
	"SELECT name FROM cased":    true,
	"SELECT name FROM once":     false,
	"SELECT name FROM altered":  true,
	"SELECT note FROM altered":  true,
}

// TestNullInSQLite holds what is said of null to SQLite's functions.
func TestNullInSQLite(t *testing.T) {
	holdsNull(t, ReadSchema(`CREATE TABLE t (id INTEGER PRIMARY KEY, name TEXT NOT NULL, nick TEXT, n INTEGER NOT NULL, f REAL NOT NULL, b BLOB NOT NULL, m INTEGER);
CREATE TABLE filled AS SELECT id, name FROM t;
CREATE VIEW shown AS SELECT id, name FROM t;
CREATE TRIGGER puts INSTEAD OF INSERT ON shown BEGIN INSERT INTO t (name, n, f, b) VALUES (NEW.name, 1, 1, x''); END;`), map[string]bool{
		"SELECT name FROM filled":                                            true,
		"SELECT (n, m) = (1, 2) AS x FROM t":                                 true,
		"SELECT (n, m) < (1, 2) AS x FROM t":                                 true,
		"SELECT (n, m) IN (SELECT n, n FROM t) AS x FROM t":                  true,
		"SELECT (n, id) = (1, 2) AS x FROM t":                                false,
		"SELECT hex(nick) AS x FROM t":                                       false,
		"SELECT typeof(nick) AS x FROM t":                                    false,
		"SELECT instr(name, 'a') AS x FROM t":                                false,
		"SELECT substr(name, 1, 2) AS x FROM t":                              false,
		"SELECT substr(b, 1, 2) AS x FROM t":                                 true,
		"SELECT ceil(f) AS x FROM t":                                         false,
		"SELECT ceil(name) AS x FROM t":                                      true,
		"SELECT sqrt(f) AS x FROM t":                                         true,
		"SELECT round(f, 1) AS x FROM t":                                     false,
		"SELECT abs(n) AS x FROM t":                                          false,
		"SELECT n / 2 AS x FROM t":                                           false,
		"SELECT n / id AS x FROM t":                                          true,
		"SELECT printf('%d', m) AS x FROM t":                                 false,
		"SELECT date(name) AS x FROM t":                                      true,
		"SELECT date('now') AS x FROM t":                                     false,
		"SELECT json_extract(name, '$') AS x FROM t":                         true,
		"SELECT max(n, 2) AS x FROM t":                                       false,
		"SELECT max(n, m) AS x FROM t":                                       true,
		"SELECT total(m) AS x FROM t":                                        false,
		"SELECT sum(n) AS x FROM t":                                          true,
		"SELECT group_concat(name, ',') AS x FROM t GROUP BY n":              false,
		"SELECT group_concat(nick) AS x FROM t GROUP BY n":                   true,
		"SELECT json_group_array(nick) AS x FROM t":                          false,
		"SELECT to_char(name, 'a') AS x FROM t":                              true,
		"INSERT INTO shown (name) VALUES ('a') RETURNING id":                 true,
		"INSERT INTO t (name, n, f, b) VALUES ('a', 1, 1, x'') RETURNING id": false,
	})
}

// holdsNull wants the one column of each statement to be null-able, whatever its parameters are, as is said.
func holdsNull(t *testing.T, schema *Schema, all map[string]bool) {
	t.Helper()
	for text, want := range all {
		s := Resolve(text, schema)
		if len(s.Columns) != 1 {
			t.Fatalf("%s has %d columns", text, len(s.Columns))
		}
		if got := s.Columns[0].Null; got != want {
			t.Errorf("%s\nmay be null: %t, want %t (%s)", text, got, want, s.Columns[0].Unproved)
		}
	}
}
