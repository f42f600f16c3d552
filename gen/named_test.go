package gen_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/flowc-dev/flowc/schema/diag"
)

// TestNamedUsers wants it told where a caller is taken for whom he names, and not where something has shown who he is.
func TestNamedUsers(t *testing.T) {
	const (
		anybody = `in apiEndpoint {"endpointMethod": "POST", "endpointPath": "/drawn", "endpointPublic": true}
			no response {"responseStatus": 401}
			`
		caller = `in apiEndpoint {"endpointMethod": "POST", "endpointPath": "/drawn"}
			no response {"responseStatus": 401}
			`
		user  = "u sql {\"sqlMode\": \"one\", \"sqlQuery\": \"SELECT id, password_hash FROM users WHERE email = {{email}}\"}\n"
		sign  = "j jwt {\"jwtMode\": \"sign\", \"jwtExpiresIn\": \"15m\", \"jwtClaims\": {\"sub\": \"{{u.id}}\"}}\n" + answer
		check = `h hash {"hashMode": "verify", "hashInput": "{{password}}", "hashAgainst": "{{u.password_hash}}"}
			h:invalid -> no
			`
		fresh = "n hash {\"hashMode\": \"hash\", \"hashInput\": \"{{password}}\"}\n"
	)
	named := []string{`FC419 j: "j" signs a token for the user that "email" names`}
	for _, c := range []struct {
		name, drawing string
		want          []string
	}{
		{"a row by its address", anybody + user + sign + "in -> u -> j -> ok\nu:notFound -> no", named},
		{"the address itself", anybody + signFor("{{lower(email)}}") + "in -> j -> ok", named},
		{"a row that is there", anybody + user + sign + "c condition {\"conditionExpression\": \"has(u.id)\"}\nin -> u -> c:true -> j -> ok\nc:false -> no", named},
		{"by address or number", anybody + signFor("{{u.id}}") + `u sql {"sqlMode": "one", "sqlQuery": "SELECT id FROM users WHERE (lower(email) = lower({{who}}) OR nick = {{who}}) AND hash IS NULL"}
			in -> u -> j -> ok
			u:notFound -> no`, []string{`FC419 j: "j" signs a token for the user that "who" names`}},
		{"in another claim", anybody + user + `j jwt {"jwtMode": "sign", "jwtExpiresIn": "15m", "jwtClaims": {"sub": "user", "user_id": "{{u.id}}"}}
			` + answer + `in -> u -> j -> ok
			u:notFound -> no`, named},
		{"a password", caller + user + check + sign + "in -> u -> h:valid -> j -> ok", nil},
		{"a password, and the address that its row was found by", caller + user + check + signFor("{{email}}") + "in -> u -> h:valid -> j -> ok", nil},
		{"a password of another one", caller + user + check + signFor("{{v.id}}") +
			`v sql {"sqlMode": "one", "sqlQuery": "SELECT id FROM users WHERE email = {{other}}"}
			v:notFound -> no
			in -> u -> h:valid -> v -> j -> ok`, []string{`FC419 j: "j" signs a token for the user that "other" names`}},
		{"a row that belongs to who has shown a password", caller + user + check + signFor("{{v.id}}") +
			`v sql {"sqlMode": "one", "sqlQuery": "SELECT id FROM users WHERE id = {{other}} AND nick = {{string(u.id)}}"}
			v:notFound -> no
			in -> u -> h:valid -> v -> j -> ok`, nil},
		{"a code that is compared", anybody + signFor("{{u.user_id}}") + `u sql {"sqlMode": "one", "sqlQuery": "SELECT user_id, kind FROM sessions WHERE user_id = {{int(id)}}"}
			c condition {"conditionExpression": "or(u.kind, '') == code"}
			in -> u -> c:true -> j -> ok
			c:false -> no
			u:notFound -> no`, nil},
		{"a code that the statement asks for", anybody + signFor("{{u.user_id}}") + `u sql {"sqlMode": "one", "sqlQuery": "SELECT user_id FROM sessions WHERE user_id = {{int(id)}} AND kind = {{code}}"}
			in -> u -> j -> ok
			u:notFound -> no`, nil},
		{"a code that is taken", anybody + user + sign + `k localStorage {"storageOperation": "take", "storageKey": "code:{{email}}:{{code}}"}
			in -> k:found -> u -> j -> ok
			k:missing -> no
			u:notFound -> no`, nil},
		{"a code that another service checks", anybody + user + sign + `a api {"apiMethod": "POST", "apiUrl": "https://sms.example.com/check", "apiBody": {"to": "{{email}}", "code": "{{code}}"}}
			in -> a -> u -> j -> ok
			u:notFound -> no`, nil},
		{"what a function has looked at", anybody + user + sign + `w code {"codeFunction": "work", "codeInput": {"text": "{{code}}", "maybe": null}}
			in -> w -> u -> j -> ok
			u:notFound -> no`, nil},
		{"an API key, whose owner may act for all", caller + user + sign + `g auth {"authType": "apikey"}
			in -> g:valid -> u -> j -> ok
			g:invalid -> no
			u:notFound -> no`, nil},
		{"a user who has just signed up", anybody + sign + `h hash {"hashMode": "hash", "hashInput": "{{password}}"}
			u sql {"sqlMode": "one", "sqlQuery": "INSERT INTO users (email, password_hash) VALUES ({{email}}, {{h.hash}}) RETURNING id"}
			u:conflict -> no
			in -> h -> u -> j -> ok`, nil},
		{"a guest", anybody + signFor("{{uuid()}}") + "in -> j -> ok", nil},
		{"a guest with a name", anybody + signFor("guest:{{name}}") + "in -> j -> ok", nil},
		{"a link that is mailed", anybody + user + `j jwt {"jwtMode": "sign", "jwtExpiresIn": "15m", "jwtClaims": {"sub": "{{u.id}}"}}
			a api {"apiMethod": "POST", "apiUrl": "https://mail.example.com/send", "apiBody": {"to": "{{email}}", "text": "{{j.token}}"}}
			in -> u -> j -> a -> ok
			u:notFound -> ok`, nil},
		{"one of a few", `in apiEndpoint {"endpointMethod": "POST", "endpointPath": "/drawn", "endpointPublic": true, "endpointFields": {"demo": {"type": "string", "required": true, "validate": "oneof=ann bob"}}}
			` + signFor("{{demo}}") + "in -> j -> ok", nil},
		{"the password of whoever is named", anybody + fresh + `e sql {"sqlQuery": "UPDATE users SET password_hash = {{n.hash}} WHERE email = {{email}}"}
			in -> n -> e -> ok`, []string{`FC419 e: "e" sets the password of the user that "email" names`}},
		{"and where he may be new", anybody + fresh + `e sql {"sqlQuery": "INSERT INTO users (email, password_hash) VALUES ({{email}}, {{n.hash}}) ON CONFLICT (email) DO UPDATE SET password_hash = excluded.password_hash"}
			in -> n -> e -> ok`, []string{`FC419 e: "e" sets the password of the user that "email" names`}},
		{"below no guard, which is one mistake", caller + fresh + `e sql {"sqlQuery": "UPDATE users SET password_hash = {{n.hash}} WHERE email = {{email}}"}
			no2 response {"responseStatus": 401}
			in -> n -> e -> ok`, nil},
		{"one's own password", caller + fresh + user + check + `e sql {"sqlQuery": "UPDATE users SET password_hash = {{n.hash}} WHERE email = {{email}}"}
			in -> u -> h:valid -> n -> e -> ok`, nil},
		{"that of the token's owner", caller + fresh + `k localStorage {"storageOperation": "take", "storageKey": "reset:{{sha256(token)}}"}
			e sql {"sqlQuery": "UPDATE users SET password_hash = {{n.hash}} WHERE email = {{string(k.value)}}"}
			in -> k:found -> n -> e -> ok
			k:missing -> no`, nil},
		{"that of anybody, by any token", caller + fresh + `k localStorage {"storageOperation": "take", "storageKey": "reset:{{sha256(token)}}"}
			e sql {"sqlQuery": "UPDATE users SET password_hash = {{n.hash}} WHERE email = {{email}}"}
			in -> k:found -> n -> e -> ok
			k:missing -> no`, []string{`FC419 e: `}},
		{"that of anybody, by a session of an administrator", caller + fresh + `s sql {"sqlMode": "one", "sqlQuery": "SELECT user_id FROM sessions WHERE token_hash = {{sha256(or(request.cookies['s'], ''))}} AND kind = 'admin'"}
			e sql {"sqlQuery": "UPDATE users SET password_hash = {{n.hash}} WHERE email = {{email}}"}
			in -> s -> n -> e -> ok
			s:notFound -> no`, nil},
		{"or by one whose row is asked", caller + fresh + `s sql {"sqlMode": "one", "sqlQuery": "SELECT user_id, kind FROM sessions WHERE token_hash = {{sha256(or(request.cookies['s'], ''))}}"}
			c condition {"conditionExpression": "or(s.kind, '') == 'staff'"}
			e sql {"sqlQuery": "UPDATE users SET password_hash = {{n.hash}} WHERE email = {{email}}"}
			in -> s -> c:true -> n -> e -> ok
			c:false -> no
			s:notFound -> no`, nil},
	} {
		t.Run(c.name, func(t *testing.T) { checkRule(t, diag.FC419, c.want, c.drawing) })
	}
}

const answer = "ok response {\"responseStatus\": 200, \"responseBody\": {\"token\": \"{{j.token}}\"}}\n"

// signFor draws the token of a subject, which is answered.
func signFor(sub string) string {
	return "j jwt {\"jwtMode\": \"sign\", \"jwtExpiresIn\": \"15m\", \"jwtClaims\": {\"sub\": \"" + sub + "\"}}\n" + answer
}

// TestNamedUsersThroughCalls wants the same to be told where a workflow looks the user up, or signs, for another one.
func TestNamedUsersThroughCalls(t *testing.T) {
	const (
		looked = `in subflow {"subflowFields": {"email": {"type": "string", "required": true}}}
			u sql {"sqlMode": "one", "sqlQuery": "SELECT id, password_hash FROM users WHERE email = {{email}}"}
			found return {"returnOutput": "found", "returnValues": {"user": "{{u.id}}"}}
			none return {"returnOutput": "none"}
			in -> u -> CHECK
			u:notFound -> none`
		calls = `in apiEndpoint {"endpointMethod": "POST", "endpointPath": "/drawn", "endpointPublic": true}
			k call {"callWorkflow": "drawn2", "callInput": {"email": "{{email}}"}}
			no response {"responseStatus": 401}
			in -> k:found -> j -> ok
			k:none -> no
			`
		signs = `in subflow {"subflowFields": {"user": {"type": "int", "required": true}}}
			j jwt {"jwtMode": "sign", "jwtExpiresIn": "15m", "jwtClaims": {"sub": "{{user}}"}}
			made return {"returnOutput": "made", "returnValues": {"token": "{{j.token}}"}}
			in -> j -> made`
	)
	named := []string{`FC419 j: "j" signs a token for the user that "email" names`}
	checkRule(t, diag.FC419, named, calls+signFor("{{k.user}}"), strings.Replace(looked, "CHECK", "found", 1))
	checkRule(t, diag.FC419, nil, calls+signFor("{{k.user}}"), strings.Replace(looked, "CHECK", "c:true -> found\nc:false -> none\nc condition {\"conditionExpression\": \"u.password_hash == string(email)\"}", 1))
	const asks = `u sql {"sqlMode": "one", "sqlQuery": "SELECT id, password_hash FROM users WHERE email = {{email}}"}
		k call {"callWorkflow": "drawn2", "callInput": {"user": "{{u.id}}"}}
		ok response {"responseStatus": 200, "responseBody": {"token": "{{k.token}}"}}
		no response {"responseStatus": 401}
		k:made -> ok
		`
	checkRule(t, diag.FC419, named, asks+"in -> u -> k\nu:notFound -> no", signs)
	checkRule(t, diag.FC419, nil, asks+`h hash {"hashMode": "verify", "hashInput": "{{password}}", "hashAgainst": "{{u.password_hash}}"}
		in -> u -> h:valid -> k
		h:invalid -> no`, signs)
}

// checkRule compares what one rule finds in drawings, which have no errors, with what is wanted: the begin of its lines of told.
func checkRule(t *testing.T, code *diag.Code, want []string, drawings ...string) {
	t.Helper()
	list := lintDrawn(t, drawings...)
	for _, d := range list {
		if d.Severity() == diag.Error && d.Code.Name != code.Name {
			t.Errorf("found %s", told(diag.List{d})[0])
		}
	}
	got := told(slices.DeleteFunc(list, func(d diag.Diagnostic) bool { return d.Code.Name != code.Name }))
	if !slices.EqualFunc(got, want, strings.HasPrefix) {
		t.Errorf("found\n  %s\nwant\n  %s\nin%s", strings.Join(got, "\n  "), strings.Join(want, "\n  "), strings.Join(drawings, "\n---"))
	}
}
