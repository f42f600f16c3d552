package lineage

import (
	"strings"
	"testing"

	"github.com/flowc-dev/flowc/gen/sql/statement"
)

const keys = `CREATE TABLE orgs (id INTEGER PRIMARY KEY, slug TEXT NOT NULL UNIQUE, name TEXT);
CREATE TABLE users (id BIGSERIAL PRIMARY KEY, org BIGINT CONSTRAINT of_org REFERENCES orgs (id) ON DELETE CASCADE, email TEXT NOT NULL,
  nick TEXT, phone TEXT, gone_at TIMESTAMP, CONSTRAINT one_nick UNIQUE (org, nick));
CREATE UNIQUE INDEX users_mail ON users (lower(email)) WHERE gone_at IS NULL;
CREATE TABLE notes (id TEXT PRIMARY KEY, author BIGINT NOT NULL, text TEXT, FOREIGN KEY (author) REFERENCES users ON DELETE RESTRICT ON UPDATE CASCADE);
CREATE TABLE log (id INTEGER PRIMARY KEY, at TIMESTAMP DEFAULT CURRENT_TIMESTAMP, text TEXT);
CREATE TABLE watched (a TEXT UNIQUE);
CREATE TRIGGER w AFTER INSERT ON watched BEGIN INSERT INTO orgs (slug) VALUES (NEW.a); END;
CREATE TABLE rooms (id INTEGER PRIMARY KEY, days INT4RANGE, EXCLUDE USING gist (days WITH &&));
CREATE TABLE a_table_with_a_name_that_is_very_long_indeed (and_a_column_that_is_not_exactly_short TEXT UNIQUE);`

// TestViolates holds what is said of keys to the ways in which a statement may violate one.
func TestViolates(t *testing.T) {
	schema := ReadSchema(keys)
	for _, tt := range []struct{ text, want string }{
		{"SELECT id FROM users", ""},
		{"INSERT INTO orgs (slug) VALUES ($1)", "orgs_slug_key(slug)"},
		{"INSERT INTO orgs (id, slug) VALUES ($1, $2)", "orgs_pkey(id) orgs_slug_key(slug)"},
		{"INSERT INTO orgs (slug) VALUES ($1) ON CONFLICT DO NOTHING", ""},
		{"INSERT INTO orgs (slug) VALUES ($1) ON CONFLICT (slug) DO UPDATE SET name = $1", ""},
		{"INSERT INTO orgs (slug) VALUES ($1) ON CONFLICT (id) DO NOTHING", "orgs_slug_key(slug)"},
		{"INSERT OR IGNORE INTO users (org, email) VALUES ($1, $2)", "of_org->(org)"},
		{"INSERT INTO users (org, nick, email) VALUES ($1, $2, $3) ON CONFLICT (nick, org) DO NOTHING", "of_org->(org) users_mail(email)"},
		{"INSERT INTO users (email) VALUES ($1) ON CONFLICT (email) DO NOTHING", "users_mail(email)"},
		{"REPLACE INTO users (id, email) VALUES ($1, $2)", "notes_author_fkey->(author)"},
		{"INSERT INTO log (text) VALUES ($1)", ""},
		{"INSERT INTO log VALUES (NULL, NULL, $1)", ""},
		{"INSERT INTO log SELECT id, at, text FROM log", "log_pkey(id)"},
		{"UPDATE users SET phone = $1", ""},
		{"UPDATE users SET gone_at = NULL", "users_mail(email)"},
		{"UPDATE users SET org = NULL", ""},
		{"UPDATE users SET gone_at = $1", "users_mail(email)"},
		{"UPDATE users SET nick = $1", "one_nick(org,nick)"},
		{"UPDATE users SET org = $1 WHERE id = 1", "of_org->(org) one_nick(org,nick)"},
		{"UPDATE users SET id = $1", "users_pkey(id) notes_author_fkey->(author)"},
		{"UPDATE orgs SET name = $1 RETURNING id", ""},
		{"DELETE FROM notes", ""},
		{"DELETE FROM users", "notes_author_fkey->(author)"},
		{"DELETE FROM orgs", "notes_author_fkey->(author)"},
		{"INSERT INTO watched (a) VALUES ($1)", "watched_a_key(a) ?"},
		{"INSERT INTO unknown (a) VALUES ($1)", "?"},
		{"TRUNCATE users", "?"},
		{"UPDATE rooms SET days = $1", "?"},
		{"INSERT INTO rooms (days) VALUES ($1)", "?"},
		{"DELETE FROM rooms", ""},
		{"INSERT INTO a_table_with_a_name_that_is_very_long_indeed VALUES ($1)", "a_table_with_a_name_that_is_v_and_a_column_that_is_not_exac_key(and_a_column_that_is_not_exactly_short)"},
	} {
		if got := violated(Resolve(tt.text, schema)); got != tt.want {
			t.Errorf("%s\n got %q\nwant %q", tt.text, got, tt.want)
		}
	}
}

// TestViolatesBesides wants what runs on two engines to be refused by what either has.
func TestViolatesBesides(t *testing.T) {
	const text = "UPDATE rooms SET days = $1"
	for other, want := range map[string]string{
		"CREATE TABLE rooms (id INTEGER PRIMARY KEY, days INT4RANGE)":                                    "",
		"CREATE TABLE rooms (id INTEGER PRIMARY KEY, days INT4RANGE UNIQUE)":                             "rooms_days_key(days)",
		"CREATE TABLE rooms (id INTEGER PRIMARY KEY, days INT4RANGE, EXCLUDE USING gist (days WITH &&))": "?",
	} {
		s := Resolve(text, ReadSchema("CREATE TABLE rooms (id INTEGER PRIMARY KEY, days TEXT)"))
		s.Besides(Resolve(text, ReadSchema(other)))
		if got := violated(s); got != want {
			t.Errorf("beside %s: %q, want %q", other, got, want)
		}
	}
}

// violated lists the keys that a statement may violate; "?" stands for those that are not known.
func violated(s *statement.Statement) string {
	found, sure := s.Violates()
	var list []string
	for _, k := range found {
		arrow := ""
		if k.Foreign {
			arrow = "->"
		}
		list = append(list, k.Name+arrow+"("+strings.Join(k.Columns, ",")+")")
	}
	if !sure {
		list = append(list, "?")
	}
	return strings.Join(list, " ")
}

// TestNoKey wants ON CONFLICT to name the columns of a unique key, in any order, where it names columns alone.
func TestNoKey(t *testing.T) {
	schema := ReadSchema("CREATE TABLE t (id INTEGER PRIMARY KEY, a TEXT, b TEXT, c TEXT UNIQUE, UNIQUE (a, b)); CREATE UNIQUE INDEX i ON t (lower(a)); CREATE UNIQUE INDEX p ON t (b) WHERE c IS NULL")
	for of, want := range map[string]string{
		"(id)": "", "(c)": "", "(b, a)": "", "(B) WHERE c IS NULL": "", "(lower(a))": "", "": "", "ON CONSTRAINT x": "", "(a)": "a", "(a, c)": "a, c",
	} {
		s := Resolve("INSERT INTO t (a) VALUES ($1) ON CONFLICT "+of+" DO NOTHING", schema)
		if len(s.Changes) != 1 || s.Changes[0].NoKey != want {
			t.Errorf("%s: %+v, want %q", of, s.Changes, want)
		}
	}
}
