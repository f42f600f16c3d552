package token_test

import (
	"strings"
	"testing"

	"github.com/flowc-dev/flowc/gen/sql/token"
)

// In each query, {} is a placeholder.
func TestPlaceholders(t *testing.T) {
	for _, tt := range []struct{ query, want string }{
		{"SELECT id FROM users WHERE email = '{}'", "0 placeholder inside quotes"},
		{"SELECT id FROM users WHERE email LIKE '%{}%' AND id = {}", "0 placeholder inside quotes"},
		{"SELECT id FROM users WHERE id = {} AND email = 'it''s {}'", "1 placeholder inside quotes"},
		{"SELECT id FROM users WHERE email = E'it\\'s {}'", "0 placeholder inside quotes"},
		{"SELECT $$ {} $$", "0 placeholder inside quotes"},
		{"SELECT $tag$ {} $tag$, {}", "0 placeholder inside quotes"},
		{"SELECT 'never closed {}", "0 placeholder inside quotes"},
		{`SELECT "{}" FROM users`, "0 placeholder inside a quoted identifier"},
		{"SELECT `a{}` FROM [{}]", "0 placeholder inside a quoted identifier; 1 placeholder inside a quoted identifier"},
		{"SELECT 1 -- {}", "0 placeholder inside a comment"},
		{"SELECT 1 /* {} */ + {}", "0 placeholder inside a comment"},

		{"SELECT id FROM {}", "0 placeholder in place of an identifier, after FROM"},
		{"SELECT id FROM users, {}", "0 placeholder in place of an identifier, after FROM"},
		{"SELECT id FROM users JOIN /* x */ {} ON id = {}", "0 placeholder in place of an identifier, after JOIN"},
		{"INSERT INTO {} VALUES ({})", "0 placeholder in place of an identifier, after INTO"},
		{"INSERT INTO {} (a) VALUES ({})", "0 placeholder in place of an identifier, before a parenthesis"},
		{"INSERT INTO t (a, {}) VALUES ({}, {})", "0 placeholder in place of an identifier, after the parenthesis of a list of columns"},
		{"UPDATE {} SET a = {}", "0 placeholder in place of an identifier, after UPDATE"},
		{"UPDATE t SET {} = 1, a = {}, {} = 2", "0 placeholder in place of an identifier, after SET; 2 placeholder in place of an identifier, after SET"},
		{"DROP TABLE {}", "0 placeholder in place of an identifier, after TABLE"},
		{"SELECT id FROM users ORDER BY {}", "0 placeholder in place of an identifier, after ORDER BY or GROUP BY"},
		{"SELECT id FROM users ORDER BY id, {} LIMIT {}", "0 placeholder in place of an identifier, after ORDER BY or GROUP BY"},
		{"SELECT id FROM users ORDER BY id {}", `0 placeholder in place of a keyword, after "id"`},
		{"SELECT id FROM users GROUP BY {}", "0 placeholder in place of an identifier, after ORDER BY or GROUP BY"},
		{"SELECT DISTINCT ON ({}) id FROM users", "0 placeholder in place of an identifier, after the parenthesis of a list of columns"},
		{"SELECT DISTINCT ON (lower({}), id, {}) id FROM users", "1 placeholder in place of an identifier, after the parenthesis of a list of columns"},
		{"SELECT max(id) OVER (PARTITION BY {}), group_concat(a ORDER BY {}) FROM users", "0 placeholder in place of an identifier, after ORDER BY or GROUP BY; 1 placeholder in place of an identifier, after ORDER BY or GROUP BY"},
		{"SELECT {}.id, u.{} FROM users u", "0 placeholder in place of an identifier, before a dot; 1 placeholder in place of an identifier, after a dot"},
		{"SELECT {}(id) FROM users", "0 placeholder in place of an identifier, before a parenthesis"},
		{"SELECT id AS {} FROM users", "0 placeholder in place of an identifier, after AS"},
		{"SELECT id FROM users_{}", "0 placeholder that is a part of a word"},
		{"SELECT {}_id, {}{}", "0 placeholder that is a part of a word; 1 placeholder that is a part of a word"},

		// Places for values.
		{"SELECT {}, id FROM users WHERE id = {} AND email IN ({}, {}) ORDER BY coalesce(name, {}) LIMIT {} OFFSET {}", ""},
		{"SELECT id FROM users ORDER BY CASE WHEN id = {} THEN 0 ELSE 1 END, id", ""},
		{"SELECT id FROM a JOIN b ON a.x = {} AND b.y IN ({}, {}), c WHERE a IS NOT DISTINCT FROM {}", ""},
		{"SELECT extract(year FROM {}), substring(name FROM {}) FROM users", ""},
		{"SELECT id FROM (SELECT {} AS id) WHERE id = {}", ""},
		{"INSERT INTO t (a, b) VALUES ({}, {}), ({}, lower({})) ON CONFLICT (a) DO UPDATE SET b = {} WHERE t.a = {} RETURNING {}", ""},
		{"INSERT INTO t SELECT {}, a FROM b", ""},
		{"UPDATE t SET a = {}, b = a + {} FROM u WHERE t.id = {}", ""},
		{"SELECT {}::int, ARRAY[{}, 1], tags[{}] FROM t", ""},
		{"SELECT 'a', \"b\", {} FROM t -- it's", ""},
		{"VALUES ({}, {})", ""},
	} {
		t.Run(tt.query, func(t *testing.T) {
			var got []string
			for _, m := range token.Placeholders(strings.Split(tt.query, "{}")) {
				got = append(got, string(rune('0'+m.Index))+" "+m.Why)
			}
			if got := strings.Join(got, "; "); got != tt.want {
				t.Errorf("\n got %s\nwant %s", got, tt.want)
			}
		})
	}
}

func FuzzPlaceholders(f *testing.F) {
	f.Add("SELECT {} FROM t WHERE a = '{}'")
	f.Add("INSERT INTO t (a, {}) VALUES ({}, $$ {} $$) -- {}")
	f.Add("{}{}[{}](({}\"{}")
	f.Fuzz(func(t *testing.T, query string) {
		parts := strings.Split(query, "{}")
		last := -1
		for _, m := range token.Placeholders(parts) {
			if m.Index <= last || m.Index >= len(parts)-1 || m.Why == "" {
				t.Fatalf("placeholder %d of %d, after %d, says %q", m.Index, len(parts)-1, last, m.Why)
			}
			last = m.Index
		}
	})
}
