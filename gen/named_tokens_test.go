package gen_test

import (
	"testing"

	"github.com/flowc-dev/flowc/schema/diag"
)

// TestNamedBelowTokens wants it told where a caller is taken for whom he names below a guard that takes the token of anybody who has a
// password: that shows who he is, and not that he may act for others.
func TestNamedBelowTokens(t *testing.T) {
	const (
		login = `in apiEndpoint {"endpointMethod": "POST", "endpointPath": "/login"}
			u sql {"sqlMode": "one", "sqlQuery": "SELECT id, role, password_hash FROM staff WHERE email = {{email}}"}
			h hash {"hashMode": "verify", "hashInput": "{{password}}", "hashAgainst": "{{u.password_hash}}"}
			j jwt {"jwtMode": "sign", "jwtExpiresIn": "15m", "jwtClaims": {"sub": "{{u.id}}", "role": "{{u.role}}"}SIGNED}
			no response {"responseStatus": 401}
			h:invalid -> no
			in -> u -> h:valid -> j -> ok
			` + answer
		asks = `in apiEndpoint {"endpointMethod": "GET", "endpointPath": "/asks"}
			g auth {"authRequire": "claims.role == 'admin'"}
			s sql {"sqlMode": "one", "sqlQuery": "SELECT user_id FROM sessions WHERE token_hash = {{sha256(or(request.headers['x-api-key'], ''))}}"}
			c condition {"conditionExpression": "u.role == 'admin'"}
			u sql {"sqlMode": "one", "sqlQuery": "SELECT role FROM staff WHERE id = {{s.user_id}}"}
			no response {"responseStatus": 401}
			f response {"responseStatus": 403}
			in -> g:valid -> s -> u -> c:true -> ok
			g:invalid -> no
			g:forbidden -> f
			s:notFound -> no
			u:notFound -> no
			c:false -> f`
		guarded = `in apiEndpoint {"endpointMethod": "POST", "endpointPath": "/drawn", "endpointFields": {"email": {"type": "string", "required": true}, "role": {"type": "string"},
			 "id": {"type": "int", "required": true}, "password": {"type": "string", "required": true}}}
			g auth AUTH
			n hash {"hashMode": "hash", "hashInput": "{{password}}"}
			no response {"responseStatus": 401}
			f response {"responseStatus": 403}
			g:invalid -> no
			in -> g:valid -> WAY -> ok
			`
		sets = "e sql {\"sqlQuery\": \"UPDATE staff SET password_hash = {{n.hash}} WHERE email = {{email}}\"}\n"
	)
	told := []string{`FC419 e: "e" sets the password of the user that "email" names`}
	for _, c := range []struct {
		name, auth, way, drawing, signed string
		want                             []string
	}{
		{"the password of another one", "{}", "n -> e", sets, "", told},
		{"by a key", `{"authType": "apikey"}`, "n -> e", sets, "", nil},
		{"by a token of another audience", `{"authAudience": "admin"}`, "n -> e", sets, "", nil},
		{"of the audience that all have", `{"authAudience": "shop"}`, "n -> e", sets, `, "jwtAudience": "shop"`, told},
		{"by a token of others", `{"authSecret": "{{env.OTHER_SECRET}}"}`, "n -> e", sets, "", nil},
		{"by who has a role", `{"authRequire": "claims.role == 'admin'"}`, "n -> e", sets + "g:forbidden -> f\n", "", nil},
		{"where the role is asked behind it", "{}", "c:true -> n -> e", sets + "c condition {\"conditionExpression\": \"or(string(g.claims.role), '') == 'admin'\"}\nc:false -> f\n", "", nil},
		{"where a row of his is asked", "{}", "m -> n -> e", sets + "m sql {\"sqlMode\": \"one\", \"sqlQuery\": \"SELECT id FROM staff WHERE id = {{int(g.sub)}} AND role = 'admin'\"}\nm:notFound -> f\n", "", nil},
		{"where the statement asks for it", "{}", "n -> e", `e sql {"sqlQuery": "UPDATE staff SET password_hash = {{n.hash}} WHERE email = {{email}} AND EXISTS (SELECT 1 FROM staff a WHERE a.id = {{int(g.sub)}} AND a.role = 'admin')"}
			`, "", nil},
		{"his own", "{}", "n -> e", "e sql {\"sqlQuery\": \"UPDATE staff SET password_hash = {{n.hash}} WHERE id = {{int(g.sub)}}\"}\n", "", nil},
		{"the address of another one", "{}", "e", "e sql {\"sqlQuery\": \"UPDATE staff SET email = {{email}} WHERE id = {{id}}\"}\n", "", []string{`FC419 e: "e" sets the email of the user that "id" names`}},
		{"a token of another one", "{}", "j", `j jwt {"jwtMode": "sign", "jwtExpiresIn": "15m", "jwtClaims": {"sub": "{{id}}"}}
			` + answer, "", []string{`FC419 j: "j" signs a token for the user that "id" names`}},
		{"a token for another audience", "{}", "j", `j jwt {"jwtMode": "sign", "jwtExpiresIn": "15m", "jwtAudience": "device", "jwtClaims": {"sub": "{{id}}"}}
			` + answer, "", nil},
		{"his own token anew", "{}", "j", `j jwt {"jwtMode": "sign", "jwtExpiresIn": "15m", "jwtClaims": {"sub": "{{g.sub}}"}}
			` + answer, "", nil},
		{"with a role of his wish", "{}", "j", `j jwt {"jwtMode": "sign", "jwtExpiresIn": "15m", "jwtClaims": {"sub": "{{g.sub}}", "role": "{{or(role, 'user')}}"}}
			` + answer, "", []string{`FC419 j: "j" signs a token whose "role" the caller chooses`}},
		{"a role of his wish, where he has one", "{}", "e", "e sql {\"sqlQuery\": \"UPDATE staff SET email = {{email}}, role = coalesce({{role}}, role) WHERE id = {{int(g.sub)}}\"}\n", "",
			[]string{`FC419 e: "e" stores the "role" that the caller chooses`}},
		{"a key of another one", "{}", "m -> e", `m set {"setValues": {"key": "{{randomToken(32)}}"}}
			e sql {"sqlQuery": "INSERT INTO sessions (token_hash, user_id) VALUES ({{sha256(m.key)}}, {{id}})"}
			ok response {"responseStatus": 201, "responseBody": {"key": "{{m.key}}"}}
			`, "", []string{`FC419 e: "e" opens a session for the user that "id" names`}},
		{"a key of his own", "{}", "m -> e", `m set {"setValues": {"key": "{{randomToken(32)}}"}}
			e sql {"sqlQuery": "INSERT INTO sessions (token_hash, user_id) VALUES ({{sha256(m.key)}}, {{int(g.sub)}})"}
			ok response {"responseStatus": 201, "responseBody": {"key": "{{m.key}}"}}
			`, "", nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			checkRule(t, diag.FC419, c.want, with(guarded, "AUTH", c.auth, "WAY", c.way, "\n\t\t\t \"id\"", `"id"`)+c.drawing, with(login, "SIGNED", c.signed), asks)
		})
	}
}
