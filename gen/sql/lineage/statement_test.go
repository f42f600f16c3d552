package lineage

import (
	"fmt"
	"strings"
	"testing"

	"github.com/flowc-dev/flowc/gen/sql/statement"
)

const schemaSQL = `
-- what people are
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

// show writes a column as `name<what flows into it>`, with ? where it may be null, ?$1 where parameter 1 may make it so,
// and ! where it can't be followed.
func show(s *statement.Statement) string {
	var all []string
	for _, c := range s.Columns {
		all = append(all, c.Name+shown(c.Value))
	}
	return strings.Join(all, " ")
}

func shown(v statement.Value) string {
	if v.Unproved != "" {
		return "!"
	}
	var from []string
	for _, c := range v.Columns {
		from = append(from, c.Table+"."+c.Name)
	}
	for _, n := range v.Params {
		from = append(from, fmt.Sprintf("$%d", n))
	}
	text := "<" + strings.Join(from, ",") + ">"
	if v.Null {
		return text + "?"
	}
	for _, all := range v.NullWith {
		text += "?"
		for _, n := range all {
			text += fmt.Sprintf("$%d", n)
		}
	}
	return text
}

func TestColumns(t *testing.T) {
	schema := ReadSchema(schemaSQL)
	for _, tt := range columnCases {
		if s := Resolve(tt.text, schema); show(s) != tt.want {
			t.Errorf("%s\n got %s\nwant %s\n(%s)", tt.text, show(s), tt.want, s.Unproved)
		}
	}
}

var columnCases = []struct{ text, want string }{
	// Names, scopes and stars.
	{"SELECT id, u.nick, main.users.email FROM main.users AS u", `id<users.id> nick<users.nick>? email!`},
	{"SELECT main.users.email FROM main.users", `email<users.email>`},
	{`SELECT "u"."email" /* , password_hash */ AS e FROM "users" u -- , password_hash`, `e<users.email>`},
	{"SELECT o.* FROM users u JOIN orders o ON o.user_id = u.id", "id<orders.id> user_id<orders.user_id> amount<orders.amount> note<orders.note>?"},
	{"SELECT * FROM sessions", "token_hash<sessions.token_hash>? user_id<sessions.user_id> data<sessions.data>? note<sessions.note>?"},
	{"TABLE sessions", "token_hash<sessions.token_hash>? user_id<sessions.user_id> data<sessions.data>? note<sessions.note>?"},
	{"SELECT rowid AS r, u.oid AS o FROM users u", "r<users.rowid> o<users.oid>"},
	{"SELECT nick AS email FROM users", "email<users.nick>?"},
	{"SELECT title FROM search", "title<search.title>?"},
	{"SELECT (SELECT password_hash) AS p FROM users", "p<users.password_hash>"},
	{"SELECT (SELECT u.password_hash FROM orders o WHERE o.user_id = u.id) AS p FROM users u", "p<users.password_hash>?"},

	// What flows into an expression.
	{"SELECT upper($1) AS x", "x<$1>?$1"},
	{"SELECT 'a' || email || $1 AS x FROM users", "x<users.email,$1>?$1"},
	{"SELECT coalesce(nick, password_hash) AS x, ifnull(nick, '') AS y, coalesce(nick, $1) AS z FROM users",
		"x<users.nick,users.password_hash> y<users.nick> z<users.nick,$1>?$1"},
	{"SELECT CASE WHEN password_hash = 'x' THEN email ELSE nick END AS x FROM users", "x<users.email,users.nick>?"},
	{"SELECT coalesce($1, $2) AS x, coalesce($1, $2, nick) AS y, greatest($1, $1) AS z FROM users", "x<$1,$2>?$1$2 y<users.nick,$1,$2>?$1$2 z<$1>?$1"},
	{"SELECT CASE WHEN nick IS NULL THEN '' ELSE nick END AS x, iif(nick > '', nick, '') AS y FROM users", "x<users.nick> y<users.nick>"},
	{"SELECT CASE WHEN nick > '' THEN '' ELSE nick END AS x, iif(id = 1, email) AS y FROM users", "x<users.nick>? y<users.email>?"},
	{"SELECT (u).email, (u).nick AS x, (p).secret AS y, (nick).a AS z FROM users u, people p", "email<users.email> x<users.nick>? y<users.password_hash> z<users.nick>?"},
	{"SELECT (o).* FROM orders o LEFT JOIN users u ON u.id = o.user_id", "id<orders.id> user_id<orders.user_id> amount<orders.amount> note<orders.note>?"},
	{"SELECT (s.r).email AS x FROM (SELECT u AS r FROM users u) s", "x<users.created_at,users.deep,users.email,users.id,users.nick,users.password_hash,users.shadow>?"},
	{"SELECT CASE id WHEN 1 THEN $1 WHEN 2 THEN password_hash END AS x FROM users", "x<users.password_hash,$1>?"},
	{"SELECT password_hash = $1 AS same, password_hash IS NOT NULL AS has, length(password_hash) AS n, count(*) OVER () AS c FROM users",
		"same<>?$1 has<> n<> c<>"},
	{"SELECT nullif(nick, email) AS x, id / 2 AS y, id / user_id AS z FROM users JOIN orders USING (id)",
		"x<users.nick>? y<orders.id,users.id> z<orders.id,orders.user_id,users.id>?"},
	{"SELECT CAST(password_hash AS TEXT) AS a, password_hash COLLATE nocase AS b, -id AS c, (id) AS d FROM users",
		"a<users.password_hash> b<users.password_hash> c<users.id> d<users.id>"},
	{"SELECT json_extract(json_object('h', password_hash), '$.h') AS x, password_hash ->> '$' AS y FROM users",
		"x<users.password_hash>? y<users.password_hash>?"},
	{"SELECT lag(password_hash, 1, 'x') OVER (PARTITION BY nick ORDER BY id) AS x, first_value(email) OVER w AS y FROM users WINDOW w AS (ORDER BY id)",
		"x<users.password_hash> y<users.email>?"},
	{"SELECT sum(amount) OVER (ORDER BY id DESC) AS a, max(note) OVER () AS b, first_value(amount) OVER (PARTITION BY user_id ORDER BY id) AS c FROM orders",
		"a<orders.amount> b<orders.note>? c<orders.amount>"},
	{"SELECT sum(amount) OVER (ORDER BY id ROWS BETWEEN 2 PRECEDING AND 1 PRECEDING) AS a, sum(amount) OVER w AS b FROM orders WINDOW w AS (ORDER BY id)",
		"a<orders.amount>? b<orders.amount>?"},
	{"SELECT sum(amount) FILTER (WHERE id > 1) OVER (ORDER BY id) AS a, sum(o.amount) OVER (ORDER BY u.id) AS b FROM users u LEFT JOIN orders o ON o.user_id = u.id",
		"a<orders.amount>? b<orders.amount>?"},
	{"SELECT nick IS NOT NULL AND nick > 'a' AS x, nick IS NULL OR nick > 'a' AS y, nick > 'a' AND nick IS NOT NULL AS z FROM users", "x<> y<> z<>?"},
	{"SELECT nick IS NOT NULL OR nick > 'a' AS x, nick IS NULL AND nick > 'a' AS y, nick > 'a' AND nick < 'b' AS z FROM users", "x<>? y<>? z<>?"},
	{"SELECT nick IS NOT NULL AND NOT (nick > 'a' OR nick < $1) AS x, NOT (nick IS NULL OR nick > 'a') AS y, id > 1 AND nick > 'a' AS z FROM users", "x<>?$1 y<> z<>?"},
	{"SELECT group_concat(password_hash ORDER BY id) AS x FROM users", "x<users.password_hash>?"},
	{"SELECT datetime('now', '-1 day') AS x, datetime('now', nick) AS y FROM users", "x<> y<users.nick>?"},
	{"SELECT shadow, deep FROM users", "shadow<users.password_hash,users.shadow>? deep<users.deep,users.password_hash,users.shadow>?"},

	// Sources that are not tables.
	{"SELECT value FROM users, json_each(json_array(password_hash))", "value<users.password_hash>?"},
	{"SELECT j.value FROM users u JOIN json_each(u.nick) j", "value<users.nick>?"},
	{"SELECT value FROM users, json_each WHERE json = password_hash", "value!"},
	{"SELECT * FROM people", "id<users.id> secret<users.password_hash>"},
	{"SELECT x FROM (SELECT password_hash AS x, email FROM users) AS s", "x<users.password_hash>"},
	{"WITH c (a, b) AS (SELECT id, password_hash FROM users) SELECT b, a FROM c", "b<users.password_hash> a<users.id>"},
	{"WITH RECURSIVE n (i, s) AS (SELECT 1, email FROM users UNION ALL SELECT i + 1, s || $1 FROM n WHERE i < 3) SELECT i, s FROM n",
		"i<> s<users.email,$1>?$1"},
	{"WITH RECURSIVE n (a, b) AS (SELECT email, password_hash FROM users UNION ALL SELECT b, a FROM n) SELECT a FROM n",
		"a<users.email,users.password_hash>"},
	{"WITH users AS (SELECT nick AS email FROM users) SELECT email FROM users", "email<users.nick>?"},
	{"WITH a AS (SELECT x FROM b), b AS (SELECT password_hash AS x FROM users) SELECT x FROM a", "x!"},
	{"SELECT email FROM users UNION SELECT password_hash FROM users", "email<users.email,users.password_hash>"},
	{"SELECT email FROM users EXCEPT SELECT nick FROM users", "email<users.email,users.nick>?"},
	{"VALUES (1, $1), (2, NULL)", "column1<> column2<$1>?"},
	{"SELECT v.b FROM (VALUES (1, $1)) AS v (a, b)", "b<$1>?$1"},
	{"SELECT l.p FROM users u, LATERAL (SELECT u.password_hash AS p) l", "p<users.password_hash>"},
	{"SELECT x FROM unnest($1::text[]) AS x", "x<$1>?"},

	// Joins.
	{"SELECT u.email, o.note, o.amount FROM users u LEFT JOIN orders o ON o.user_id = u.id", "email<users.email> note<orders.note>? amount<orders.amount>?"},
	{"SELECT o.amount FROM users u LEFT JOIN orders o ON o.user_id = u.id WHERE o.id IS NOT NULL", "amount<orders.amount>"},
	{"SELECT o.amount, o.note FROM users u LEFT JOIN orders o ON o.note = u.nick WHERE o.amount > 1", "amount<orders.amount> note<orders.note>"},
	{"SELECT u.email, o.amount FROM users u RIGHT JOIN orders o ON o.user_id = u.id", "email<users.email>? amount<orders.amount>"},
	{"SELECT u.email FROM users u FULL JOIN orders o ON o.user_id = u.id", "email<users.email>?"},
	{"SELECT id FROM users JOIN orders USING (id)", "id<orders.id,users.id>"},
	{"SELECT id FROM users LEFT JOIN orders USING (id)", "id<orders.id,users.id>"},
	{"SELECT * FROM (SELECT id, nick FROM users) NATURAL JOIN (SELECT id, note FROM orders)", "id<orders.id,users.id> nick<users.nick>? note<orders.note>?"},
	{"SELECT * FROM (SELECT nick, id FROM users) JOIN (SELECT id, note FROM orders) USING (id)", "nick! id! note!"},

	// Conditions.
	{"SELECT nick FROM users WHERE nick IS NOT NULL", "nick<users.nick>"},
	{"SELECT nick FROM users WHERE lower(nick) = $1 AND id > 1", "nick<users.nick>"},
	{"SELECT nick FROM users WHERE nick LIKE $1 OR nick > 'a'", "nick<users.nick>"},
	{"SELECT nick FROM users WHERE nick > 'a' OR id = 1", "nick<users.nick>?"},
	{"SELECT nick FROM users WHERE NOT (nick IS NULL OR id = 1)", "nick<users.nick>"},
	{"SELECT nick FROM users WHERE nick IN ('a', 'b')", "nick<users.nick>"},
	{"SELECT nick FROM users WHERE nick NOT IN ('a', 'b')", "nick<users.nick>"},
	{"SELECT nick FROM users WHERE nick IN ($1)", "nick<users.nick>"},
	{"SELECT nick FROM users WHERE nick NOT IN ($1)", "nick<users.nick>?"}, // which is true where a list is bound that is empty
	{"SELECT nick FROM users WHERE NOT (nick IN ($1))", "nick<users.nick>?"},
	{"SELECT nick FROM users WHERE NOT (nick NOT IN ($1))", "nick<users.nick>"},
	{"SELECT nick FROM users WHERE nick NOT IN (SELECT note FROM sessions)", "nick<users.nick>?"},
	{"SELECT nick FROM users WHERE nick = ANY($1)", "nick<users.nick>"},
	{"SELECT nick FROM users WHERE nick <> ALL($1)", "nick<users.nick>?"},
	{"SELECT nick FROM users WHERE nick IS $1", "nick<users.nick>?"},
	{"SELECT nick FROM users WHERE coalesce(nick, 'x') = 'x'", "nick<users.nick>?"},

	// Aggregates.
	{"SELECT count(*) AS n, sum(amount) AS s, min(id) AS m, user_id FROM orders", "n<> s<orders.amount>? m<orders.id>? user_id<orders.user_id>?"},
	{"SELECT user_id, sum(amount) AS s, max(note) AS m, avg(amount) FILTER (WHERE id > 1) AS a FROM orders GROUP BY user_id",
		"user_id<orders.user_id> s<orders.amount> m<orders.note>? a<orders.amount>?"},
	{"SELECT user_id, sum(amount) AS s FROM orders GROUP BY ROLLUP (user_id)", "user_id<orders.user_id>? s<orders.amount>?"},
	{"SELECT email, (SELECT count(u.id) FROM orders) AS n FROM users u", "email<users.email>? n<>?"},
	{"SELECT max(id, user_id) AS m FROM orders", "m<orders.id,orders.user_id>"},

	// Changes.
	{"INSERT INTO sessions (token_hash, user_id, data) VALUES ('t', 1, $1) RETURNING data, note", "data<sessions.data,$1>?$1 note<sessions.note>?"},
	{"INSERT INTO sessions SELECT 't', id, password_hash, NULL FROM users RETURNING *",
		"token_hash<sessions.token_hash> user_id<sessions.user_id,users.id> data<sessions.data,users.password_hash> note<sessions.note>?"},
	{"UPDATE users SET nick = password_hash WHERE id = 1 RETURNING nick, email", "nick<users.nick,users.password_hash> email<users.email>"},
	{"UPDATE users SET nick = $1, email = $2 RETURNING nick, email", "nick<users.nick,$1>?$1 email<users.email,$2>"},
	{"UPDATE users SET (nick, email) = ($1, password_hash) RETURNING nick, email", "nick<users.nick,$1>?$1 email<users.email,users.password_hash>"},
	{"UPDATE users SET password_hash = $1 RETURNING shadow", "shadow<users.password_hash,users.shadow,$1>?"},
	{"UPDATE users AS u SET nick = o.note FROM orders o WHERE o.user_id = u.id RETURNING u.nick, o.amount",
		"nick<orders.note,users.nick>? amount<orders.amount>"},
	{"INSERT INTO orders (user_id, amount, note) VALUES ($1, $2, $3) ON CONFLICT (id) DO UPDATE SET note = excluded.amount || $4 RETURNING note",
		"note<orders.amount,orders.note,$2,$3,$4>?$3?$4"},
	{"REPLACE INTO sessions VALUES ($1, $2, $3, NULL) RETURNING data", "data<sessions.data,$3>?$3"},
	{"DELETE FROM users WHERE nick = $1 RETURNING nick, password_hash", "nick<users.nick> password_hash<users.password_hash>"},
	{"UPDATE users SET nick = 'x' RETURNING old.password_hash AS o, new.nick AS n", "o<users.password_hash> n<users.nick>"},
	{"WITH gone AS (DELETE FROM users RETURNING *) SELECT password_hash FROM gone", "password_hash<users.password_hash>"},
	{"INSERT INTO users DEFAULT VALUES RETURNING nick, id", "nick<users.nick>? id<users.id>"},

	// PostgreSQL.
	{"SELECT row_to_json(u) AS x FROM users u", "x<users.created_at,users.deep,users.email,users.id,users.nick,users.password_hash,users.shadow>?"},
	{"SELECT u::text AS x, (u).email AS y FROM sessions u", "x<sessions.data,sessions.note,sessions.token_hash,sessions.user_id>? y<sessions.data,sessions.note,sessions.token_hash,sessions.user_id>?"},
	{"SELECT email::varchar(20) AS x, nick::text[] AS y FROM users", "x<users.email> y<users.nick>?"},
	{"SELECT ARRAY[email, nick] AS x, extract(year FROM created_at) AS y FROM users", "x<users.email,users.nick> y<users.created_at>?"},
	{"SELECT substring(password_hash FROM 1 FOR 2) AS x, trim(BOTH 'x' FROM email) AS y FROM users", "x<users.password_hash> y<users.email>"},
	{"SELECT id, a ?!? b AS w, email <-> $1 AS d, id*-1 AS n, id||-id AS m FROM users", "id<users.id> w! d<users.email,$1>? n<users.id> m<users.id>"},
	{"SELECT id, nick AS y weird stuff AS w, id = ~!> AS z FROM users", "id<users.id> w! z!"},
	{"SELECT x FROM elsewhere", "x!"},
	{"SELECT query_to_xml('select * from users') AS x", "x!"},
}
