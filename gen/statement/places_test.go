package statement

import (
	"slices"
	"strings"
	"testing"
)

// TestPlaces follows what is kept outside of tables.
func TestPlaces(t *testing.T) {
	schema := ReadPostgres("CREATE TABLE users (id BIGINT PRIMARY KEY, password_hash TEXT NOT NULL);")
	for _, tt := range []struct{ text, moves, gives string }{
		{"SELECT set_config('app.mark', $1, true) AS x", "pg_settings.app.mark<$1", "$1"},
		{"SELECT 1 AS x WHERE set_config('App.Mark', $1, true) <> ''", "pg_settings.app.mark<$1", ""},
		{"SELECT set_config($1, password_hash, true) AS x FROM users", "pg_settings.setting<users.password_hash $1", "users.password_hash $1"},
		{"SELECT current_setting('app.mark', true) AS x", "", "pg_settings.app.mark"},
		{"SELECT lo_from_bytea(0, $1) AS x", "pg_largeobject.data<$1", "$1"},
		{"SELECT convert_from(lo_get(1), 'UTF8') AS x", "", "pg_largeobject.data"},
		{"SELECT most_common_vals AS x FROM pg_stats", "", "users.id users.password_hash"},
		{`SELECT x FROM (SELECT U&"p\0061ssword_hash" AS x FROM U&"\0075sers") t`, "", "users.id users.password_hash"},
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
		if got := strings.Join(flowing(s.Columns[0].Value), " "); got != tt.gives {
			t.Errorf("%s\n gives %q\nwant %q", tt.text, got, tt.gives)
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
