package lineage

import (
	"slices"
	"strings"
	"testing"

	"github.com/flowc-dev/flowc/gen/sql/statement"
)

const routinesSQL = `
CREATE TABLE users (id BIGINT PRIMARY KEY, email TEXT NOT NULL, nick TEXT, password_hash TEXT NOT NULL);
CREATE TABLE notes (id BIGINT PRIMARY KEY, owner TEXT, title TEXT);
CREATE TABLE logs (id BIGINT PRIMARY KEY, line TEXT);
CREATE FUNCTION hashes() RETURNS SETOF text LANGUAGE sql AS $$ SELECT password_hash FROM users $$;
CREATE FUNCTION greet(n text) RETURNS text LANGUAGE sql AS $$ SELECT 'hello ' || n $$;
CREATE FUNCTION direct(i bigint) RETURNS text RETURN (SELECT password_hash FROM users WHERE id = i);
CREATE FUNCTION atomic(i bigint) RETURNS text LANGUAGE sql BEGIN ATOMIC SELECT nick FROM users; SELECT password_hash FROM users WHERE id = i; END;
CREATE FUNCTION quoted(i bigint) RETURNS text AS 'SELECT password_hash FROM users WHERE id = $1 AND nick <> ''''' LANGUAGE 'sql';
CREATE FUNCTION twice(i bigint) RETURNS text LANGUAGE sql AS $$ SELECT upper(direct(i)) $$;
CREATE FUNCTION circle(i bigint) RETURNS text LANGUAGE sql AS $$ SELECT circle(i) || nick FROM users $$;
CREATE FUNCTION pairs(i bigint) RETURNS TABLE (name text, secret text) LANGUAGE sql AS $$ SELECT nick, password_hash FROM users WHERE id = i $$;
CREATE FUNCTION matches(h text) RETURNS boolean LANGUAGE sql AS $$ SELECT count(*) > 0 FROM users WHERE password_hash = h $$;
CREATE FUNCTION lookup(e text) RETURNS text LANGUAGE plpgsql AS $f$ DECLARE h text; BEGIN SELECT password_hash INTO h FROM users WHERE email = e; RETURN h; END $f$;
CREATE FUNCTION clear(i bigint) RETURNS void LANGUAGE sql AS $$ DELETE FROM notes WHERE id = i $$;
CREATE FUNCTION clears(i bigint) RETURNS void LANGUAGE plpgsql AS $$ BEGIN PERFORM clear(i); END $$;
CREATE FUNCTION whole() RETURNS SETOF public.users LANGUAGE sql AS $$ SELECT * FROM users $$;
CREATE FUNCTION first() RETURNS "public"."users" LANGUAGE plpgsql AS $$ DECLARE u users; BEGIN SELECT * INTO u FROM users; RETURN u; END $$;
CREATE FUNCTION column_of() RETURNS users.nick%TYPE LANGUAGE sql AS $$ SELECT nick FROM users $$;
CREATE FUNCTION filled(n text, h text DEFAULT direct(1)) RETURNS text LANGUAGE sql AS $$ SELECT n || h $$;
CREATE FUNCTION padded(n text, m numeric(4, 1) = 1.5) RETURNS text LANGUAGE sql AS $$ SELECT n || m $$;
CREATE FUNCTION cleared(n text, m text DEFAULT clear(1)) RETURNS text LANGUAGE sql AS $$ SELECT n $$;
CREATE PROCEDURE store(h text) LANGUAGE plpgsql AS $$ BEGIN INSERT INTO logs (line) VALUES (h); END $$;
`

// TestRoutines follows values through functions that the schema declares, whatever their language and however their body is written.
func TestRoutines(t *testing.T) {
	schema := ReadSchema(routinesSQL)
	for _, tt := range []struct {
		text, want string
		writes     bool
		moves      string
	}{
		{"SELECT hashes() AS x", "users.password_hash", false, ""},
		{"SELECT x FROM hashes() AS x", "users.password_hash", false, ""},
		{"SELECT greet(nick) AS x FROM users", "users.nick", false, ""},
		{"SELECT direct(1) AS x", "users.password_hash", false, ""},
		{"SELECT atomic(1) AS x", "users.password_hash", false, ""},
		{"SELECT quoted(1) AS x", "users.password_hash", false, ""},
		{"SELECT twice(1) AS x", "users.password_hash", false, ""},
		{"SELECT circle(1) AS x", "users.nick", false, ""},
		{"SELECT name AS x FROM pairs(1)", "users.nick", false, ""},
		{"SELECT p.b AS x FROM pairs($1) AS p (a, b)", "users.password_hash", false, ""},
		{"SELECT matches($1) AS x", "", false, ""},
		{"SELECT lookup(owner) AS x FROM notes", "users.password_hash", false, ""},
		{"SELECT password_hash AS x FROM whole()", "users.password_hash", false, ""},
		{"SELECT nick AS x FROM whole()", "users.nick", false, ""},
		{"SELECT w.* FROM whole() AS w", "users.id", false, ""},
		{"SELECT f.* FROM first() AS f", "users.id", false, ""},
		{"SELECT column_of() AS x", "users.nick", false, ""},
		{"SELECT filled(nick) AS x FROM users", "users.nick users.password_hash", false, ""},
		{"SELECT filled(n => nick) AS x FROM users", "users.nick users.password_hash", false, ""},
		{"SELECT filled(nick, email) AS x FROM users", "users.email users.nick", false, ""},
		{"SELECT padded(nick) AS x FROM users", "users.nick", false, ""},
		{"SELECT cleared(nick) AS x FROM users", "users.nick", true, ""},
		{"SELECT cleared(nick, 'a') AS x FROM users", "users.nick", false, ""},
		{"SELECT clear(1) AS x", "", true, ""},
		{"SELECT clears(1) AS x", "", true, ""},
		{"SELECT pg_notify('a', $1) AS x", "$1", true, ""},
		{"CALL store($1)", "", true, "logs.line<$1"},
		{"SELECT id AS x FROM notes WHERE title = 'clear(1)'", "notes.id", false, ""},
	} {
		s := Resolve(tt.text, schema)
		got := ""
		if len(s.Columns) > 0 {
			got = strings.Join(flowing(s.Columns[0].Value), " ")
		}
		var moves []string
		for _, m := range s.Moves {
			params := slices.DeleteFunc(flowing(m.Value), func(name string) bool { return !strings.HasPrefix(name, "$") })
			moves = append(moves, m.To.Table+"."+m.To.Name+"<"+strings.Join(params, ""))
		}
		if got != tt.want || s.Writes != tt.writes || strings.Join(moves, " ") != tt.moves {
			t.Errorf("%s\n got %q, writes %t, %v\nwant %q, writes %t, %q", tt.text, got, s.Writes, moves, tt.want, tt.writes, tt.moves)
		}
	}
}

// flowing are the columns of tables, and the parameters, that flow into a value.
func flowing(v statement.Value) []string {
	var names []string
	for _, c := range v.Columns {
		if c.Table != "" {
			names = append(names, c.Table+"."+c.Name)
		}
	}
	for _, n := range v.Params {
		names = append(names, "$"+string(rune('0'+n)))
	}
	return names
}

// TestMerge follows a MERGE: what it assigns, and what RETURNING then gives.
func TestMerge(t *testing.T) {
	schema := ReadSchema(routinesSQL)
	for _, tt := range []struct{ text, columns, assigned string }{
		{
			"MERGE INTO users u USING (SELECT $1::text AS e) s ON u.email = s.e WHEN MATCHED THEN UPDATE SET nick = password_hash WHEN NOT MATCHED THEN INSERT (email) VALUES (s.e) RETURNING u.nick AS x",
			"x<users.nick,users.password_hash>?", "nick<users.password_hash email<$1",
		},
		{
			"MERGE INTO users AS u USING (VALUES ($1, $2)) AS s (e, h) ON u.email = s.e WHEN MATCHED AND u.nick IS NULL THEN UPDATE SET nick = CASE WHEN s.h = 'a' THEN u.password_hash ELSE 'b' END " +
				"WHEN MATCHED THEN DELETE WHEN NOT MATCHED THEN INSERT (email, password_hash) VALUES (s.e, s.h) RETURNING s.h AS x, nick",
			"x<$2>?$2 nick<users.nick,users.password_hash>?", "nick<users.password_hash email<$1 password_hash<$2",
		},
		{
			"WITH m AS (MERGE INTO notes n USING users u ON u.email = n.owner WHEN MATCHED THEN DO NOTHING WHEN NOT MATCHED BY TARGET THEN INSERT VALUES (1, u.email, u.password_hash) RETURNING title) SELECT title AS x FROM m",
			"x<notes.title,users.password_hash>?", "id< owner<users.email title<users.password_hash",
		},
		{"MERGE INTO notes n USING users u ON u.email = n.owner WHEN NOT MATCHED BY SOURCE THEN DELETE", "", ""},
	} {
		s := Resolve(tt.text, schema)
		var assigned []string
		for _, c := range s.Changes {
			for _, a := range c.Assigned {
				assigned = append(assigned, a.Column+"<"+strings.Join(flowing(a.Value), " "))
			}
		}
		if got := strings.Join(assigned, " "); show(s) != tt.columns || got != tt.assigned || !s.Writes || s.Unproved != "" {
			t.Errorf("%s\n got %s, assigns %s, writes %t, unproved %q\nwant %s, assigns %s", tt.text, show(s), got, s.Writes, s.Unproved, tt.columns, tt.assigned)
		}
	}
}

// TestTriggersOfVariables follows what triggers of PostgreSQL give a row by a variable, by INTO and by EXECUTE, and rules.
func TestTriggersOfVariables(t *testing.T) {
	trigger := func(body string) string {
		return "CREATE FUNCTION f() RETURNS trigger LANGUAGE plpgsql AS $$ " + body + " $$; CREATE TRIGGER t BEFORE INSERT ON notes FOR EACH ROW EXECUTE FUNCTION f();"
	}
	for name, schema := range map[string]string{
		"a variable":     trigger("DECLARE h text; BEGIN SELECT password_hash INTO h FROM users WHERE email = NEW.owner; NEW.title := h; RETURN NEW; END"),
		"INTO the row":   trigger("BEGIN SELECT password_hash INTO STRICT NEW.title FROM users WHERE email = NEW.owner; RETURN NEW; END"),
		"a function":     trigger("BEGIN NEW.title := lookup(NEW.owner); RETURN NEW; END"),
		"all of the row": trigger("BEGIN NEW := jsonb_populate_record(NEW, to_jsonb((SELECT u FROM users u LIMIT 1))); RETURN NEW; END"),
		"EXECUTE":        trigger("BEGIN EXECUTE 'UPDATE notes SET title = $1' USING lookup(NEW.owner); RETURN NULL; END"),
		"PERFORM": "CREATE FUNCTION g(x text) RETURNS void LANGUAGE sql AS $$ UPDATE notes SET title = x $$;" +
			trigger("BEGIN PERFORM g(lookup(NEW.owner)); RETURN NULL; END"),
		"a rule": "CREATE RULE r AS ON UPDATE TO users DO ALSO UPDATE notes SET title = NEW.password_hash WHERE owner = NEW.email;",
		"a table of rows": "CREATE FUNCTION f() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN INSERT INTO notes (title) SELECT password_hash FROM fresh; RETURN NULL; END $$;" +
			"CREATE TRIGGER t AFTER INSERT ON users REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION f();",
	} {
		s := Resolve("SELECT title AS x FROM notes", ReadSchema(routinesSQL+schema))
		if !slices.Contains(flowing(s.Columns[0].Value), "users.password_hash") {
			t.Errorf("%s: %v", name, flowing(s.Columns[0].Value))
		}
	}
}

// TestDeclarationsThatAreNotFollowed wants all that a declaration names in what it declares.
func TestDeclarationsThatAreNotFollowed(t *testing.T) {
	for declared, text := range map[string]string{
		"CREATE VIEW a AS SELECT password_hash AS p FROM users; CREATE VIEW b AS SELECT p AS q FROM a; ALTER VIEW b RENAME COLUMN q TO x;":                          "SELECT x FROM b",
		"CREATE VIEW a AS SELECT password_hash AS x FROM users; ALTER VIEW a RENAME TO b;":                                                                          "SELECT x FROM b",
		"CREATE VIEW b WITH (security_barrier) AS SELECT password_hash AS x FROM users;":                                                                            "SELECT x FROM b",
		"CREATE RECURSIVE VIEW b (x) AS SELECT password_hash FROM users UNION SELECT x FROM b;":                                                                     "SELECT x FROM b",
		"CREATE TABLE b (level INT, x TEXT GENERATED ALWAYS AS (left(password_hash, 3)) STORED) INHERITS (users);":                                                  "SELECT x FROM b",
		"CREATE TABLE p (id INT, secret_hash TEXT, x TEXT GENERATED ALWAYS AS (secret_hash) STORED) PARTITION BY LIST (id); CREATE TABLE b PARTITION OF p DEFAULT;": "SELECT x FROM b",
	} {
		s := Resolve(text, ReadSchema(routinesSQL+declared))
		held := slices.ContainsFunc(s.Columns[0].Columns, func(c statement.Column) bool { return strings.HasSuffix(c.Name, "_hash") })
		if !held {
			t.Errorf("%s\n%s gives %v", declared, text, s.Columns[0].Columns)
		}
	}
}
