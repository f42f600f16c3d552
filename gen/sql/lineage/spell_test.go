package lineage

import (
	"testing"

	"github.com/flowc-dev/flowc/gen/sql/statement"
)

const spellSchema = `
CREATE TABLE users (id INTEGER PRIMARY KEY, "Nick" TEXT, "order" TEXT, fullName TEXT);
CREATE TABLE posts (id INTEGER PRIMARY KEY, user_id INTEGER NOT NULL, title TEXT NOT NULL);
CREATE TABLE likes (user_id INTEGER NOT NULL, post_id INTEGER NOT NULL);
CREATE TABLE sums (a INTEGER, b INTEGER GENERATED ALWAYS AS (a + 1));
CREATE VIEW titles AS SELECT * FROM posts;
`

// TestSpelled wants each column of a table named that a statement leaves unnamed, and nothing else touched.
func TestSpelled(t *testing.T) {
	schema := ReadSchema(spellSchema)
	for _, tt := range []struct{ text, want string }{
		{"SELECT * FROM posts WHERE id = $1", "SELECT id, user_id, title FROM posts WHERE id = $1"},
		{"SELECT * FROM users", `SELECT id, "Nick", "order", fullName FROM users`},
		{"SELECT p.*, u.id AS author FROM posts p JOIN users u ON u.id = p.user_id", "SELECT p.id, p.user_id, p.title, u.id AS author FROM posts p JOIN users u ON u.id = p.user_id"},
		{"SELECT * FROM posts JOIN likes AS \"L\" ON post_id = id", `SELECT posts.id, posts.user_id, posts.title, "L".user_id, "L".post_id FROM posts JOIN likes AS "L" ON post_id = id`},
		{"SELECT * FROM likes JOIN posts USING (user_id)", "SELECT user_id, likes.post_id, posts.id, posts.title FROM likes JOIN posts USING (user_id)"},
		{"SELECT * FROM posts JOIN likes USING (user_id)", ""}, // PostgreSQL puts user_id first, SQLite does not
		{"SELECT * FROM likes NATURAL JOIN posts", "SELECT user_id, likes.post_id, posts.id, posts.title FROM likes NATURAL JOIN posts"},
		{"INSERT INTO posts VALUES ($1, $2, $3) RETURNING *", "INSERT INTO posts (id, user_id, title) VALUES ($1, $2, $3) RETURNING id, user_id, title"},
		{"INSERT INTO likes AS l SELECT * FROM likes", "INSERT INTO likes AS l (user_id, post_id) SELECT user_id, post_id FROM likes"},
		{"INSERT INTO posts VALUES ($1, $2)", "INSERT INTO posts (id, user_id) VALUES ($1, $2)"},
		{"INSERT INTO sums VALUES ($1)", ""},
		{"INSERT INTO likes DEFAULT VALUES", ""},
		{"INSERT INTO posts (title) VALUES ('*') ON CONFLICT DO NOTHING RETURNING posts.*, 2 * 3 AS n", "INSERT INTO posts (title) VALUES ('*') ON CONFLICT DO NOTHING RETURNING posts.id, posts.user_id, posts.title, 2 * 3 AS n"},
		{"UPDATE posts SET title = u.\"Nick\" FROM users u RETURNING *", ""}, // engines differ in what that is
		{"DELETE FROM likes RETURNING *", "DELETE FROM likes RETURNING user_id, post_id"},
		{"WITH x AS (SELECT * FROM likes) SELECT * FROM x", "WITH x AS (SELECT user_id, post_id FROM likes) SELECT * FROM x"},
		{"WITH x AS (SELECT 1 AS n) SELECT * FROM x, likes", "WITH x AS (SELECT 1 AS n) SELECT x.*, likes.user_id, likes.post_id FROM x, likes"},
		{"SELECT * FROM likes UNION ALL SELECT user_id, id FROM posts", "SELECT user_id, post_id FROM likes UNION ALL SELECT user_id, id FROM posts"},
		{"SELECT count(*) AS n FROM posts WHERE EXISTS (SELECT * FROM likes)", ""},
		{"SELECT * FROM titles", ""},
		{"SELECT * FROM likes AS l (a, b)", ""},
		{"SELECT * FROM nowhere", ""},
		{"SELECT * FROM", ""},
	} {
		want := tt.want
		if want == "" {
			want = tt.text
		}
		if got := sent(tt.text, Resolve(tt.text, schema).Spelled); got != want {
			t.Errorf("%s\n got %s\nwant %s", tt.text, got, want)
		}
	}
}

// sent is a text with its spellings.
func sent(text string, list []statement.Spelling) string {
	at, all := 0, ""
	for _, s := range list {
		all += text[at:s.Start] + s.Text
		at = s.End
	}
	return all + text[at:]
}

// TestUnnamed wants to know of a statement whether its columns are more where a table has more.
func TestUnnamed(t *testing.T) {
	schema := ReadSchema(spellSchema)
	for text, want := range map[string]bool{
		"SELECT * FROM posts":                                 false,
		"SELECT * FROM (SELECT * FROM posts) AS p":            false,
		"SELECT * FROM json_each($1)":                         false,
		"SELECT * FROM posts JOIN likes USING (user_id)":      true,
		"SELECT * FROM titles":                                true,
		"SELECT * FROM nowhere":                               true,
		"SELECT t.* FROM titles AS t":                         true,
		"TABLE posts":                                         true,
		"UPDATE likes SET user_id = 1 FROM posts RETURNING *": true,
		"SELECT id FROM posts":                                false,
		"MERGE INTO posts USING likes ON true WHEN MATCHED THEN DELETE RETURNING *":     true,
		"MERGE INTO posts USING likes ON true WHEN MATCHED THEN DELETE RETURNING 2 * 3": false,
	} {
		if got := Resolve(text, schema).Unnamed; got != want {
			t.Errorf("%s: %v, want %v", text, got, want)
		}
	}
}
