package sqlite_test

import "testing"

func TestRepeats(t *testing.T) {
	c := open(t)
	for _, tt := range []struct {
		query string
		want  bool
	}{
		{"SELECT key FROM settings WHERE key = $1", false},
		{"DELETE FROM users WHERE id = $1", false},
		{"INSERT INTO settings VALUES ($1, $2)", true},
		{"INSERT INTO users (email, password_hash, created_at) VALUES ($1, $2, $3) RETURNING id", true},
		{"INSERT OR IGNORE INTO settings VALUES ($1, $2)", false},
		{"INSERT OR REPLACE INTO settings VALUES ($1, $2)", false},
		{"REPLACE INTO settings VALUES ($1, $2)", false},
		{"INSERT INTO settings VALUES ($1, $2) ON CONFLICT DO NOTHING", false},
		{"INSERT INTO settings VALUES ($1, $2) ON CONFLICT (key) DO UPDATE SET value = $3", false},
		{"INSERT INTO settings VALUES ($1, $2) ON CONFLICT (key) DO UPDATE SET value = settings.value || $3", true},
		{"INSERT INTO settings VALUES ($1, $2) ON CONFLICT (key) DO UPDATE SET value = excluded.value || $3", false},
		{"INSERT INTO settings SELECT $1, $2 WHERE NOT EXISTS (SELECT 1 FROM settings WHERE key = $3)", false},
		{"UPDATE settings SET value = $1 WHERE key = $2", false},
		{"UPDATE settings SET value = coalesce(value, $1) WHERE key = $2", false},
		{"UPDATE settings SET key = $1, value = value || 'x' WHERE key = $2", true},
		{"UPDATE users SET id = $1 + id", true},
		{"UPDATE settings SET value = $1 WHERE value = $2 || value", false},
		{"UPDATE settings SET value = lower(key), key = $1 WHERE key = $2", false},
	} {
		if r := prepare(c, tt.query); r.Repeats != tt.want || len(r.Problems) > 0 {
			t.Errorf("%s\nrepeats %t, want %t, problems %v", tt.query, r.Repeats, tt.want, r.Problems)
		}
	}
}
