package gen_test

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"

	"github.com/flowc-dev/flowc/gen"
	"github.com/flowc-dev/flowc/gen/facts"
	"github.com/flowc-dev/flowc/gen/openapi"
)

// TestProtection holds what is said of a route, in `flowc routes` and in OpenAPI, to what stands before all that it does.
func TestProtection(t *testing.T) {
	const (
		entry  = "in apiEndpoint {\"endpointMethod\": \"POST\", \"endpointPath\": \"/drawn\"}\n"
		effect = "e sql {\"sqlQuery\": \"DELETE FROM notes WHERE id = 1\"}\nno response {\"responseStatus\": 401}\n"
	)
	for _, c := range []struct{ name, drawing, want, scheme string }{
		{"a session in Local Storage", `
			g localStorage {"storageOperation": "get", "storageKey": "s:{{sha256(or(request.cookies['sid'], ''))}}"}
			in -> g:found -> e -> ok
			g:missing -> no`,
			"Local Storage: get (g) by cookie sid", `{"cookieSid": {"in": "cookie", "name": "sid", "type": "apiKey"}}`},
		{"a session under an HMAC, its cookie named by a Set", `
			s set {"setValues": {"sid": "{{or(request.cookies['s-id'], '')}}"}}
			g localStorage {"storageOperation": "get", "storageKey": "s:{{hmacSha256(env.PEPPER, s.sid)}}"}
			in -> s -> g:found -> e -> ok
			g:missing -> no`,
			"Local Storage: get (g) by cookie s-id", `{"cookieSID": {"in": "cookie", "name": "s-id", "type": "apiKey"}}`},
		{"a session in a table", `
			g sql {"sqlMode": "one", "sqlQuery": "SELECT user_id FROM sessions WHERE kind = 'web' AND token_hash = {{sha256(or(request.cookies['sid'], ''))}}"}
			c condition {"conditionExpression": "g.user_id == 7"}
			in -> g -> c:true -> e -> ok
			c:false -> no
			g:notFound -> no`,
			"SQL (g) by cookie sid if g.user_id == 7", `{"cookieSid": {"in": "cookie", "name": "sid", "type": "apiKey"}}`},
		{"a JWT in a cookie", `
			g jwt {"jwtMode": "verify", "jwtToken": "{{request.cookies['session']}}"}
			in -> g:valid -> e -> ok
			g:invalid -> no`,
			"JWT: verify (g) by cookie session", `{"cookieSession": {"in": "cookie", "name": "session", "type": "apiKey"}}`},
		{"what a JWT in a cookie has to say", `
			g auth {"authCookie": "session", "authRequire": "{{contains(claims.roles, 'admin')}}"}
			lacks response {"responseStatus": 403}
			in -> g:valid -> e -> ok
			g:forbidden -> lacks
			g:invalid -> no`,
			"Auth: jwt (g) by cookie session if contains(claims.roles, 'admin')", `{"cookieSession": {"in": "cookie", "name": "session", "type": "apiKey"}}`},
		{"either of two issuers", `
			g auth {"authProvider": "auth0", "authAudience": "api", "authRequire": "claims.org_id == '7'"}
			l auth {"authSecret": "{{env.LEGACY_SECRET}}", "authHeader": "X-Token", "authAudience": "api"}
			lacks response {"responseStatus": 403}
			in -> g:valid -> e -> ok
			g:forbidden -> lacks
			g:invalid -> l
			l:valid -> e
			l:invalid -> no`,
			"Auth: jwt (g) if claims.org_id == '7' or Auth: jwt (l)",
			`{"bearerJWT": {"bearerFormat": "JWT", "scheme": "bearer", "type": "http"}, "headerXToken": {"in": "header", "name": "X-Token", "type": "apiKey"}}`},
		{"one issuer behind a key, or another", `
			k auth {"authType": "apikey"}
			g auth {"authProvider": "auth0", "authAudience": "api"}
			l auth {"authSecret": "{{env.LEGACY_SECRET}}"}
			in -> k:valid -> g:valid -> e -> ok
			k:invalid -> no
			g:invalid -> l
			l:valid -> e
			l:invalid -> no`,
			"Auth: apikey (k), (Auth: jwt (g) or Auth: jwt (l))",
			`{"bearerJWT": {"bearerFormat": "JWT", "scheme": "bearer", "type": "http"}, "headerXAPIKey": {"in": "header", "name": "X-API-Key", "type": "apiKey"}}`},
		{"a JWT in a header", `
			g jwt {"jwtMode": "verify", "jwtToken": "{{request.headers['x-token']}}"}
			in -> g:valid -> e -> ok
			g:invalid -> no`,
			"JWT: verify (g)", `{"headerXToken": {"in": "header", "name": "X-Token", "type": "apiKey"}}`},
		{"a JWT of the environment", `
			g jwt {"jwtMode": "verify", "jwtToken": "{{env.GUEST_TOKEN}}"}
			in -> g:valid -> e -> ok
			g:invalid -> no`,
			"none", ""},
		{"a JWT that another service gives to anybody", `
			s api {"apiUrl": "https://example.com/token", "apiHeaders": {"Authorization": "Bearer {{env.AUTH_KEY}}"}, "apiResponse": {"id_token": "string"}}
			g jwt {"jwtMode": "verify", "jwtToken": "{{s.body.id_token}}"}
			in -> s -> g:valid -> e -> ok
			g:invalid -> no`,
			"none", ""},
		{"a JWT that another service gives for the caller's code", `
			s api {"apiMethod": "POST", "apiUrl": "https://example.com/token", "apiBody": {"code": "{{string(code)}}"}, "apiResponse": {"id_token": "string"}}
			g jwt {"jwtMode": "verify", "jwtToken": "{{s.body.id_token}}"}
			in -> s -> g:valid -> e -> ok
			g:invalid -> no`,
			"partly JWT: verify (g)", ""},
		{"a JWT in a cookie or a header", `
			g jwt {"jwtMode": "verify", "jwtToken": "{{or(request.cookies['session'], or(request.headers['x-token'], ''))}}"}
			in -> g:valid -> e -> ok
			g:invalid -> no`,
			"JWT: verify (g)", ""},
		{"a token in the address", `
			in apiEndpoint {"endpointMethod": "GET", "endpointPath": "/confirm", "endpointFields": {"token": {"type": "string", "required": true}}}
			g localStorage {"storageOperation": "take", "storageKey": "c:{{sha256(token)}}"}
			in -> g:found -> e -> ok
			g:missing -> no`,
			"Local Storage: take (g)", `{"queryToken": {"in": "query", "name": "token", "type": "apiKey"}}`},
		{"a token in the body", `
			in apiEndpoint {"endpointMethod": "POST", "endpointPath": "/confirm", "endpointFields": {"token": {"type": "string", "required": true}}}
			g localStorage {"storageOperation": "take", "storageKey": "c:{{sha256(token)}}"}
			in -> g:found -> e -> ok
			g:missing -> no`,
			"Local Storage: take (g)", ""},
		{"a Code function that guards", `
			g code {"codeFunction": "work", "codeInput": {"text": "a", "maybe": null}, "codeGuard": true}
			in -> g -> e -> ok
			g:invalid -> no`,
			"Code (g)", ""},
		{"a Condition on a claim", `
			g auth {"authClaims": {"role": "string"}}
			c condition {"conditionExpression": "{{ g.role == 'admin' }}"}
			in -> g:valid -> c:true -> e -> ok
			c:false -> no
			g:invalid -> no`,
			"Auth: jwt (g) if g.role == 'admin'", `{"bearerJWT": {"bearerFormat": "JWT", "scheme": "bearer", "type": "http"}}`},
		{"two Conditions, one of them on a row of the caller's", `
			g auth {"authType": "basic"}
			u sql {"sqlMode": "one", "sqlQuery": "SELECT id, nick FROM users WHERE email = {{g.sub}}"}
			c condition {"conditionExpression": "g.sub == 'root'"}
			d condition {"conditionExpression": "u.id > 7"}
			in -> g:valid -> c:false -> u -> d:true -> e -> ok
			c:true -> no
			u:notFound -> no
			d:false -> no
			g:invalid -> no`,
			"Auth: basic (g) if not (g.sub == 'root') and u.id > 7", `{"basic": {"scheme": "basic", "type": "http"}}`},
		{"a Condition before only some of it", `
			g auth {"authType": "basic"}
			c condition {"conditionExpression": "g.sub == 'root'"}
			f sql {"sqlQuery": "DELETE FROM notes WHERE id = 2"}
			in -> g:valid -> f -> c:true -> e -> ok
			c:false -> no
			g:invalid -> no`,
			"Auth: basic (g)", `{"basic": {"scheme": "basic", "type": "http"}}`},
		{"a Condition on what is asked for", `
			g auth {"authType": "basic"}
			c condition {"conditionExpression": "request.path == '/drawn'"}
			in -> g:valid -> c:true -> e -> ok
			c:false -> no
			g:invalid -> no`,
			"Auth: basic (g)", `{"basic": {"scheme": "basic", "type": "http"}}`},
	} {
		t.Run(c.name, func(t *testing.T) {
			drawing := c.drawing + "\n" + effect
			if !declaresEntry(c.drawing) {
				drawing = entry + drawing
			}
			program, list := gen.Program(folderDrawn(t, drawing))
			if list.HasErrors() {
				t.Fatal(told(list))
			}
			if got := facts.ProtectionOf(program.Workflows[0].Flows[0]).String(); got != c.want {
				t.Errorf("the route says\n%s, want\n%s", got, c.want)
			}
			document, err := openapi.Document("drawn", "", program)
			if err != nil {
				t.Fatal(err)
			}
			checkSchemes(t, document, c.scheme)
		})
	}
}

// checkSchemes compares the security schemes of an OpenAPI document, in JSON; "" is none.
func checkSchemes(t *testing.T, document []byte, want string) {
	t.Helper()
	var got struct {
		Components struct {
			SecuritySchemes map[string]any `json:"securitySchemes"`
		} `json:"components"`
	}
	var wanted map[string]any
	if err := json.Unmarshal(document, &got); err != nil {
		t.Fatal(err)
	}
	if want != "" {
		if err := json.Unmarshal([]byte(want), &wanted); err != nil {
			t.Fatal(err)
		}
	}
	if !reflect.DeepEqual(got.Components.SecuritySchemes, wanted) {
		t.Errorf("the schemes are %v, want %v", got.Components.SecuritySchemes, wanted)
	}
}

// TestConditionsInOpenAPI wants what Conditions ask of the caller in the description, and no name of a variable or a node.
func TestConditionsInOpenAPI(t *testing.T) {
	program, list := gen.Program(folderDrawn(t, `
		in apiEndpoint {"endpointMethod": "GET", "endpointPath": "/drawn"}
		g auth {"authType": "basic"}
		c condition {"conditionExpression": "g.sub != env.PUBLIC_NOBODY"}
		d condition {"conditionExpression": "startsWith(g.sub, 'a')"}
		no response {"responseStatus": 401}
		in -> g:valid -> c:true -> d:true -> ok
		c:false -> no
		d:false -> no
		g:invalid -> no`))
	if list.HasErrors() {
		t.Fatal(told(list))
	}
	document, err := openapi.Document("drawn", "", program)
	if err != nil {
		t.Fatal(err)
	}
	var got struct {
		Paths map[string]map[string]struct{ Description string } `json:"paths"`
	}
	if err := json.Unmarshal(document, &got); err != nil {
		t.Fatal(err)
	}
	if d := got.Paths["/drawn"]["get"].Description; d != "Only where `startsWith(sub, 'a')`." {
		t.Errorf("the description is %q", d)
	}
}

// declaresEntry reports whether a drawing has an entry point of its own.
func declaresEntry(drawing string) bool { return strings.Contains(drawing, "in apiEndpoint") }
