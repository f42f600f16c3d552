package sqlcheck_test

import (
	"slices"
	"testing"

	"github.com/flowc-dev/flowc/gen/sqlcheck"
)

func TestTables(t *testing.T) {
	c := open(t)
	read := func(name string) sqlcheck.Table { return sqlcheck.Table{Name: name} }
	written := func(name string) sqlcheck.Table { return sqlcheck.Table{Name: name, Writes: true} }
	for _, tt := range []struct {
		query string
		want  []sqlcheck.Table
	}{
		{"SELECT 1 AS one", nil},
		{"SELECT key FROM settings", []sqlcheck.Table{read("settings")}},
		{"SELECT u.id FROM main.users AS u JOIN settings ON key = email", []sqlcheck.Table{read("users"), read("settings")}},
		{"SELECT (SELECT count(*) FROM users) AS n FROM settings", []sqlcheck.Table{read("users"), read("settings")}},
		{"WITH s AS (SELECT key FROM settings) SELECT key FROM s", []sqlcheck.Table{read("settings")}},
		{"SELECT value FROM json_each('[1]')", nil},
		{"DELETE FROM users WHERE id IN (SELECT id FROM users)", []sqlcheck.Table{written("users")}},
		{"UPDATE settings SET value = $1 FROM users WHERE key = email", []sqlcheck.Table{written("settings"), read("users")}},
		{"INSERT INTO settings SELECT email, email FROM Users JOIN settings", []sqlcheck.Table{written("settings"), read("Users")}},
		{"REPLACE INTO settings VALUES ($1, $2)", []sqlcheck.Table{written("settings")}},
	} {
		if r := prepare(c, tt.query); !slices.Equal(r.Tables, tt.want) || len(r.Problems) > 0 {
			t.Errorf("%s\nnames %v, want %v, problems %v", tt.query, r.Tables, tt.want, r.Problems)
		}
	}
}
