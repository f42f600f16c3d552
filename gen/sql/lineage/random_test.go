package lineage_test

import (
	"database/sql"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/flowc-dev/flowc/gen/sql/lineage"
	"github.com/flowc-dev/flowc/gen/sql/statement"
	_ "modernc.org/sqlite" // the driver "sqlite"
)

const randomSchema = `
CREATE TABLE users (id INTEGER PRIMARY KEY, name TEXT, mail TEXT NOT NULL, hash TEXT NOT NULL, short TEXT AS (upper(hash)));
CREATE TABLE notes (id INTEGER PRIMARY KEY, owner INTEGER NOT NULL, name TEXT, token TEXT);
CREATE VIEW people AS SELECT id, name, hash || '' AS proof FROM users;
`

const randomRows = `
INSERT INTO users (id, name, mail, hash) VALUES (1, NULL, 'm1', 'canaryhash'), (2, 'n2', 'm2', 'canaryhash');
INSERT INTO notes VALUES (1, 1, 'a', 'canarytoken'), (2, 9, NULL, NULL), (3, 2, 'c', 'canarytoken');
`

// secretOf is the column that a value gives away, by what is found in it.
var secretOf = map[string]statement.Column{"canaryhash": {Table: "users", Name: "hash"}, "canarytoken": {Table: "notes", Name: "token"}}

// TestRandomStatements runs random statements on SQLite. A column in which a secret is found must be said to carry it, one
// that is never null must not be, and a row that always comes must be there, with rows in the tables and without.
func TestRandomStatements(t *testing.T) {
	schema := lineage.ReadSchema(randomSchema)
	full, empty := opened(t, randomSchema+randomRows), opened(t, randomSchema)
	ran, followed, secrets := 0, 0, 0
	for seed := range uint64(1500) {
		text := (&writer{rand.New(rand.NewPCG(seed, 1)), 0}).statement()
		s := lineage.Resolve(text, schema)
		if !holds(t, full, text, s, &secrets) {
			continue
		}
		holds(t, empty, text, s, &secrets)
		ran++
		if s.Unproved == "" {
			followed++
		}
	}
	if ran < 700 || followed < ran*9/10 || secrets < 250 {
		t.Errorf("%d statements ran, %d were followed, with %d secrets in their results: too few", ran, followed, secrets)
	}
}

func opened(t *testing.T, script string) *sql.DB {
	t.Helper()
	db, err := sql.Open("sqlite", ":memory:")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	db.SetMaxOpenConns(1)
	if _, err := db.Exec(script); err != nil {
		t.Fatal(err)
	}
	return db
}

// holds runs a statement and compares its rows with what is said of it. What it changes is taken back.
func holds(t *testing.T, db *sql.DB, text string, s *statement.Statement, secrets *int) bool {
	t.Helper()
	tx, err := db.Begin()
	if err != nil {
		t.Fatal(err)
	}
	defer tx.Rollback()
	rows, err := tx.Query(text)
	if err != nil {
		return false
	}
	defer rows.Close()
	n := 0
	for ; rows.Next(); n++ {
		values := scanned(t, rows)
		if len(values) != len(s.Columns) {
			t.Fatalf("%s\ngives %d columns, said to be %d", text, len(values), len(s.Columns))
		}
		for i, v := range values {
			judge(t, text, s.Columns[i], v, secrets)
		}
	}
	if rows.Err() != nil {
		return false
	}
	if s.Sure && n == 0 || s.Single && n > 1 {
		t.Errorf("%s\ngives %d rows; always one: %t, at most one: %t", text, n, s.Sure, s.Single)
	}
	return true
}

func scanned(t *testing.T, rows *sql.Rows) []any {
	t.Helper()
	names, err := rows.Columns()
	if err != nil {
		t.Fatal(err)
	}
	values, into := make([]any, len(names)), make([]any, len(names))
	for i := range values {
		into[i] = &values[i]
	}
	if err := rows.Scan(into...); err != nil {
		t.Fatal(err)
	}
	return values
}

func judge(t *testing.T, text string, c statement.Result, v any, secrets *int) {
	t.Helper()
	if v == nil && !c.Null {
		t.Errorf("%s\ncolumn %q is null", text, c.Name)
	}
	for secret, of := range secretOf {
		if !strings.Contains(strings.ToLower(fmt.Sprint(v)), secret) {
			continue
		}
		*secrets++
		if !slices.Contains(c.Columns, of) {
			t.Errorf("%s\ncolumn %q gives %s away, and carries %v", text, c.Name, secret, c.Columns)
		}
	}
}

// writer writes random statements.
type writer struct {
	*rand.Rand
	names int
}

// table is a source with the columns that it is known to have.
type table struct {
	name    string
	columns []string
}

func (w *writer) pick(list ...string) string { return list[w.IntN(len(list))] }

func (w *writer) fresh(of string) string {
	w.names++
	return fmt.Sprintf("%s%d", of, w.names)
}

func (w *writer) statement() string {
	switch w.IntN(8) {
	case 0:
		return w.update()
	case 1:
		return w.insert()
	}
	query, _ := w.query(3, 2, nil)
	return query
}

var users = table{"users", []string{"id", "name", "mail", "hash", "short"}}

func (w *writer) update() string {
	text := fmt.Sprintf("UPDATE users SET name = %s, mail = %s", w.expr(2, []table{users}), w.expr(1, []table{users}))
	if w.IntN(2) == 0 {
		text += " WHERE " + w.condition([]table{users})
	}
	return text + fmt.Sprintf(" RETURNING name, mail, %s AS x", w.expr(2, []table{users}))
}

func (w *writer) insert() string {
	source, _ := w.query(2, 3, nil)
	if w.IntN(2) == 0 {
		source = fmt.Sprintf("VALUES (%s, 'm', %s)", w.expr(1, nil), w.expr(1, nil))
	}
	upsert := w.pick("", "", " ON CONFLICT (id) DO UPDATE SET name = excluded.hash, mail = users.name || 'x'", " ON CONFLICT DO NOTHING")
	if upsert != "" && !strings.HasPrefix(source, "VALUES") {
		source += " WHERE true"
	}
	return "INSERT INTO users (name, mail, hash) " + source + upsert + " RETURNING *, lower(name) AS x"
}

// query writes a SELECT of n columns, with the tables around it in sight.
func (w *writer) query(n, depth int, outer []table) (string, []string) {
	with, named := "", []table{}
	if depth > 0 && w.IntN(4) == 0 {
		with, named = w.with(depth)
	}
	from, tables := w.from(depth, named)
	var items, names []string
	group := w.IntN(5) == 0
	for range n {
		name := w.fresh("c")
		e := w.expr(depth, append(slices.Clone(tables), outer...))
		if group || w.IntN(12) == 0 {
			e = fmt.Sprintf(w.pick("max(%s)", "count(%s)", "group_concat(%s)", "min(%s)", "coalesce(max(%s), '-')"), e)
		}
		items, names = append(items, e+" AS "+name), append(names, name)
	}
	text := with + "SELECT " + strings.Join(items, ", ") + from
	if w.IntN(3) == 0 {
		text += " WHERE " + w.condition(tables)
	}
	if group && len(tables) > 0 && w.IntN(2) == 0 {
		text += " GROUP BY " + w.column(tables)
	}
	if depth > 0 && w.IntN(6) == 0 {
		more, _ := w.query(n, 0, nil)
		text += w.pick(" UNION ", " UNION ALL ", " EXCEPT ", " INTERSECT ") + more
	}
	return text, names
}

func (w *writer) with(depth int) (string, []table) {
	name := w.fresh("w")
	if w.IntN(3) == 0 {
		first, _ := w.query(2, depth-1, nil)
		return fmt.Sprintf("WITH RECURSIVE %s (a, b, n) AS (SELECT *, 1 FROM (%s) UNION SELECT b, a, n + 1 FROM %s WHERE n < 3) ", name, first, name),
			[]table{{name, []string{"a", "b"}}}
	}
	body, names := w.query(2, depth-1, nil)
	return fmt.Sprintf("WITH %s AS (%s) ", name, body), []table{{name, names}}
}

func (w *writer) from(depth int, named []table) (string, []table) {
	text, first := w.source(depth, named)
	tables := []table{first}
	for w.IntN(3) == 0 && len(tables) < 3 {
		more, t := w.source(depth, named)
		tables = append(tables, t)
		text += fmt.Sprintf(" %s JOIN %s ON %s", w.pick("", "LEFT", "RIGHT", "FULL"), more, w.condition(tables))
	}
	if w.IntN(6) == 0 {
		alias := w.fresh("j")
		text += fmt.Sprintf(", json_each(json_array(%s, 'x')) AS %s", w.column(tables), alias)
		tables = append(tables, table{alias, []string{"value", "atom"}})
	}
	return " FROM " + text, tables
}

func (w *writer) source(depth int, named []table) (string, table) {
	alias := w.fresh("t")
	if len(named) > 0 && w.IntN(2) == 0 {
		return named[0].name + " AS " + alias, table{alias, named[0].columns}
	}
	if depth > 0 && w.IntN(4) == 0 {
		body, names := w.query(2, depth-1, nil)
		return fmt.Sprintf("(%s) %s", body, alias), table{alias, names}
	}
	switch w.IntN(3) {
	case 0:
		return `"notes" ` + alias, table{alias, []string{"id", "owner", "name", "token"}}
	case 1:
		return "people AS " + alias, table{alias, []string{"id", "name", "proof"}}
	}
	return "main.users /* hash */ AS " + alias, table{alias, users.columns}
}

func (w *writer) column(tables []table) string {
	if len(tables) == 0 {
		return w.pick("'text'", "1", "NULL", "'canary'")
	}
	t := tables[w.IntN(len(tables))]
	return t.name + "." + w.pick(t.columns...)
}

// expr writes a value; how is the way in which it is made of columns.
func (w *writer) expr(depth int, tables []table) string {
	if depth == 0 || w.IntN(4) == 0 {
		return w.column(tables)
	}
	a, b := w.expr(depth-1, tables), w.expr(depth-1, tables)
	switch w.IntN(15) {
	case 0:
		return fmt.Sprintf("CASE WHEN %s THEN %s ELSE %s END", w.condition(tables), a, b)
	case 1:
		return fmt.Sprintf("CASE %s WHEN %s THEN %s END", w.column(tables), a, b)
	case 2:
		inner, _ := w.query(1, 0, tables)
		return "(" + inner + ")"
	case 3:
		return fmt.Sprintf("json_object('a', %s) ->> '$.a'", a)
	case 4:
		return fmt.Sprintf("(%s || %s)", a, b)
	case 5:
		return fmt.Sprintf(w.pick("first_value(%s) OVER (PARTITION BY %s)", "max(%s) OVER (ORDER BY %s)", "min(%s) OVER (PARTITION BY 1 ORDER BY %s DESC)",
			"max(%s) OVER (ORDER BY %s ROWS BETWEEN 1 PRECEDING AND 1 PRECEDING)"), a, w.column(tables))
	case 6:
		return fmt.Sprintf("(%s %s %s)", w.condition(tables), w.pick("AND", "OR"), w.condition(tables))
	}
	return fmt.Sprintf(w.pick("upper(%s)", "coalesce(%[1]s, %[2]s)", "CAST(%s AS TEXT)", "nullif(%[1]s, %[2]s)", "iif(1, %[2]s, %[1]s)", "replace(%s, 'q', 'r')",
		"max(%[1]s, %[2]s)", "trim(%s) COLLATE nocase", "json_extract(json_array(%s), '$[0]')", "ifnull(%s, 'none')", "(%s)", "%s IS NOT NULL", "length(%s)")+"%.0[1]s%.0[2]s", a, b)
}

func (w *writer) condition(tables []table) string {
	a, b := w.column(tables), w.column(tables)
	return fmt.Sprintf(w.pick("%s IS NOT NULL", "%[1]s = %[2]s", "%s > ''", "%[1]s IS NULL OR %[2]s > ''", "NOT (%s IS NULL)", "%s LIKE '%%a%%' AND true",
		"%s IN ('m1', 'n2', 1, 2)", "EXISTS (SELECT 1 FROM users WHERE mail = %s)", "coalesce(%s, 1) > 0", "%s BETWEEN 0 AND 5", "true", "%s NOT IN ('z')",
		"lower(%s) <> 'q'")+"%.0[1]s%.0[2]s", a, b)
}
