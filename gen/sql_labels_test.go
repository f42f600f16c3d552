package gen_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/flowc-dev/flowc/gen"
	"github.com/flowc-dev/flowc/schema/diag"
	"github.com/flowc-dev/flowc/schema/types"
)

// flowing is a workflow whose SQL node runs the statement of a test. "probe" is a Set of its column x.
const flowing = `
	in apiEndpoint {"endpointMethod": "POST", "endpointPath": "/drawn", "endpointPublic": true, "endpointFields": {"plain": {"type": "string", "required": true}, "password": {"type": "string", "required": true}}}
	h hash {"hashMode": "hash", "hashInput": "{{password}}"}
	row sql {"sqlMode": "one", "sqlDialect": %q, "sqlQuery": %q}
	gone response {"responseStatus": 404}
	probe set {"setValues": {"x": "{{row.x}}"}}
	in -> h -> row -> probe -> ok
	row:notFound -> gone`

// everything are the labels of the columns of users.
const everything = "hash,token,data,private"

// TestLabelsThroughSQL holds that a result column carries the labels of all that flows into it.
func TestLabelsThroughSQL(t *testing.T) {
	for _, tt := range []struct{ dialect, query, want string }{
		// Parameters.
		{"any", "SELECT upper({{env.S}}) AS x", "secret,data"},
		{"any", "SELECT {{plain}} AS x", "caller,data"},
		{"any", "SELECT 'https://' || coalesce({{plain}}, '') AS x", "caller,data"},
		{"any", "SELECT CASE WHEN 1 = 1 THEN {{plain}} ELSE password_hash END AS x FROM users", "hash,caller,data"},
		{"any", "WITH a AS (SELECT {{plain}} AS y) SELECT y AS x FROM a", "caller,data"},
		{"any", "SELECT {{plain}} AS x UNION SELECT password_hash FROM users", "hash,caller,data"},
		{"any", "SELECT nick AS x FROM users WHERE email = {{plain}}", "data"},
		{"any", "SELECT count(*) AS x FROM users WHERE password_hash = {{h.hash}}", "data"},
		{"any", "SELECT (SELECT title FROM notes WHERE owner = {{plain}}) AS x", "data"},
		{"any", "SELECT nick AS token, {{env.S}} AS hash, nick AS x FROM users", "data"},
		{"any", "SELECT replace(nick, 'a', {{env.S}}) AS x FROM users", "secret,data"},
		{"any", "SELECT max({{plain}}, nick) AS x FROM users", "caller,data"},

		// What is assigned.
		{"any", "INSERT INTO notes (owner, title, body) VALUES ('a', 'b', {{h.hash}}) RETURNING body AS x", "hash,caller,data"},
		{"any", "INSERT INTO notes (owner, title) VALUES ('a', {{env.S}}) RETURNING title || '!' AS x", "secret,data"},
		{"any", "INSERT INTO notes (owner, title, body) VALUES ('a', 'b', {{h.hash}}) RETURNING title AS x", "data"},
		{"any", "UPDATE users SET nick = password_hash WHERE id = 1 RETURNING nick AS x", "hash,data"},
		{"any", "UPDATE users SET (nick, email) = (api_token, 'a') WHERE id = 1 RETURNING nick AS x", "token,data"},
		{"any", "INSERT INTO notes (owner, title) SELECT email, password_hash FROM users RETURNING title AS x", "hash,data"},
		{"any", "INSERT INTO notes (owner, title, body) VALUES ('a', 'b', {{env.S}}) ON CONFLICT (id) DO UPDATE SET title = excluded.body RETURNING title AS x", "secret,data"},
		{"any", "REPLACE INTO notes (owner, title) VALUES ({{env.S}}, 'a') RETURNING owner AS x", "secret,data"},

		// What the schema makes of columns.
		{"any", "SELECT short AS x FROM accounts", "hash,data"},
		{"any", "UPDATE accounts SET password_hash = {{env.S}} RETURNING short AS x", "secret,hash,data"},
		{"any", "SELECT secret_of AS x FROM people", "hash,data"},
		{"any", "SELECT p.secret_of AS x FROM notes LEFT JOIN people p ON p.id = notes.id", "hash,data"},
		{"any", "SELECT value AS x FROM users, json_each(json_array(password_hash))", "hash,data"},
		{"any", "SELECT j.atom AS x FROM json_tree({{env.S}}) AS j", "secret,data"},
		{"any", "SELECT x FROM (SELECT group_concat(password_hash) AS x FROM users)", "hash,data"},
		{"any", "WITH RECURSIVE r (x, n) AS (SELECT nick, 1 FROM users UNION ALL SELECT {{env.S}}, n + 1 FROM r WHERE n < 2) SELECT x FROM r", "secret,data"},
		{"any", "SELECT first_value(password_hash) OVER (ORDER BY id) AS x FROM users", "hash,data"},
		{"any", "SELECT json_object('p', password_hash) ->> '$.p' AS x FROM users", "hash,data"},

		// PostgreSQL, which no statement is prepared with.
		{"postgres", "SELECT password_hash::varchar AS x FROM users", "hash,data"},
		{"postgres", "SELECT row_to_json(u) AS x FROM users u", everything},
		{"postgres", "SELECT u::text AS x FROM users u", everything},
		{"postgres", "SELECT l.x FROM users u, LATERAL (SELECT u.password_hash AS x) l", "hash,data"},
		{"postgres", "SELECT nick <<@>> {{plain}} AS x FROM users", "caller,data"},
		{"postgres", "SELECT nick AS y and stuff like {{plain}} AS x FROM users", "hash,token,caller,data,private"},
		{"postgres", "SELECT nick AS x FROM users, nowhere", "data"},
		{"postgres", "SELECT body AS x FROM elsewhere, users", everything},
		{"postgres", "SELECT title AS x FROM notes WHERE owner = {{plain}}::text", "data"},
		{"postgres", "INSERT INTO notes (owner, title) VALUES ({{env.S}}, 'b') RETURNING owner AS x", "secret,data"},
		{"postgres", "MERGE INTO users u USING (SELECT {{env.S}} AS s) n ON u.email = n.s WHEN MATCHED THEN UPDATE SET nick = n.s RETURNING u.nick AS x", "secret,data"},
	} {
		if got := labelsOfX(t, tt.dialect, tt.query); got != tt.want {
			t.Errorf("%s\ncarries %q, want %q", tt.query, got, tt.want)
		}
	}
}

// labelsOfX are the labels of column x of a query's row.
func labelsOfX(t *testing.T, dialect, query string) string {
	t.Helper()
	folder := folderDrawn(t, fmt.Sprintf(flowing, dialect, query))
	folder.Schema = diag.NewFile("schema.sql", []byte(shop+`
		CREATE TABLE accounts (id INTEGER PRIMARY KEY, password_hash TEXT NOT NULL, short TEXT AS (substr(password_hash, 1, 8)));
		CREATE VIEW people AS SELECT id, lower(password_hash) AS secret_of FROM users;`))
	program, list := gen.Program(folder)
	for _, d := range list {
		if d.Severity() == diag.Error {
			t.Fatalf("%s\n%s: %s [%s]", query, d.Node, d.Message, d.Code)
		}
	}
	w := program.Workflows[0]
	value := w.Flows[0].Runs(w.NodeNamed("probe"))[0].Value["setValues"].Entry("x")
	if value == nil || value.Type.Kind == types.Unknown {
		t.Errorf("%s\nx is of no type", query)
		return ""
	}
	return strings.TrimPrefix(value.Type.AllLabels().String(), ",")
}

// Hashes that the caller has a hand in guard nothing.
func TestHashOfTheCallerIsNoGuard(t *testing.T) {
	const drawing = `
		in apiEndpoint {"endpointMethod": "POST", "endpointPath": "/drawn"}
		h hash {"hashMode": "hash", "hashInput": "{{password}}"}
		row sql {"sqlMode": "one", "sqlQuery": %q}
		g hash {"hashMode": "verify", "hashInput": "{{password}}", "hashAgainst": "{{row.hash}}"}
		e sql {"sqlQuery": "DELETE FROM notes WHERE id = 1"}
		no response {"responseStatus": 401}
		in -> h -> row -> g:valid -> e -> ok
		g:invalid -> no`
	for query, guards := range map[string]bool{
		"SELECT password_hash AS hash FROM users WHERE email = {{email}}":               true,
		"SELECT coalesce(password_hash, '') AS hash FROM users WHERE email = {{email}}": true,
		"SELECT (SELECT password_hash FROM users WHERE email = {{email}}) AS hash":      true,
		"SELECT {{h.hash}} AS hash":            false,
		"SELECT {{stored}} AS hash FROM users": false,
		"SELECT coalesce(password_hash, {{h.hash}}) AS hash FROM users WHERE email = {{email}}":               false,
		"SELECT CASE WHEN id = 1 THEN password_hash ELSE {{stored}} END AS hash FROM users":                   false,
		"SELECT password_hash AS hash FROM users UNION SELECT {{h.hash}}":                                     false,
		"WITH c (v) AS (SELECT {{stored}}) SELECT v AS hash FROM c":                                           false,
		"SELECT column1 AS hash FROM (VALUES ({{stored}}))":                                                   false,
		"UPDATE users SET password_hash = {{h.hash}} WHERE email = {{email}} RETURNING password_hash AS hash": false,
		"SELECT value AS hash FROM json_each({{stored}})":                                                     false,
	} {
		var want []string
		if !guards {
			want = []string{`FC404 in: SQL "`}
		}
		checkFound(t, want, "FC404", fmt.Sprintf(drawing, query))
	}
}

// checkFound compares what one rule finds in a drawing with what is wanted.
func checkFound(t *testing.T, want []string, code, drawing string) {
	t.Helper()
	var got []string
	for _, line := range told(lintDrawn(t, drawing)) {
		if strings.HasPrefix(line, code+" ") {
			got = append(got, line)
		}
	}
	if len(got) != len(want) || len(want) > 0 && !strings.HasPrefix(got[0], want[0]) {
		t.Errorf("%s\n got %v\nwant %v", drawing, got, want)
	}
}
