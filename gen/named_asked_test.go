package gen_test

import (
	"strings"
	"testing"

	"github.com/flowc-dev/flowc/schema/diag"
)

// TestClaimedRights wants a Condition to be told that lets on by what a caller says of himself, and no other one.
func TestClaimedRights(t *testing.T) {
	const drawing = `g auth {"authClaims": {"role": "string?", "tier": "string?"}}
		c condition {"conditionExpression": "EXPR"}
		un response {"responseStatus": 401}
		no response {"responseStatus": STATUS}
		in apiEndpoint {"endpointMethod": "POST", "endpointPath": "/drawn", "endpointFields": {"role": {"type": "string"}}}
		g:invalid -> un
		in -> g:valid -> c:TRUE -> ok
		c:FALSE -> no`
	for _, c := range []struct{ name, expression, status, want string }{
		{"a header with a role", `or(request.headers['x-role'], '') == 'admin'`, "403", `this trusts the right in the header "x-role", which every caller can set`},
		{"a cookie", `or(request.cookies['is_admin'], '') == '1'`, "403", `this trusts the right in the cookie "is_admin"`},
		{"where he says that he comes from", `inNetwork(or(request.headers['x-real-ip'], '0.0.0.0'), '10.0.0.0/8')`, "403", `this trusts the address in the header "x-real-ip", which every caller can set`},
		{"a role that nobody has", `or(g.role, 'admin') == 'admin'`, "403", `a caller without any "role" passes: the fallback "admin" is the value that this checks for`},
		{"a flag that nobody has", `or(bool(g.claims.admin), true) == true`, "403", `a caller without any "admin" passes`},
		{"a role", `or(g.role, '') == 'admin'`, "403", ""},
		{"a role that all have", `or(g.role, 'user') == 'admin'`, "403", ""},
		{"a role by something else", `when(or(g.tier, '') == 'free', g.role, 'admin') == 'admin'`, "403", ""},
		{"a tier", `or(g.tier, 'free') == 'free'`, "403", ""},
		{"the role of who is invited", `or(role, 'member') == 'member'`, "403", ""},
		{"where he comes from", `inNetwork(request.ip, '10.0.0.0/8')`, "403", ""},
		{"a header with a role, for another page", `or(request.headers['x-role'], '') == 'admin'`, "200", ""},
		{"a header of the browser", `or(request.headers['x-requested-with'], '') == 'XMLHttpRequest'`, "403", ""},
		{"a header with a secret", `or(request.headers['x-admin-key'], '') == env.ADMIN_KEY`, "403", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			var want []string
			if c.want != "" {
				want = []string{"FC419 c: " + c.want}
			}
			text := strings.NewReplacer("EXPR", c.expression, "STATUS", c.status, "TRUE", "true", "FALSE", "false").Replace(drawing)
			checkRule(t, diag.FC419, want, text)
		})
	}
	t.Run("a guest who is kept out", func(t *testing.T) {
		text := strings.NewReplacer("EXPR", "or(g.role, 'guest') == 'guest'", "STATUS", "403", "TRUE", "false", "FALSE", "true").Replace(drawing)
		checkRule(t, diag.FC419, nil, text)
	})
}

// TestUnverifiedClaims wants an address to be told that the provider has not verified.
func TestUnverifiedClaims(t *testing.T) {
	const drawing = `in apiEndpoint {"endpointMethod": "GET", "endpointPath": "/drawn"}
		g auth {"authType": "oauth", "authProvider": "PROVIDER"REST}
		u sql {"sqlMode": "one", "sqlQuery": "SELECT id FROM users WHERE email = {{WHO}}"}
		to response {"responseStatus": 302, "responseHeaders": {"Location": "{{g.url}}"}}
		no response {"responseStatus": 401}
		in -> g:valid -> u -> ok
		g:login -> to
		g:invalid -> no
		u:notFound -> no
		`
	found := `FC419 u: the provider may not have verified the claim "email": users write it themselves`
	for _, c := range []struct{ name, provider, who, rest, want string }{
		{"the claim", "google", "string(g.claims.email)", "", found},
		{"the field", "google", "or(g.email, '')", "", ""},
		{"another claim", "google", "string(g.claims.sub)", "", ""},
		{"a provider of one's own", "keycloak", "string(g.claims.email)", "", ""},
		{"an issuer of one's own", "gitlab", "string(g.claims.email)", `, "authIssuer": "https://git.example.com"`, ""},
		{"a claim that says that it is", "google", "string(g.claims.email)", `, "authRequire": "claims.email_verified == true"`, ""},
		{"in what is required", "google", "or(g.email, '')", `, "authRequire": "endsWith(string(claims.email), '@example.com')"`, `FC419 g: the provider may not have verified the claim "email"`},
	} {
		t.Run(c.name, func(t *testing.T) {
			text := strings.NewReplacer("PROVIDER", c.provider, "WHO", c.who, "REST", c.rest).Replace(drawing)
			if strings.Contains(c.rest, "authRequire") {
				text += "out2 response {\"responseStatus\": 403}\ng:forbidden -> out2"
			}
			var want []string
			if c.want != "" {
				want = []string{c.want}
			}
			checkRule(t, diag.FC419, want, text)
		})
	}
}

// TestComparedPasswords wants a password to be told that is compared with what is stored.
func TestComparedPasswords(t *testing.T) {
	const drawing = `u sql {"sqlMode": "one", "sqlQuery": "SELECT id, nick, password_hash FROM users WHERE email = {{email}}"}
		c condition {"conditionExpression": "EXPR"}
		no response {"responseStatus": 401}
		in -> u -> c:true -> ok
		c:false -> no
		u:notFound -> no`
	for expression, want := range map[string][]string{
		"u.password_hash == password":                 {`FC403 c: this compares a password with the stored value "u.password_hash"`},
		"sha256(password) != or(u.nick, '')":          {`FC403 c: this compares a password with the stored value "or(u.nick, '')"`},
		"password == string(password2)":               nil,
		"or(u.nick, '') == name && email != password": nil,
	} {
		t.Run(expression, func(t *testing.T) { checkRule(t, diag.FC403, want, strings.Replace(drawing, "EXPR", expression, 1)) })
	}
}

// TestGuessedCodes requires a report of a check of an authenticator's code without a limit of attempts.
func TestGuessedCodes(t *testing.T) {
	const drawing = `in apiEndpoint {"endpointMethod": "POST", "endpointPath": "/drawn", "endpointFields": {"code": {"type": "string", "required": true}}}
		g auth {}
		u sql {"sqlMode": "one", "sqlQuery": "SELECT api_token, id FROM users WHERE id = {{int(g.sub)}}"}
		c condition {"conditionExpression": "totpValid(or(u.api_token, ''), code)"}
		no response {"responseStatus": 401}
		many response {"responseStatus": 429}
		g:invalid -> no
		u:notFound -> no
		c:false -> no
		u -> c:true -> ok
		`
	found := []string{`FC417 c: "c" checks a code of six digits without a limit of attempts`}
	checkRule(t, diag.FC417, found, drawing+"in -> g:valid -> u")
	checkRule(t, diag.FC417, nil, drawing+`l rateLimit {"limitKey": "codes:{{g.sub}}", "limitRate": "5/1m"}
		in -> g:valid -> l:allowed -> u
		l:limited -> many`)
	checkRule(t, diag.FC417, nil, drawing+`l localStorage {"storageOperation": "increment", "storageKey": "codes:{{g.sub}}", "storageTtl": "1m"}
		d condition {"conditionExpression": "l.value < 5"}
		in -> g:valid -> l -> d:true -> u
		d:false -> many`)
}
