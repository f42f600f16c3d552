package gen_test

import (
	"strings"
	"testing"

	"github.com/flowc-dev/flowc/schema/diag"
)

// TestNamedRights wants a right to be told that a caller gives himself, and an account that he gets by another address.
func TestNamedRights(t *testing.T) {
	const (
		asks = `in apiEndpoint {"endpointMethod": "POST", "endpointPath": "/drawn"}
			u sql {"sqlMode": "one", "sqlQuery": "SELECT id, role, password_hash FROM staff WHERE email = {{email}}"}
			h hash {"hashMode": "verify", "hashInput": "{{password}}", "hashAgainst": "{{u.password_hash}}"}
			c condition {"conditionExpression": "u.role == 'admin'"}
			no response {"responseStatus": 401}
			f response {"responseStatus": 403}
			in -> u -> h:valid -> c:true -> ok
			h:invalid -> no
			c:false -> f`
		signup = `in apiEndpoint {"endpointMethod": "POST", "endpointPath": "/drawn", "endpointPublic": true, "endpointFields": {"email": {"type": "string", "required": true}, "role": {"type": "string"}, "kind": {"type": "string", "required": true, "validate": "oneof=buyer seller"}, "password": {"type": "string", "required": true}}}
			n hash {"hashMode": "hash", "hashInput": "{{password}}"}
			e sql {"sqlQuery": "INSERT INTO staff (email, password_hash, COLUMNS) VALUES ({{email}}, {{n.hash}}, $GIVEN) ON CONFLICT DO NOTHING"}
			in -> n -> e -> ok`
		known = `in apiEndpoint {"endpointMethod": "PUT", "endpointPath": "/drawn", "endpointFields": {"role": {"type": "string", "required": true}, "id": {"type": "int", "required": true}}}
			g auth AUTH
			e sql {"sqlQuery": "UPDATE staff SET role = {{role}} WHERE id = {{WHO}}"}
			no response {"responseStatus": 401}
			in -> g:valid -> e -> ok
			g:invalid -> no
			`
		login = `in apiEndpoint {"endpointMethod": "POST", "endpointPath": "/drawn", "endpointFields": {"email": {"type": "string", "required": true}, "password": {"type": "string", "required": true}, "role": {"type": "string"}, "scope": {"type": "string"}}}
			u sql {"sqlMode": "one", "sqlQuery": "SELECT id, role, password_hash FROM staff WHERE email = {{email}}"}
			h hash {"hashMode": "verify", "hashInput": "{{password}}", "hashAgainst": "{{u.password_hash}}"}
			j jwt {"jwtMode": "sign", "jwtExpiresIn": "15m", "jwtClaims": {"sub": "{{u.id}}", "CLAIM": "{{$IT}}"}}
			no response {"responseStatus": 401}
			h:invalid -> no
			in -> u -> h:valid -> j -> ok
			` + answer
		forgot = `in apiEndpoint {"endpointMethod": "POST", "endpointPath": "/drawn", "endpointPublic": true, "endpointFields": {"email": {"type": "string", "required": true}, "to": {"type": "string", "required": true}}}
			u sql {"sqlMode": "one", "sqlQuery": "SELECT id, email FROM staff WHERE email = {{email}}"}
			m set {"setValues": {"t": "{{randomToken(32)}}"}}
			k sql {"sqlQuery": "INSERT INTO sessions (token_hash, user_id) VALUES ({{sha256(m.t)}}, {{u.id}})"}
			a api {"apiMethod": "POST", "apiUrl": "https://mail.example.com/send", "apiBody": {"to": "{{$IT}}", "text": "{{env.PUBLIC_URL}}/reset#{{m.t}}"}}
			in -> u -> m -> k -> a -> ok
			u:notFound -> ok`
		move = `in apiEndpoint {"endpointMethod": "POST", "endpointPath": "/drawn", "endpointPublic": true, "endpointFields": {"email": {"type": "string", "required": true}, "id": {"type": "int", "required": true}}}
			e sql {"sqlQuery": "UPDATE staff SET email = {{email}} WHERE id = {{id}}"}
			in -> e -> ok`
	)
	for _, c := range []struct {
		name, drawing string
		want          []string
	}{
		{"at the sign-up", with(signup, "COLUMNS", "role", "$GIVEN", "{{or(role, 'user')}}"), []string{`FC419 e: "e" stores the "role" that the caller chooses by "role", and "c" authorizes by it`}},
		{"written out", with(signup, "COLUMNS", "role", "$GIVEN", "'user'"), nil},
		{"one of a few", with(signup, "COLUMNS", "role", "$GIVEN", "{{kind}}"), nil},
		{"that nobody asks for", with(signup, "COLUMNS", "role, team_role", "$GIVEN", "'user', {{or(role, '')}}"), nil},
		{"in one's own row", with(known, "AUTH", "{}", "WHO", "int(g.sub)"), []string{`FC419 e: "e" stores the "role" that the caller chooses`}},
		{"in a row of another one, by those who may", with(known, "AUTH", `{"authType": "apikey"}`, "WHO", "id"), nil},
		{"in one's own row, by those who may", with(known, "AUTH", `{"authRequire": "claims.role == 'admin'"}`, "WHO", "int(g.sub)") + "f response {\"responseStatus\": 403}\ng:forbidden -> f", nil},
		{"in a token", with(login, "CLAIM", "role", "$IT", "or(role, 'user')"), []string{`FC419 j: "j" signs a token whose "role" the caller chooses by "role"`}},
		{"in a token, of the row", with(login, "CLAIM", "role", "$IT", "u.role"), nil},
		{"a scope that somebody wants", with(login, "CLAIM", "scope", "$IT", "or(scope, '')"), nil},
		{"a letter to the address that was asked for", with(forgot, "$IT", "email"), nil},
		{"to that of the row", with(forgot, "$IT", "u.email"), nil},
		{"to any other", with(forgot, "$IT", "to"), []string{`FC419 a: "a" sends the token of the user that "email" names to "to", but nothing proves that this address is theirs`}},
		{"another address for anybody", move, []string{`FC419 e: "e" sets the email of the user that "id" names`}},
	} {
		t.Run(c.name, func(t *testing.T) { checkRule(t, diag.FC419, c.want, c.drawing, asks) })
	}
}

// with puts texts in place of words.
func with(drawing string, words ...string) string {
	return strings.NewReplacer(words...).Replace(drawing)
}
