package gen_test

import "testing"

// TestRefusals wants no success behind a refusal of any class, here or behind a Call, and an optional login to be none (FC305).
func TestRefusals(t *testing.T) {
	const limit = `
		in apiEndpoint {"endpointMethod": "POST", "endpointPath": "/drawn", "endpointPublic": true}
		limit rateLimit {"limitKey": "a", "limitRate": "5/1m"}
		in -> limit:allowed -> ok
		`
	for _, c := range []struct {
		name, drawing string
		want          []string
	}{
		{"limited, and sent on", limit + `
			later response {"responseStatus": 303, "responseHeaders": {"Location": "/later"}}
			limit:limited -> later`, nil},
		{"limited, and accepted", limit + `
			fine response {"responseStatus": 202}
			set set {"setValues": {"x": 1}}
			limit:limited -> set -> fine`,
			[]string{`FC305 fine: output "limited" of "limit" leads to a Response with status 202`}},
		{"limited, and asked who calls", limit + `
			g auth {}
			fine response {"responseStatus": 202}
			no response {"responseStatus": 401}
			limit:limited -> g:valid -> fine
			g:invalid -> no`, nil},
		{"an optional login of a POST", `
			in apiEndpoint {"endpointMethod": "POST", "endpointPath": "/drawn"}
			g auth {}
			known response {"responseStatus": 200, "responseBody": {"user": "{{g.sub}}"}}
			nobody response {"responseStatus": 200, "responseBody": {"user": null}}
			in -> g:valid -> known
			g:invalid -> nobody`,
			[]string{`FC305 nobody: output "invalid" of "g" leads to a Response with status 200`}},
		{"an optional login, and an effect", `
			in apiEndpoint {"endpointMethod": "GET", "endpointPath": "/drawn", "endpointPublic": true}
			g auth {}
			e sql {"sqlQuery": "DELETE FROM notes WHERE id = 1"}
			known response {"responseStatus": 200, "responseBody": {"user": "{{g.sub}}"}}
			nobody response {"responseStatus": 200, "responseBody": {"user": null}}
			in -> g:valid -> known
			g:invalid -> e -> nobody`,
			[]string{`FC305 nobody: output "invalid" of "g" leads to a Response with status 200`}},
		{"an optional login, and members of their own", `
			in apiEndpoint {"endpointMethod": "GET", "endpointPath": "/drawn"}
			g auth {}
			known response {"responseStatus": 200, "responseBody": {"user": "{{g.sub}}"}}
			nobody response {"responseStatus": 200, "responseBody": {"user": null, "error": "log in"}}
			in -> g:valid -> known
			g:invalid -> nobody`,
			[]string{`FC305 nobody: output "invalid" of "g" leads to a Response with status 200`}},
		{"an optional login, and nothing null", `
			in apiEndpoint {"endpointMethod": "GET", "endpointPath": "/drawn"}
			g auth {}
			known response {"responseStatus": 200, "responseBody": {"ok": true}}
			nobody response {"responseStatus": 200, "responseBody": {"ok": false}}
			in -> g:valid -> known
			g:invalid -> nobody`,
			[]string{`FC305 nobody: output "invalid" of "g" leads to a Response with status 200`}},
		{"an optional login of who may not", `
			in apiEndpoint {"endpointMethod": "GET", "endpointPath": "/drawn"}
			g auth {"authRequire": "claims.admin"}
			known response {"responseStatus": 200, "responseBody": {"user": "{{g.sub}}"}}
			nobody response {"responseStatus": 200, "responseBody": {"user": null}}
			in -> g:valid -> known
			g:invalid -> nobody
			g:forbidden -> nobody`,
			[]string{`FC305 nobody: output "forbidden" of "g" leads to a Response with status 200`}},
		{"a token that is spent, and more done for it", `
			in apiEndpoint {"endpointMethod": "POST", "endpointPath": "/drawn"}
			row sql {"sqlMode": "one", "sqlQuery": "DELETE FROM sessions WHERE token_hash = {{sha256(or(request.cookies['a'], ''))}} RETURNING user_id"}
			e sql {"sqlQuery": "DELETE FROM notes WHERE id = {{row.user_id}}"}
			done response {"responseStatus": 204}
			in -> row -> e -> done
			row:notFound -> done`,
			[]string{`FC305 done: output "notFound" of "row" leads to a Response with status 204`}},
	} {
		t.Run(c.name, func(t *testing.T) { checkTold(t, c.want, c.drawing) })
	}
}
