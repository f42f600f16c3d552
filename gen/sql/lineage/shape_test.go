package lineage

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/flowc-dev/flowc/gen/sql/statement"
)

// TestSkips holds which of these say how many rows are left out.
func TestSkips(t *testing.T) {
	for text, want := range map[string]string{
		"SELECT id FROM users LIMIT $1":                                "[]",
		"SELECT id FROM users LIMIT $1 OFFSET $2 * 10":                 "[2]",
		"SELECT id FROM users LIMIT $2, $1":                            "[2]",
		"SELECT id FROM users OFFSET $1 ROWS FETCH NEXT $2 ROWS ONLY":  "[1]",
		"SELECT id FROM (SELECT id FROM users LIMIT 5 OFFSET $1 + $2)": "[1 2]",
		"SELECT id FROM users LIMIT 10 OFFSET coalesce($1, 0)":         "[]",
	} {
		if got := fmt.Sprint(Resolve(text, ReadSchema(schemaSQL)).Skips); got != want {
			t.Errorf("%s\n got %s, want %s", text, got, want)
		}
	}
}

// TestCrypted holds which parameters PostgreSQL's crypt makes a hash of that is slow to guess.
func TestCrypted(t *testing.T) {
	for text, want := range map[string]string{
		"SELECT id FROM users WHERE email = $1 AND password_hash = crypt($2, password_hash)":                 "[2]",
		"SELECT id FROM users u WHERE extensions.crypt($1::text, u.password_hash::text) = u.password_hash":   "[1]",
		"INSERT INTO users (email, password_hash) VALUES ($1, crypt($2, gen_salt('bf', 10)))":                "[2]",
		"UPDATE users SET password_hash = CRYPT($1, gen_salt('bf')) WHERE password_hash = crypt($2, shadow)": "[1 2]",
		"UPDATE users SET password_hash = crypt($1, gen_salt('md5')) WHERE id = 1":                           "[]",
		"UPDATE users SET password_hash = crypt($1, gen_salt($2)) WHERE id = 1":                              "[]",
		"UPDATE users SET password_hash = crypt($1, '') WHERE id = 1":                                        "[]",
		"SELECT id FROM users WHERE password_hash = $1":                                                      "[]",
		"SELECT id FROM users WHERE password_hash = encode(digest($1, 'sha256'), 'hex')":                     "[]",
	} {
		got := Resolve(text, ReadSchema(schemaSQL)).Crypted
		slices.Sort(got)
		if fmt.Sprint(got) != want {
			t.Errorf("%s\n got %v, want %s", text, got, want)
		}
	}
	own := ReadSchema(schemaSQL + "CREATE FUNCTION crypt(a text, b text) RETURNS text LANGUAGE sql AS 'SELECT a';")
	if got := Resolve("SELECT id FROM users WHERE password_hash = crypt($1, password_hash)", own).Crypted; got != nil {
		t.Errorf("a crypt of the schema's own makes a hash of %v", got)
	}
}

// TestHashes holds which parameters a routine of the schema makes a hash of, and does nothing else with.
func TestHashes(t *testing.T) {
	plpgsql := func(body string) string { return "LANGUAGE plpgsql AS $$ " + body + " $$;" }
	sql := func(body string) string { return "LANGUAGE sql AS $$ " + body + " $$;" }
	for body, want := range map[string]string{
		sql("INSERT INTO users (email, password_hash) VALUES (e, crypt(p, gen_salt('bf', 10)))"):                                                                       "[2]",
		sql("INSERT INTO users (email, password_hash) VALUES ($1, extensions.crypt($2::text, gen_salt('bf')))"):                                                        "[2]",
		sql("UPDATE users SET p = crypt(p, gen_salt('bf')) WHERE email = e"):                                                                                           "[2]",
		sql("INSERT INTO users (email, p) SELECT e, crypt(p, gen_salt('bf'))"):                                                                                         "[2]",
		sql("SELECT password_hash = crypt(p, password_hash) FROM users WHERE email = e"):                                                                               "[2]",
		"RETURN crypt(p, gen_salt('bf'));":                                                                                                                             "[2]",
		plpgsql("BEGIN IF p IS NULL OR length(p) < 12 OR p = '' THEN RAISE EXCEPTION 'short'; END IF; UPDATE users SET password_hash = crypt(p, gen_salt('bf')); END"): "[2]",
		plpgsql("BEGIN p := crypt(p, gen_salt('bf')); INSERT INTO users (email, password_hash) VALUES (e, p); END"):                                                    "[2]",
		plpgsql("DECLARE salt text := gen_salt('bf', 12); BEGIN UPDATE users SET password_hash = crypt(p, salt); END"):                                                 "[2]",
		plpgsql("DECLARE h text; BEGIN SELECT password_hash INTO h FROM users WHERE email = e; RETURN h = crypt(p, h); END"):                                           "[2]",
		sql("UPDATE users SET password_hash = own(p) WHERE email = e"):                                                                                                 "[2]",

		sql("INSERT INTO users (email, password_hash) VALUES (e, p)"):                                    "[]",
		sql("INSERT INTO users (email, password_hash, nick) VALUES (e, crypt(p, gen_salt('bf')), p)"):    "[]",
		sql("INSERT INTO users (email, password_hash) VALUES (e, crypt(p, gen_salt('md5')))"):            "[]",
		sql("INSERT INTO users (email, password_hash) VALUES (e, crypt(p, e))"):                          "[]",
		sql("INSERT INTO users (email, password_hash) VALUES (e, crypt(p || 'x', gen_salt('bf')) || p)"): "[]",
		sql("INSERT INTO users (email, password_hash) VALUES (e, encode(digest(p, 'sha256'), 'hex'))"):   "[]",
		sql("INSERT INTO users (email, password_hash) VALUES (e, crypt('x', p))"):                        "[]",
		sql("SELECT length(p)"): "[]",
		sql("UPDATE users SET password_hash = plain(p) WHERE email = e"):                                                               "[]",
		plpgsql("BEGIN RAISE NOTICE '%', p; UPDATE users SET password_hash = crypt(p, gen_salt('bf')); END"):                           "[]",
		plpgsql("BEGIN IF e = '' THEN p := crypt(p, gen_salt('bf')); END IF; UPDATE users SET password_hash = p; END"):                 "[]",
		plpgsql("BEGIN UPDATE users SET nick = p; p := crypt(p, gen_salt('bf')); END"):                                                 "[]",
		plpgsql("DECLARE salt text := 'ab'; BEGIN UPDATE users SET password_hash = crypt(p, salt); END"):                               "[]",
		plpgsql("BEGIN EXECUTE 'INSERT INTO log VALUES ($1)' USING p; UPDATE users SET password_hash = crypt(p, gen_salt('bf')); END"): "[]",
	} {
		schema := ReadPostgres(schemaSQL + "CREATE FUNCTION own(x text) RETURNS text LANGUAGE sql AS 'SELECT crypt(x, gen_salt(''bf''))';" +
			"CREATE FUNCTION plain(x text) RETURNS text LANGUAGE sql AS 'SELECT x'; CREATE FUNCTION f(e text, p text) RETURNS bigint " + body)
		for _, text := range []string{"SELECT f($1, $2) AS x", "SELECT x FROM f($1, $2::text) AS x", "CALL f($1, $2)"} {
			if got := Resolve(text, schema).Crypted; fmt.Sprint(got) != want {
				t.Errorf("%s\n%s\n got %v, want %s", text, body, got, want)
			}
		}
	}
}

// TestCounts holds of which columns nothing can be read but whether something is so, or how many are.
func TestCounts(t *testing.T) {
	for text, want := range map[string]bool{
		"SELECT count(password_hash) AS x FROM users":                                             true,
		"SELECT count(*) FILTER (WHERE password_hash <> '') AS x FROM users":                      true,
		"SELECT count(password_hash) OVER () AS x FROM users":                                     true,
		"SELECT password_hash IS NOT NULL AS x FROM users":                                        true,
		"SELECT NOT (password_hash = '' OR nick IN ('a', 'b')) AS x FROM users":                   true,
		"SELECT EXISTS (SELECT 1 FROM users WHERE password_hash = $1) AS x":                       true,
		"SELECT sum(password_hash <> '') AS x FROM users":                                         true,
		"SELECT coalesce(sum(CASE WHEN password_hash = '' THEN 1 ELSE 0 END), 0) AS x FROM users": true,
		"SELECT round(100.0 * count(nick) / count(*), 1) AS x FROM users":                         true,
		"SELECT iif(password_hash IS NULL, 'none', 'set') AS x FROM users":                        true,
		"SELECT bool_or(password_hash <> '')::int AS x FROM users":                                true,
		"SELECT (SELECT count(password_hash) FROM users) AS x":                                    true,
		"SELECT n AS x FROM (SELECT count(password_hash) AS n FROM users)":                        true,
		"WITH c (n) AS (SELECT count(nick) FROM users) SELECT max(n) AS x FROM c":                 true,
		"SELECT count(nick) AS x FROM users UNION SELECT count(*) FROM orders":                    true,
		"SELECT nick AS x FROM users":                                                             false,
		"SELECT length(password_hash) AS x FROM users":                                            false,
		"SELECT 'a' AS x":      false,
		"SELECT random() AS x": false,
		"SELECT CASE WHEN id = 1 THEN hex(randomblob(16)) END AS x FROM users":             false,
		"SELECT CASE WHEN id = 1 THEN nick ELSE 'none' END AS x FROM users":                false,
		"SELECT count(*) || nick AS x FROM users GROUP BY nick":                            false,
		"SELECT coalesce((SELECT nick FROM users WHERE id = 1), count(*)) AS x FROM users": false,
		"SELECT count(nick) AS x FROM users UNION SELECT nick FROM users":                  false,
		"SELECT count(nick) + $1 AS x FROM users":                                          false,
		"SELECT min(password_hash) AS x FROM users":                                        false,
	} {
		s := Resolve(text, ReadSchema(schemaSQL))
		if len(s.Columns) != 1 || s.Unproved != "" {
			t.Errorf("%s\nis not followed: %s", text, s.Unproved)
			continue
		}
		if got := s.Columns[0].Counts; got != want {
			t.Errorf("%s\ncounts: %t, want %t", text, got, want)
		}
	}
}

// TestLookups holds which columns are null where a sub-select finds no row of what a parameter says.
func TestLookups(t *testing.T) {
	for text, want := range map[string]string{
		"INSERT INTO orders (id, user_id, amount) VALUES (1, (SELECT id FROM users WHERE email = $1), 1)":                                            "user_id:users[1]",
		"INSERT INTO orders (id, user_id, amount) VALUES (1, (SELECT id FROM users u WHERE $1 = lower(u.email) AND nick = trim($2) LIMIT 1), 1)":     "user_id:users[1 2]",
		"INSERT INTO orders (id, user_id, amount) SELECT 1, (SELECT id FROM users WHERE email = $1), 1":                                              "user_id:users[1]",
		"INSERT INTO orders (id, user_id, amount) VALUES (1, 1, (SELECT amount FROM orders WHERE id = $1) * 2)":                                      "amount:orders[1]",
		"UPDATE orders SET user_id = (SELECT id FROM users WHERE email = $1) WHERE id = $2":                                                          "user_id:users[1]",
		"INSERT INTO orders (id, user_id, amount) VALUES (1, 2, 3) ON CONFLICT (id) DO UPDATE SET user_id = (SELECT id FROM users WHERE email = $1)": "user_id:users[1]",
		// Something stands in for it, or a row always comes.
		"INSERT INTO orders (id, user_id, amount) VALUES (1, coalesce((SELECT id FROM users WHERE email = $1), 1), 1)":      "",
		"INSERT INTO orders (id, user_id, amount) VALUES (1, (SELECT count(*) FROM users WHERE email = $1), 1)":             "",
		"INSERT INTO orders (id, user_id, amount) VALUES (1, (SELECT coalesce(max(id), 0) FROM users WHERE email = $1), 1)": "",
		"INSERT INTO orders (id, user_id, amount) VALUES (1, (SELECT id FROM users WHERE email = $1 UNION SELECT 1), 1)":    "",
		// What the statement, or the schema, holds says that it is there.
		"INSERT INTO orders (id, user_id, amount) VALUES (1, (SELECT id FROM users WHERE email = 'admin'), 1)":                                              "",
		"UPDATE orders SET amount = (SELECT o.amount FROM orders o WHERE o.id = orders.user_id) WHERE id = $1":                                              "",
		"UPDATE orders SET user_id = (SELECT id FROM users WHERE email = $1) WHERE id = $2 AND EXISTS (SELECT 1 FROM users WHERE email = $3)":               "",
		"INSERT INTO orders (id, user_id, amount) SELECT 1, (SELECT id FROM users WHERE email = $1), 1 WHERE EXISTS (SELECT 1 FROM users WHERE email = $2)": "",
		"INSERT INTO orders (id, user_id, amount) SELECT 1, id, 1 FROM users WHERE email = $1":                                                              "",
		"INSERT INTO orders (id, user_id, amount) VALUES (1, CASE WHEN $1 THEN (SELECT id FROM users WHERE email = $2) ELSE 1 END, 1)":                      "",
		// It may be null for another reason, which is told by itself.
		"INSERT INTO orders (id, user_id, amount) VALUES (1, (SELECT max(id) FROM users WHERE email = $1), 1)": "",
	} {
		var got []string
		for _, c := range Resolve(text, ReadSchema(schemaSQL)).Changes {
			for _, a := range c.Assigned {
				if a.Lookup != nil {
					got = append(got, fmt.Sprintf("%s:%s%v", a.Column, a.Lookup.Table, a.Lookup.Params))
				}
			}
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%s\n got %v, want %s", text, got, want)
		}
	}
}

// TestBounds holds whose null LIMIT and OFFSET would be.
func TestBounds(t *testing.T) {
	for text, want := range map[string]string{
		"SELECT id FROM users LIMIT $1":                                  "[[1]]",
		"SELECT id FROM users LIMIT 10 OFFSET $1":                        "[[1]]",
		"SELECT id FROM users LIMIT $2, $1":                              "[[2] [1]]",
		"SELECT id FROM users ORDER BY id LIMIT min($1, 10) OFFSET 5":    "[[1]]",
		"SELECT id FROM users LIMIT coalesce($1, $2)":                    "[[1 2]]",
		"SELECT id FROM users LIMIT coalesce($1, 10)":                    "[]",
		"SELECT id FROM (SELECT id FROM users LIMIT $1 + 1)":             "[[1]]",
		"SELECT id FROM users OFFSET $1 ROWS FETCH NEXT 5 ROWS ONLY":     "[[1]]",
		"SELECT id FROM users WHERE id = $1 LIMIT 10":                    "[]",
		"SELECT id FROM users UNION SELECT id FROM orders LIMIT abs($1)": "[[1]]",
	} {
		if got := fmt.Sprint(Resolve(text, ReadSchema(schemaSQL)).Bounds); got != want {
			t.Errorf("%s\n got %s, want %s", text, got, want)
		}
	}
}

// TestLimits holds which parameters are a LIMIT or OFFSET as they are.
func TestLimits(t *testing.T) {
	for text, want := range map[string]string{
		"SELECT id FROM users LIMIT $1":                                             "[1]",
		"SELECT id FROM users LIMIT $2 OFFSET $1":                                   "[2 1]",
		"SELECT id FROM users LIMIT $1 OFFSET $1":                                   "[1]",
		"SELECT id FROM users LIMIT $2, $1":                                         "[2 1]",
		"SELECT id FROM users LIMIT ($1)":                                           "[1]",
		"SELECT id FROM users LIMIT CAST($1 AS INTEGER)":                            "[1]",
		"SELECT id FROM users LIMIT $1::int OFFSET $2::bigint":                      "[1 2]",
		"SELECT id FROM users WHERE id IN (SELECT id FROM users LIMIT $1)":          "[1]",
		"WITH few AS (SELECT id FROM users LIMIT $1) SELECT id FROM few LIMIT $2":   "[1 2]",
		"INSERT INTO users (id) SELECT id FROM orders LIMIT $1":                     "[1]",
		"SELECT id FROM users OFFSET $1 ROWS FETCH NEXT $2 ROWS ONLY":               "[1 2]",
		"SELECT id FROM users UNION SELECT id FROM orders LIMIT $1":                 "[1]",
		"SELECT id FROM users LIMIT min($1, 10)":                                    "[]",
		"SELECT id FROM users LIMIT $1 + 1":                                         "[]",
		"SELECT id FROM users LIMIT -$1":                                            "[]",
		"SELECT id FROM users WHERE id = $1 LIMIT 10":                               "[]",
		"SELECT (SELECT id FROM orders WHERE id = users.id LIMIT $1) FROM users":    "[1]",
		"SELECT id FROM users ORDER BY (SELECT 1 LIMIT $1)":                         "[1]",
		"UPDATE users SET id = 1 WHERE id IN (SELECT id FROM users LIMIT $1)":       "[1]",
		"SELECT id FROM users JOIN (SELECT id AS i FROM orders LIMIT $1) ON i = id": "[1]",
	} {
		if got := fmt.Sprint(Resolve(text, ReadSchema(schemaSQL)).Limits); got != want {
			t.Errorf("%s\n got %s, want %s", text, got, want)
		}
	}
}

func TestShape(t *testing.T) {
	schema := ReadSchema(schemaSQL)
	for _, tt := range []struct{ text, want string }{
		{"SELECT id FROM users", "returns"},
		{"SELECT count(*) AS n FROM users", "returns sure single"},
		{"SELECT count(*) AS n FROM users LIMIT 1", "returns sure single"},
		{"SELECT count(*) AS n FROM users LIMIT 0", "returns single"},
		{"SELECT count(*) AS n FROM users LIMIT 1, 1", "returns single"},
		{"SELECT count(*) AS n FROM users GROUP BY nick", "returns"},
		{"SELECT count(*) AS n FROM users HAVING count(*) > 1", "returns single"},
		{"SELECT count(*) OVER () AS n FROM users", "returns"},
		{"SELECT (SELECT count(*) FROM orders) AS n FROM users", "returns"},
		{"SELECT 1 AS n", "returns sure single"},
		{"SELECT 1 AS n WHERE 0", "returns single"},
		{"SELECT 1 AS n UNION SELECT 2", "returns sure"},
		{"SELECT 1 AS n EXCEPT SELECT 2", "returns single"},
		{"INSERT INTO orders (user_id, amount) VALUES ($1, $2)", "single writes"},
		{"INSERT INTO orders (user_id, amount) VALUES ($1, $2) RETURNING id", "returns sure single writes"},
		{"INSERT INTO orders (user_id, amount) VALUES ($1, $2), ($1, 3) RETURNING id", "returns sure writes"},
		{"INSERT OR IGNORE INTO orders (user_id, amount) VALUES ($1, $2) RETURNING id", "returns single writes"},
		{"INSERT INTO orders (user_id, amount) VALUES ($1, $2) ON CONFLICT DO NOTHING RETURNING id", "returns single writes"},
		{"INSERT INTO orders (user_id, amount) VALUES ($1, $2) ON CONFLICT (id) DO UPDATE SET amount = 1 RETURNING id", "returns sure single writes"},
		{"INSERT INTO orders (user_id, amount) VALUES ($1, $2) ON CONFLICT (id) DO UPDATE SET amount = 1 WHERE amount > 1 RETURNING id",
			"returns single writes"},
		{"INSERT INTO sessions (user_id) VALUES ($1) RETURNING note", "returns single writes"}, // a trigger may leave it out
		{"UPDATE users SET nick = $1 RETURNING id", "returns writes"},
		{"SELECT replace(email, 'a', 'b') AS e FROM users FOR NO KEY UPDATE", "returns"},
		{"WITH x AS (INSERT INTO sessions (user_id) SELECT id FROM users) SELECT count(*) AS n FROM users", "returns sure single writes"},
		{"WITH x AS (UPDATE users SET nick = 'a' RETURNING id) SELECT id FROM x", "returns writes"},
		{"WITH c AS (SELECT count(*) AS n FROM users) SELECT n FROM c", "returns sure single"},
		{"SELECT n FROM (SELECT count(*) AS n FROM users) WHERE n > 1", "returns single"},
		{"SELECT n FROM (SELECT count(*) AS n FROM users) LIMIT 0", "returns single"},
		{"WITH i AS (INSERT INTO orders (user_id, amount) VALUES ($1, $2) RETURNING id) SELECT id FROM i", "returns sure single writes"},
		{"WITH i AS (INSERT OR IGNORE INTO orders (user_id, amount) VALUES ($1, $2) RETURNING id) SELECT id FROM i", "returns single writes"},
		{"SELECT u.id FROM (SELECT 1 AS a) d LEFT JOIN users u ON u.id = d.a", "returns sure"},
		{"SELECT u.id FROM (SELECT 1 AS a) d JOIN users u ON u.id = d.a", "returns"},
		{"SELECT d.a FROM users u RIGHT JOIN (SELECT 1 AS a) d ON u.id = d.a", "returns sure"},
		{"SELECT u.id FROM users u FULL JOIN (SELECT 1 AS a) d ON u.id = d.a", "returns sure"},
		{"SELECT a, b FROM (SELECT 1 AS a) x, (VALUES (2), (3)) AS y (b)", "returns sure"},
		{"SELECT a FROM (SELECT 1 AS a) x JOIN (SELECT 2 AS b) y ON a = b", "returns"},
		{"SELECT a FROM (SELECT 1 AS a) x JOIN (SELECT 2 AS a) y USING (a)", "returns"},
		{"SELECT a FROM (SELECT 1 AS a) x NATURAL JOIN (SELECT 2 AS a) y", "returns"},
		{"SELECT count(*) AS n FROM (SELECT 1 AS a) GROUP BY a", "returns single"},
		{"WITH RECURSIVE r (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r WHERE n < 3) SELECT n FROM r", "returns"},
		{"SELECT id INTO other FROM users", "writes"},
		{"TRUNCATE users", "writes"},
		{"DROP TABLE users", "writes"},
		{"DO $$ BEGIN DELETE FROM users; END $$", "writes"},
		{"CALL purge()", "writes"},
		{"COPY users TO '/tmp/x'", "writes"},
		{"MERGE INTO users u USING orders o ON true WHEN MATCHED THEN DELETE", "writes"},
		{"EXPLAIN ANALYZE DELETE FROM users", "returns writes"},
		{"EXPLAIN (ANALYZE, BUFFERS) TRUNCATE users", "returns writes"},
		{"EXPLAIN (COSTS false) DELETE FROM users", "returns"},
		{"EXPLAIN QUERY PLAN DELETE FROM users", "returns"},
		{"EXPLAIN ANALYZE SELECT id FROM users", "returns"},
	} {
		if got := shape(Resolve(tt.text, schema)); got != tt.want {
			t.Errorf("%s\n got %s\nwant %s", tt.text, got, tt.want)
		}
	}
}

func shape(s *statement.Statement) string {
	var parts []string
	for _, p := range []struct {
		is   bool
		name string
	}{{s.Returns, "returns"}, {s.Sure, "sure"}, {s.Single, "single"}, {s.Writes, "writes"}} {
		if p.is {
			parts = append(parts, p.name)
		}
	}
	return strings.Join(parts, " ")
}

func TestChanges(t *testing.T) {
	schema := ReadSchema(schemaSQL)
	for _, tt := range []struct{ text, want string }{
		{"INSERT INTO users (email, nick) VALUES ($1, NULL)", "0 users email=$1 nick=NULL missing password_hash"},
		{"INSERT INTO users (email, nick, password_hash) VALUES ($1, $2 || 'x', 'h'), ('b', $3, $4)",
			"0 users email=$1 nick=other password_hash=other email=other nick=$3 password_hash=$4"},
		{"INSERT INTO users SELECT * FROM users", "0 users id=other email=other nick=other password_hash=other created_at=other"},
		{"INSERT OR IGNORE INTO orders (user_id) SELECT $1", "0 orders ignores user_id=$1"},
		{"UPDATE users SET nick = $1, email = NULL", "1 users nick=$1 email=NULL"},
		{"DELETE FROM users WHERE id = 1", "2 users where"},
		{"INSERT INTO orders (user_id, amount) VALUES (1, 2) ON CONFLICT (id) DO UPDATE SET note = $1", "0 orders handled user_id=other amount=other upsert note=$1"},
		{"WITH x AS (DELETE FROM users) UPDATE orders SET note = 'a' WHERE id = 1", "2 users; 1 orders where note=other"},
		{"SELECT id FROM users", ""},
	} {
		if got := changes(Resolve(tt.text, schema)); got != tt.want {
			t.Errorf("%s\n got %s\nwant %s", tt.text, got, tt.want)
		}
	}
}

func changes(s *statement.Statement) string {
	var all []string
	for _, c := range s.Changes {
		parts := []string{fmt.Sprint(c.Verb), c.Table}
		for name, is := range map[string]bool{"where": c.Where, "ignores": c.Ignores, "handled": c.OnConflict} {
			if is {
				parts = append(parts, name)
			}
		}
		for _, a := range c.Assigned {
			got := "other"
			switch {
			case a.Literal:
				got = "NULL"
			case a.Param > 0:
				got = fmt.Sprintf("$%d", a.Param)
			}
			if a.Upsert {
				parts = append(parts, "upsert")
			}
			parts = append(parts, a.Column+"="+got)
		}
		if len(c.Missing) > 0 {
			parts = append(parts, "missing "+strings.Join(c.Missing, ","))
		}
		all = append(all, strings.Join(parts, " "))
	}
	return strings.Join(all, "; ")
}

func TestEqual(t *testing.T) {
	schema := ReadSchema(schemaSQL)
	for _, tt := range []struct {
		text string
		want []statement.Equality
	}{
		{"SELECT user_id FROM sessions WHERE token_hash = $1", []statement.Equality{{Column: statement.Column{Table: "sessions", Name: "token_hash"}, Param: 1, Unique: true}}},
		{"SELECT s.user_id FROM sessions s JOIN users u ON u.id = s.user_id WHERE u.id > 1 AND ($1 = s.data AND 1 = 1)",
			[]statement.Equality{{Column: statement.Column{Table: "sessions", Name: "data"}, Param: 1, Unique: false}}},
		{"SELECT user_id FROM sessions WHERE token_hash = $1 OR user_id = 1", nil},
		{"SELECT user_id FROM sessions WHERE NOT token_hash = $1", nil},
		{"SELECT user_id FROM sessions WHERE token_hash = lower($1)", nil},
		{"SELECT count(*) AS n FROM sessions WHERE token_hash = $1", nil},
		{"SELECT user_id FROM sessions WHERE token_hash = $1 GROUP BY user_id", []statement.Equality{{Column: statement.Column{Table: "sessions", Name: "token_hash"}, Param: 1, Unique: true}}},
		{"SELECT user_id FROM sessions WHERE token_hash = $1 GROUP BY GROUPING SETS ((user_id), ())", nil},
		{"SELECT 1 AS n FROM sessions WHERE token_hash = $1 HAVING true", nil},
		{"SELECT user_id FROM sessions WHERE token_hash = CAST($1 AS varchar(4))", nil},
		{"SELECT user_id FROM sessions WHERE CAST(token_hash AS varchar(4)) = $1", nil},
		{"SELECT user_id FROM sessions WHERE token_hash IN ($1)", nil},
		{"SELECT user_id FROM sessions WHERE token_hash NOT IN ($1)", nil},
		{"WITH s AS (SELECT * FROM sessions WHERE token_hash = $1) SELECT user_id FROM s",
			[]statement.Equality{{Column: statement.Column{Table: "sessions", Name: "token_hash"}, Param: 1, Unique: true}}},
		{"SELECT any_value(user_id) AS u FROM sessions WHERE token_hash = $1", nil},
		{"SELECT user_id, (SELECT count(s.data)) AS n FROM sessions s WHERE token_hash = $1", nil},
		{"SELECT user_id FROM sessions WHERE token_hash = $1 UNION SELECT 1", nil},
		{"SELECT u.id FROM users u LEFT JOIN sessions s ON s.user_id = u.id WHERE s.token_hash = $1",
			[]statement.Equality{{Column: statement.Column{Table: "sessions", Name: "token_hash"}, Param: 1, Unique: true}}},
		{"SELECT u.id FROM users u LEFT JOIN sessions s ON s.token_hash = $1", nil},
		{"SELECT (SELECT 1 FROM sessions WHERE token_hash = $1) AS x FROM users", nil},
		{"WITH s AS (SELECT * FROM sessions WHERE token_hash = $1) VALUES (1)", nil},
		{"UPDATE sessions SET note = 'a' WHERE token_hash = $1 RETURNING user_id", []statement.Equality{{Column: statement.Column{Table: "sessions", Name: "token_hash"}, Param: 1, Unique: true}}},
		{"DELETE FROM sessions WHERE token_hash = $1 AND user_id > 1 RETURNING user_id", []statement.Equality{{Column: statement.Column{Table: "sessions", Name: "token_hash"}, Param: 1, Unique: true}}},
		{"DELETE FROM sessions WHERE token_hash = $1", []statement.Equality{{Column: statement.Column{Table: "sessions", Name: "token_hash"}, Param: 1, Unique: true}}},
		{"UPDATE users SET email = 'a' FROM sessions s WHERE s.user_id = users.id AND s.token_hash = $1 RETURNING users.id",
			[]statement.Equality{{Column: statement.Column{Table: "sessions", Name: "token_hash"}, Param: 1, Unique: true}}},
		{"UPDATE sessions SET token_hash = $1 WHERE user_id = 7 RETURNING user_id", nil},
		{"UPDATE sessions SET note = 'a' WHERE token_hash = $1 OR user_id = 7 RETURNING user_id", nil},
		{"DELETE FROM sessions WHERE token_hash IN ($1, 'x') RETURNING user_id", nil},
		{"INSERT INTO sessions (token_hash) SELECT token_hash FROM sessions WHERE token_hash = $1 RETURNING user_id", nil},
		{"INSERT INTO sessions (token_hash) VALUES ($1) ON CONFLICT (token_hash) DO UPDATE SET note = 'a' WHERE token_hash = $2 RETURNING user_id", nil},
		{"WITH d AS (DELETE FROM users RETURNING id) SELECT user_id FROM sessions WHERE token_hash = $1", nil},
		{"WITH d AS (DELETE FROM users RETURNING id) DELETE FROM sessions WHERE token_hash = $1 RETURNING user_id", nil},
		{"SELECT user_id FROM sessions WHERE user_id BETWEEN 1 AND token_hash = $1", nil},
		{"SELECT user_id FROM sessions WHERE (token_hash = $1) IS NOT NULL", nil},
		{"SELECT user_id FROM sessions WHERE token_hash = $1 IS NOT NULL", nil},
		{"SELECT user_id FROM sessions WHERE token_hash = $1 = 0", nil},
		{"SELECT user_id FROM sessions WHERE token_hash = $1 || ''", nil},
		{"SELECT user_id FROM sessions WHERE token_hash <> $1", nil},
		{"SELECT user_id FROM sessions WHERE CASE WHEN token_hash = $1 THEN 1 ELSE 1 END", nil},
		{"SELECT user_id FROM sessions WHERE EXISTS (SELECT 1 FROM sessions WHERE token_hash = $1)", nil},
		{"SELECT user_id FROM sessions WHERE token_hash = $1 ORDER BY user_id LIMIT 1", []statement.Equality{{Column: statement.Column{Table: "sessions", Name: "token_hash"}, Param: 1, Unique: true}}},
		{"WITH s AS (SELECT 1 AS x) SELECT user_id FROM sessions, s WHERE token_hash = $1", []statement.Equality{{Column: statement.Column{Table: "sessions", Name: "token_hash"}, Param: 1, Unique: true}}},
		{"SELECT x.token_hash FROM (SELECT $1 AS token_hash) x WHERE x.token_hash = $2", nil},
		{"WITH sessions AS (SELECT $1 AS token_hash) SELECT token_hash FROM sessions WHERE token_hash = $2", nil},
		{"SELECT user_id FROM sessions WHERE token_hash = $1 weird stuff", nil},
	} {
		if got := Resolve(tt.text, schema).Equal(); !slices.Equal(got, tt.want) {
			t.Errorf("%s\n got %v\nwant %v", tt.text, got, tt.want)
		}
	}
}

// Whatever is written there, what can't be followed says so and carries everything.
func TestUnproved(t *testing.T) {
	schema := ReadSchema(schemaSQL)
	for _, text := range []string{
		"SELECT id AS x FROM users u frobnicate (SELECT 1)", "SELECT missing AS x FROM users WHERE id = $1",
		"SELECT x FROM (SELECT a.* FROM nowhere a, users) s", "SELECT " + strings.Repeat("(", 400) + "id" + strings.Repeat(")", 400) + " AS x FROM users",
		"WITH RECURSIVE t (x) AS (SELECT id FROM users) CYCLE x SET y USING z SELECT x FROM t",
	} {
		s := Resolve(text, schema)
		if s.Unproved == "" {
			t.Errorf("%.80s\nis followed: %s", text, show(s))
		}
		for _, c := range s.Columns {
			if !c.Null || !slices.Contains(c.Columns, statement.Column{Table: "users", Name: "password_hash"}) {
				t.Errorf("%.80s\n%s%s carries %v", text, c.Name, shown(c.Value), c.Columns)
			}
		}
	}
}

func FuzzResolve(f *testing.F) {
	f.Add("SELECT a FROM b WHERE c = $1", "CREATE TABLE b (a TEXT)")
	f.Add("INSERT INTO users VALUES ($1) ON CONFLICT DO UPDATE SET a = excluded.b RETURNING *", schemaSQL)
	f.Add("WITH RECURSIVE x AS (SELECT 1 UNION SELECT * FROM x, y) SELECT * FROM x NATURAL JOIN y", "CREATE VIEW y AS SELECT * FROM y, x")
	f.Add("SELECT u::text[1:2] -> 'a' FROM ROWS FROM (f(1)) u; E'\\'' /*", "ALTER TABLE x ADD")
	f.Fuzz(func(t *testing.T, text, schema string) {
		s := Resolve(text, ReadSchema(schema))
		for _, c := range s.Columns {
			if c.Unproved != "" && s.Unproved == "" {
				t.Errorf("a column can't be followed (%s), the statement can", c.Unproved)
			}
		}
		Resolve(text, nil)
	})
}
