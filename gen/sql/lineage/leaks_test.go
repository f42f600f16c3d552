package lineage

import (
	"slices"
	"strings"
	"testing"

	"github.com/flowc-dev/flowc/gen/sql/statement"
)

const leaksSQL = `
CREATE TABLE users (id INTEGER PRIMARY KEY, email TEXT NOT NULL, nick TEXT, password_hash TEXT NOT NULL);
CREATE TABLE notes (id INTEGER PRIMARY KEY, user_id INTEGER, title TEXT);
`

const tellingViewsSQL = `
CREATE VIEW parts AS SELECT id, substr(password_hash, 1, 3) AS k FROM users;
CREATE VIEW hits AS SELECT n.id FROM notes n JOIN users u ON u.password_hash LIKE n.title;
CREATE TABLE shorts (id INTEGER PRIMARY KEY, token_hash TEXT, k TEXT GENERATED ALWAYS AS (substr(token_hash, 1, 3)) STORED);
`

// TestTells finds what is compared by its order, by a pattern or by a part, wherever a condition may stand.
func TestTells(t *testing.T) {
	schema := ReadSchema(leaksSQL + tellingViewsSQL)
	for _, tt := range []struct{ text, want string }{
		{"SELECT id FROM users WHERE password_hash LIKE $1", "users.password_hash by $1"},
		{"SELECT id FROM users WHERE password_hash LIKE $1 || '%'", "users.password_hash by $1"},
		{"SELECT id FROM users WHERE password_hash NOT SIMILAR TO $1", "users.password_hash by $1"},
		{"SELECT id FROM users WHERE $1 <= password_hash", "users.password_hash by $1"},
		{"SELECT id FROM users WHERE password_hash BETWEEN $1 AND 'z'", "users.password_hash by $1"},
		{"SELECT id FROM users WHERE password_hash ~ $1", "users.password_hash by $1"},
		{"SELECT id FROM users WHERE password_hash LIKE ANY (ARRAY[$1])", "users.password_hash by $1"},
		{"SELECT id FROM users WHERE password_hash > ALL (SELECT $1)", "users.password_hash by $1"},
		{"SELECT id FROM users WHERE password_hash OPERATOR(pg_catalog.~~) $1", "users.password_hash by $1"},
		{"SELECT id FROM users WHERE password_hash IS NORMALIZED WEIRD $1", "users.password_hash by $1"},
		{"SELECT id FROM users WHERE (password_hash, id) > ($1, 0)", "users.id users.password_hash by $1"},
		{"SELECT id FROM users WHERE substr(password_hash, 1, $1) = $2", "users.password_hash by $1 $2"},
		{"SELECT id FROM users WHERE substr(password_hash, $1, 1) IS 'a'", "users.password_hash by $1"},
		{"SELECT id FROM users WHERE substr(password_hash, 1, 1) IN ($1, 'b')", "users.password_hash by $1"},
		{"SELECT id FROM users WHERE 'a' IN (SELECT substr(password_hash, $1, 1))", "users.password_hash by $1"},
		{"SELECT id FROM users WHERE starts_with(password_hash, $1)", "users.password_hash by $1"},
		{"SELECT id FROM users WHERE coalesce(starts_with(password_hash, $1), false)", "users.password_hash by $1"},
		{"SELECT id FROM users WHERE position($1 IN password_hash) = 1", "users.password_hash by $1"},
		{"SELECT id FROM users WHERE ltrim(password_hash, $1) = password_hash", "users.password_hash by $1"},
		{"SELECT id FROM users WHERE (ascii(password_hash) & $1) = 1", "users.password_hash by $1"},
		{"SELECT id FROM users u WHERE u::text LIKE $1", "users.email users.id users.nick users.password_hash by $1"},
		{"SELECT password_hash LIKE $1 AS hit FROM users", "users.password_hash by $1"},
		{"SELECT CASE WHEN password_hash < $1 THEN 1 END AS hit FROM users", "users.password_hash by $1"},
		{"SELECT CASE WHEN starts_with(password_hash, $1) THEN 1 END AS hit FROM users", "users.password_hash by $1"},
		{"SELECT CASE substr(password_hash, $1, 1) WHEN 'a' THEN 1 END AS hit FROM users", "users.password_hash by $1"},
		{"SELECT iif(password_hash < $1, 1, 0) AS hit FROM users", "users.password_hash by $1"},
		{"SELECT count(nullif(substr(password_hash, 1, 1), $1)) AS hit FROM users", "users.password_hash by $1"},
		{"SELECT EXISTS (SELECT 1 FROM users WHERE password_hash LIKE $1) AS hit", "users.password_hash by $1"},
		{"SELECT count(*) FILTER (WHERE password_hash LIKE $1) AS hit FROM users", "users.password_hash by $1"},
		{"SELECT rank($1) WITHIN GROUP (ORDER BY password_hash) AS n FROM users", "users.password_hash by $1"},
		{"SELECT rank() OVER (PARTITION BY password_hash < $1 ORDER BY id) AS n FROM users", "users.password_hash by $1"},
		{"SELECT rank() OVER w AS n FROM users WINDOW w AS (ORDER BY password_hash < $1 ROWS UNBOUNDED PRECEDING)", "users.password_hash by $1"},
		{"SELECT group_concat(id, ',' ORDER BY password_hash < $1) AS n FROM users", "users.password_hash by $1"},
		{"SELECT n.id FROM notes n LEFT JOIN users u ON u.password_hash < $1", "users.password_hash by $1"},
		{"SELECT id FROM users ORDER BY password_hash < $1", "users.password_hash by $1"},
		{"SELECT nick FROM users GROUP BY nick, password_hash < $1", "users.password_hash by $1"},
		{"SELECT nick FROM users GROUP BY nick HAVING max(password_hash) < $1", "users.password_hash by $1"},
		{"SELECT id FROM notes LIMIT (SELECT count(*) FROM users WHERE password_hash LIKE $1)", "users.password_hash by $1"},
		{"WITH m AS (SELECT id, password_hash AS p FROM users) SELECT id FROM m WHERE p LIKE $1", "users.password_hash by $1"},
		{"DELETE FROM users WHERE password_hash < $1", "users.password_hash by $1"},
		{"UPDATE notes SET title = '' FROM users WHERE password_hash < $1", "users.password_hash by $1"},
		{"INSERT INTO users (id) VALUES (1) ON CONFLICT (id) DO UPDATE SET nick = '' WHERE users.password_hash LIKE $1", "users.password_hash by $1"},
		{"MERGE INTO notes n USING users u ON u.password_hash < $1 WHEN MATCHED THEN DELETE", "users.password_hash by $1"},
		{"MERGE INTO notes n USING users u ON u.id = n.user_id WHEN MATCHED AND u.password_hash < $1 THEN DELETE", "users.password_hash by $1"},

		{"SELECT id FROM notes LIMIT (SELECT ascii(password_hash) FROM users)", "all of users.password_hash"},
		{"SELECT id FROM notes LIMIT 1 OFFSET (SELECT ascii(password_hash) FROM users)", "all of users.password_hash"},
		{"SELECT count(*) AS n FROM users u, generate_series(1, ascii(u.password_hash))", "all of users.password_hash"},
		{"SELECT x FROM users u, (VALUES ('a'), ('b')) AS v (x) WHERE x = substr(u.password_hash, 1, 1)", "all of users.password_hash"},

		{"WITH k AS (SELECT id, substr(password_hash, 1, 3) AS k FROM users) SELECT id FROM k WHERE k = $1", "users.password_hash by $1"},
		{"SELECT id FROM (SELECT id, left(password_hash, 3) AS k FROM users) AS t WHERE k = $1", "users.password_hash by $1"},
		{"SELECT id FROM (SELECT right(password_hash, 3), id FROM users) AS t (k, id) WHERE k = $1", "users.password_hash by $1"},
		{"SELECT n.id FROM notes n JOIN users u ON left(u.password_hash, 2) = n.title", "users.password_hash with notes.title"},
		{"SELECT id FROM parts WHERE k IN ($1)", "users.password_hash by $1"},
		{"SELECT id FROM shorts WHERE k = $1", "shorts.k shorts.token_hash by $1"},
		{"SELECT count(*) AS n FROM parts JOIN (SELECT $1 AS k) AS g USING (k)", "users.password_hash by $1"},
		{"SELECT count(*) AS n FROM parts NATURAL JOIN (SELECT $1 AS k) AS g", "users.password_hash by $1"},
		{"SELECT count(*) AS n FROM (SELECT k FROM parts INTERSECT SELECT $1) AS t", "users.password_hash by $1"},
		{"SELECT min(password_hash, $1) = $1 AS x FROM users", "users.password_hash by $1"},
		{"SELECT count(*) AS n FROM (SELECT password_hash AS p FROM users UNION ALL SELECT $1) AS t GROUP BY substr(p, 1, 3)", "users.password_hash by $1"},
		{"SELECT count(DISTINCT substr(p, 1, 3)) AS n FROM (SELECT password_hash AS p FROM users UNION ALL SELECT $1) AS t", "users.password_hash by $1"},
		{"SELECT e FROM (SELECT email AS e, password_hash AS p FROM users UNION ALL SELECT 'me', $1) AS t ORDER BY p", "users.password_hash by $1"},
		{"SELECT email AS e, password_hash AS p FROM users UNION ALL SELECT 'me', $1 ORDER BY p", "users.password_hash by $1"},
		{"SELECT email AS e, password_hash AS p FROM users UNION ALL SELECT 'me', $1 ORDER BY 2 DESC", "users.password_hash by $1"},
		{"SELECT e, rank() OVER (ORDER BY p) AS n FROM (SELECT email AS e, password_hash AS p FROM users UNION ALL SELECT 'me', $1) AS t", "users.password_hash by $1"},
		{"SELECT e, rank() OVER w AS n FROM (SELECT email AS e, password_hash AS p FROM users UNION ALL SELECT 'me', $1) AS t WINDOW w AS (ORDER BY p)", "users.password_hash by $1"},
		{"SELECT u.id FROM users u JOIN notes n ON u.password_hash LIKE n.title", "notes.title users.password_hash with notes.title users.password_hash"},
		{"SELECT id FROM hits", "notes.title users.password_hash with notes.title users.password_hash"},

		{"SELECT id FROM parts ORDER BY k", ""},
		{"SELECT nick FROM users WHERE nick = $1 UNION SELECT substr(password_hash, 1, 4) FROM users", ""},
		{"SELECT id FROM users ORDER BY CASE WHEN email = $1 THEN 0 ELSE 1 END, email", ""},
		{"SELECT id FROM users WHERE password_hash = $1", ""},
		{"SELECT id FROM users WHERE password_hash IN ($1, $2) OR password_hash <> $1", ""},
		{"SELECT id FROM users WHERE password_hash = crypt($1, password_hash)", ""},
		{"SELECT id FROM users WHERE lower(password_hash) = encode(digest($1, 'sha256'), 'hex')", ""},
		{"SELECT id FROM users WHERE password_hash IS NOT NULL AND email = $1", ""},
		{"SELECT id FROM users WHERE substr(password_hash, 1, 4) = '$2b$' AND email = $1", ""},
		{"SELECT id FROM users WHERE length(password_hash) > $1", ""},
		{"SELECT id FROM users WHERE CASE WHEN $1 = '' THEN true ELSE email = $1 END", ""},
		{"SELECT id FROM users WHERE password_hash IN (SELECT password_hash FROM users GROUP BY 1 HAVING count(*) > $1)", ""},
		{"SELECT id FROM users ORDER BY id LIMIT $1 OFFSET $2", ""},
		{"WITH RECURSIVE d (n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM d WHERE n < $1) SELECT n FROM d", ""},
	} {
		var got []string
		for _, leak := range Resolve(tt.text, schema).Leaks {
			if s := shownLeak(leak); s != "" && !slices.Contains(got, s) {
				got = append(got, s)
			}
		}
		if strings.Join(got, "; ") != tt.want {
			t.Errorf("%s\n got %q\nwant %q", tt.text, got, tt.want)
		}
	}
}

// shownLeak is what it tells of columns, and by what.
func shownLeak(t statement.Leak) string {
	of := strings.Join(flowing(statement.Value{Columns: t.Of.Columns}), " ")
	switch {
	case of == "", t.Alike:
		return ""
	case t.Whole:
		return "all of " + of
	case len(t.By) == 0:
		return of + " with " + strings.Join(flowing(statement.Value{Columns: t.With}), " ")
	}
	return of + " by " + strings.Join(flowing(statement.Value{Params: t.By}), " ")
}

// TestTablesTell finds what a table does about what is written to it that tells of what it reads: by a trigger, a rule, a CHECK or a
// generated column.
func TestTablesTell(t *testing.T) {
	plpgsql := func(body string) string {
		return "CREATE FUNCTION g() RETURNS trigger LANGUAGE plpgsql AS $$ " + body + " $$; CREATE TRIGGER g BEFORE INSERT ON notes FOR EACH ROW EXECUTE FUNCTION g();"
	}
	const insert, hash = "INSERT INTO notes (title) VALUES ($1)", "users.password_hash by $1"
	for _, tt := range []struct{ declared, text, want string }{
		{"CREATE TRIGGER g BEFORE INSERT ON notes BEGIN SELECT RAISE(ABORT, 'no') WHERE EXISTS (SELECT 1 FROM users WHERE password_hash LIKE NEW.title || '%'); END;", insert, hash},
		{"CREATE TRIGGER g BEFORE INSERT ON notes WHEN (SELECT max(password_hash) FROM users) < NEW.title BEGIN SELECT RAISE(IGNORE); END;", insert, hash},
		{"CREATE TRIGGER g AFTER INSERT ON notes BEGIN SELECT CASE WHEN (SELECT max(password_hash) FROM users) < NEW.title THEN RAISE(FAIL, 'no') END; END;", insert, hash},
		{"CREATE TRIGGER g AFTER INSERT ON notes BEGIN UPDATE notes SET user_id = (SELECT password_hash > NEW.title FROM users) WHERE id = NEW.id; END;", insert, hash},
		{"CREATE TRIGGER g AFTER UPDATE OF title ON notes BEGIN DELETE FROM notes WHERE (SELECT substr(password_hash, 1, 1) FROM users) = NEW.title; END;", "UPDATE notes SET title = upper($1) WHERE id = 1", hash},
		{"CREATE TRIGGER g AFTER UPDATE ON notes BEGIN DELETE FROM notes WHERE (SELECT max(password_hash) FROM users) > NEW.title; END;", "INSERT INTO notes (id, title) VALUES (1, 'a') ON CONFLICT (id) DO UPDATE SET title = $1", hash},
		{plpgsql("BEGIN IF EXISTS (SELECT 1 FROM users WHERE password_hash LIKE NEW.title) THEN RAISE EXCEPTION 'no'; END IF; RETURN NEW; END"), insert, hash},
		{plpgsql("DECLARE h text; BEGIN SELECT password_hash INTO h FROM users; IF h > NEW.title THEN RETURN NULL; END IF; RETURN NEW; END"), insert, hash},
		{plpgsql("BEGIN NEW.user_id := (SELECT count(*) FROM users WHERE password_hash ~ NEW.title); RETURN NEW; END"), insert, hash},
		{"CREATE RULE g AS ON INSERT TO notes DO ALSO DELETE FROM notes WHERE (SELECT max(password_hash) FROM users) > NEW.title;", insert, hash},
		{"CREATE TABLE own (id INT, nick TEXT, password_hash TEXT, CHECK (password_hash NOT LIKE nick || '%'));", "UPDATE own SET nick = $1 WHERE id = 1", "own.password_hash by $1"},
		{"CREATE TABLE own (id INT, nick TEXT CHECK (nick < password_hash), password_hash TEXT);", "UPDATE own SET nick = $1 WHERE id = 1", "own.password_hash by $1"},
		{"CREATE TABLE own (id INT, nick TEXT, password_hash TEXT, hit BOOL GENERATED ALWAYS AS (password_hash LIKE nick) STORED);", "UPDATE own SET nick = $1 WHERE id = 1", "own.password_hash by $1"},

		{"CREATE TRIGGER g BEFORE INSERT ON notes BEGIN SELECT RAISE(ABORT, 'no') WHERE length(NEW.title) > 80 OR NEW.title LIKE '%<%'; END;", insert, ""},
		{"CREATE TRIGGER g AFTER DELETE ON notes BEGIN DELETE FROM users WHERE password_hash < OLD.title; END;", insert, ""},
		{"CREATE TRIGGER g BEFORE UPDATE ON notes BEGIN DELETE FROM users WHERE password_hash < NEW.title; END;", insert, ""},
		{"CREATE TRIGGER g BEFORE INSERT ON notes BEGIN SELECT RAISE(ABORT, 'no') WHERE EXISTS (SELECT 1 FROM users WHERE password_hash = NEW.title); END;", insert, ""},
		{plpgsql("BEGIN IF TG_OP = 'INSERT' AND TG_TABLE_NAME LIKE 'n%' THEN NEW.title := lower(NEW.title); END IF; RETURN NEW; END"), insert, ""},
		{"CREATE TABLE own (id INT, nick TEXT CHECK (length(nick) < 20), password_hash TEXT CHECK (password_hash LIKE '$2%'));", "UPDATE own SET nick = $1 WHERE id = 1", ""},
	} {
		var got []string
		for _, leak := range Resolve(tt.text, ReadSchema(leaksSQL+tt.declared)).Leaks {
			if s := shownLeak(leak); s != "" && !slices.Contains(got, s) {
				got = append(got, s)
			}
		}
		if strings.Join(got, "; ") != tt.want {
			t.Errorf("%s\n%s\n got %q\nwant %q", tt.declared, tt.text, got, tt.want)
		}
	}
}

// TestTellsOfStoredParts finds that a column is asked for by `=` into which a trigger or a routine has cut a part of another one, and that
// what may hold such a part is asked for wherever it is.
func TestTellsOfStoredParts(t *testing.T) {
	schema := ReadPostgres(leaksSQL + `
CREATE TABLE cut (id INTEGER PRIMARY KEY, k TEXT, whole TEXT);
CREATE FUNCTION cuts() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN INSERT INTO cut (k, whole) VALUES (left(NEW.password_hash, 4), NEW.password_hash); RETURN NEW; END $$;
CREATE TRIGGER cuts AFTER INSERT ON users FOR EACH ROW EXECUTE FUNCTION cuts();
CREATE PROCEDURE marks() LANGUAGE sql AS $$ INSERT INTO notes (title) SELECT left(password_hash, 4) FROM users $$;`)
	if s := Resolve("SELECT id FROM cut WHERE k = $1", schema); !slices.ContainsFunc(s.Leaks, func(leak statement.Leak) bool { return !leak.Alike && slices.Equal(leak.By, []int{1}) }) {
		t.Errorf("what a trigger cuts is asked for, and nothing is told: %+v", s.Leaks)
	}
	for text, want := range map[string]string{
		"SELECT id FROM cut WHERE whole = $1":                            "cut.whole users.password_hash by $1",
		"SELECT id FROM notes WHERE title = $1":                          "notes.title by $1",
		"SELECT id FROM notes WHERE $2 IN (title, 'a')":                  "notes.title by $2",
		"SELECT id FROM notes WHERE CASE title WHEN $1 THEN true END":    "notes.title by $1",
		"SELECT id FROM notes WHERE nullif(title, $1) IS NULL":           "notes.title by $1",
		"SELECT id FROM notes JOIN (SELECT $1 AS title) g USING (title)": "notes.title by $1",
		"SELECT title FROM notes INTERSECT SELECT $1":                    "notes.title by $1",
		"DELETE FROM notes WHERE title = $1":                             "notes.title by $1",
		"SELECT id FROM notes":                                           "",
	} {
		got := ""
		for _, leak := range Resolve(text, schema).Leaks {
			if leak.Alike {
				leak.Alike = false
				got = shownLeak(leak)
			}
		}
		if got != want {
			t.Errorf("%s\n got %q\nwant %q", text, got, want)
		}
	}
	if m := Resolve("CALL marks()", schema).Moves; len(m) != 1 || !m[0].Value.Part {
		t.Errorf("the procedure writes %+v, want a part", m)
	}
}
