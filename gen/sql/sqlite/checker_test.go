package sqlite_test

import (
	"fmt"
	"strings"
	"sync"
	"testing"

	"github.com/flowc-dev/flowc/gen/sql/sqlite"
	"github.com/flowc-dev/flowc/schema/diag"
)

const schema = `
CREATE TABLE users (
	id            INTEGER PRIMARY KEY,
	email         TEXT NOT NULL UNIQUE,
	name          TEXT,
	password_hash TEXT NOT NULL,
	active        BOOLEAN NOT NULL DEFAULT 1,
	created_at    TIMESTAMP NOT NULL
);
CREATE TABLE orders (
	id       INTEGER PRIMARY KEY,
	user_id  BIGINT NOT NULL REFERENCES users (id),
	amount   NUMERIC(10, 2) NOT NULL,
	note     TEXT,
	meta     JSON,
	due      DATE,
	shipping TEXT GENERATED ALWAYS AS (upper(note))
);
CREATE TABLE settings (key TEXT PRIMARY KEY, value BLOB) WITHOUT ROWID;
CREATE TABLE backwards (id INTEGER PRIMARY KEY DESC);
CREATE VIEW totals (user_id, email, total) AS
	SELECT o.user_id, u.email, sum(o.amount) FROM orders o LEFT JOIN users u ON u.id = o.user_id GROUP BY o.user_id;
CREATE TRIGGER touch AFTER UPDATE ON users BEGIN
	UPDATE users SET name = CASE WHEN 1 THEN 'x' END WHERE 0;
END;
`

// open returns a Checker for the test's schema.
func open(tb testing.TB) *sqlite.Checker {
	tb.Helper()
	c, problems := sqlite.Open(diag.NewFile("schema.sql", []byte(schema)))
	if len(problems) > 0 {
		tb.Fatalf("the test's schema has problems: %v", problems)
	}
	tb.Cleanup(func() {
		if err := c.Close(); err != nil {
			tb.Error(err)
		}
	})
	return c
}

// prepare prepares a query whose parameters are $1 and so on.
func prepare(c *sqlite.Checker, text string) sqlite.Result {
	n := 0
	for strings.Contains(text, fmt.Sprintf("$%d", n+1)) {
		n++
	}
	return c.Prepare(sqlite.Query{Text: text, Params: n, Dialect: "any"})
}

// show writes columns as `name type`.
func show(columns []sqlite.Column) string {
	var parts []string
	for _, c := range columns {
		parts = append(parts, c.Name+" "+c.Type.String())
	}
	return strings.Join(parts, ", ")
}

// columnCases are queries and their columns. TestNeverNull runs them too.
func columnCases() []struct{ query, want string } {
	return []struct{ query, want string }{
		// Columns of one table.
		{"SELECT id, email, name, active, created_at FROM users", "id int, email string, name string?, active bool, created_at time"},
		{"SELECT password_hash FROM users", "password_hash string"},
		{"SELECT password_hash AS p FROM users", "p string"},
		{"SELECT * FROM settings", "key string, value bytes?"},
		{"SELECT rowid AS r FROM orders", "r int"},
		{"SELECT id FROM backwards", "id int?"},
		{`SELECT "id", [email], ` + "`name`" + `, main.users.active FROM users`, "id int, email string, name string?, active bool"},
		{"SELECT amount, meta, due, shipping FROM orders", "amount float, meta any?, due date?, shipping string?"},

		// Joins.
		{"SELECT o.id, u.email FROM orders o JOIN users u ON u.id = o.user_id", "id int, email string"},
		{"SELECT o.id, u.email FROM orders o LEFT JOIN users u ON u.id = o.user_id", "id int, email string?"},
		{"SELECT o.id, u.email FROM orders o RIGHT JOIN users u ON u.id = o.user_id", "id int?, email string"},
		{"SELECT o.id, u.email FROM orders o FULL OUTER JOIN users u ON u.id = o.user_id", "id int?, email string?"},
		{"SELECT a.email AS x, b.email AS y FROM users a LEFT JOIN users b ON b.id = a.id + 1", "x string, y string?"},
		{"SELECT a.id AS a, b.id AS b, c.id AS c FROM users a LEFT JOIN orders b ON 1 JOIN users c ON 1", "a int, b int?, c int"},
		{"SELECT a.id AS a, b.id AS b, c.id AS c FROM users a JOIN (orders b LEFT JOIN users c ON 1) ON 1", "a int, b int, c int?"},
		{"SELECT settings.*, o.id FROM settings, orders o", "key string, value bytes?, id int"},
		{"SELECT * FROM (SELECT id FROM users) JOIN (SELECT id, note FROM orders) USING (id)", "id int, note string?"},

		// Subqueries, WITH, views and compounds.
		{"SELECT x FROM (SELECT id AS x FROM users)", "x int"},
		{"SELECT x.id FROM users u LEFT JOIN (SELECT id FROM orders) x ON 1", "id int?"},
		{"SELECT x FROM (SELECT NULL AS x)", "x any?"},
		{"SELECT column1 AS x FROM (VALUES ('a'), (NULL))", "x any?"},
		{"SELECT s.y FROM users u JOIN (SELECT CURRENT_TIMESTAMP AS y) s", "y any?"},
		{"SELECT x FROM (WITH w AS (SELECT NULL AS y) SELECT y AS x FROM w)", "x any?"},
		{"SELECT (SELECT x FROM (SELECT u.email AS x)) AS x FROM users u", "x string?"},
		{"SELECT (SELECT id FROM users) AS x", "x int?"},
		{"SELECT (SELECT count(*) FROM orders o WHERE o.user_id = u.id) AS n FROM users u", "n int"},
		{"WITH c AS (SELECT id AS z, password_hash FROM users) SELECT * FROM c", "z int, password_hash string"},
		{"WITH c (a, b) AS (SELECT id, name FROM users) SELECT b, a FROM c", "b string?, a int"},
		{"WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n LIMIT 3", "i int?"},
		{"WITH a AS (SELECT id FROM users), b AS (SELECT id FROM a) SELECT * FROM b", "id int"},
		{"SELECT * FROM totals", "user_id int, email string?, total float?"},
		{"SELECT id FROM users UNION SELECT user_id FROM orders", "id int?"},
		{"SELECT id FROM users UNION SELECT email FROM users", "id any?"},
		{"VALUES (1, 'a')", "column1 int, column2 string"},

		// Expressions.
		{"SELECT count(*) AS n FROM users", "n int"},
		{"SELECT count(*) > 0 AS taken FROM users", "taken bool"},
		{"SELECT EXISTS (SELECT 1 FROM users) AS taken", "taken bool"},
		{"SELECT NOT EXISTS (SELECT 1 FROM users) AS free", "free bool"},
		{"SELECT email IS NOT NULL AS a, name = 'x' AS b, id IN (1, 2) AS c FROM users", "a bool, b bool?, c bool?"},
		{"SELECT sum(amount) AS s, max(id) AS m, avg(id) AS a, id FROM orders", "s float?, m int?, a float?, id int?"},
		{"SELECT user_id, sum(amount) AS s, count(DISTINCT id) AS n FROM orders GROUP BY user_id", "user_id int, s float?, n int"},
		{"SELECT id, count(*) AS n FROM orders HAVING count(*) = 0", "id int?, n int"},
		{"SELECT id, (SELECT count(*) FROM users) AS n FROM orders", "id int, n int"},
		{"SELECT sum(active) AS s, sum(id > 1) AS n, sum(email) AS t, max(active) AS m FROM users", "s int?, n int?, t any?, m bool?"},
		{"SELECT max(created_at) AS at, min(created_at) FILTER (WHERE active) AS m, sum(created_at) AS s FROM users", "at time?, m time?, s any?"},
		{"SELECT max(created_at) OVER () AS at, coalesce(max(created_at), created_at) AS c, coalesce(created_at, 'never') AS n FROM users", "at time?, c time?, n any"},
		{"SELECT newest FROM (SELECT max(created_at) AS newest FROM users)", "newest time?"},
		{"SELECT max(created_at) + 1 AS n, (SELECT max(created_at) FROM users) AS s, CURRENT_TIMESTAMP AS now FROM users", "n any?, s any?, now any?"},
		{"SELECT coalesce(name, 'nobody') AS n, coalesce(name, email) AS e, coalesce(name, NULL) AS u FROM users", "n string, e string, u any?"},
		{"SELECT coalesce(sum(amount), 0.0) AS s FROM orders", "s float"},
		{"SELECT CAST(note AS INTEGER) AS n, CAST(id AS TEXT) AS t FROM orders", "n int?, t string"},
		{"SELECT lower(password_hash) AS l, length(email) AS n, upper(name) AS u FROM users", "l string, n int, u string?"},
		{"SELECT id + 1 AS a, amount * 2 AS b, id / 2 AS c, email || name AS d, -5 AS e FROM orders o JOIN (SELECT email, name FROM users) ON 1", "a int, b float, c int?, d string?, e int"},
		{"SELECT 1 AS i, 1.5 AS f, 'x' AS s, x'00' AS b, NULL AS n, TRUE AS t", "i int, f float, s string, b bytes, n any?, t bool"},
		{"SELECT CASE WHEN active THEN password_hash END AS c FROM users", "c string?"},
		{"SELECT CASE active WHEN 1 THEN 1 WHEN 0 THEN 2.5 ELSE NULL END AS a, CASE WHEN active THEN 1 ELSE 'x' END AS b, (CASE WHEN active THEN 1 END) + 1 AS c FROM users", "a float?, b any?, c int?"},
		{"SELECT iif(active, email, 'x') AS a, iif(active, 1, 'x') AS b, iif(active, id) AS c, nullif(email, 'x') AS d FROM users", "a string?, b any?, c int?, d any?"},
		{"SELECT round(amount) AS a, round(amount, 1) AS b, abs(id) AS c, abs(amount) AS d, ceil(amount) AS e, floor(id) AS f, abs(note) AS g FROM orders", "a float?, b float?, c int, d float, e float, f int, g any?"},
		{"SELECT instr(email, '@') AS a, hex(email) AS b, typeof(name) AS c FROM users", "a int?, b string?, c string?"},
		{"SELECT total(amount) AS a, group_concat(note, ', ') AS b, total(amount) / count(*) AS c, 100.0 * count(note) / count(*) AS d FROM orders", "a float?, b string?, c float?, d float?"},
		{"SELECT -id AS a, -amount AS b, id / 2 AS c, amount / 2 AS d, id % 2 AS e, id & 1 AS f, ~id AS g, -(id + 1) * 2 AS h FROM orders", "a int, b float, c int?, d float?, e int?, f int, g int, h int"},
		{"SELECT email COLLATE NOCASE AS a, name COLLATE NOCASE = 'x' AS b FROM users", "a string, b bool?"},
		{"SELECT date('now') AS a, strftime('%Y', created_at) AS b, datetime(created_at, '+1 day') AS c, julianday('now') AS d, unixepoch() AS e FROM users", "a string?, b string?, c string?, d float?, e int?"},
		{"SELECT CAST(id AS BOOLEAN) AS a, CAST(name AS BOOLEAN) AS b, CAST(active AS BOOLEAN) AS c, CAST(id > 1 AS BOOL) AS d, CAST(email AS UUID) AS e, CAST(email AS VARCHAR(3)) AS f FROM users", "a int, b float?, c bool, d bool, e float, f string"},
		{"SELECT lag(id) OVER (ORDER BY id) AS a, ntile(2) OVER (ORDER BY id) AS b, first_value(email) OVER (ORDER BY id) AS c FROM users", "a any?, b int?, c any?"},
		{"SELECT row_number() OVER (ORDER BY id) AS n, count(*) OVER () AS all_, id FROM users", "n int, all_ int, id int"},
		{"SELECT id AS n, random() AS r FROM users", "n int, r int?"},

		// Changes.
		{"INSERT INTO users (email, password_hash, created_at) VALUES ('c', 'h', '2026-01-02') RETURNING id, name, lower(email) AS e", "id int, name string?, e string"},
		{"UPDATE users SET name = o.note FROM orders o WHERE o.user_id = users.id RETURNING *", "id int, email string, name string?, password_hash string, active bool, created_at time"},
		{"DELETE FROM settings WHERE key = 'k' RETURNING key", "key string"},
		{"DELETE FROM settings", ""},
	}
}

func TestColumns(t *testing.T) {
	c := open(t)
	for _, tt := range columnCases() {
		t.Run(tt.query, func(t *testing.T) {
			r := prepare(c, tt.query)
			if len(r.Problems) > 0 {
				t.Fatalf("unexpected problem: %+v", r.Problems)
			}
			if got := show(r.Columns); got != tt.want {
				t.Errorf("columns\n got %s\nwant %s", got, tt.want)
			}
		})
	}
}

func TestShape(t *testing.T) {
	c := open(t)
	for _, tt := range []struct {
		query               string
		rows, writes, alone bool
	}{
		{"SELECT id FROM users", true, false, false},
		{"SELECT id FROM users WHERE id = $1", true, false, false},
		{"SELECT count(*) AS n FROM users", true, false, true},
		{"SELECT count(*) AS n FROM users LIMIT 0", true, false, false},
		{"SELECT count(*) AS n FROM users GROUP BY name", true, false, false},
		{"SELECT count(*) AS n FROM users HAVING count(*) > 1", true, false, false},
		{"SELECT count(*) OVER () AS n FROM users", true, false, false},
		{"SELECT (SELECT count(*) FROM orders) AS n FROM users", true, false, false},
		{"SELECT 1 AS n", true, false, true},
		{"SELECT 1 AS n WHERE 0", true, false, false},
		{"SELECT 1 AS n UNION SELECT 2", true, false, false},
		{"SELECT replace(email, 'a', 'b') AS e FROM users", true, false, false},
		{"INSERT INTO settings VALUES ($1, $2)", false, true, false},
		{"INSERT INTO settings VALUES ($1, $2) RETURNING key", true, true, true},
		{"INSERT INTO settings VALUES ($1, $2), ($3, $4) RETURNING key", true, true, false},
		{"INSERT OR IGNORE INTO settings VALUES ($1, $2) RETURNING key", true, true, false},
		{"REPLACE INTO settings VALUES ($1, $2) RETURNING key", true, true, true},
		{"INSERT INTO settings VALUES ($1, $2) ON CONFLICT DO NOTHING RETURNING key", true, true, false},
		{"INSERT INTO settings VALUES ($1, $2) ON CONFLICT (key) DO UPDATE SET value = $3 RETURNING key", true, true, true},
		{"INSERT INTO settings VALUES ($1, $2) ON CONFLICT (key) DO UPDATE SET value = $3 WHERE key > 'a' RETURNING key", true, true, false},
		{"INSERT INTO settings SELECT key, value FROM settings WHERE 0 RETURNING key", true, true, false},
		{"UPDATE settings SET value = $1 RETURNING key", true, true, false},
		{"WITH c AS (SELECT 1 AS i) DELETE FROM users WHERE id IN (SELECT i FROM c)", false, true, false},
		{"INSERT INTO users (email, password_hash, created_at) VALUES ($1, $2, $3);", false, true, false},
	} {
		r := prepare(c, tt.query)
		if len(r.Problems) > 0 || r.ReturnsRows != tt.rows || r.Writes != tt.writes || r.OneRow != tt.alone {
			t.Errorf("%s\nrows %t, writes %t, one row %t, problems %v", tt.query, r.ReturnsRows, r.Writes, r.OneRow, r.Problems)
		}
	}
}

func TestWithoutSchema(t *testing.T) {
	c, problems := sqlite.Open(nil)
	defer c.Close()
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	for _, tt := range []struct {
		query, want string
		partial     bool
	}{
		{"SELECT id, u.password_hash, lower(email) AS e FROM users u WHERE id = $1", "id any, password_hash any, e any", false},
		{"SELECT * FROM users", "", true},
		{"SELECT id, count(*) FROM users", "id any", true},
		{"INSERT INTO users (email) VALUES ($1) RETURNING id", "id any", false},
		{"DELETE FROM users WHERE id = $1", "", false},
		{"SELECT 1 AS one", "one any", false},
	} {
		r := prepare(c, tt.query)
		if got := show(r.Columns); len(r.Problems) > 0 || got != tt.want || r.Partial != tt.partial {
			t.Errorf("%s\n got %s, partial %t, problems %v\nwant %s", tt.query, got, r.Partial, r.Problems, tt.want)
		}
	}
	if r := prepare(c, "SELECT id FORM users u"); len(r.Problems) != 1 {
		t.Errorf("a syntax error without a schema: %v", r.Problems)
	}
}

func TestPostgresIsNotPrepared(t *testing.T) {
	r := open(t).Prepare(sqlite.Query{
		Text: "SELECT id, tags @> ARRAY[$1] AS tagged FROM elsewhere WHERE at > now() - $2::interval AND data ? 'x' FOR UPDATE", Params: 2, Dialect: "postgres"})
	if got, want := show(r.Columns), "id any?, tagged any?"; got != want || len(r.Problems) > 0 || !r.ReturnsRows || r.Writes {
		t.Errorf("got %s, problems %v, want %s", got, r.Problems, want)
	}
}

func TestPrepareConcurrently(t *testing.T) {
	c := open(t)
	var group sync.WaitGroup
	for i := range 8 {
		group.Go(func() {
			for j := range 50 {
				q := fmt.Sprintf("SELECT id, %d AS n FROM users", (i+j)%20)
				if got := show(prepare(c, q).Columns); got != "id int, n int" {
					t.Errorf("%s: %s", q, got)
				}
			}
		})
	}
	group.Wait()
}

// A thousand queries are a large project; they must not be felt in `flowc dev`.
func BenchmarkPrepare1000(b *testing.B) {
	for b.Loop() {
		c := open(b)
		for i := range 1000 {
			prepare(c, fmt.Sprintf("SELECT u.id, o.amount, count(*) AS n FROM users u LEFT JOIN orders o ON o.user_id = u.id WHERE u.email = $1 AND u.id > %d GROUP BY u.id", i))
		}
	}
}
