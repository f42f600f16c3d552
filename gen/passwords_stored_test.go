package gen_test

import (
	"strings"
	"testing"

	"github.com/flowc-dev/flowc/schema/diag"
)

// TestUnnamedPasswords wants what is a password by where it goes to be told of where it is stored, whatever it is called: what a Hash
// takes, and what stands in the column of a password, or is compared with it.
func TestUnnamedPasswords(t *testing.T) {
	const drawing = `in apiEndpoint {"endpointMethod": "POST", "endpointPath": "/drawn", "endpointFields": {"phrase": {"type": "string", "required": true}, "old_hash": {"type": "string"}, "kind": {"type": "string", "validate": "oneof=a b"}}}
		g auth {}
		no response {"responseStatus": 401}
		h hash {"hashMode": "hash", "hashInput": "HASHED"}
		s sql {"sqlQuery": "QUERY"}
		a response {"responseStatus": 200, "responseBody": {"told": "TOLD"}}
		in -> g:valid -> h -> s -> a
		g:invalid -> no`
	plain := func(how string) []string {
		return []string{`FC403 s: ` + how + `, but that column holds password hashes`}
	}
	for _, c := range []struct {
		name, hashed, query string
		want                []string
	}{
		{"what a Hash takes", "{{phrase}}", "UPDATE notes SET body = {{phrase}} WHERE id = 1", []string{`FC403 s: password "phrase" is stored in plain text`}},
		{"what a Hash takes, in a text", "{{trim(phrase)}}", "UPDATE notes SET body = {{'it is ' + phrase}} WHERE id = 1", []string{`FC403 s: password`}},
		{"its hash", "{{phrase}}", "UPDATE users SET password_hash = {{h.hash}} WHERE id = 1", nil},
		{"what no Hash takes", "{{randomToken(32)}}", "UPDATE notes SET body = {{phrase}} WHERE id = 1", nil},
		{"in the column of a hash", "{{randomToken(32)}}", "UPDATE users SET password_hash = {{phrase}} WHERE id = 1",
			plain(`"phrase" is stored in "users.password_hash" in plain text`)},
		{"hashed fast", "{{randomToken(32)}}", "UPDATE users SET password_hash = {{sha256(phrase)}} WHERE id = 1",
			plain(`"sha256(phrase)" is stored in "users.password_hash" under a fast hash`)},
		{"hashed fast with salt", "{{randomToken(32)}}", "UPDATE users SET password_hash = {{h.hash + sha256(h.hash + phrase)}} WHERE id = 1",
			plain(`"h.hash + sha256(h.hash + phrase)" is stored in "users.password_hash" under a fast hash`)},
		{"by a function of SQL", "{{randomToken(32)}}", "UPDATE users SET password_hash = coalesce({{phrase}}, password_hash) WHERE id = 1",
			plain(`"phrase" is stored in "users.password_hash" in plain text`)},
		{"compared with", "{{randomToken(32)}}", "UPDATE notes SET n = n + 1 WHERE id IN (SELECT id FROM users WHERE password_hash = {{phrase}})",
			plain(`"phrase" is compared with "users.password_hash" in plain text`)},
		{"compared with, at once", "{{randomToken(32)}}", "DELETE FROM users WHERE password_hash = {{phrase}}",
			plain(`"phrase" is compared with "users.password_hash" in plain text`)},
		{"a hash that another one has made", "{{randomToken(32)}}", "UPDATE users SET password_hash = {{or(old_hash, '-')}} WHERE id = 1", nil},
		{"one of few", "{{randomToken(32)}}", "UPDATE users SET password_hash = {{or(kind, 'a')}} WHERE id = 1", nil},
		{"a word of our own", "{{randomToken(32)}}", "UPDATE users SET password_hash = 'none' WHERE id = 1", nil},
		{"in the column of another hash", "{{randomToken(32)}}", "UPDATE users SET hash = {{phrase}} WHERE id = 1", nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			text := strings.NewReplacer("HASHED", c.hashed, "QUERY", c.query, "TOLD", "x").Replace(drawing)
			checkRule(t, diag.FC403, c.want, text)
		})
	}
	t.Run("each of a list", func(t *testing.T) {
		const each = `in apiEndpoint {"endpointMethod": "POST", "endpointPath": "/drawn", "endpointFields": {"people": {"type": [{"mail": "string", "word": "string", "made_hash": "string"}], "required": true}}}
			g auth {}
			no response {"responseStatus": 401}
			f forEach {"eachItems": "people"}
			s sql {"sqlQuery": "UPDATE users SET password_hash = {{item.WHICH}} WHERE email = {{item.mail}}"}
			in -> g:valid -> f:each -> s
			f:done -> ok
			g:invalid -> no`
		checkRule(t, diag.FC403, plain(`"item.word" is stored in "users.password_hash" in plain text`), with(each, "WHICH", "word"))
		checkRule(t, diag.FC403, nil, with(each, "WHICH", "made_hash"))
	})
	t.Run("what a Hash takes, answered", func(t *testing.T) {
		text := strings.NewReplacer("HASHED", "{{phrase}}", "QUERY", "UPDATE users SET password_hash = {{h.hash}} WHERE id = 1", "TOLD", "{{phrase}}").Replace(drawing)
		checkRule(t, diag.FC402, []string{`FC402 a: "phrase" puts a password into an answer`}, text)
	})
	t.Run("in the column that a Hash checks against", func(t *testing.T) {
		text := strings.NewReplacer("HASHED", "{{randomToken(32)}}", "QUERY", "UPDATE staff SET role = {{phrase}} WHERE id = 1", "TOLD", "x").Replace(drawing)
		const login = `in apiEndpoint {"endpointMethod": "POST", "endpointPath": "/login"}
			u sql {"sqlMode": "one", "sqlQuery": "SELECT id, role FROM staff WHERE email = {{email}}"}
			v hash {"hashMode": "verify", "hashInput": "{{password}}", "hashAgainst": "{{u.role}}"}
			no response {"responseStatus": 401}
			in -> u -> v:valid -> ok
			v:invalid -> no`
		checkRule(t, diag.FC403, []string{`FC403 s: "phrase" is stored in "staff.role" in plain text`}, text, login)
	})
}

// TestPasswordsOfBasic wants the header Authorization to be a password where a node asks for one in it, whichever way it is read.
func TestPasswordsOfBasic(t *testing.T) {
	const drawing = `in apiEndpoint {"endpointMethod": "POST", "endpointPath": "/drawn", "endpointFields": {"authorization": {"type": "string", "in": "header"}}}
		g auth AUTH
		no response {"responseStatus": 401}
		s sql {"sqlQuery": "UPDATE notes SET body = {{WHAT}} WHERE id = 1"}
		in -> g:valid -> s -> ok
		g:invalid -> no`
	for _, c := range []struct {
		name, auth, what string
		want             []string
	}{
		{"the header", `{"authType": "basic"}`, "request.headers['Authorization']", []string{"FC403 s: password"}},
		{"what is behind its scheme", `{"authType": "basic"}`, "replace(or(request.headers['authorization'], ''), 'Basic ', '')", []string{"FC403 s: password"}},
		{"its field", `{"authType": "basic"}`, "authorization", []string{"FC403 s: password"}},
		{"another header", `{"authType": "basic"}`, "request.headers['user-agent']", nil},
		{"a token in it", `{}`, "request.headers['authorization']", nil},
		{"whose password it is", `{"authType": "basic"}`, "g.sub", nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			checkRule(t, diag.FC403, c.want, with(drawing, "AUTH", c.auth, "WHAT", c.what))
		})
	}
}
