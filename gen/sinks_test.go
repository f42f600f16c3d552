package gen_test

import (
	"fmt"
	"testing"
)

// TestSinks wants labels to reach the rules on where they must not go, by every way that a value takes.
func TestSinks(t *testing.T) {
	const row = `u sql {"sqlMode": "one", "sqlQuery": "SELECT id, email, password_hash, api_token FROM users WHERE id = 1"}
			gone response {"responseStatus": 404}
			u:notFound -> gone
			`
	const stored = `FC403 e: password `
	for _, c := range []struct {
		name, drawing string
		want          []string
	}{
		// FC402
		{"answered in body, header and cookie, and claimed", row + `j jwt {"jwtMode": "sign", "jwtExpiresIn": "1m", "jwtClaims": {"h": "{{u.password_hash}}"}}
			ok response {"responseStatus": 200, "responseBody": {"a": {"b": ["{{env.KEY}}"]}}, "responseHeaders": {"X-A": "x {{password}}"}, "responseCookies": [{"name": "c", "value": "{{u.password_hash}}"}]}
			in -> u -> j -> ok`,
			[]string{
				`FC402 j: "u.password_hash" puts a hash into a claim`, `FC402 ok: "env.KEY" puts a secret into an answer`,
				`FC402 ok: "password" puts a password into an answer`, `FC402 ok: "u.password_hash" puts a hash into an answer`,
			}},
		{"answered as a whole row, and as rows", row + `r sql {"sqlQuery": "SELECT id, password_hash FROM users"}
			s set {"setValues": {"all": "{{r.rows}}"}}
			ok response {"responseStatus": 200, "responseBody": {"one": "{{u}}", "all": "{{s.all}}"}}
			in -> u -> r -> s -> ok`,
			[]string{`FC402 ok: `, `FC402 ok: `}},
		{"a token may be answered, and a comparison", row + `ok response {"responseStatus": 200, "responseBody": {"t": "{{u.api_token}}", "same": "{{u.password_hash == 'x'}}", "p": "{{env.PUBLIC_URL}}"}}
			in -> u -> ok`, nil},
		{"answered from Local Storage, where another workflow put it", row + `s localStorage {"storageOperation": "set", "storageKey": "h:{{id}}", "storageTtl": "1m", "storageValue": {"hash": "{{u.password_hash}}"}}
			g localStorage {"storageOperation": "get", "storageKey": "h:{{id}}"}
			none response {"responseStatus": 404}
			ok response {"responseStatus": 200, "responseBody": "{{g.value}}"}
			in -> u -> s -> g:found -> ok
			g:missing -> none`,
			[]string{`FC402 ok: `}},
		{"a Code function's secret", `w code {"codeFunction": "work", "codeInput": {"text": "a text", "maybe": null}}
			ok response {"responseStatus": 200, "responseBody": {"a": "{{w.text}}", "b": "{{w.hidden}}"}}
			in -> w -> ok`,
			[]string{`FC402 ok: "w.hidden" puts a secret`}},
		// FC403
		{"stored by SQL", `e sql {"sqlQuery": "INSERT INTO notes (owner, title) VALUES ({{email}}, {{password}})"}
			in -> e -> ok`, []string{stored + `"password" is stored in plain text`}},
		{"stored by Local Storage", `e localStorage {"storageOperation": "set", "storageKey": "a", "storageTtl": "1m", "storageValue": {"a": ["x {{pwd}}"]}}
			in -> e -> ok`, []string{stored + `"pwd" is stored in plain text`}},
		{"sent in body, header, query and URL", `e api {"apiUrl": "https://example.com/{{password}}", "apiMethod": "POST", "apiBody": {"a": "{{password}}"}, "apiHeaders": {"x": "{{password}}"}, "apiQuery": {"q": "{{password}}"}}
			in -> e -> ok`, []string{stored, stored, stored, stored}},
		{"through a Code function", `w code {"codeFunction": "work", "codeInput": {"text": "{{password}}", "maybe": null}}
			e sql {"sqlQuery": "INSERT INTO notes (owner, title) VALUES ('a', {{w.text}})"}
			in -> w -> e -> ok`, []string{stored + `"w.text" is stored in plain text`}},
		{"through a Set, under another name", `s set {"setValues": {"note": "{{password}}"}}
			e sql {"sqlQuery": "INSERT INTO notes (owner, title) VALUES ('a', {{s.note}})"}
			in -> s -> e -> ok`, []string{stored + `"s.note" is stored in plain text`}},
		{"through a Set of a Set, as a whole", `s set {"setValues": {"a": {"note": "{{password}}"}}}
			r set {"setValues": {"b": "{{s.a}}"}}
			e localStorage {"storageOperation": "set", "storageKey": "a", "storageTtl": "1m", "storageValue": "{{r}}"}
			in -> s -> r -> e -> ok`, []string{stored + `"r" is stored in plain text`}},
		{"in an expression", `e sql {"sqlQuery": "INSERT INTO notes (owner, title) VALUES ('a', {{base64(upper(password) + 'x')}})"}
			in -> e -> ok`, []string{stored}},
		{"in a fallback and an alternative", `e sql {"sqlQuery": "INSERT INTO notes (owner, title) VALUES ({{or(nick, password)}}, {{when(email == '', password, 'x')}})"}
			in -> e -> ok`, []string{stored, stored}},
		{"by input at a join", `c condition {"conditionExpression": "request.ip == '/'"}
			a set {"setValues": {"v": "{{password}}"}}
			b set {"setValues": {"v": "{{nick}}"}}
			e sql {"sqlQuery": "INSERT INTO notes (owner, title) VALUES ('a', {{input.v}})"}
			in -> c:true -> a -> e -> ok
			c:false -> b -> e`, []string{stored + `"input.v" is stored in plain text`}},
		{"hashed too fast", `e sql {"sqlQuery": "INSERT INTO notes (owner, title) VALUES ('a', {{sha256(password)}})"}
			in -> e -> ok`, []string{stored}},
		{"in the field of an object, and in JSON of it", `in apiEndpoint {"endpointMethod": "POST", "endpointPath": "/a", "endpointPublic": true, "endpointFields": {"user": {"type": {"name": "string", "password": "string"}, "required": true}}}
			e sql {"sqlQuery": "INSERT INTO notes (owner, title) VALUES ({{user.password}}, {{json(user)}})"}
			f sql {"sqlQuery": "INSERT INTO notes (owner, title) VALUES ({{user.name}}, 'x')"}
			in -> e -> f -> ok`, []string{stored, stored}},
		{"a field that is declared sensitive", `in apiEndpoint {"endpointMethod": "POST", "endpointPath": "/a", "endpointPublic": true, "endpointFields": {"pin": {"type": "string", "required": true, "sensitive": true}}}
			e sql {"sqlQuery": "INSERT INTO notes (owner, title) VALUES ('a', {{pin}})"}
			in -> e -> ok`, []string{stored}},
		{"of a Webhook's body", `in webhook {"webhookMethod": "POST", "webhookSecret": "{{env.HOOK}}"}
			e sql {"sqlQuery": "INSERT INTO notes (owner, title) VALUES ('a', {{string(request.body.user.password)}})"}
			in -> e -> ok`, []string{stored}},
		{"to find a row is to send it to the database as well", `e sql {"sqlQuery": "SELECT id FROM users WHERE password_hash = {{password}}"}
			in -> e -> ok`, []string{stored}},
		{"with a Hash node", `h hash {"hashMode": "hash", "hashInput": "{{password}}"}
			e sql {"sqlQuery": "INSERT INTO users (email, password_hash) VALUES ({{email}}, {{h.hash}}) ON CONFLICT DO NOTHING"}
			in -> h -> e -> ok`, nil},
		{"its length, and whether it is there", `e sql {"sqlQuery": "INSERT INTO notes (owner, title, n) VALUES ({{string(has(password))}}, 'x', {{len(password)}})"}
			in -> e -> ok`, nil},
		// FC407
		{"a secret in a list of a query", `e api {"apiUrl": "https://example.com/", "apiQuery": {"t": ["a", "{{env.KEY}}"], "n": null}}
			in -> e -> ok`, []string{`FC407 e: "env.KEY" puts a secret into a URL`}},
		{"a token in a URL and in its query", row + `e api {"apiUrl": "https://example.com/{{access_token}}?k={{env.KEY}}", "apiQuery": {"t": "{{s.t}}"}}
			s set {"setValues": {"t": "{{lower(access_token)}}"}}
			in -> u -> s -> e -> ok`,
			[]string{`FC407 e: "access_token" puts a token into a URL`, `FC407 e: "env.KEY" puts a secret into a URL`, `FC407 e: "s.t" puts a token into a URL`}},
		{"an address in the environment", `e api {"apiUrl": "{{env.BILLING_URL}}/invoices", "apiHeaders": {"Authorization": "Bearer {{env.KEY}}"}}
			in -> e -> ok`, nil},
		{"over plain http", row + `e api {"apiUrl": "http://example.com", "apiHeaders": {"Authorization": "Bearer {{env.KEY}}"}}
			f api {"apiUrl": "http://localhost:8080", "apiHeaders": {"Authorization": "Bearer {{env.KEY}}"}}
			in -> u -> e -> f -> ok`,
			[]string{`FC407 e: "env.KEY" sends a secret over plain http to "example.com"`}},
		// FC408
		{"a host that the caller chooses", `s set {"setValues": {"to": "{{where}}"}}
			e api {"apiUrl": "https://{{host}}/x"}
			f api {"apiUrl": "{{s.to}}/y"}
			g api {"apiUrl": "https://example.com/{{path}}"}
			in -> s -> e -> f -> g -> ok`,
			[]string{`FC408 e: the caller chooses the host that "e" calls`, `FC408 f: the caller chooses the host that "f" calls`}},
		{"what follows a host of the environment, or one that is written as a literal", `
			e api {"apiUrl": "{{env.UP_URL + '/echo?' + where}}"}
			f api {"apiUrl": "{{'https://example.com/' + path}}"}
			g api {"apiUrl": "{{env.UP_URL + '?q=' + where}}"}
			h api {"apiUrl": "{{'https://' + env.UP_HOST + ':8443/' + path}}"}
			in -> e -> f -> g -> h -> ok`, nil},
		{"what stands before the end of the host", `
			e api {"apiUrl": "{{env.UP_URL + where}}"}
			f api {"apiUrl": "{{env.UP_URL + where + '/echo'}}"}
			g api {"apiUrl": "{{'https://' + host + '/' + path}}"}
			h api {"apiUrl": "{{env.UP_SCHEME + '://' + host}}"}
			i api {"apiUrl": "{{'https://example.com' + where + '/'}}"}
			in -> e -> f -> g -> h -> i -> ok`,
			[]string{`FC408 e: the caller chooses the host that "e" calls`, `FC408 f: `, `FC408 g: `, `FC408 h: `, `FC408 i: `}},
		// FC412
		{"a secret that is stored", `e sql {"sqlQuery": "INSERT INTO notes (owner, title) VALUES ('a', {{env.KEY}})"}
			f sql {"sqlQuery": "SELECT id FROM notes WHERE owner = {{env.KEY}} LIMIT 9"}
			g localStorage {"storageOperation": "set", "storageKey": "k", "storageTtl": "1m", "storageValue": "{{env.KEY}}"}
			h sql {"sqlQuery": "INSERT INTO notes (owner, title) VALUES ('a', {{env.PUBLIC_URL}})"}
			in -> e -> f -> g -> h -> ok`,
			[]string{`FC412 e: secret "env.KEY" is stored`, `FC412 g: secret "env.KEY" is stored`}},
		// FC410
		{"a placeholder in quotes", `e sql {"sqlQuery": "SELECT id FROM users WHERE email = '{{email}}'"}
			in -> e -> ok`, []string{`FC410 e: `}},
		{"a placeholder within a text in quotes", `e sql {"sqlQuery": "SELECT id FROM users WHERE email LIKE '%{{email}}%'"}
			in -> e -> ok`, []string{`FC410 e: `}},
		{"a placeholder as a table, a column, a direction", `e sql {"sqlQuery": "SELECT id FROM {{table}}"}
			f sql {"sqlQuery": "SELECT u.{{column}} FROM users u"}
			g sql {"sqlQuery": "SELECT id FROM users ORDER BY id {{direction}}"}
			h sql {"sqlQuery": "UPDATE users SET {{column}} = 1"}
			i sql {"sqlQuery": "INSERT INTO {{table}} VALUES (1)"}
			in -> e -> f -> g -> h -> i -> ok`,
			[]string{`FC410 e: `, `FC410 f: `, `FC410 g: `, `FC410 h: `, `FC410 i: `}},
		{"a placeholder in a quoted name and in a comment", `e sql {"sqlQuery": "SELECT \"{{column}}\" FROM users"}
			in -> e -> ok`, []string{`FC410 e: `}},
		{"values", `e sql {"sqlQuery": "SELECT id FROM users WHERE email LIKE {{'%' + email + '%'}} AND id IN ({{int(a)}}, {{int(b)}}) LIMIT {{int(n)}}"}
			in -> e -> ok`, nil},
	} {
		t.Run(c.name, func(t *testing.T) { checkTold(t, c.want, c.drawing) })
	}
}

// TestRedirects wants each address reported with which the caller chooses the host that a browser is sent to, and no other.
func TestRedirects(t *testing.T) {
	for address, open := range map[string]bool{
		"{{next}}": true, "/{{next}}": true, "//{{next}}": true, "{{or(next, '/')}}": true, "{{'/' + next}}": true, "{{lower(next)}}": true,
		"https://{{next}}/a": true, "https://example.com{{next}}": true, "https://{{urlEncode(next)}}/": true, "{{env.PUBLIC_URL}}{{next}}": true,
		"{{when(n > 1, next, '/')}}": true, "{{or(request.query['to'], '')}}": true, "{{or(request.headers['referer'], '/')}}": true, "{{request.path}}/": true,
		"/{{string(n)}}{{next}}": false, "/{{n}}": false, "/{{urlEncode(next)}}": false, "/docs/{{next}}": false, "/d{{next}}": false, "?to={{urlEncode(next)}}": false,
		"{{env.PUBLIC_URL}}/{{next}}": false, "https://example.com/{{next}}": false, "https://example.com{{request.path}}": false, "/": false,
		"{{when(n > 1, '/a/', '/b/') + next}}": false, "{{row.title}}": false, "/{{row.title}}": false, "{{env.PUBLIC_URL}}": false, "page/{{next}}": false,
	} {
		drawing := `in apiEndpoint {"endpointMethod": "GET", "endpointPath": "/drawn", "endpointPublic": true, "endpointFields": {"next": {"type": "string", "required": true}, "n": {"type": "int", "required": true}}}
			row sql {"sqlMode": "one", "sqlQuery": "SELECT title FROM notes WHERE id = {{n}}"}
			none response {"responseStatus": 404}
			ok response {"responseStatus": %d, "responseHeaders": {"location": %q}}
			in -> row -> ok
			row:notFound -> none`
		var want []string
		if open {
			want = []string{`FC408 ok: the caller chooses the host that "ok" redirects to`}
		}
		checkTold(t, want, fmt.Sprintf(drawing, 302, address))
		checkTold(t, nil, fmt.Sprintf(drawing, 201, address))
	}
}
