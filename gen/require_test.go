package gen_test

import "testing"

// TestRequire holds what is required of a known caller to what is found in it: its names are those of the caller alone, and
// whoever lacks it goes a way of his own.
func TestRequire(t *testing.T) {
	const ways = "no response {\"responseStatus\": 401}\nlacks response {\"responseStatus\": 403}\nin -> g:valid -> ok\ng:invalid -> no\n"
	for _, c := range []struct {
		name, drawing string
		want          []string
	}{
		{"claims of any kind, and declared ones that may be null", `
			g auth {"authClaims": {"roles": "[string]?", "level": "int"}, "authRequire": "{{contains(roles, 'admin') || level > 3 && claims.org == 'us'}}"}
			g:forbidden -> lacks`, nil},
		{"of a key", `
			g auth {"authType": "apikey", "authRequire": "sub == 'ops'"}
			g:forbidden -> lacks`, nil},
		{"nothing for who lacks it", `
			g auth {"authRequire": "claims.admin"}`,
			[]string{`FC302 g:forbidden: output "forbidden" of Auth "g" is not connected`}},
		{"a way for who lacks nothing", `
			g auth {}
			g:forbidden -> lacks`,
			[]string{`FC103 g:forbidden: `}},
		{"a name of something else", `
			g auth {"authRequire": "role == 'admin'"}
			g:forbidden -> lacks`,
			[]string{`FC204 g: "role" is not known of the caller at "g", which provides claims, email, issuer, name, sub`}},
		{"no condition", `
			g auth {"authRequire": "sub"}
			g:forbidden -> lacks`,
			[]string{`FC206 g: field "authRequire": want bool, got string`}},
		{"not known below", `
			set set {"setValues": {"x": "{{upper(g.email)}}"}}
			g auth {"authRequire": "email != null"}
			g:forbidden -> set -> lacks`,
			[]string{`FC204 set: "g" has no field "email" below output "forbidden"`}},
		{"an answer of success", `
			fine response {"responseStatus": 200}
			g auth {"authRequire": "claims.admin"}
			g:forbidden -> fine`,
			[]string{`FC305 fine: output "forbidden" of "g" leads to a Response with status 200`}},
	} {
		t.Run(c.name, func(t *testing.T) { checkTold(t, c.want, ways+c.drawing) })
	}
}
