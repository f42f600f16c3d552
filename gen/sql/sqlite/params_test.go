package sqlite_test

import (
	"strings"
	"testing"
)

func TestParams(t *testing.T) {
	c := open(t)
	for _, tt := range []struct{ query, want string }{
		// Comparisons.
		{"SELECT id FROM users WHERE id = $1", "int?"},
		{"SELECT id FROM users WHERE $1 = email", "string?"},
		{"SELECT id FROM users u WHERE u.id <> $1 AND $2 <> u.active", "int?, bool?"},
		{"SELECT id FROM users WHERE created_at > $1 AND created_at <= $2", "time?, time?"},
		{"SELECT id FROM users WHERE name IS $1 OR name IS NOT $2", "string?, string?"},
		{"SELECT id FROM users WHERE name IS NOT DISTINCT FROM $1", "string?"},
		{"SELECT id FROM users WHERE name LIKE $1 AND email NOT LIKE $2 AND id LIKE $3", "string?, string?, string?"},
		{"SELECT id FROM users WHERE id IN ($1, $2) AND email NOT IN ($3)", "int?, int?, string?"},
		{"SELECT id FROM orders WHERE amount BETWEEN $1 AND $2", "float?, float?"},
		{"SELECT id FROM orders WHERE amount NOT BETWEEN 1 AND $1", "float?"},
		{"SELECT id FROM users WHERE password_hash = $1", "string?"},
		{"SELECT id FROM users WHERE (id = $1) OR NOT id = $2", "int?, int?"},
		{"SELECT CASE WHEN id = $1 THEN 1 ELSE 0 END AS me FROM users", "int?"},
		{"SELECT o.id FROM orders o JOIN users u ON u.email = $1 AND o.note = $2", "string?, string?"},

		// Names are those of the innermost query that has them.
		{"SELECT id FROM users u WHERE EXISTS (SELECT 1 FROM orders WHERE note = $1 AND u.email = $2)", "string?, string?"},
		{"SELECT id FROM users WHERE id IN (SELECT user_id FROM orders WHERE amount > $1)", "float?"},
		{"WITH big AS (SELECT id, amount FROM orders WHERE amount > $1) SELECT id FROM big WHERE amount < $2", "float?, float?"},
		{"SELECT email FROM totals WHERE total > $1 AND email = $2", "float?, string?"},
		{"SELECT id FROM users WHERE rowid = $1", "int?"},

		// Changes.
		{"INSERT INTO users (email, active) VALUES ($1, $2), ($3, $4)", "string?, bool?, string?, bool?"},
		{"INSERT INTO orders VALUES ($1, $2, $3, $4, $5, $6)", "int?, int?, float?, string?, any?, date?"},
		{"INSERT INTO orders (user_id, note) SELECT id, $1 FROM users WHERE email = $2", "string?, string?"},
		{"INSERT INTO orders (user_id, note) VALUES ((SELECT id FROM users WHERE email = $1), lower($2))", "string?, any?"},
		{"INSERT INTO settings (key, value) VALUES ($1, $2) ON CONFLICT (key) DO UPDATE SET value = $3 WHERE excluded.key <> $4", "string?, bytes?, bytes?, string?"},
		{"REPLACE INTO settings VALUES (($1), $2)", "string?, bytes?"},
		{"UPDATE users SET name = $1, active = $2 WHERE id = $3 RETURNING id", "string?, bool?, int?"},
		{"UPDATE users AS u SET name = o.note FROM orders o WHERE o.amount = $1 AND u.id = $2", "float?, int?"},
		{"DELETE FROM orders WHERE user_id = $1", "int?"},

		// Counts.
		{"SELECT id FROM users LIMIT $1 OFFSET $2", "int?, int?"},
		{"SELECT id FROM users LIMIT $1, $2", "int?, int?"},

		// No bare column: untyped.
		{"SELECT $1 AS x", "any?"},
		{"SELECT id FROM users WHERE lower(email) = $1", "any?"},
		{"SELECT id FROM users WHERE id + 1 = $1", "any?"},
		{"SELECT id FROM users WHERE id = $1 + 1", "any?"},
		{"SELECT id FROM users WHERE 1 + $1 = id", "any?"},
		{"SELECT id FROM users WHERE $1 = id + 1", "any?"},
		{"SELECT id FROM users WHERE email || name = $1", "any?"},
		{"SELECT id FROM users WHERE email LIKE '%' || $1 || '%'", "any?"},
		{"SELECT id FROM users WHERE coalesce($1, id) = 1", "any?"},
		{"SELECT id FROM users WHERE $1 IS NULL OR id = $2", "any?, int?"},
		{"UPDATE orders SET amount = amount + $1", "any?"},
		{"SELECT j.value AS v FROM json_each($1) j WHERE j.key = $2", "any?, any?"},
	} {
		t.Run(tt.query, func(t *testing.T) {
			r := prepare(c, tt.query)
			if len(r.Problems) > 0 {
				t.Fatalf("unexpected problem: %+v", r.Problems)
			}
			var got []string
			for _, p := range r.Params {
				got = append(got, p.String())
			}
			if got := strings.Join(got, ", "); got != tt.want {
				t.Errorf("parameters\n got %s\nwant %s", got, tt.want)
			}
		})
	}
}
