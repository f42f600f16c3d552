package lineage

import (
	"slices"
	"strings"
	"testing"
)

// TestPlaces follows what is kept outside of tables.
func TestPlaces(t *testing.T) {
	schema := ReadPostgres("CREATE TABLE users (id BIGINT PRIMARY KEY, nick TEXT, password_hash TEXT NOT NULL);")
	for _, tt := range []struct{ text, moves, gives string }{
		{"SELECT set_config('app.mark', $1, true) AS x", "pg_settings.app.mark<$1", "$1"},
		{"SELECT 1 AS x WHERE set_config('App.Mark', $1, true) <> ''", "pg_settings.app.mark<$1", ""},
		{"SELECT set_config($1, password_hash, true) AS x FROM users", "pg_settings.setting<users.password_hash $1", "users.password_hash $1"},
		{"SELECT current_setting('app.mark', true) AS x", "", "pg_settings.app.mark"},
		{"DO $$ BEGIN PERFORM set_config('app.mark', max(password_hash), true) FROM users; END $$", "pg_settings.app.mark<users.password_hash", ""},
		{"DO $$ BEGIN UPDATE users SET nick = password_hash; END $$", "users.nick<users.password_hash", ""},
		{"DO $$ BEGIN EXECUTE 'UPDATE users SET nick = password_hash'; END $$", "users.nick<users.id users.nick users.password_hash", ""},
		{"SELECT lo_from_bytea(0, $1) AS x", "pg_largeobject.data<$1", "$1"},
		{"SELECT convert_from(lo_get(1), 'UTF8') AS x", "", "pg_largeobject.data"},
		{"SELECT most_common_vals AS x FROM pg_stats", "", "users.id users.nick users.password_hash"},
		{`SELECT x FROM (SELECT U&"p\0061ssword_hash" AS x FROM U&"\0075sers") t`, "", "users.id users.nick users.password_hash"},
	} {
		s := Resolve(tt.text, schema)
		var moves []string
		for _, m := range s.Moves {
			if moved := m.To.Table + "." + m.To.Name + "<" + strings.Join(flowing(m.Value), " "); !slices.Contains(moves, moved) {
				moves = append(moves, moved)
			}
		}
		if got := strings.Join(moves, "; "); got != tt.moves {
			t.Errorf("%s\n moves %q\nwant %q", tt.text, got, tt.moves)
		}
		gives := ""
		for _, c := range s.Columns {
			gives += strings.Join(flowing(c.Value), " ")
		}
		if gives != tt.gives {
			t.Errorf("%s\n gives %q\nwant %q", tt.text, gives, tt.gives)
		}
	}
}

// TestMade follows what a query fills a new table or view with.
func TestMade(t *testing.T) {
	schema := ReadPostgres("CREATE TABLE users (id BIGINT PRIMARY KEY, password_hash TEXT NOT NULL);")
	for text, want := range map[string]string{
		"CREATE TABLE kept AS SELECT password_hash AS h FROM users":                                       "kept.h<users.password_hash",
		"CREATE TEMP TABLE IF NOT EXISTS kept ON COMMIT DROP AS TABLE users WITH NO DATA":                 "kept.id<users.id kept.password_hash<users.password_hash",
		"CREATE OR REPLACE VIEW kept AS SELECT id, password_hash || $1 AS h FROM users":                   "kept.id<users.id kept.h<users.password_hash $1",
		"CREATE MATERIALIZED VIEW IF NOT EXISTS app.kept (h) AS SELECT password_hash FROM users":          "kept.h<users.password_hash",
		"CREATE UNLOGGED TABLE kept (a, h) WITH (fillfactor = 70) AS SELECT id, password_hash FROM users": "kept.a<users.id kept.h<users.password_hash",
		"CREATE TABLE kept (id BIGINT PRIMARY KEY, h TEXT)":                                               "",
		"CREATE INDEX kept ON users (password_hash)":                                                      "",
	} {
		s := Resolve(text, schema)
		var got []string
		for _, c := range s.Changes {
			for _, a := range c.Assigned {
				got = append(got, c.Table+"."+a.Column+"<"+strings.Join(flowing(a.Value), " "))
			}
		}
		if strings.Join(got, " ") != want || !s.Writes || s.Returns {
			t.Errorf("%s\n got %q, writes %t, returns %t\nwant %q", text, got, s.Writes, s.Returns, want)
		}
	}
}

// TestActsAnywhere finds what changes something wherever a call may stand.
func TestActsAnywhere(t *testing.T) {
	for text, want := range map[string]bool{
		"SELECT 1 WHERE set_config('a.b', 'c', false) = 'c'":                    true,
		"SELECT id FROM notes ORDER BY set_config('a.b', 'c', false)":           true,
		"SELECT id FROM notes LIMIT set_config('a.b', '1', false)::int":         true,
		"SELECT EXISTS (SELECT set_config('a.b', 'c', false))":                  true,
		"SELECT count(*) FILTER (WHERE set_config('a.b', 'c', false) = '')":     true,
		"SELECT count(*) FROM notes HAVING set_config('a.b', 'c', false) = ''":  true,
		"SELECT id FROM notes GROUP BY id, set_config('a.b', 'c', false)":       true,
		"SELECT 1 FROM notes JOIN users ON set_config('a.b', 'c', false) = ''":  true,
		"SELECT CASE WHEN set_config('a.b', 'c', false) = '' THEN 1 END":        true,
		"SELECT row_number() OVER (ORDER BY set_config('a.b', 'c', false))":     true,
		"SELECT pg_create_physical_replication_slot('a')":                       true,
		"SELECT pg_file_write('a', 'b', false)":                                 true,
		"SELECT 1 WHERE set_config('a.b', 'c', true) = 'c'":                     false,
		"SELECT pg_created FROM notes WHERE current_setting('a.b') = 'c'":       false,
		"SELECT row_number() OVER (PARTITION BY id ORDER BY lower(title) DESC)": false,
	} {
		if got := Resolve(text, nil).Writes; got != want {
			t.Errorf("%s: writes %t, want %t", text, got, want)
		}
	}
}
