package lineage

import (
	"slices"
	"strings"
	"testing"
)

// TestShared finds what is written to a column under another name than the one that it is read by.
func TestShared(t *testing.T) {
	const tables = `
CREATE TABLE users (id BIGINT PRIMARY KEY, nick TEXT, password_hash TEXT NOT NULL UNIQUE);
CREATE TABLE notes (id BIGINT PRIMARY KEY, title TEXT);
`
	for _, tt := range []struct{ schema, text, want string }{
		{"CREATE VIEW people AS SELECT id, nick AS n FROM users;", "UPDATE people SET n = $1", "users.nick"},
		{"CREATE VIEW people AS SELECT * FROM users; CREATE VIEW some (a, b) AS SELECT * FROM people;", "INSERT INTO some (a, b) VALUES (1, $1)", "users.nick"},
		{"CREATE VIEW people AS SELECT id, upper(nick) AS hash FROM users;", "UPDATE people SET hash = $1", ""},
		{"CREATE VIEW people AS SELECT u.id, title FROM users u JOIN notes USING (id);", "UPDATE people SET title = $1", ""},
		{"CREATE VIEW turning AS SELECT * FROM turning;", "UPDATE turning SET a = $1", ""},
		{"CREATE TABLE kids (more TEXT) INHERITS (notes);", "INSERT INTO kids (id, title) VALUES (1, $1)", "notes.title"},
		{"CREATE TABLE notes_1 PARTITION OF notes FOR VALUES FROM (1) TO (2);", "UPDATE notes_1 SET title = $1", "notes.title"},
		{"CREATE TABLE owned (id BIGINT, by TEXT, FOREIGN KEY (by) REFERENCES notes (title) ON UPDATE CASCADE);", "UPDATE notes SET title = $1", "owned.by"},
		{"CREATE VIRTUAL TABLE found USING fts5(title, content='notes', content_rowid='id');", "UPDATE notes SET title = $1", "found.title"},
		{"CREATE VIEW people AS SELECT id, nick AS n FROM users;",
			"MERGE INTO people p USING notes n ON n.id = p.id WHEN MATCHED THEN UPDATE SET n = $1", "users.nick"},
	} {
		var to []string
		for _, m := range Resolve(tt.text, ReadSchema(tables+tt.schema)).Moves {
			if slices.Equal(m.Value.Params, []int{1}) {
				to = append(to, m.To.Table+"."+m.To.Name)
			}
		}
		if got := strings.Join(to, " "); got != tt.want {
			t.Errorf("%s\n%s\n got %s\nwant %s", tt.schema, tt.text, got, tt.want)
		}
	}
}

// TestGivenByOthers finds what comes out of a column that no statement writes there.
func TestGivenByOthers(t *testing.T) {
	const tables = `
CREATE TABLE users (id BIGINT PRIMARY KEY, nick TEXT, password_hash TEXT NOT NULL UNIQUE);
CREATE TABLE notes (id BIGINT PRIMARY KEY, title TEXT);
`
	for _, tt := range []struct{ schema, text, want string }{
		{`CREATE VIEW fresh AS SELECT 0 AS id, '' AS n; CREATE TRIGGER t INSTEAD OF INSERT ON fresh BEGIN
			INSERT INTO notes (title) VALUES (NEW.n); END;`, "SELECT title FROM notes", "fresh.n notes.title"},
		{"CREATE TABLE owned (id BIGINT, by TEXT REFERENCES users (password_hash));", "SELECT by FROM owned", "owned.by users.password_hash"},
		{"CREATE TABLE owned (id BIGINT, by TEXT, FOREIGN KEY (id, by) REFERENCES notes (id, title));", "SELECT by FROM owned", "notes.title owned.by"},
		{"CREATE TABLE owned (id BIGINT, by BIGINT REFERENCES users);", "SELECT by FROM owned", "owned.by"},
		{`CREATE FUNCTION first() RETURNS text LANGUAGE sql AS $$ SELECT password_hash FROM users $$;
			CREATE TABLE made (id BIGINT, line TEXT DEFAULT first(), at TEXT DEFAULT (now()));`, "SELECT line FROM made", "made.line users.password_hash"},
		{"CREATE TABLE made (id BIGINT DEFAULT nextval('made_id'), line TEXT DEFAULT (lower('A')));", "SELECT line FROM made", "made.line"},
	} {
		s := Resolve(tt.text, ReadSchema(tables+tt.schema))
		if got := strings.Join(flowing(s.Columns[0].Value), " "); got != tt.want {
			t.Errorf("%s\n%s\n got %s\nwant %s", tt.schema, tt.text, got, tt.want)
		}
	}
}
