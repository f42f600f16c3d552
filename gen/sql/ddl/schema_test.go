package ddl

import (
	"fmt"
	"strings"
	"testing"
)

const schemaText = `
CREATE TABLE users (
	id INTEGER PRIMARY KEY,
	email TEXT NOT NULL UNIQUE,
	nick TEXT,
	password_hash TEXT NOT NULL,
	shadow TEXT GENERATED ALWAYS AS (substr(password_hash, 1, 8)) STORED,
	deep TEXT AS (upper(shadow)),
	created_at TIMESTAMP NOT NULL DEFAULT CURRENT_TIMESTAMP
);
CREATE TABLE IF NOT EXISTS "orders" (
	id INTEGER NOT NULL, user_id INTEGER NOT NULL REFERENCES users (id), amount NUMERIC(10, 2) NOT NULL CHECK (amount > 0),
	note VARCHAR(20) DEFAULT 'none', PRIMARY KEY (id), UNIQUE (user_id, note)
);
CREATE VIEW people (id, secret) AS SELECT id, lower(password_hash) FROM users WHERE nick IS NOT NULL;
CREATE TABLE sessions (token_hash TEXT, user_id INTEGER NOT NULL, data TEXT) WITHOUT ROWID;
CREATE UNIQUE INDEX by_token ON sessions (token_hash);
CREATE VIRTUAL TABLE search USING fts5(title, body, tokenize = 'porter');
ALTER TABLE sessions ADD COLUMN note TEXT;
CREATE TRIGGER t BEFORE INSERT ON sessions BEGIN SELECT RAISE(IGNORE); END;
`

func TestSchema(t *testing.T) {
	s := Read(Script{Text: schemaText + `
		CREATE TABLE kinds (a SERIAL PRIMARY KEY, b BIGINT GENERATED ALWAYS AS IDENTITY, c TEXT DEFAULT (lower('X')) NOT NULL,
			d DOUBLE PRECISION DEFAULT -1, e INTEGER PRIMARY KEY DESC, f TEXT NOT NULL COLLATE NOCASE CHECK (f IN ('a', 'b')),
			CONSTRAINT two UNIQUE (c, d), FOREIGN KEY (f) REFERENCES users (email) ON DELETE SET NULL);
		ALTER TABLE kinds RENAME COLUMN f TO g; ALTER TABLE kinds RENAME TO sorts; DROP VIEW people; CREATE TABLE broken (`})
	for _, tt := range []struct{ table, want string }{
		{"users", "id* identity, email*, nick, password_hash*, shadow generated, deep generated, created_at* default; unique [id] [email]"},
		{"ORDERS", "id* identity, user_id*, amount*, note default; unique [id] [user_id note]"},
		{"sorts", "a default identity, b* identity, c* default, d default, e, g*; unique [e] [a] [c d]"},
		{"sessions", "token_hash, user_id*, data, note; unique [token_hash]"},
		{"people", "none"},
		{"broken", "; unique"},
	} {
		if got := asText(s.Table(tt.table)); got != tt.want {
			t.Errorf("%s\n got %s\nwant %s", tt.table, got, tt.want)
		}
	}
}

func asText(t *Table) string {
	if t == nil {
		return "none"
	}
	var list []string
	for _, c := range t.Columns {
		text := c.Name
		for _, p := range []struct {
			is   bool
			name string
		}{{c.NotNull, "*"}, {c.Default, " default"}, {c.Generated, " generated"}, {c.Identity, " identity"}} {
			if p.is {
				text += p.name
			}
		}
		list = append(list, text)
	}
	unique := "; unique"
	for _, set := range t.Unique {
		unique += " " + fmt.Sprint(set)
	}
	return strings.Join(list, ", ") + unique
}
