package lineage

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/flowc-dev/flowc/gen/sql/statement"
)

const viewedSQL = `
CREATE TABLE users (id BIGINT PRIMARY KEY, email TEXT NOT NULL, nick TEXT, password_hash TEXT NOT NULL);
CREATE TABLE notes (id BIGINT PRIMARY KEY, owner TEXT, title TEXT);
CREATE VIEW people AS SELECT id, email AS mail, nick, password_hash AS password FROM users;
CREATE VIRTUAL TABLE texts USING fts5(line, code_hash);
`

// calling is a trigger of PostgreSQL's with its function.
func calling(when, body string) string {
	return "CREATE FUNCTION f() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN " + body + " RETURN NEW; END $$; CREATE TRIGGER t " + when + " FOR EACH ROW EXECUTE FUNCTION f();"
}

// TestViewsTell finds what is told of a table that is written through a view, by a trigger or by a function, and by a trigger, a rule or a
// CHECK of what is written so.
func TestViewsTell(t *testing.T) {
	const refuses = "IF OLD.password_hash LIKE NEW.nick || '%' THEN RAISE EXCEPTION 'no'; END IF;"
	for _, tt := range []struct{ declared, text, want string }{
		{calling("BEFORE UPDATE ON users", refuses), "UPDATE people SET nick = $1", "users.password_hash by $1 of users"},
		{calling("BEFORE UPDATE ON users", refuses), "UPDATE people SET mail = $1", ""},
		{calling("BEFORE UPDATE ON users", refuses), "DELETE FROM people WHERE nick = $1", ""},
		{calling("INSTEAD OF UPDATE ON people", "IF OLD.password LIKE NEW.mail THEN RAISE EXCEPTION 'no'; END IF;"), "UPDATE people SET mail = $1", "people.password users.password_hash by $1 of people"},
		{calling("INSTEAD OF UPDATE ON people", "NULL;") + strings.ReplaceAll(calling("BEFORE UPDATE ON users", refuses), "f()", "g()"), "UPDATE people SET nick = $1", ""},
		{"CREATE TRIGGER t INSTEAD OF INSERT ON people WHEN (SELECT max(password_hash) FROM users) > NEW.nick BEGIN SELECT 1; END;", "INSERT INTO people (nick) VALUES ($1)", "users.password_hash by $1 of people"},
		{"CREATE TRIGGER a AFTER INSERT ON notes BEGIN UPDATE users SET nick = NEW.title; END; CREATE TRIGGER b AFTER UPDATE ON users WHEN OLD.password_hash LIKE NEW.nick BEGIN SELECT 1; END;",
			"INSERT INTO notes (title) VALUES ($1)", "users.password_hash by $1 of notes"},
		{"CREATE FUNCTION w(x text) RETURNS void LANGUAGE sql AS $$ UPDATE users SET nick = x $$;" + calling("BEFORE UPDATE ON users", refuses), "SELECT w($1)", "users.password_hash by $1 of "},
		{"CREATE RULE r AS ON UPDATE TO users WHERE OLD.password_hash > NEW.nick DO INSTEAD NOTHING;", "UPDATE users SET nick = $1", "users.password_hash by $1 of users"},
		{"CREATE RULE r AS ON UPDATE TO users WHERE OLD.password_hash > NEW.nick DO INSTEAD NOTHING;", "INSERT INTO users (nick) VALUES ($1)", ""},
		{"CREATE TABLE g (id INT PRIMARY KEY, hint TEXT, code_hash TEXT CHECK (code_hash > hint));", "INSERT INTO g (id, hint, code_hash) VALUES (1, $1, 'x') ON CONFLICT (id) DO UPDATE SET hint = $1", "g.code_hash by $1 of g"},
		{"CREATE TABLE g (id INT PRIMARY KEY, hint TEXT, code_hash TEXT CHECK (code_hash > hint));", "INSERT INTO g (id, hint, code_hash) VALUES (1, $1, 'x') ON CONFLICT (id) DO NOTHING", ""},
		{"", "SELECT line FROM texts($1)", "texts.code_hash texts.line by $1 of "},
	} {
		var got []string
		for _, leak := range Resolve(tt.text, ReadSchema(viewedSQL+tt.declared)).Leaks {
			hashes := slices.ContainsFunc(leak.Of.Columns, func(c statement.Column) bool { return strings.HasSuffix(c.Name, "_hash") })
			if hashes && !leak.Alike && len(leak.By) > 0 {
				got = append(got, fmt.Sprintf("%s by $%d of %s", strings.Join(flowing(statement.Value{Columns: leak.Of.Columns}), " "), leak.By[0], leak.Table))
			}
		}
		if strings.Join(got, "; ") != tt.want {
			t.Errorf("%s\n%s\n got %q\nwant %q", tt.declared, tt.text, strings.Join(got, "; "), tt.want)
		}
	}
}

// TestRowsOfTriggers follows what triggers and rules put into rows, what RETURNING gives of a view, and names that hide others.
func TestRowsOfTriggers(t *testing.T) {
	for _, tt := range []struct{ declared, text, want string }{
		{calling("INSTEAD OF UPDATE ON people", "NEW.nick := OLD.password;"), "UPDATE people SET nick = $1 RETURNING nick AS x", "users.password_hash $1"},
		{calling("BEFORE INSERT ON users", "RETURN ROW(1, 'a', NEW.password_hash, 'x');"), "SELECT nick AS x FROM users", "users.nick users.password_hash"},
		{calling("BEFORE INSERT ON users", "RETURN OLD;"), "SELECT nick AS x FROM users", "users.nick"},
		{"CREATE RULE r AS ON INSERT TO users DO ALSO (DELETE FROM notes; INSERT INTO notes (title) VALUES (NEW.password_hash));", "SELECT title AS x FROM notes", "notes.title users.password_hash"},
		{"CREATE CONSTRAINT TRIGGER t AFTER INSERT ON main.users FOR EACH ROW EXECUTE FUNCTION f(); CREATE FUNCTION f() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN UPDATE notes SET title = NEW.nick; RETURN NULL; END $$;",
			"SELECT title AS x FROM notes", "notes.title users.nick"},
		{"", "SELECT title AS x FROM (users u CROSS JOIN notes n) AS j (id, email, nick, title)", "users.password_hash"},
		{"", "SELECT j.title AS x FROM (users u CROSS JOIN notes n) AS j", "notes.title"},
		{"", "SELECT j.value AS x FROM users u, json_each(u.password_hash, '$') j", "users.password_hash"},
		{"", "SELECT code_hash AS x FROM texts('a')", "texts.code_hash"},
		{"", "SELECT f.password_hash AS x FROM users u, LATERAL (SELECT u.*) f", "users.password_hash"},
		{"", "UPDATE users SET nick = 'x' RETURNING WITH (OLD AS o, NEW AS n) o.nick || n.email AS x", "users.email users.nick"},
		{"", "MERGE INTO users u USING notes n ON n.owner = u.email WHEN MATCHED THEN UPDATE SET nick = n.title RETURNING WITH (NEW AS m) m.nick AS x", "notes.title users.nick"},
	} {
		s := Resolve(tt.text, ReadSchema(viewedSQL+tt.declared))
		if got := strings.Join(flowing(s.Columns[0].Value), " "); got != tt.want || s.Unproved != "" {
			t.Errorf("%s\n%s\n got %q, unproved %q\nwant %q", tt.declared, tt.text, got, s.Unproved, tt.want)
		}
	}
}

// TestHashesBehindViews holds which passwords that are written to a view are stored as a hash alone.
func TestHashesBehindViews(t *testing.T) {
	const hashes = "INSERT INTO users (email, password_hash) VALUES (NEW.mail, crypt(NEW.password, gen_salt('bf')));"
	for declared, want := range map[string]bool{
		calling("INSTEAD OF INSERT ON people", hashes):                                                      true,
		calling("INSTEAD OF INSERT ON people", hashes+" INSERT INTO notes (title) VALUES (NEW.password);"):  false,
		calling("INSTEAD OF INSERT ON people", hashes+" INSERT INTO notes (title) SELECT NEW.*;"):           false,
		calling("INSTEAD OF INSERT ON people", strings.Replace(hashes, "'bf'", "'md5'", 1)):                 false,
		calling("INSTEAD OF INSERT ON people", "INSERT INTO users (email) VALUES (NEW.mail);"):              false,
		calling("INSTEAD OF UPDATE ON people", hashes):                                                      false,
		calling("BEFORE INSERT ON users", "NEW.password_hash := crypt(NEW.password_hash, gen_salt('bf'));"): true,
		"CREATE TRIGGER t INSTEAD OF INSERT ON people FOR EACH ROW EXECUTE FUNCTION elsewhere();":           false,
		"": false,
	} {
		s := Resolve("INSERT INTO people (mail, password) VALUES ($1, $2)", ReadPostgres(viewedSQL+declared))
		if got := slices.Equal(s.Crypted, []int{2}); got != want {
			t.Errorf("%s: %v", declared, s.Crypted)
		}
	}
}
