package studio_test

import (
	"database/sql"
	"encoding/json"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	_ "github.com/jackc/pgx/v5/stdlib"

	"github.com/flowc-dev/flowc/cmd/flowc/serve"
	"github.com/flowc-dev/flowc/cmd/flowc/studio"
	"github.com/flowc-dev/flowc/golden/harness"
	"github.com/flowc-dev/flowc/runtime/database/localpg"
)

// dataFolder is what the page is told of a folder's tables.
type dataFolder struct {
	Dir, Fixed string
	Engines    []string
	Tables     []struct {
		Name          string
		Key           []string
		Rows          string
		Read, Changed []struct{ Key, Node, Verb string }
		Columns       []struct {
			Name, Type       string
			Nullable, Hidden bool
			Refers           *struct{ Table, Column string }
		}
	}
	Migrations []string
}

type rowsShown struct {
	Columns, Order []string
	Rows           [][]struct {
		Kind, Text string
		Length     int
	}
	More bool
}

// rows asks for the rows of a table, and returns what is answered too.
func (b *bench) rows(dir, table string) (status int, text string, shown rowsShown) {
	b.t.Helper()
	status, text = b.call("POST", "/api/rows", `{"dir": "`+dir+`", "table": "`+table+`"}`)
	if status == http.StatusOK && json.Unmarshal([]byte(text), &shown) != nil {
		b.t.Fatalf("rows: %s", text)
	}
	return status, text, shown
}

// data is what the page is told of the tables of the only folder.
func (b *bench) data() dataFolder {
	b.t.Helper()
	var list []dataFolder
	b.get("/api/data", &list)
	if len(list) != 1 {
		b.t.Fatalf("it tells of %d folders", len(list))
	}
	return list[0]
}

// openData opens golden/apps/auth with its database named in .env, as the page reads it.
func openData(t testing.TB) (*bench, string) {
	t.Helper()
	b := openAuth(t)
	dir := filepath.Dir(b.data().Dir)
	write(t, filepath.Join(dir, ".env"), "DATABASE_URL=sqlite:"+b.file+"\n")
	return b, dir
}

// TestRowsShowNoSecret is the one exception to TestCanariesStayOut: rows of an embedded database, each time that a
// person asks for them. Columns whose labels keep them out of logs never leave the database, long values are cut, bytes
// are a size.
func TestRowsShowNoSecret(t *testing.T) {
	t.Parallel()
	b, _ := openData(t)
	b.send("POST /signup", func(f *serve.Form) { fill(f, "email", "grace@example.com"); fill(f, "password", "canary of a caller") })
	b.plant("UPDATE users SET password_hash = '$2a$10$" + strings.Repeat("canary", 8) + "canar'")
	b.plant("INSERT INTO users (email, password_hash) VALUES ('" + strings.Repeat("é", 300) + "', 'canary'), (x'00010203', 'canary')")
	d := b.data()
	status, text, shown := b.rows(d.Dir, "users")
	if status != http.StatusOK || strings.Contains(text, "canar") || strings.Contains(text, "$2a$") || len(shown.Rows) != 3 {
		t.Fatalf("its rows are %d %s", status, text)
	}
	if !slices.Equal(shown.Columns, []string{"id", "email", "password_hash", "created_at"}) || !slices.Equal(shown.Order, []string{"id"}) || shown.More {
		t.Errorf("it tells %s", text)
	}
	first, long, bytes := shown.Rows[0], shown.Rows[1], shown.Rows[2]
	if first[1].Text != "grace@example.com" || first[2].Kind != "hidden" || first[2].Text != "" || first[2].Length != 60 {
		t.Errorf("the first row is %+v", first)
	}
	if long[1].Text != strings.Repeat("é", 200) || long[1].Length != 300 || bytes[1].Kind != "bytes" || bytes[1].Length != 4 || bytes[1].Text != "" {
		t.Errorf("a long value is %+v, bytes are %+v", long[1], bytes[1])
	}
	for _, path := range []string{"/api/data", "/api/project", "/api/state"} {
		if _, text := b.call("GET", path, ""); strings.Contains(text, "grace@") || strings.Contains(text, "canar") {
			t.Errorf("%s tells values: %s", path, text)
		}
	}
}

// TestRowsAreBounded shows a hundred rows by the key, and says that there are others.
func TestRowsAreBounded(t *testing.T) {
	t.Parallel()
	b, _ := openData(t)
	b.plant("WITH RECURSIVE n (i) AS (SELECT 150 UNION ALL SELECT i - 1 FROM n WHERE i > 1) INSERT INTO users (id, email, password_hash) SELECT i, i || '@x', 'x' FROM n")
	_, text, shown := b.rows(b.data().Dir, "users")
	if len(shown.Rows) != 100 || !shown.More || shown.Rows[0][0].Text != "1" || shown.Rows[99][0].Text != "100" {
		t.Errorf("%d rows: %s", len(shown.Rows), text)
	}
}

// TestRowsAreRefused shows none of production, of another machine, of a program with an environment of its own, and
// none that no schema declares.
func TestRowsAreRefused(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name, env, table, want string
		change                 func(*studio.Config)
	}{
		{name: "production", env: "FLOWC_ENV=production\nDATABASE_URL=sqlite:x.db\n", want: "FLOWC_ENV is production"},
		{name: "another machine", env: "DATABASE_URL=postgres://u:canary@db.example.com/x\n", want: "not on this machine"},
		{name: "one of two hosts", env: "DATABASE_URL=postgres://u:canary@127.0.0.1,192.0.2.1/x\n", want: "not on this machine"},
		{name: "no URL", env: "DATABASE_URL=canary\n", want: "must begin with"},
		{name: "not there", env: "DATABASE_URL=sqlite:none.db\n", want: "the server makes it"},
		{name: "no table of the schema", env: "", table: "sqlite_master", want: "no table"},
		{name: "a statement", env: "", table: "users; DROP TABLE users", want: "no table"},
		{name: "a program around", want: "an environment of its own", change: func(c *studio.Config) { c.Foreign = true }},
		{name: "a log", want: "a log is looked at", change: func(c *studio.Config) { c.Log = "x" }},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			b, dir := environmentAt(t, tt.change)
			write(t, filepath.Join(dir, ".env"), tt.env)
			table := "users"
			if tt.table != "" {
				table = tt.table
			}
			status, text, _ := b.rows(b.data().Dir, table)
			if status != http.StatusUnprocessableEntity || !strings.Contains(text, tt.want) || strings.Contains(text, "canary") {
				t.Errorf("it is answered %d %s", status, text)
			}
			if why := b.data().Tables[0].Rows; tt.table == "" && !strings.Contains(why, tt.want) {
				t.Errorf("the page is told %q", why)
			}
		})
	}
}

// TestRowsOfAServer shows rows of a PostgreSQL on this machine.
func TestRowsOfAServer(t *testing.T) {
	t.Parallel()
	if !localpg.Installed() {
		harness.Missing(t, "PostgreSQL is not installed")
	}
	server, err := localpg.Start(t.Context(), 0)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(server.Stop)
	query(t, server, `CREATE TABLE users (id BIGINT PRIMARY KEY, email TEXT, password_hash TEXT, created_at BYTEA);
		INSERT INTO users VALUES (2, NULL, 'canary', '\x000102'), (1, 'ada', NULL, NULL)`)
	b, dir := environmentAt(t, nil)
	write(t, filepath.Join(dir, ".env"), "DATABASE_URL='"+server.Config.ConnString()+"'\n")
	status, text, shown := b.rows(b.data().Dir, "users")
	if status != http.StatusOK || len(shown.Rows) != 2 || strings.Contains(text, "canary") {
		t.Fatalf("it is answered %d %s", status, text)
	}
	one, two := shown.Rows[0], shown.Rows[1]
	if one[1].Text != "ada" || one[2].Kind != "null" || two[1].Kind != "null" || two[2].Kind != "hidden" || two[2].Length != 6 || two[3].Kind != "bytes" || two[3].Length != 3 {
		t.Errorf("its rows are %+v", shown.Rows)
	}
}

// query runs statements on a server.
func query(t *testing.T, server *localpg.Server, text string) {
	t.Helper()
	db, err := sql.Open("pgx", server.Config.ConnString())
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if _, err := db.ExecContext(t.Context(), text); err != nil {
		t.Fatal(err)
	}
}

// TestTablesAreTold says of each table what the checker knows, and which nodes read and change it.
func TestTablesAreTold(t *testing.T) {
	t.Parallel()
	b := looked(t, copied(t, "orders"))
	d := b.data()
	if len(d.Tables) != 3 || d.Tables[0].Name != "items" || !slices.Equal(d.Engines, []string{"SQLite", "PostgreSQL"}) || d.Fixed != "" || len(d.Migrations) != 2 {
		t.Fatalf("it tells %+v", d)
	}
	items, orders := d.Tables[0], d.Tables[1]
	if !slices.Equal(items.Key, []string{"order_id", "sku"}) || items.Columns[0].Refers == nil || items.Columns[0].Refers.Table != "orders" || items.Columns[1].Refers.Column != "sku" {
		t.Errorf("items is %+v", items)
	}
	if len(orders.Read) == 0 || len(orders.Changed) == 0 || orders.Changed[0].Verb == "" || orders.Changed[0].Node == "" {
		t.Errorf("orders is read by %+v and changed by %+v", orders.Read, orders.Changed)
	}
}

// copied is a project in a folder of its own: an app of golden.
func copied(t testing.TB, app string) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "shop")
	if err := os.CopyFS(filepath.Join(dir, "flows"), os.DirFS("../../../golden/apps/"+app+"/flows")); err != nil {
		t.Fatal(err)
	}
	return dir
}

// TestMigrationIsWritten writes the next migration of each engine, which the checker then knows.
func TestMigrationIsWritten(t *testing.T) {
	t.Parallel()
	b, dir := environmentAt(t, nil)
	ask := func(body string) (int, string) { return b.call("POST", "/api/migration", body) }
	at := b.data().Dir
	status, text := ask(`{"dir": "` + at + `", "begin": true, "table": "notes", "columns": [{"name": "body", "type": "text"},
		{"name": "author", "type": "integer", "refers": "users"}, {"name": "slug", "type": "text", "unique": true}, {"name": "seen", "type": "time", "null": true}]}`)
	if status != http.StatusOK || !strings.Contains(text, "migrations.postgres/00002_notes.sql") {
		t.Fatalf("it is answered %d %s", status, text)
	}
	want := `-- +goose Up
CREATE TABLE notes (
  id INTEGER PRIMARY KEY,
  body TEXT NOT NULL,
  author INTEGER NOT NULL REFERENCES users (id),
  slug TEXT NOT NULL UNIQUE,
  seen TIMESTAMP
);

-- +goose Down
DROP TABLE notes;
`
	if got := read(t, filepath.Join(dir, "flows/migrations/00002_notes.sql")); got != want {
		t.Errorf("it is %s", got)
	}
	if got := read(t, filepath.Join(dir, "flows/migrations.postgres/00002_notes.sql")); !strings.Contains(got, "id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY") || !strings.Contains(got, "seen TIMESTAMPTZ") {
		t.Errorf("for PostgreSQL it is %s", got)
	}
	if status, text := ask(`{"dir": "` + at + `", "table": "users", "columns": [{"name": "handle", "type": "text", "unique": true}, {"name": "admin", "type": "boolean"}]}`); status != http.StatusOK {
		t.Fatalf("it is answered %d %s", status, text)
	}
	got := read(t, filepath.Join(dir, "flows/migrations/00003_users_handle.sql"))
	for _, line := range []string{"ALTER TABLE users ADD COLUMN handle TEXT;", "CREATE UNIQUE INDEX users_handle_key ON users (handle);", "ALTER TABLE users ADD COLUMN admin BOOLEAN NOT NULL DEFAULT FALSE;"} {
		if !strings.Contains(got, line+"\n") {
			t.Errorf("%s is not in %s", line, got)
		}
	}
	d := b.data()
	if len(d.Tables) != 2 || len(d.Tables[1].Columns) != 6 || d.Tables[0].Columns[2].Refers == nil || len(d.Migrations) != 6 {
		t.Errorf("the checker knows %+v", d)
	}
	var s state
	if b.get("/api/state", &s); len(s.Problems) > 0 {
		t.Errorf("it has problems: %+v", s.Problems)
	}
	for body, want := range map[string]string{
		`"begin": true, "table": "users", "columns": [{"name": "a", "type": "text"}]`:           "there is a table users",
		`"begin": true, "table": "order", "columns": [{"name": "a", "type": "text"}]`:           "a word of SQL",
		`"begin": true, "table": "../x", "columns": [{"name": "a", "type": "text"}]`:            "can't be a name",
		`"table": "users", "columns": [{"name": "EMAIL", "type": "text"}]`:                      "there is a column",
		`"table": "users", "columns": [{"name": "a", "type": "int; DROP TABLE users"}]`:         "has no type",
		`"table": "users", "columns": [{"name": "a", "type": "text", "refers": "users; DROP"}]`: "no key of one column",
		`"table": "gone", "columns": [{"name": "a", "type": "text"}]`:                           "there is no table gone",
		`"begin": true, "table": "empty", "columns": []`:                                        "at least one column",
		`"begin": true, "table": "t", "columns": [{"name": "id", "type": "text"}]`:              "there is a column id",
		`"begin": true, "table": "t", "columns": [{"name": "a\nDROP", "type": "text"}]`:         "can't be a name",
	} {
		if status, text := ask(`{"dir": "` + at + `", ` + strings.ReplaceAll(body, "\n", `\n`) + `}`); status != http.StatusUnprocessableEntity || !strings.Contains(text, want) {
			t.Errorf("%s is answered %d %s", body, status, text)
		}
	}
	if files, _ := filepath.Glob(filepath.Join(dir, "flows/migrations/*")); len(files) != 3 {
		t.Errorf("there are %v", files)
	}
}

// TestMigrationOfASchema writes none where another file makes the tables.
func TestMigrationOfASchema(t *testing.T) {
	t.Parallel()
	dir := copied(t, "hello")
	write(t, filepath.Join(dir, "flows/schema.sql"), "CREATE TABLE users (id INTEGER PRIMARY KEY);\n")
	b := looked(t, dir)
	status, text := b.call("POST", "/api/migration", `{"dir": "`+b.data().Dir+`", "begin": true, "table": "t", "columns": [{"name": "a", "type": "text"}]}`)
	if status != http.StatusUnprocessableEntity || !strings.Contains(text, "schema.sql makes the tables") {
		t.Errorf("it is answered %d %s", status, text)
	}
}

// TestData looks at tables with nothing but the page: who reads and changes one, its rows once they are asked for, a
// column and a table that are written as migrations.
func TestData(t *testing.T) {
	t.Parallel()
	b, dir := openData(t)
	b.plant("INSERT INTO users (email, password_hash) VALUES ('ada@example.com', 'canary'), ('<img src=x onerror=\"broken=1\">', 'canary')")
	p := b.openPage()
	p.click(holding("header .tab", "Data"))
	p.click(holding(".tables button", "users"))
	p.wait(holding(".table-panel .uses", "GET /me"))
	p.wait(holding(".table-panel .uses", "insert"))
	if is[bool](p, "document.body.innerText.includes('ada@')") {
		t.Error("rows are shown that nobody asked for")
	}
	p.click(holding(".table-rows button", "Show rows"))
	p.wait(holding(".table-rows td", "ada@example.com"))
	p.wait(holding(".table-rows .masked", "hidden, 6 characters"))
	p.wait(holding(".table-rows td", "<img src=x"))
	wantUnbroken(t, p)
	p.wait("!document.documentElement.outerHTML.includes('canary')")
	p.picture("data")
	p.wantAccessibleInBoth("rows")
	p.click(holding(".table-panel button", "New column"))
	p.wait("document.activeElement.matches('[aria-label=\"Name of column 1\"]')")
	p.press("handle")
	p.click(holding(".new-columns label", "may be null"))
	p.picture("new column")
	p.wantAccessible(readAxe(t), "a new column")
	p.click(holding(".new-columns button", "Write the migration"))
	p.wait(holding(".table-box .column", "handle"))
	if text := read(t, filepath.Join(dir, "flows/migrations.postgres/00002_users_handle.sql")); !strings.Contains(text, "ALTER TABLE users ADD COLUMN handle TEXT;") {
		t.Errorf("it writes %s", text)
	}
	p.click(holding(".tables button", "New table"))
	p.wait("document.activeElement.matches('.new-columns .field input')")
	p.press("notes")
	p.click("document.querySelector('[aria-label=\"Name of column 1\"]')")
	p.press("author")
	p.do(chromedp.Evaluate[chromedp.Void](`(s => { Object.getOwnPropertyDescriptor(HTMLSelectElement.prototype, 'value').set.call(s, 'users'); s.dispatchEvent(new Event('change', {bubbles: true})); })(document.querySelector('[aria-label="Table that column 1 refers to"]'))`))
	p.wait("document.querySelector('[aria-label=\"Type of column 1\"]').value === 'integer'")
	p.click(holding(".new-columns button", "Write the migration"))
	p.wait(holding(".table-box", "notes"))
	p.wait("document.querySelectorAll('.diagram .sheet > svg path').length === 1")
	p.picture("data drawn")
	p.click(holding(".tables button", "users"))
	p.click(holding(".uses button", "GET /me"))
	p.wait("document.querySelector('.card.chosen')")
}
