package gen_test

import (
	"strings"
	"testing"

	"github.com/flowc-dev/flowc/schema/diag"
)

// TestGuards holds what counts as a guard to workflow.md: an effect below one is protected (FC404), and below nothing else.
func TestGuards(t *testing.T) {
	const (
		entry  = "in apiEndpoint {\"endpointMethod\": \"POST\", \"endpointPath\": \"/drawn\"}\n"
		effect = "e sql {\"sqlQuery\": \"DELETE FROM notes WHERE id = 1\"}\nno response {\"responseStatus\": 401}\n"
		found  = `FC404 in: SQL "e" changes data, and no guard is before it: anyone can call this`
	)
	for _, c := range []struct {
		name, drawing string
		unprotected   bool
	}{
		{"nothing", `in -> e -> ok`, true},
		{"Auth valid", `
			g auth {}
			in -> g:valid -> e -> ok
			g:invalid -> no`, false},
		{"Auth with a key", `
			g auth {"authType": "apikey"}
			in -> g:valid -> e -> ok
			g:invalid -> no`, false},
		{"Auth invalid", `
			g auth {}
			in -> g:invalid -> e -> no
			g:valid -> ok`, true},
		{"JWT verify valid", `
			g jwt {"jwtMode": "verify", "jwtToken": "{{request.cookies['session']}}"}
			in -> g:valid -> e -> ok
			g:invalid -> no`, false},
		{"JWT verify of a token that was signed on the way", `
			s jwt {"jwtMode": "sign", "jwtExpiresIn": "1m", "jwtClaims": {"sub": "{{string(name)}}"}}
			kept set {"setValues": {"token": "{{s.token}}"}}
			g jwt {"jwtMode": "verify", "jwtToken": "{{kept.token}}"}
			in -> s -> kept -> g:valid -> e -> ok
			g:invalid -> no`, true},
		{"JWT verify of a token that is stored for anybody", `
			s localStorage {"storageOperation": "get", "storageKey": "token:{{string(name)}}"}
			g jwt {"jwtMode": "verify", "jwtToken": "{{string(s.value)}}"}
			in -> s:found -> g:valid -> e -> ok
			s:missing -> no
			g:invalid -> no`, true},
		{"JWT verify of a row's token", `
			s sql {"sqlMode": "one", "sqlQuery": "SELECT api_token FROM users WHERE id = {{int(id)}}"}
			g jwt {"jwtMode": "verify", "jwtToken": "{{or(s.api_token, '')}}"}
			in -> s -> g:valid -> e -> ok
			s:notFound -> no
			g:invalid -> no`, true},
		{"JWT verify of the caller's token or a stored one", `
			s sql {"sqlMode": "one", "sqlQuery": "SELECT api_token FROM users WHERE id = {{int(id)}}"}
			g jwt {"jwtMode": "verify", "jwtToken": "{{or(request.headers['x-token'], or(s.api_token, ''))}}"}
			in -> s -> g:valid -> e -> ok
			s:notFound -> no
			g:invalid -> no`, true},
		{"JWT verify of a token of the environment", `
			g jwt {"jwtMode": "verify", "jwtToken": "{{env.GUEST_TOKEN}}"}
			in -> g:valid -> e -> ok
			g:invalid -> no`, true},
		{"JWT verify of a token that is written as a literal", `
			s set {"setValues": {"token": "abc"}}
			g jwt {"jwtMode": "verify", "jwtToken": "{{s.token}}"}
			in -> s -> g:valid -> e -> ok
			g:invalid -> no`, true},
		{"JWT verify of a token kept inside", `
			s set {"setValues": {"own": {"token": "{{env.GUEST_TOKEN}}"}}}
			g jwt {"jwtMode": "verify", "jwtToken": "{{s.own.token}}"}
			in -> s -> g:valid -> e -> ok
			g:invalid -> no`, true},
		{"JWT verify of the caller's token, kept inside", `
			s set {"setValues": {"own": {"token": "{{or(request.cookies['s'], '')}}"}}}
			g jwt {"jwtMode": "verify", "jwtToken": "{{s.own.token}}"}
			in -> s -> g:valid -> e -> ok
			g:invalid -> no`, false},
		{"JWT verify of the caller's token or one of the environment", `
			g jwt {"jwtMode": "verify", "jwtToken": "{{or(request.cookies['s'], env.GUEST_TOKEN)}}"}
			in -> g:valid -> e -> ok
			g:invalid -> no`, true},
		{"JWT verify of one of the two, as the caller wants", `
			g jwt {"jwtMode": "verify", "jwtToken": "{{when(request.ip == '/', env.GUEST_TOKEN, token)}}"}
			in -> g:valid -> e -> ok
			g:invalid -> no`, true},
		{"JWT verify of the caller's token, or of none", `
			none set {"setValues": {"token": "none"}}
			g jwt {"jwtMode": "verify", "jwtToken": "{{or(request.cookies['s'], or(request.headers['x-token'], none.token))}}"}
			in -> none -> g:valid -> e -> ok
			g:invalid -> no`, false},
		{"JWT verify of what arrives, by one wire of the environment", `
			c condition {"conditionExpression": "request.ip == '/'"}
			a set {"setValues": {"token": "{{env.GUEST_TOKEN}}"}}
			b set {"setValues": {"token": "{{or(request.cookies['s'], '')}}"}}
			g jwt {"jwtMode": "verify", "jwtToken": "{{input.token}}"}
			in -> c:true -> a -> g:valid -> e -> ok
			c:false -> b -> g:invalid -> no`, true},
		{"JWT verify of what arrives, by both wires the caller's", `
			c condition {"conditionExpression": "request.ip == '/'"}
			a set {"setValues": {"token": "{{or(request.headers['x-token'], '')}}"}}
			b set {"setValues": {"token": "{{or(request.cookies['s'], '')}}"}}
			g jwt {"jwtMode": "verify", "jwtToken": "{{input.token}}"}
			in -> c:true -> a -> g:valid -> e -> ok
			c:false -> b -> g:invalid -> no`, false},
		{"JWT verify of what arrives, by one wire of the environment below a guard", `
			c condition {"conditionExpression": "request.ip == '/'"}
			k auth {"authType": "apikey"}
			a set {"setValues": {"token": "{{env.GUEST_TOKEN}}"}}
			b set {"setValues": {"token": "{{or(request.cookies['s'], '')}}"}}
			g jwt {"jwtMode": "verify", "jwtToken": "{{input.token}}"}
			in -> c:true -> k:valid -> a -> g:valid -> e -> ok
			k:invalid -> no
			c:false -> b -> g:invalid -> no`, false},
		{"JWT sign", `
			g jwt {"jwtMode": "sign", "jwtExpiresIn": "1m"}
			in -> g -> e -> ok`, true},
		{"Hash verify against a row", `
			u sql {"sqlMode": "one", "sqlQuery": "SELECT password_hash FROM users WHERE email = {{email}}"}
			g hash {"hashMode": "verify", "hashInput": "{{password}}", "hashAgainst": "{{u.password_hash}}"}
			in -> u -> g:valid -> e -> ok
			g:invalid -> no`, false},
		{"Hash verify against the request", `
			g hash {"hashMode": "verify", "hashInput": "{{password}}", "hashAgainst": "{{stored}}"}
			in -> g:valid -> e -> ok
			g:invalid -> no`, true},
		{"Hash verify against the request, through a Set", `
			s set {"setValues": {"h": "{{lower(stored)}}"}}
			g hash {"hashMode": "verify", "hashInput": "{{password}}", "hashAgainst": "{{s.h}}"}
			in -> s -> g:valid -> e -> ok
			g:invalid -> no`, true},
		{"Hash verify against a row or the request", `
			u sql {"sqlMode": "one", "sqlQuery": "SELECT password_hash FROM users WHERE email = {{email}}"}
			g hash {"hashMode": "verify", "hashInput": "{{password}}", "hashAgainst": "{{or(u.password_hash, stored)}}"}
			in -> u -> g:valid -> e -> ok
			g:invalid -> no`, true},
		{"Hash verify against an environment variable", `
			g hash {"hashMode": "verify", "hashInput": "{{password}}", "hashAgainst": "{{env.ADMIN_HASH}}"}
			in -> g:valid -> e -> ok
			g:invalid -> no`, false},
		{"Hash verify of an environment variable", `
			u sql {"sqlMode": "one", "sqlQuery": "SELECT password_hash FROM users WHERE email = {{email}}"}
			g hash {"hashMode": "verify", "hashInput": "{{env.ADMIN_PASSWORD}}", "hashAgainst": "{{u.password_hash}}"}
			in -> u -> g:valid -> e -> ok
			g:invalid -> no`, true},
		{"Hash verify of a row", `
			u sql {"sqlMode": "one", "sqlQuery": "SELECT nick, password_hash FROM users WHERE email = {{email}} AND nick IS NOT NULL"}
			g hash {"hashMode": "verify", "hashInput": "{{or(u.nick, '')}}", "hashAgainst": "{{u.password_hash}}"}
			in -> u -> g:valid -> e -> ok
			g:invalid -> no`, true},
		{"Hash verify of what the caller has sent under a salt", `
			u sql {"sqlMode": "one", "sqlQuery": "SELECT password_hash FROM users WHERE email = {{email}}"}
			g hash {"hashMode": "verify", "hashInput": "{{hmacSha256(env.PEPPER, password)}}", "hashAgainst": "{{u.password_hash}}"}
			in -> u -> g:valid -> e -> ok
			g:invalid -> no`, false},
		{"Hash verify of a code that a token carries", `
			t jwt {"jwtMode": "verify", "jwtToken": "{{token}}", "jwtClaimTypes": {"code": "string"}}
			u sql {"sqlMode": "one", "sqlQuery": "SELECT password_hash FROM users WHERE email = {{t.sub}}"}
			g hash {"hashMode": "verify", "hashInput": "{{t.code}}", "hashAgainst": "{{u.password_hash}}"}
			in -> t:valid -> u -> g:valid -> e -> ok
			t:invalid -> no
			g:invalid -> no`, false},
		{"a key with the hash of a header", `
			g localStorage {"storageOperation": "get", "storageKey": "session:{{sha256(or(request.headers['authorization'], ''))}}"}
			in -> g:found -> e -> ok
			g:missing -> no`, false},
		{"a key with the hash of a header that no caller proves itself with", `
			g localStorage {"storageOperation": "get", "storageKey": "session:{{sha256(or(request.headers['x-session'], ''))}}"}
			in -> g:found -> e -> ok
			g:missing -> no`, true},
		{"a row with the hash of the header that API keys come in", `
			g sql {"sqlMode": "one", "sqlQuery": "SELECT user_id FROM sessions WHERE token_hash = {{sha256(or(request.headers['x-api-key'], ''))}}"}
			in -> g:out -> e -> ok
			g:notFound -> no`, false},
		{"a row whose hash is compared with nothing", `
			g sql {"sqlMode": "one", "sqlQuery": "SELECT user_id FROM sessions WHERE token_hash = coalesce(NULL, NULL)"}
			in -> g:out -> e -> ok
			g:notFound -> no`, true},
		{"a row for nothing that is compared with the hash of a cookie", `
			g sql {"sqlMode": "one", "sqlQuery": "SELECT user_id FROM sessions WHERE coalesce(NULL, NULL) = {{sha256(or(request.cookies['s'], ''))}}"}
			in -> g:out -> e -> ok
			g:notFound -> no`, true},
		{"a key with the hash of a header that an Auth looks into", `
			g localStorage {"storageOperation": "get", "storageKey": "session:{{sha256(or(request.headers['x-key'], ''))}}"}
			a auth {"authType": "apikey", "authHeader": "X-Key"}
			in -> g:found -> e -> ok
			g:missing -> a:valid -> ok
			a:invalid -> no`, false},
		{"a key with the HMAC of a cookie, taken", `
			g localStorage {"storageOperation": "take", "storageKey": "session:{{hmacSha256(env.PEPPER, or(request.cookies['s'], ''))}}"}
			in -> g:found -> e -> ok
			g:missing -> no`, false},
		{"a key with the hash of a cookie beside another value", `
			g localStorage {"storageOperation": "get", "storageKey": "session:{{tenant}}:{{sha256(or(request.cookies['s'], ''))}}"}
			in -> g:found -> e -> ok
			g:missing -> no`, false},
		{"a key with the hash of a cookie that a Set names", `
			s set {"setValues": {"sid": "{{or(request.cookies['s'], '')}}"}}
			k set {"setValues": {"key": "{{sha256(s.sid)}}"}}
			g localStorage {"storageOperation": "get", "storageKey": "session:{{k.key}}"}
			in -> s -> k -> g:found -> e -> ok
			g:missing -> no`, false},
		{"a key with the hash of a cookie and something else", `
			g localStorage {"storageOperation": "get", "storageKey": "session:{{sha256(or(request.cookies['s'], '') + name)}}"}
			in -> g:found -> e -> ok
			g:missing -> no`, true},
		{"a key with the hash of a cookie or something else", `
			g localStorage {"storageOperation": "get", "storageKey": "session:{{sha256(or(request.cookies['s'], name))}}"}
			in -> g:found -> e -> ok
			g:missing -> no`, true},
		{"a key with the begin of a hash", `
			g localStorage {"storageOperation": "get", "storageKey": "session:{{split(sha256(refresh_token), '0')[0]}}"}
			in -> g:found -> e -> ok
			g:missing -> no`, true},
		{"a key with the hash of a token that was read for anybody", `
			u sql {"sqlMode": "one", "sqlQuery": "SELECT api_token FROM users WHERE email = {{email}} AND api_token IS NOT NULL"}
			g localStorage {"storageOperation": "get", "storageKey": "session:{{sha256(or(u.api_token, ''))}}"}
			in -> u -> g:found -> e -> ok
			u:notFound -> no
			g:missing -> no`, true},
		{"a key with the hash of a token that was made here", `
			s set {"setValues": {"made": "{{randomToken(32)}}"}}
			g localStorage {"storageOperation": "get", "storageKey": "session:{{sha256(s.made)}}"}
			in -> s -> g:found -> e -> ok
			g:missing -> no`, true},
		{"a key with an HMAC whose key the caller sends", `
			g localStorage {"storageOperation": "get", "storageKey": "session:{{hmacSha256(key, or(request.cookies['s'], ''))}}"}
			in -> g:found -> e -> ok
			g:missing -> no`, true},
		{"a key with the hash of a cookie, behind a Set", `
			g localStorage {"storageOperation": "get", "storageKey": "session:{{sha256(or(request.cookies['s'], ''))}}"}
			in -> g:found -> x
			x set {"setValues": {"y": 1}}
			x -> e -> ok
			g:missing -> no`, false},
		{"a key with the hash of a token", `
			g localStorage {"storageOperation": "get", "storageKey": "refresh:{{sha256(refresh_token)}}"}
			in -> g:found -> e -> ok
			g:missing -> no`, false},
		{"missing", `
			g localStorage {"storageOperation": "get", "storageKey": "session:{{sha256(refresh_token)}}"}
			in -> g:missing -> e -> no
			g:found -> ok`, true},
		{"a key with the header itself", `
			g localStorage {"storageOperation": "get", "storageKey": "session:{{or(request.headers['x-session'], '')}}"}
			in -> g:found -> e -> ok
			g:missing -> no`, true},
		{"a key with the hash of a field", `
			g localStorage {"storageOperation": "get", "storageKey": "session:{{sha256(email)}}"}
			in -> g:found -> e -> ok
			g:missing -> no`, true},
		{"a key with the hash of a query", `
			g localStorage {"storageOperation": "get", "storageKey": "session:{{sha256(or(request.query['x'], ''))}}"}
			in -> g:found -> e -> ok
			g:missing -> no`, true},
		{"a literal key", `
			g localStorage {"storageOperation": "get", "storageKey": "session"}
			in -> g:found -> e -> ok
			g:missing -> no`, true},
		{"a Condition", `
			g condition {"conditionExpression": "request.headers['x-key'] != null"}
			in -> g:true -> e -> ok
			g:false -> no`, true},
		{"a Code function that does not verify", `
			g code {"codeFunction": "work", "codeInput": {"text": "a", "maybe": null}}
			in -> g -> e -> ok
			g:invalid -> no`, true},
		{"a Code function that guards", `
			g code {"codeFunction": "work", "codeInput": {"text": "{{or(request.cookies['s'], '')}}", "maybe": null}, "codeGuard": true}
			in -> g -> e -> ok
			g:invalid -> no`, false},
		{"invalid of a Code function that guards", `
			g code {"codeFunction": "work", "codeInput": {"text": "a", "maybe": null}, "codeGuard": true}
			in -> g:invalid -> e -> no
			g -> ok`, true},
		{"one of two ways", `
			c condition {"conditionExpression": "request.ip == '/'"}
			g auth {}
			in -> c:true -> g:valid -> e -> ok
			g:invalid -> no
			c:false -> e`, true},
		{"a guard on each of two ways", `
			c condition {"conditionExpression": "request.ip == '/'"}
			g auth {}
			h auth {"authType": "basic"}
			in -> c:true -> g:valid -> e -> ok
			g:invalid -> no
			c:false -> h:valid -> e
			h:invalid -> no`, false},
		{"a guard in an earlier branch, which ends the others", `
			g auth {}
			s set {"setValues": {"x": 1}}
			in -> g:valid -> s
			g:invalid -> no
			in -> e -> ok`, false},
		{"a guard in an earlier branch, which lets all go on", `
			g auth {}
			s set {"setValues": {"x": 1}}
			r set {"setValues": {"x": 1}}
			in -> g:valid -> s
			g:invalid -> r
			in -> e -> ok`, true},
		{"a guard in a region whose failure is swallowed", `
			t tryCatch {}
			g jwt {"jwtMode": "verify", "jwtToken": "{{request.cookies['session']}}"}
			in -> t:try -> g:valid -> s
			s set {"setValues": {"x": 1}}
			g:invalid -> no
			t:done -> e -> ok`, true},
		{"a guard in a region whose failure answers", `
			t tryCatch {}
			g jwt {"jwtMode": "verify", "jwtToken": "{{request.cookies['session']}}"}
			bad response {"responseStatus": 502}
			in -> t:try -> g:valid -> s
			s set {"setValues": {"x": 1}}
			g:invalid -> no
			t:catch -> bad
			t:done -> e -> ok`, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			for _, d := range lintDrawn(t, entry+strings.TrimSpace(c.drawing)+"\n"+effect) {
				switch got := told(diag.List{d})[0]; {
				case d.Code == diag.FC404 && c.unprotected && got == found:
					c.unprotected = false
				case d.Code == diag.FC404 || d.Severity() == diag.Error:
					t.Errorf("found %s", got)
				}
			}
			if c.unprotected {
				t.Errorf("%s is not found", found)
			}
		})
	}
}

// TestGuardsOfEntries wants each entry point to be judged on its own, and told at the one that is open.
func TestGuardsOfEntries(t *testing.T) {
	for _, c := range []struct {
		name, drawing string
		want          []string
	}{
		{"one guarded and one open", `
			in apiEndpoint {"endpointMethod": "POST", "endpointPath": "/a"}
			open apiEndpoint {"endpointMethod": "POST", "endpointPath": "/b"}
			g auth {}
			no response {"responseStatus": 401}
			e sql {"sqlQuery": "DELETE FROM notes WHERE id = 1"}
			in -> g:valid -> e -> ok
			g:invalid -> no
			open -> e`,
			[]string{`FC404 open: SQL "e" changes data, and no guard is before it`}},
		{"one meant to be open", `
			in apiEndpoint {"endpointMethod": "POST", "endpointPath": "/a", "endpointPublic": true}
			e sql {"sqlQuery": "DELETE FROM notes WHERE id = 1"}
			in -> e -> ok`, nil},
		{"an answer with stored data", `
			in apiEndpoint {"endpointMethod": "GET", "endpointPath": "/a"}
			q sql {"sqlQuery": "SELECT title FROM notes"}
			s set {"setValues": {"list": "{{q.rows}}"}}
			ok response {"responseStatus": 200, "responseBody": {"list": "{{s.list}}"}}
			in -> q -> s -> ok`,
			[]string{`FC404 in: Response "ok" returns stored data, and no guard is before it`}},
		{"a refusal with stored data, and an answer without", `
			in apiEndpoint {"endpointMethod": "GET", "endpointPath": "/a"}
			q sql {"sqlQuery": "SELECT title FROM notes"}
			c condition {"conditionExpression": "q.count > 3"}
			no response {"responseStatus": 409, "responseBody": {"count": "{{q.rows}}"}}
			in -> q -> c:true -> ok
			c:false -> no`, []string{`FC404 in: Response "no" returns stored data, and no guard is before it`}},
		{"a redirect to a stored address", `
			in apiEndpoint {"endpointMethod": "GET", "endpointPath": "/{slug}"}
			q sql {"sqlMode": "one", "sqlQuery": "SELECT title FROM notes WHERE owner = {{slug}}"}
			ok response {"responseStatus": 302, "responseHeaders": {"Location": "https://example.com/{{urlEncode(q.title)}}"}}
			no response {"responseStatus": 404}
			in -> q -> ok
			q:notFound -> no`, []string{`FC404 in: Response "ok" returns stored data, and no guard is before it`}},
		{"a failure with stored data", `
			in apiEndpoint {"endpointMethod": "GET", "endpointPath": "/a"}
			q localStorage {"storageOperation": "get", "storageKey": "last"}
			ok response {"responseStatus": 503, "responseCookies": [{"name": "last", "value": "{{string(q.value)}}"}]}
			no response {"responseStatus": 404}
			in -> q:found -> ok
			q:missing -> no`, []string{`FC404 in: Response "ok" returns stored data, and no guard is before it`}},
		{"a call of another service", `
			in apiEndpoint {"endpointMethod": "GET", "endpointPath": "/a"}
			call api {"apiUrl": "https://example.com"}
			in -> call -> ok`,
			[]string{`FC404 in: API "call" calls another service in your name, and no guard is before it`}},
		{"a counter", `
			in apiEndpoint {"endpointMethod": "GET", "endpointPath": "/a"}
			n localStorage {"storageOperation": "increment", "storageKey": "visits", "storageTtl": "1m"}
			in -> n -> ok`, nil},
		{"a Webhook with its secret, and one without", `
			in webhook {"webhookMethod": "POST", "webhookPath": "/a", "webhookSecret": "{{env.HOOK}}"}
			bare webhook {"webhookMethod": "POST", "webhookPath": "/b"}
			e sql {"sqlQuery": "DELETE FROM notes WHERE id = 1"}
			in -> e -> ok
			bare -> e`,
			[]string{`FC405 bare: Webhook "bare" verifies no sender`}},
		{"a Webhook whose Code node verifies", `
			in webhook {"webhookMethod": "POST"}
			v code {"codeFunction": "verify", "codeInput": {"secret": "{{env.HOOK}}"}}
			e sql {"sqlQuery": "DELETE FROM notes WHERE id = 1"}
			in -> v -> e -> ok`, nil},
		{"an MCP tool, whose scope is a guard, beside an endpoint that is open", `
			in mcpTool {"mcpName": "remove", "mcpDescription": "Removes a note."}
			open apiEndpoint {"endpointMethod": "POST", "endpointPath": "/b"}
			e sql {"sqlQuery": "DELETE FROM notes WHERE id = 1"}
			in -> e -> ok
			open -> e`,
			[]string{`FC404 open: SQL "e" changes data, and no guard is before it`}},
		{"a Code node that verifies too late", `
			in webhook {"webhookMethod": "POST", "webhookSecret": "{{env.HOOK}}"}
			v code {"codeFunction": "verify", "codeInput": {"secret": "{{env.HOOK}}"}}
			s set {"setValues": {"x": 1}}
			in -> s -> v -> ok`,
			[]string{`FC406 v: Code "v" verifies a signature, but is not the only target of its Webhook`}},
		{"invalid led to a Response with another status", `
			g auth {}
			no response {"responseStatus": 400}
			in -> g:valid -> ok
			g:invalid -> no`,
			[]string{`FC305 no: output "invalid" of "g" leads to a Response with status 400`}},
		{"invalid led to a 404", `
			g auth {}
			no response {"responseStatus": 404}
			in -> g:valid -> ok
			g:invalid -> no`, nil},
		{"invalid led to a 503 where the provider is down", `
			g auth {"authJwksUrl": "https://id.example.com/keys", "authAlgorithm": "ES256", "authIssuer": "https://id.example.com"}
			down condition {"conditionExpression": "g.status == 503"}
			later response {"responseStatus": 503}
			no response {"responseStatus": 401}
			in -> g:valid -> ok
			g:invalid -> down:true -> later
			down:false -> no`, nil},
		{"invalid led on to the login", `
			g auth {}
			no response {"responseStatus": 303, "responseHeaders": {"location": "/login?next={{urlEncode(request.path)}}"}}
			in -> g:valid -> ok
			g:invalid -> no`, nil},
		{"invalid led on to where the caller wants", `
			g auth {}
			no response {"responseStatus": 303, "responseHeaders": {"Location": "{{or(request.query['next'], '/login')}}"}}
			in -> g:valid -> ok
			g:invalid -> no`,
			[]string{`FC305 no: output "invalid" of "g" leads to a Response with status 303`, `FC408 no: `}},
		{"invalid led on to nowhere", `
			g auth {}
			no response {"responseStatus": 303}
			in -> g:valid -> ok
			g:invalid -> no`,
			[]string{`FC203 no: a redirect with status 303 has no Location`}},
		{"invalid of a Code function that guards", `
			g code {"codeFunction": "work", "codeInput": {"text": "a", "maybe": null}, "codeGuard": true}
			in apiEndpoint {"endpointMethod": "POST", "endpointPath": "/drawn"}
			no response {"responseStatus": 422}
			in -> g -> ok
			g:invalid -> no`,
			[]string{`FC305 no: output "invalid" of "g" leads to a Response with status 422`}},
		{"a Code function that guards, without invalid", `
			g code {"codeFunction": "work", "codeInput": {"text": "a", "maybe": null}, "codeGuard": true}
			in apiEndpoint {"endpointMethod": "POST", "endpointPath": "/drawn"}
			in -> g -> ok`,
			[]string{`FC301 g:invalid: output "invalid" of Code "g" is not connected`}},
		{"a Code function that guards, and no deliveries", `
			g code {"codeFunction": "work", "codeInput": {"text": "a", "maybe": null}, "codeGuard": true}
			in apiEndpoint {"endpointMethod": "POST", "endpointPath": "/drawn"}
			no response {"responseStatus": 401}
			in -> g -> ok
			g:invalid -> no
			g:replayed -> no`,
			[]string{`FC103 g:replayed: Code "g" has no output "replayed"`}},
		{"codeGuard of a function that verifies", `
			in webhook {"webhookMethod": "POST"}
			v code {"codeFunction": "verify", "codeInput": {"secret": "{{env.HOOK}}"}, "codeGuard": true}
			no response {"responseStatus": 401}
			in -> v -> ok
			v:invalid -> no`,
			[]string{`FC213 v: "codeGuard" has no effect where the function verifies the request of a Webhook`}},
		{"for anybody, and behind guards", `
			in apiEndpoint {"endpointMethod": "POST", "endpointPath": "/a", "endpointPublic": true}
			g auth {}
			e sql {"sqlQuery": "DELETE FROM notes WHERE id = 1"}
			no response {"responseStatus": 401}
			in -> g:valid -> e -> ok
			g:invalid -> no`,
			[]string{`FC213 in: "endpointPublic" has no effect: everything behind the endpoint is protected by Auth: jwt (g)`}},
		{"for anybody, with more behind a guard", `
			in apiEndpoint {"endpointMethod": "POST", "endpointPath": "/a", "endpointPublic": true}
			g auth {}
			e sql {"sqlQuery": "DELETE FROM notes WHERE id = 1"}
			no response {"responseStatus": 401}
			f sql {"sqlQuery": "INSERT INTO notes (owner, title) VALUES ('all', 'x')"}
			in -> f -> g:valid -> e -> ok
			g:invalid -> no`, nil},
		{"for anybody, with a refusal that tells of a row", `
			in apiEndpoint {"endpointMethod": "POST", "endpointPath": "/a", "endpointPublic": true}
			g auth {}
			q sql {"sqlQuery": "SELECT title FROM notes"}
			no response {"responseStatus": 401, "responseBody": "{{q.rows}}"}
			in -> q -> g:valid -> ok
			g:invalid -> no`, nil},
		{"invalid led to another guard", `
			g auth {}
			h auth {"authType": "basic"}
			no response {"responseStatus": 401}
			in -> g:valid -> ok
			g:invalid -> h:valid -> fine
			fine response {"responseStatus": 200}
			h:invalid -> no`, nil},
	} {
		t.Run(c.name, func(t *testing.T) { checkTold(t, c.want, c.drawing) })
	}
}

// TestRepeatedEffects wants an effect to be told where a Retry repeats it for the failure of another node, and only there.
func TestRepeatedEffects(t *testing.T) {
	const (
		insert = "e sql {\"sqlQuery\": \"INSERT INTO notes (owner, title) VALUES ('a', 'b')\"}\n"
		call   = "call api {\"apiUrl\": \"https://example.com\"}\n"
	)
	for _, c := range []struct {
		name, drawing string
		want          []string
	}{
		{"an insert and a call", insert + call + `r retry {}
			in -> r:try -> e -> call
			r:done -> ok`,
			[]string{`FC309 e: SQL "e" is done again each time that "call" fails: Retry "r" repeats both`}},
		{"a call and an insert", insert + call + `r retry {}
			in -> r:try -> call -> e
			r:done -> ok`, nil},
		{"an insert alone", insert + `r retry {}
			in -> r:try -> e
			r:done -> ok`, nil},
		{"an insert ahead", insert + call + `r retry {}
			in -> e -> r:try -> call
			r:done -> ok`, nil},
		{"in a Try/Catch", insert + call + `r tryCatch {}
			in -> r:try -> e -> call
			r:done -> ok`, nil},
		{"the call in a Try/Catch of its own", insert + call + `r retry {}
			t tryCatch {}
			in -> r:try -> e -> t:try -> call
			r:done -> ok`, nil},
		{"the effect in a Try/Catch of its own", insert + call + `r retry {}
			t tryCatch {}
			in -> r:try -> t:try -> e
			t:done -> call
			r:done -> ok`,
			[]string{`FC309 e: `}},
		{"a Retry around both, whose own Retry has given up", insert + call + `r retry {}
			s retry {}
			in -> r:try -> e -> s:try -> call
			r:done -> ok`,
			[]string{`FC309 e: `}},
		{"the call on another way", insert + call + `r retry {}
			c condition {"conditionExpression": "request.ip == '/'"}
			in -> r:try -> c:true -> e
			c:false -> call
			r:done -> ok`, nil},
		{"the call in a later branch", insert + call + `r retry {}
			in -> r:try -> e
			r:try -> call
			r:done -> ok`,
			[]string{`FC309 e: `}},
		{"an insert that does nothing the second time", `e sql {"sqlQuery": "INSERT INTO notes (id, owner, title) VALUES (1, 'a', 'b') ON CONFLICT DO NOTHING"}
			r retry {}
			` + call + `
			in -> r:try -> e -> call
			r:done -> ok`, nil},
		{"an update to a value, and one of a value", `e sql {"sqlQuery": "UPDATE notes SET title = 'x' WHERE id = 1"}
			f sql {"sqlQuery": "UPDATE notes SET n = n + 1 WHERE id = 1"}
			r retry {}
			` + call + `
			in -> r:try -> e -> f -> call
			r:done -> ok`,
			[]string{`FC309 f: `}},
		{"a delete", `e sql {"sqlQuery": "DELETE FROM notes WHERE id = 1"}
			r retry {}
			` + call + `
			in -> r:try -> e -> call
			r:done -> ok`, nil},
		{"Local Storage", `a localStorage {"storageOperation": "set", "storageKey": "a", "storageValue": 1, "storageTtl": "1m"}
			b localStorage {"storageOperation": "delete", "storageKey": "a"}
			c localStorage {"storageOperation": "increment", "storageKey": "c", "storageTtl": "1m"}
			d localStorage {"storageOperation": "take", "storageKey": "a"}
			r retry {}
			` + call + `
			in -> r:try -> a -> b -> c -> d:found -> call
			d:missing -> x
			x set {"setValues": {"x": 1}}
			r:done -> ok`,
			[]string{`FC309 c: `, `FC309 d: `}},
		{"calls by method, and one that the service can tell is the same", `r retry {}
			a api {"apiUrl": "https://example.com", "apiMethod": "PUT"}
			b api {"apiUrl": "https://example.com", "apiMethod": "DELETE"}
			c api {"apiUrl": "https://example.com", "apiMethod": "POST"}
			d api {"apiUrl": "https://example.com", "apiMethod": "POST", "apiHeaders": {"idempotency-key": "{{request.id}}"}}
			e api {"apiUrl": "https://example.com", "apiMethod": "PATCH"}
			in -> r:try -> a -> b -> c -> d -> e
			r:done -> ok`,
			[]string{`FC309 c: API "c" is done again each time that "d" fails`}},
		{"a Code function that may fail", insert + `r retry {}
			w code {"codeFunction": "work", "codeInput": {"text": "a", "maybe": null}}
			in -> r:try -> e -> w
			r:done -> ok`,
			[]string{`FC309 e: `}},
		{"what fails for good", insert + `r retry {}
			s set {"setValues": {"x": "{{int(n) / int(m)}}"}}
			in -> r:try -> e -> s
			r:done -> ok`, nil},
	} {
		t.Run(c.name, func(t *testing.T) { checkTold(t, c.want, c.drawing) })
	}
}

// TestFastUnknowns wants the way that tells an unknown user by its time, and no other.
func TestFastUnknowns(t *testing.T) {
	const login = `u sql {"sqlMode": "one", "sqlQuery": "SELECT id, password_hash FROM users WHERE email = {{email}}"}
			h hash {"hashMode": "verify", "hashInput": "{{password}}", "hashAgainst": "{{u.password_hash}}"}
			no response {"responseStatus": 401}
			h:valid -> ok
			h:invalid -> no
			`
	const anybody = `in apiEndpoint {"endpointMethod": "POST", "endpointPath": "/drawn", "endpointPublic": true}
			`
	for _, c := range []struct {
		name, drawing string
		want          []string
	}{
		{"unwired", login + `in -> u -> h`, nil},
		{"to the same refusal", login + `in -> u -> h
			u:notFound -> no`,
			[]string{`FC409 u:notFound: output "notFound" of "u" answers without "h": the time reveals that there is no such user`}},
		{"to a refusal of its own, with nodes between", login + `gone response {"responseStatus": 401}
			s set {"setValues": {"x": 1}}
			in -> u -> h
			u:notFound -> s -> gone`,
			[]string{`FC409 u:notFound: `}},
		{"through a Hash verify of its own", login + `gone response {"responseStatus": 401}
			dummy hash {"hashMode": "verify", "hashInput": "{{password}}", "hashAgainst": "{{null}}"}
			in -> u -> h
			u:notFound -> dummy:invalid -> gone
			dummy:valid -> gone`, nil},
		{"the hash by way of a Set", `u sql {"sqlMode": "one", "sqlQuery": "SELECT id, password_hash FROM users WHERE email = {{email}}"}
			s set {"setValues": {"stored": "{{u.password_hash}}"}}
			h hash {"hashMode": "verify", "hashInput": "{{password}}", "hashAgainst": "{{s.stored}}"}
			no response {"responseStatus": 401}
			in -> u -> s -> h:valid -> ok
			h:invalid -> no
			u:notFound -> no`,
			[]string{`FC409 u:notFound: `}},
		{"the hash by way of what arrives at a join", `u sql {"sqlMode": "one", "sqlQuery": "SELECT id, password_hash FROM users WHERE email = {{email}}"}
			v sql {"sqlMode": "one", "sqlQuery": "SELECT id, password_hash FROM users WHERE nick = {{email}}"}
			c condition {"conditionExpression": "contains(email, '@')"}
			h hash {"hashMode": "verify", "hashInput": "{{password}}", "hashAgainst": "{{input.password_hash}}"}
			no response {"responseStatus": 401}
			in -> c:true -> u -> h:valid -> ok
			c:false -> v -> h:invalid -> no
			u:notFound -> no
			v:notFound -> no`,
			[]string{`FC409 u:notFound: `, `FC409 v:notFound: `}},
		{"by way of renaming at a join, and or", `u sql {"sqlMode": "one", "sqlQuery": "SELECT id, password_hash FROM users WHERE email = {{email}}"}
			v sql {"sqlMode": "one", "sqlQuery": "SELECT id, password_hash FROM users WHERE nick = {{email}}"}
			a set {"setValues": {"it": {"stored": "{{or(u.password_hash, '')}}"}}}
			b set {"setValues": {"it": {"stored": "{{when(v.id > 1, v.password_hash, 'x')}}"}}}
			c condition {"conditionExpression": "contains(email, '@')"}
			s set {"setValues": {"that": "{{input}}"}}
			h hash {"hashMode": "verify", "hashInput": "{{password}}", "hashAgainst": "{{s.that.it.stored}}"}
			no response {"responseStatus": 401}
			in -> c:true -> u -> a -> s -> h:valid -> ok
			c:false -> v -> b -> s
			h:invalid -> no
			u:notFound -> no
			v:notFound -> no`,
			[]string{`FC409 u:notFound: `, `FC409 v:notFound: `}},
		{"where a second row is looked for", `u sql {"sqlMode": "one", "sqlQuery": "SELECT id, password_hash FROM users WHERE email = {{email}}"}
			v sql {"sqlMode": "one", "sqlQuery": "SELECT id, password_hash FROM users WHERE nick = {{email}}"}
			h hash {"hashMode": "verify", "hashInput": "{{password}}", "hashAgainst": "{{input.password_hash}}"}
			no response {"responseStatus": 401}
			in -> u -> h:valid -> ok
			u:notFound -> v -> h:invalid -> no
			v:notFound -> no`,
			[]string{`FC409 v:notFound: `}},
		{"to signing up", anybody + login + `made response {"responseStatus": 201}
			new hash {"hashMode": "hash", "hashInput": "{{password}}"}
			add sql {"sqlQuery": "INSERT INTO users (email, password_hash) VALUES ({{email}}, {{new.hash}}) ON CONFLICT DO NOTHING"}
			in -> u -> h
			u:notFound -> new -> add -> made`, nil},
		{"to signing up without a password", anybody + login + `made response {"responseStatus": 201}
			add sql {"sqlQuery": "INSERT INTO users (email, password_hash) VALUES ({{email}}, '') ON CONFLICT DO NOTHING"}
			in -> u -> h
			u:notFound -> add -> made`, nil},
		{"to a refusal that is noted", anybody + login + `add sql {"sqlQuery": "INSERT INTO notes (owner, title) VALUES ({{email}}, 'tried')"}
			in -> u -> h
			u:notFound -> add -> no`,
			[]string{`FC409 u:notFound: `}},
		{"a Condition on whether there is a row", login + `c condition {"conditionExpression": "has(u.password_hash)"}
			in -> u -> c:true -> h
			c:false -> no`,
			[]string{`FC409 c:false: output "false" of "c" answers without "h": the time reveals a column of the user's row before the password is checked`}},
		{"a Condition on what a Set took of the row", login + `c condition {"conditionExpression": "s.id > 7"}
			s set {"setValues": {"id": "{{or(u.id, 0)}}"}}
			in -> u -> s -> c:false -> h
			c:true -> x -> no
			x set {"setValues": {"x": 1}}`,
			[]string{`FC409 c:true: `}},
		{"a Condition on the row below the Hash", `u sql {"sqlMode": "one", "sqlQuery": "SELECT id, password_hash FROM users WHERE email = {{email}}"}
			h hash {"hashMode": "verify", "hashInput": "{{password}}", "hashAgainst": "{{u.password_hash}}"}
			c condition {"conditionExpression": "u.id > 7"}
			no response {"responseStatus": 401}
			in -> u -> h:valid -> c:true -> ok
			c:false -> no
			h:invalid -> no`, nil},
		{"a Condition on something else", login + `c condition {"conditionExpression": "contains(email, '@')"}
			in -> u -> c:true -> h
			c:false -> no`, nil},
		{"a Condition on the row, with a Hash on both ways", login + `c condition {"conditionExpression": "has(u.password_hash)"}
			dummy hash {"hashMode": "verify", "hashInput": "{{password}}", "hashAgainst": "{{null}}"}
			in -> u -> c:true -> h
			c:false -> dummy:valid -> no
			dummy:invalid -> no`, nil},
		{"of another row", login + `n sql {"sqlMode": "one", "sqlQuery": "SELECT id FROM notes WHERE title = {{email}}"}
			gone response {"responseStatus": 404}
			in -> n -> u -> h
			n:notFound -> gone`, nil},
		{"below another guard", login + `who auth {}
			in -> who:valid -> u -> h
			who:invalid -> no
			u:notFound -> no`, []string{`FC212`}},
	} {
		t.Run(c.name, func(t *testing.T) { checkTold(t, c.want, c.drawing) })
	}
}
