package gen_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/flowc-dev/flowc/schema/diag"
)

// TestRowGuards holds to growth.md which rows identify a caller: an effect below one is protected, and below nothing else.
func TestRowGuards(t *testing.T) {
	const drawing = `in apiEndpoint {"endpointMethod": "POST", "endpointPath": "/drawn",
			"endpointFields": {"id": {"type": "int", "required": true}, "refresh_token": {"type": "string", "required": true}, "kind": {"type": "string", "required": true}}}
		s sql {"sqlMode": "one", "sqlQuery": %q}
		e sql {"sqlQuery": "DELETE FROM notes WHERE id = 1"}
		no response {"responseStatus": 401}
		in -> s -> e -> ok
		s:notFound -> no`
	const sid, hash = "{{sha256(or(request.cookies['sid'], ''))}}", "{{sha256(refresh_token)}}"
	for _, c := range []struct {
		query string
		open  bool
	}{
		{"SELECT user_id FROM sessions WHERE token_hash = " + sid, false},
		{"SELECT user_id FROM sessions WHERE " + hash + " = token_hash AND kind = {{kind}}", false},
		{"SELECT user_id FROM sessions WHERE kind = {{kind}} AND (code_hash = " + hash + " AND user_id > 1)", false},
		{"SELECT user_id FROM sessions WHERE secret = {{hmacSha256(env.PEPPER, refresh_token)}}", false},
		{"SELECT u.id, u.email FROM users u JOIN sessions s ON s.user_id = u.id WHERE s.token_hash = " + sid, false},
		{"SELECT s.user_id, u.nick FROM sessions s LEFT JOIN users u ON u.id = s.user_id WHERE s.token_hash = " + sid, false},
		{"DELETE FROM sessions WHERE token_hash = " + sid + " RETURNING user_id", false},
		{"UPDATE sessions SET kind = 'seen' WHERE kind IS NULL AND token_hash = " + sid + " RETURNING user_id", false},
		{"SELECT user_id FROM sessions WHERE token_hash = {{sha256(or(request.headers['Authorization'], ''))}}", false},
		{"SELECT user_id FROM sessions WHERE token_hash = " + sid + " OR user_id = {{id}}", true},
		{"SELECT user_id FROM sessions WHERE NOT token_hash = " + sid, true},
		{"SELECT user_id FROM sessions WHERE token_hash <> " + sid, true},
		{"SELECT user_id FROM sessions WHERE kind = " + sid, true},
		{"SELECT id FROM users WHERE hash = " + sid, true},
		{"SELECT user_id FROM sessions WHERE token_hash = {{refresh_token}}", true},
		{"SELECT user_id FROM sessions WHERE token_hash = {{sha256(kind)}}", true},
		{"SELECT user_id FROM sessions WHERE token_hash = {{sha256(or(request.cookies['sid'], ''))}} COLLATE NOCASE", true},
		{"SELECT user_id FROM sessions WHERE token_hash = {{sha256(kind + refresh_token)}}", true},
		{"SELECT user_id FROM sessions WHERE token_hash = {{sha256(or(request.cookies['sid'], kind))}}", true},
		{"SELECT user_id FROM sessions WHERE token_hash = {{hmacSha256(kind, refresh_token)}}", true},
		{"SELECT user_id FROM sessions WHERE token_hash = {{lower(sha256(refresh_token))}}", true},
		{"SELECT user_id FROM sessions WHERE token_hash = lower(" + sid + ")", true},
		{"SELECT user_id FROM sessions WHERE token_hash LIKE " + sid, true},
		{"SELECT user_id FROM sessions WHERE token_hash IN (" + sid + ", 'guest')", true},
		{"SELECT count(*) AS n FROM sessions WHERE token_hash = " + sid, true},
		{"SELECT user_id FROM sessions WHERE token_hash = " + sid + " UNION SELECT id FROM users WHERE id = {{id}}", true},
		{"SELECT u.id FROM users u LEFT JOIN sessions s ON s.user_id = u.id AND s.token_hash = " + sid + " WHERE u.id = {{id}}", true},
		{"SELECT u.id, (SELECT kind FROM sessions WHERE token_hash = " + sid + ") AS kind FROM users u WHERE u.id = {{id}}", true},
		{"SELECT user_id FROM sessions WHERE user_id BETWEEN 0 AND token_hash = " + sid, true},
		{"SELECT x.token_hash FROM (SELECT {{kind}} AS token_hash) x WHERE x.token_hash = " + sid, true},
		{"UPDATE sessions SET token_hash = " + sid + " WHERE user_id = {{id}} RETURNING user_id", true},
		{"INSERT INTO sessions (token_hash, user_id) VALUES (" + sid + ", {{id}}) ON CONFLICT DO NOTHING RETURNING user_id", true},
	} {
		found := false
		for _, d := range lintDrawn(t, fmt.Sprintf(strings.ReplaceAll(drawing, ",\n", ","), c.query)) {
			found = found || d.Code == diag.FC404
			if d.Severity() == diag.Error {
				t.Errorf("%s\n%s", c.query, told(diag.List{d}))
			}
		}
		if found != c.open {
			t.Errorf("%s\nis open to anybody: %t, want %t", c.query, found, c.open)
		}
	}
}

// TestRowGuardsNeedTheirOutput wants a row to guard only where the workflow says what follows without one.
func TestRowGuardsNeedTheirOutput(t *testing.T) {
	const entry = `in apiEndpoint {"endpointMethod": "POST", "endpointPath": "/drawn"}
		e sql {"sqlQuery": "DELETE FROM notes WHERE id = 1"}
		`
	const no = `no response {"responseStatus": 401}
		`
	const query = `"sqlQuery": "SELECT user_id FROM sessions WHERE token_hash = {{sha256(or(request.cookies['sid'], ''))}}"}`
	const open = `FC404 in: SQL "e" changes data, and no guard is before it`
	for _, c := range []struct {
		name, drawing string
		want          []string
	}{
		{"notFound unwired", entry + `s sql {"sqlMode": "one", ` + query + `
			in -> s -> e -> ok`, []string{open}},
		{"mode many", entry + `s sql {"sqlMode": "many", ` + query + `
			in -> s -> e -> ok`, []string{open}},
		{"an effect where there is no row", entry + no + `s sql {"sqlMode": "one", ` + query + `
			in -> s -> ok
			s:notFound -> e -> no`, []string{open}},
		{"a password against the row of a token", entry + no + `s sql {"sqlMode": "one", "sqlQuery": "SELECT u.id, u.password_hash FROM users u JOIN sessions s ON s.user_id = u.id WHERE s.token_hash = {{sha256(token)}}"}
			h hash {"hashMode": "verify", "hashInput": "{{password}}", "hashAgainst": "{{s.password_hash}}"}
			in -> s -> h:valid -> e -> ok
			s:notFound -> no
			h:invalid -> no`, []string{`FC212 `}},
	} {
		t.Run(c.name, func(t *testing.T) { checkTold(t, c.want, c.drawing) })
	}
}
