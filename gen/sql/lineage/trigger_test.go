package lineage

import (
	"testing"

	"github.com/flowc-dev/flowc/gen/sql/statement"
)

// What a trigger writes to a column comes out of it again, whatever engine runs the trigger.
func TestTriggersCopy(t *testing.T) {
	const tables = `
CREATE TABLE users (id INTEGER PRIMARY KEY, email TEXT NOT NULL, nick TEXT, password_hash TEXT NOT NULL, updated_at TIMESTAMP);
CREATE TABLE audit (id INTEGER PRIMARY KEY, who TEXT, note TEXT);
CREATE TABLE archive (id INTEGER PRIMARY KEY, line TEXT);
`
	plpgsql := func(body string) string {
		return "CREATE OR REPLACE FUNCTION f() RETURNS trigger LANGUAGE plpgsql AS $body$\n" + body + "\n$body$;\n" +
			"CREATE TRIGGER t BEFORE INSERT OR UPDATE ON users FOR EACH ROW EXECUTE FUNCTION f();"
	}
	const quiet = "email<users.email> nick<users.nick>? who<audit.who>? note<audit.note>? line<archive.line>?"
	for name, tt := range map[string]struct{ schema, want string }{
		"none": {"", quiet},
		"another table": {`CREATE TRIGGER t AFTER INSERT ON users BEGIN
			INSERT INTO audit (who, note) VALUES (NEW.email, 'was ' || NEW.password_hash); END;`,
			"email<users.email> nick<users.nick>? who<audit.who,users.email>? note<audit.note,users.password_hash>? line<archive.line>?"},
		"another column": {`CREATE TRIGGER t AFTER UPDATE OF email ON users WHEN NEW.nick IS NULL BEGIN
			UPDATE users SET nick = substr(OLD.password_hash, 1) WHERE id = NEW.id; END;`,
			"email<users.email> nick<users.nick,users.password_hash>? who<audit.who>? note<audit.note>? line<archive.line>?"},
		"by a query": {`CREATE TRIGGER t AFTER DELETE ON users BEGIN
			INSERT INTO audit (note) SELECT max(password_hash) FROM users; END;`,
			"email<users.email> nick<users.nick>? who<audit.who>? note<audit.note,users.password_hash>? line<archive.line>?"},
		"on and on": {`CREATE TRIGGER b AFTER INSERT ON audit BEGIN INSERT INTO archive (line) VALUES (NEW.note); END;
			CREATE TRIGGER a AFTER INSERT ON users BEGIN SELECT 1; INSERT INTO audit (note) VALUES (NEW.password_hash); END;`,
			"email<users.email> nick<users.nick>? who<audit.who>? note<audit.note,users.password_hash>? line<archive.line,audit.note,users.password_hash>?"},
		"PostgreSQL": {plpgsql("BEGIN\n IF TG_OP = 'UPDATE' THEN\n INSERT INTO audit (note) VALUES (OLD.password_hash);\n END IF;\n RETURN NEW;\nEND"),
			"email<users.email> nick<users.nick>? who<audit.who>? note<audit.note,users.password_hash>? line<archive.line>?"},
		"PostgreSQL, the row": {plpgsql("BEGIN NEW.nick := left(NEW.password_hash, 4); RETURN NEW; END"),
			"email<users.email> nick<users.nick,users.password_hash>? who<audit.who>? note<audit.note>? line<archive.line>?"},
		"PostgreSQL, a time": {plpgsql("BEGIN NEW.updated_at = now(); RETURN NEW; END"), quiet},
		"PostgreSQL, a variable": {plpgsql("DECLARE x text; BEGIN x := NEW.password_hash; INSERT INTO archive (line) VALUES (x); RETURN NEW; END"),
			"email<users.email> nick<users.nick>? who<audit.who>? note<audit.note>? " +
				"line<archive.line,users.password_hash>?"},
		"PostgreSQL, what EXECUTE makes of it": {plpgsql("DECLARE x text; BEGIN EXECUTE 'SELECT $1' INTO x USING NEW.password_hash; INSERT INTO archive (line) VALUES (x); RETURN NEW; END"),
			"email<users.email> nick<users.nick>? who<audit.who>? note<audit.note>? " +
				"line<archive.id,archive.line,users.email,users.id,users.nick,users.password_hash,users.updated_at>?"},
		"refuses": {`CREATE TRIGGER t BEFORE INSERT ON users BEGIN SELECT RAISE(ABORT, 'no') WHERE NEW.email = ''; END;`, quiet},
	} {
		t.Run(name, func(t *testing.T) {
			s := Resolve("SELECT u.email, u.nick, a.who, a.note, r.line FROM users u, audit a, archive r", ReadSchema(tables+tt.schema))
			if got := show(s); got != tt.want {
				t.Errorf("got %s\nwant %s", got, tt.want)
			}
		})
	}
}

// A row that a trigger has changed is given back changed.
func TestTriggersChangeWhatReturns(t *testing.T) {
	schema := ReadSchema(`CREATE TABLE users (id INTEGER PRIMARY KEY, nick TEXT, password_hash TEXT NOT NULL);
CREATE FUNCTION f() RETURNS trigger AS $$ BEGIN NEW.nick := NEW.password_hash; RETURN NEW; END $$ LANGUAGE plpgsql;
CREATE TRIGGER t BEFORE INSERT ON users FOR EACH ROW EXECUTE PROCEDURE f();`)
	s := Resolve("INSERT INTO users (nick, password_hash) VALUES ($1, $2) RETURNING nick", schema)
	if got, want := show(s), "nick<users.nick,users.password_hash,$1>?$1"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

// A function that reads what a text names may give anything that there is.
func TestFunctionsThatReadTexts(t *testing.T) {
	schema := ReadSchema(schemaSQL)
	for _, text := range []string{
		"SELECT query_to_xml('SELECT * FROM users', true, false, '') AS x",
		"SELECT xpath('//a', table_to_xml('users', true, false, '')) AS x FROM orders",
		"SELECT word AS x FROM ts_stat('SELECT to_tsvector(password_hash) FROM users')",
		"SELECT x FROM dblink('', 'SELECT password_hash FROM users') AS t (x text)",
		"SELECT x FROM crosstab('SELECT id, email, password_hash FROM users') AS t (id int, x text)",
	} {
		s := Resolve(text, schema)
		found := false
		for _, c := range s.Columns[0].Columns {
			found = found || c == statement.Column{Table: "users", Name: "password_hash"}
		}
		if !found || s.Columns[0].Unproved == "" {
			t.Errorf("%s gives %s of %v", text, show(s), s.Columns[0].Columns)
		}
	}
}
