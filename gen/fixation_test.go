package gen_test

import (
	"testing"

	"github.com/flowc-dev/flowc/schema/diag"
)

// TestSessionFixation wants a session to be told that is opened under what a browser was made to send, and none whose token was looked at.
func TestSessionFixation(t *testing.T) {
	const (
		login = `in apiEndpoint {"endpointMethod": "POST", "endpointPath": "/drawn"}
			u sql {"sqlMode": "one", "sqlQuery": "SELECT id, password_hash FROM users WHERE email = {{email}}"}
			h hash {"hashMode": "verify", "hashInput": "{{password}}", "hashAgainst": "{{u.password_hash}}"}
			no response {"responseStatus": 401}
			in -> u -> h:valid -> k
			h:invalid -> no
			`
		leave = `in apiEndpoint {"endpointMethod": "POST", "endpointPath": "/drawn"}
			s sql {"sqlMode": "one", "sqlQuery": "DELETE FROM sessions WHERE token_hash = {{sha256(or(request.cookies['sid'], ''))}} RETURNING user_id"}
			l localStorage {"storageOperation": "take", "storageKey": "session:{{sha256(or(request.cookies['sid'], ''))}}"}
			no response {"responseStatus": 401}
			in -> s -> l:found -> ok
			s:notFound -> no
			l:missing -> no`
	)
	found := []string{`FC418 k: "k" opens a session under a token that the browser already sends`}
	for _, c := range []struct {
		name, drawing string
		want          []string
	}{
		{"a row by the cookie", login + `k sql {"sqlQuery": "INSERT INTO sessions (token_hash, user_id) VALUES ({{sha256(or(request.cookies['sid'], ''))}}, {{u.id}})"}
			k -> ok`, found},
		{"a row by the query", login + `k sql {"sqlQuery": "INSERT INTO sessions (token_hash, user_id) VALUES ({{sha256(or(request.query['sid_token'], ''))}}, {{u.id}})"}
			k -> ok`, found},
		{"a value by the cookie", login + `k localStorage {"storageOperation": "set", "storageKey": "session:{{sha256(or(request.cookies['sid'], ''))}}", "storageValue": {"user": "{{u.id}}"}, "storageTtl": "1h"}
			k -> ok`, found},
		{"a row that was there before the login", login + `k sql {"sqlQuery": "UPDATE sessions SET user_id = {{u.id}} WHERE token_hash = {{sha256(or(request.cookies['sid'], ''))}}"}
			k -> ok`, found},
		{"a row of whom the cookie lets in already", login + `k sql {"sqlMode": "one", "sqlQuery": "SELECT user_id FROM sessions WHERE token_hash = {{sha256(or(request.cookies['sid'], ''))}}"}
			e sql {"sqlQuery": "UPDATE sessions SET user_id = {{u.id}} WHERE token_hash = {{sha256(or(request.cookies['sid'], ''))}}"}
			k -> e -> ok
			k:notFound -> no`, nil},
		{"a row that has its user already", login + `k sql {"sqlQuery": "UPDATE sessions SET kind = 'sure' WHERE token_hash = {{sha256(or(request.cookies['sid'], ''))}}"}
			k -> ok`, nil},
		{"what a program has made and sends in the body", login + `k sql {"sqlQuery": "INSERT INTO sessions (token_hash, user_id) VALUES ({{sha256(token)}}, {{u.id}})"}
			k -> ok`, nil},
	} {
		t.Run(c.name, func(t *testing.T) { checkRule(t, diag.FC418, c.want, c.drawing, leave) })
	}
}
