package sqlite_test

import (
	"slices"
	"testing"

	"github.com/flowc-dev/flowc/gen/sql/sqlite"
)

func TestTables(t *testing.T) {
	c := open(t)
	read := func(name string) sqlite.Table { return sqlite.Table{Name: name} }
	written := func(name string) sqlite.Table { return sqlite.Table{Name: name, Writes: true} }
	for _, tt := range []struct {
		query string
		want  []sqlite.Table
	}{
		{"SELECT 1 AS one", nil},
		{"SELECT key FROM settings", []sqlite.Table{read("settings")}},
		{"SELECT u.id FROM main.users AS u JOIN settings ON key = email", []sqlite.Table{read("users"), read("settings")}},
		{"SELECT (SELECT count(*) FROM users) AS n FROM settings", []sqlite.Table{read("users"), read("settings")}},
		{"WITH s AS (SELECT key FROM settings) SELECT key FROM s", []sqlite.Table{read("settings")}},
		{"SELECT value FROM json_each('[1]')", nil},
		{"DELETE FROM users WHERE id IN (SELECT id FROM users)", []sqlite.Table{written("users")}},
		{"UPDATE settings SET value = $1 FROM users WHERE key = email", []sqlite.Table{written("settings"), read("users")}},
		{"INSERT INTO settings SELECT email, email FROM Users JOIN settings", []sqlite.Table{written("settings"), read("Users")}},
		{"REPLACE INTO settings VALUES ($1, $2)", []sqlite.Table{written("settings")}},
	} {
		if r := prepare(c, tt.query); !slices.Equal(r.Tables, tt.want) || len(r.Problems) > 0 {
			t.Errorf("%s\nnames %v, want %v, problems %v", tt.query, r.Tables, tt.want, r.Problems)
		}
	}
}
