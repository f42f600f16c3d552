package studio_test

import (
	"encoding/json"
	"io/fs"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"github.com/flowc-dev/flowc/cmd/flowc/studio"
	"github.com/flowc-dev/flowc/golden/harness"
	"github.com/flowc-dev/flowc/runtime/database/localpg"
)

// tried asks for a trial of another statement in the node "user" of login, with values for its parameters.
func (b *bench) tried(dir, query string, values ...any) (status int, text string, shown rowsShown) {
	b.t.Helper()
	doc := map[string]any{}
	if err := json.Unmarshal([]byte(read(b.t, filepath.Join(dir, "flows/login.flow.json"))), &doc); err != nil {
		b.t.Fatal(err)
	}
	data := doc["nodes"].([]any)[1].(map[string]any)["data"].(map[string]any)
	data["sqlQuery"], data["sqlMode"] = query, "many"
	draft, _ := json.Marshal(doc) // of texts alone
	asked, _ := json.Marshal(object{"key": b.data().Dir + "/login", "text": string(draft), "node": "user", "values": append([]any{}, values...)})
	status, text = b.call("POST", "/api/trial", string(asked))
	if status == http.StatusOK && json.Unmarshal([]byte(text), &shown) != nil {
		b.t.Fatalf("trial: %s", text)
	}
	return status, text, shown
}

const findUser = "SELECT id, email, password_hash, substr(password_hash, 2) AS part FROM users WHERE email = {{email}}"

// TestTrial tries a SELECT of a draft on an embedded database, with a value that was typed: columns whose labels keep
// them out of logs stay in the database, also what is made of them. Of the trial nothing is kept.
func TestTrial(t *testing.T) {
	t.Parallel()
	b, dir := openData(t)
	b.plant("INSERT INTO users (email, password_hash) VALUES ('typed@example.com', 'canary'), ('canary of others', 'canary')")
	status, text, shown := b.tried(dir, findUser, "typed@example.com")
	if status != http.StatusOK || strings.Contains(text, "canary") || len(shown.Rows) != 1 || !slices.Equal(shown.Columns, []string{"id", "email", "password_hash", "part"}) {
		t.Fatalf("it is answered %d %s", status, text)
	}
	row := shown.Rows[0]
	if row[1].Text != "typed@example.com" || row[2].Kind != "hidden" || row[2].Length != 6 || row[3].Kind != "hidden" || row[3].Text != "" {
		t.Errorf("its row is %+v", row)
	}
	if _, text, shown = b.tried(dir, "SELECT id FROM users ORDER BY id DESC -- the last ;\n;"); len(shown.Rows) != 2 || shown.Rows[0][0].Text != "2" {
		t.Errorf("in its order it gives %s", text)
	}
	for _, path := range []string{"/api/state", "/api/data", "/api/executions", "/api/document?key=" + b.data().Dir + "/login"} {
		if _, text := b.call("GET", path, ""); strings.Contains(text, "typed@") || strings.Contains(text, "substr") {
			t.Errorf("%s tells of a trial: %s", path, text)
		}
	}
	wantNoFileWith(t, dir, "typed@")
}

// wantNoFileWith looks through all files of a folder.
func wantNoFileWith(t *testing.T, dir, text string) {
	t.Helper()
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		if found, err := os.ReadFile(path); err != nil || strings.Contains(string(found), text) {
			t.Errorf("%s holds %s (%v)", path, text, err)
		}
		return nil
	})
	if err != nil {
		t.Error(err)
	}
}

// TestTrialIsBounded shows twenty rows, and ends a statement that does not end.
func TestTrialIsBounded(t *testing.T) {
	t.Parallel()
	b, dir := openData(t)
	b.plant("WITH RECURSIVE n (i) AS (SELECT 50 UNION ALL SELECT i - 1 FROM n WHERE i > 1) INSERT INTO users (id, email, password_hash) SELECT i, i || '@x', 'x' FROM n")
	if _, text, shown := b.tried(dir, "SELECT id FROM users ORDER BY id"); len(shown.Rows) != 20 || !shown.More {
		t.Errorf("%d rows: %s", len(shown.Rows), text)
	}
	endless := "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) AS n FROM n"
	if status, text, _ := b.tried(dir, endless); status != http.StatusUnprocessableEntity || text != "it takes longer than 2s\n" {
		t.Errorf("a statement without an end is answered %d %s", status, text)
	}
}

// TestTrialIsRefused tries nothing but a SELECT, with values of its types, and only where rows may be shown.
func TestTrialIsRefused(t *testing.T) {
	t.Parallel()
	here := "DATABASE_URL=sqlite:here.db\n"
	for _, tt := range []struct {
		name, env, query, want string
		values                 []any
		change                 func(*studio.Config)
	}{
		{name: "an UPDATE", query: "UPDATE users SET email = 'x' WHERE id = 1 RETURNING id", want: "only a SELECT"},
		{name: "a DELETE", query: "DELETE FROM users WHERE id = 1", want: "only a SELECT"},
		{name: "an INSERT within", query: "WITH n AS (INSERT INTO users (email, password_hash) VALUES ('a', 'b') RETURNING id) SELECT id FROM n", want: "it has mistakes"},
		{name: "a PRAGMA", query: "PRAGMA user_version = 7", want: "it has mistakes"},
		{name: "two statements", query: "SELECT id FROM users; DELETE FROM users", want: "it has mistakes"},
		{name: "one that closes the other", query: "SELECT id FROM users) SELECT 1; --", want: "it has mistakes"},
		{name: "a mistake", query: "SELECT nothing FROM users", want: "it has mistakes"},
		{name: "no value", query: "SELECT id FROM users WHERE email = {{email}}", want: "has changed meanwhile"},
		{name: "another type", query: "SELECT id, {{1 + 1}} AS n FROM users", values: []any{"canary"}, want: "1 + 1 is no int"},
		{name: "production", env: "FLOWC_ENV=production\n" + here, want: "FLOWC_ENV is production"},
		{name: "another machine", env: "DATABASE_URL=postgres://u:canary@db.example.com/x\n", want: "not on this machine"},
		{name: "not there", want: "the server makes it"},
		{name: "a program around", want: "an environment of its own", change: func(c *studio.Config) { c.Foreign = true }},
		{name: "a log", want: "a log is looked at", change: func(c *studio.Config) { c.Log = "x" }},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			b, dir := environmentAt(t, tt.change)
			if tt.env == "" {
				tt.env = here
			}
			write(t, filepath.Join(dir, ".env"), tt.env)
			if tt.query == "" {
				tt.query = "SELECT id FROM users"
			} else {
				write(t, filepath.Join(dir, "here.db"), "")
			}
			status, text, _ := b.tried(dir, tt.query, tt.values...)
			if status != http.StatusUnprocessableEntity || !strings.Contains(text, tt.want) || strings.Contains(text, "canary") {
				t.Errorf("it is answered %d %s", status, text)
			}
		})
	}
}

// TestTrialOnAServer tries a SELECT on a PostgreSQL on this machine, with texts, numbers and lists.
func TestTrialOnAServer(t *testing.T) {
	t.Parallel()
	if !localpg.Installed() {
		harness.Missing(t, "PostgreSQL is not installed")
	}
	server, err := localpg.Start(t.Context(), 0)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(server.Stop)
	b, dir := environmentAt(t, nil)
	up, _, _ := strings.Cut(read(t, filepath.Join(dir, "flows/migrations.postgres/00001_begin.sql")), "-- +goose Down")
	query(t, server, up)
	query(t, server, `INSERT INTO users (email, password_hash) VALUES ('typed@example.com', 'canary'), ('eve', 'canary')`)
	write(t, filepath.Join(dir, ".env"), "DATABASE_URL='"+server.Config.ConnString()+"'\n")
	status, text, shown := b.tried(dir, findUser, "typed@example.com")
	if status != http.StatusOK || strings.Contains(text, "canary") || len(shown.Rows) != 1 || shown.Rows[0][1].Text != "typed@example.com" || shown.Rows[0][2].Kind != "hidden" || shown.Rows[0][3].Kind != "hidden" {
		t.Fatalf("it is answered %d %s", status, text)
	}
	status, text, shown = b.tried(dir, `SELECT id FROM users WHERE id >= {{1 + 1}} AND email IN ({{split(email, ",")}})`, "2", `["eve", "a\"\\b"]`)
	if status != http.StatusOK || len(shown.Rows) != 1 || shown.Rows[0][0].Text != "2" {
		t.Errorf("with a list it is answered %d %s", status, text)
	}
	if status, text, _ := b.tried(dir, "SELECT count(*) AS n FROM generate_series(1, 100000000000) AS s"); status != http.StatusUnprocessableEntity {
		t.Errorf("a statement without an end is answered %d %s", status, text)
	}
}

// TestATrialOnThePage tries a statement in the editor that is open large: its value is taken from a request that was
// sent from this page, then typed; a statement that changes rows can't be tried.
func TestATrialOnThePage(t *testing.T) {
	t.Parallel()
	b, dir := openData(t)
	b.plant("INSERT INTO users (email, password_hash) VALUES ('eve@example.com', 'canary')")
	p := b.openPage()
	p.click(holding("button.route", "/signup"))
	p.click(holding("button", "Send"))
	p.wait(holding(".answer", "201"))
	p.press("h")
	p.click(holding("button.route", "/login"))
	p.click(holding("button", "Send"))
	p.wait(holding(".answer", "200 OK"))
	p.click(card("user"))
	p.click(field("sqlQuery"))
	p.press(kb.Enter, chromedp.ModifierCtrl)
	p.wait("document.querySelector('.trial [aria-label=\"value of email\"]')")
	if is[bool](p, "!!document.querySelector('.trial td')") {
		t.Error("a statement was tried that nobody asked for")
	}
	p.click(holding(".trial button", "Take from"))
	p.wait("document.querySelector('.trial [aria-label=\"value of email\"]').value === 'ada@example.com'")
	p.click(holding(".trial button", "Try it"))
	p.wait(holding(".trial td", "ada@example.com"))
	p.wait(holding(".trial .masked", "hidden, 60 characters"))
	p.picture("trial")
	p.wantAccessibleInBoth("trial")
	p.click("document.querySelector('.trial [aria-label=\"value of email\"]')")
	p.press("a", chromedp.ModifierCtrl)
	p.press("eve@example.com" + kb.Enter)
	p.wait(holding(".trial td", "eve@example.com"))
	p.wait("!document.documentElement.outerHTML.includes('canary')")
	p.click(largeText)
	p.press("a", chromedp.ModifierCtrl)
	p.press("DELETE FROM users WHERE email = {{email")
	p.wait(holding(".trial .hint", "only a SELECT can be tried"))
	p.wait("!document.querySelector('.trial td')")
	p.click(holding("dialog.large button", "Close"))
	p.wait("!document.querySelector('dialog.large')")
	wantNoFileWith(t, dir, "eve@")
}
