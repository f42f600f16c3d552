package gen_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/flowc-dev/flowc/gen"
	"github.com/flowc-dev/flowc/gen/diff"
)

// TestDiffOfStrength wants a guard that lets in more than before to be told, in words, and nothing of one that lets in less.
func TestDiffOfStrength(t *testing.T) {
	const (
		bearer = `g auth DATA
			no response {"responseStatus": 401}
			in -> g:valid -> ok
			g:invalid -> no
			`
		page = `in apiEndpoint {"endpointMethod": "GET", "endpointPath": "/drawn"}
			g auth {"authType": "oauth", "authProvider": "oidc"DATA}
			no response {"responseStatus": 401}
			go response {"responseStatus": 302, "responseHeaders": {"Location": "{{g.url}}"}}
			in -> g:valid -> ok
			g:invalid -> no
			g:login -> go
			`
		forbidden = `no2 response {"responseStatus": 403}
			g:forbidden -> no2
			`
		login = `u sql {"sqlMode": "one", "sqlQuery": "SELECT id, password_hash, hash FROM users WHERE email = {{email}}"}
			h hash {"hashMode": "verify", "hashInput": "{{password}}", "hashAgainst": "DATA"}
			no response {"responseStatus": 401}
			u -> h:valid -> ok
			h:invalid -> no
			`
		limit = `l rateLimit DATA
			many response {"responseStatus": 429}
			l:limited -> many
			in -> l:allowed -> u
			`
		session = `s sql {"sqlMode": "one", "sqlQuery": "SELECT user_id FROM sessions WHERE DATA"}
			no response {"responseStatus": 401}
			s:notFound -> no
			in -> s -> ok
			`
		cookie = `s set {"setValues": {"t": "{{randomToken(32)}}"}}
			ok response {"responseStatus": 204, "responseCookies": [{"name": "sid", "value": "{{s.t}}"DATA}]}
			in -> s -> ok
			`
		hook = `in webhook {"webhookMethod": "POST"}
			v code {"codeFunction": "webhook.GitHub", "codeInput": {"secret": "{{env.HOOK}}"DATA}}
			in -> v -> ok
			`
		endpoint = `in apiEndpoint {"endpointMethod": "POST", "endpointPath": "/drawn"DATA}
			in -> ok
			`
		kept = `s set {"setValues": {"t": "{{randomToken(32)}}"}}
			k localStorage {"storageOperation": "set", "storageKey": "session:{{sha256(s.t)}}", "storageValue": 1, "storageTtl": "DATA"}
			in -> s -> k -> ok
			`
		taken = `t transaction DATA
			n sql {"sqlMode": "one", "sqlQuery": "SELECT n FROM notes WHERE id = 1"}
			up sql {"sqlQuery": "UPDATE notes SET n = {{n.n + 1}} WHERE id = 1"}
			in -> t:try -> n -> up
			t:done -> ok
			`
		added = `t transaction DATA
			up sql {"sqlQuery": "UPDATE notes SET n = n + 1 WHERE id = 1"}
			in -> t:try -> up
			t:done -> ok
			`
	)
	for _, c := range []struct {
		name, drawing, before, after string
		want                         []string
		back                         []string // of the way back
	}{
		{"the isolation", taken, `{"transactionIsolation": "serializable"}`, `{"transactionIsolation": "readCommitted"}`,
			[]string{"weaker: a transaction sees what others change meanwhile, in place of nothing that others change meanwhile"}, nil},
		{"the isolation, from what is needed", taken, `{}`, `{"transactionIsolation": "readCommitted"}`,
			[]string{"weaker: a transaction sees what others change meanwhile, in place of nothing that others change meanwhile"}, nil},
		{"the isolation, to what is needed", taken, `{"transactionIsolation": "serializable"}`, `{}`, nil, nil},
		{"the isolation of one statement", added, `{"transactionIsolation": "serializable"}`, `{"transactionIsolation": "readCommitted"}`, nil, nil},
		{"the algorithm", bearer, `{"authAlgorithm": "RS256"}`, `{}`,
			[]string{`weaker: let in are tokens signed by HS256, in place of RS256`}, []string{`weaker: let in are tokens signed by RS256, in place of HS256`}},
		{"the key set", bearer, `{"authAlgorithm": "RS256", "authIssuer": "https://id.example.com", "authJwksUrl": "https://id.example.com/keys"}`, `{"authAlgorithm": "RS256", "authIssuer": "https://id.example.com", "authJwksUrl": "https://evil.example.com/keys"}`,
			[]string{`weaker: a token is signed with a key of https://evil.example.com/keys, in place of https://id.example.com/keys`},
			[]string{`weaker: a token is signed with a key of https://id.example.com/keys, in place of https://evil.example.com/keys`}},
		{"the variable of the key", bearer, `{}`, `{"authSecret": "{{env.OTHER_SECRET}}"}`,
			[]string{`protection: a token is signed with a key of env.OTHER_SECRET, in place of env.JWT_SECRET`}, []string{`protection: a token is signed with a key of env.JWT_SECRET, in place of env.OTHER_SECRET`}},
		{"the audience and the issuer", bearer, `{"authAudience": "api", "authIssuer": "us"}`, `{}`,
			[]string{`weaker: let in are tokens of any issuer, in place of the issuer "us"`, `weaker: let in are tokens for no audience, in place of the audience "api"`}, nil},
		{"another audience", bearer, `{"authAudience": "api"}`, `{"authAudience": "web"}`,
			[]string{`weaker: let in are tokens for the audience "web", in place of the audience "api"`}, []string{`weaker: let in are tokens for the audience "api", in place of the audience "web"`}},
		{"one more issuer", bearer, `{"authIssuer": ["a", "b"]}`, `{"authIssuer": ["a", "b", "{{env.C}}"]}`, []string{`weaker: let in are tokens of the issuer "a" or the issuer "b" or the issuer in env.C, in place of the issuer "a" or the issuer "b"`}, nil},
		{"one more audience", bearer, `{"authAudience": "api"}`, `{"authAudience": ["web", "api"]}`, []string{`weaker: let in are tokens for the audience "web" or the audience "api", in place of the audience "api"`}, nil},
		{"an audience from a variable", bearer, `{"authAudience": "api"}`, `{"authAudience": "{{env.API}}"}`,
			[]string{`weaker: let in are tokens for the audience in env.API, in place of the audience "api"`}, []string{`weaker: let in are tokens for the audience "api", in place of the audience in env.API`}},
		{"one more algorithm", bearer, `{"authAlgorithm": "RS256"}`, `{"authAlgorithm": ["RS256", "PS256"]}`, []string{`weaker: let in are tokens signed by RS256 or PS256, in place of RS256`}, nil},
		{"the document about an issuer", page, `, "authIssuer": "https://a.example"`, `, "authIssuer": "https://a.example", "authDiscovery": "https://b.example/d"`,
			[]string{`weaker: the issuer is described by https://b.example/d, in place of its own document`},
			[]string{`weaker: the issuer is described by its own document, in place of https://b.example/d`}},
		{"how old a login may be", page, `, "authParams": {"max_age": 300}`, `, "authParams": {"max_age": 3600}`, []string{`weaker: let in are logins of the last 3600 s, in place of the last 300 s`}, nil},
		{"what a login has to show", page, `, "authParams": {"max_age": 300, "acr_values": "phr", "organization": "{{env.ORG}}", "prompt": "login"}`, ``, []string{
			`weaker: let in are logins of any age, in place of the last 300 s`,
			`weaker: let in are logins with acr_values any value, in place of phr`,
			`weaker: let in are logins with organization any value, in place of env.ORG`,
		}, nil},
		{"one more level of a login", page, `, "authParams": {"acr_values": "phr"}`, `, "authParams": {"acr_values": "phr mfa"}`, []string{`weaker: let in are logins with acr_values phr mfa, in place of phr`}, nil},
		{"another domain of a login", page, `, "authParams": {"hd": "a.example"}`, `, "authParams": {"hd": "b.example"}`,
			[]string{`weaker: let in are logins with hd b.example, in place of a.example`}, []string{`weaker: let in are logins with hd a.example, in place of b.example`}},
		{"the leeway", bearer, `{}`, `{"authLeeway": "1h"}`, []string{`weaker: a token is taken until 1h after its end, in place of 30s after its end`}, nil},
		{"a condition of two", bearer + forbidden, `{"authRequire": "claims.admin == true && hasScope(claims.scope, 'a')"}`, `{"authRequire": "{{hasScope(claims.scope, 'a')}}"}`,
			[]string{`weaker: a known caller needs hasScope(claims.scope, 'a'), in place of claims.admin == true and hasScope(claims.scope, 'a')`}, nil},
		{"conditions in another order", bearer + forbidden, `{"authRequire": "claims.admin == true && hasScope(claims.scope, 'a')"}`, `{"authRequire": "hasScope(claims.scope, 'a') && claims.admin == true"}`, nil, nil},
		{"where the hash is", "in -> u\n" + login, `{{u.password_hash}}`, `{{u.hash}}`,
			[]string{`weaker: what is shown is compared with users.hash, in place of users.password_hash`}, []string{`weaker: what is shown is compared with users.password_hash, in place of users.hash`}},
		{"a hash of the caller", "in -> u\n" + login, `{{u.password_hash}}`, `{{stored}}`,
			[]string{`weaker: it lets on anybody, in place of known callers alone`}, nil},
		{"the rate", limit + strings.Replace(login, "DATA", "{{u.password_hash}}", 1), `{"limitKey": "l:{{request.ip}}", "limitRate": "5/1m"}`, `{"limitKey": "l:{{request.ip}}", "limitRate": "600/1h"}`,
			[]string{`weaker: it lets pass 600/1h, in place of 5/1m`, `weaker: it lets pass at once 600, in place of 5`}, nil},
		{"the limit", "DATA\n" + strings.Replace(login, "DATA", "{{u.password_hash}}", 1), strings.Replace(limit, "DATA", `{"limitKey": "l:{{request.ip}}", "limitRate": "5/1m"}`, 1), `in -> u`,
			[]string{`weaker: how often it is tried is limited by nothing, in place of "l:"`}, nil},
		{"the WHERE of a guard", session, `token_hash = {{sha256(or(request.cookies['s'], ''))}}`, `user_id = {{int(id)}}`,
			[]string{`weaker: it lets on anybody, in place of known callers alone`}, nil},
		{"a cookie", cookie, ``, `, "secure": false, "httpOnly": false, "sameSite": "None"`, []string{
			`weaker: cookie "sid" is read by the scripts of each page, too, in place of the browser alone`,
			`weaker: cookie "sid" is sent by plain http, too, in place of https alone`,
			`weaker: cookie "sid" goes along with calls from pages of any site, in place of pages of this site, and links to it`,
		}, nil},
		{"deliveries once", hook, ``, `, "once": false`, []string{`weaker: a delivery runs as often as it comes, in place of once`}, nil},
		{"origins", endpoint, `, "endpointCorsOrigins": ["https://a.example.com"]`, `, "endpointCorsOrigins": ["https://a.example.com", "https://b.example.com"], "endpointCorsCredentials": true`, []string{
			`weaker: answers are for pages of https://a.example.com, https://b.example.com, in place of https://a.example.com`,
			`weaker: pages of other origins call it with the cookies of their visitors, in place of without cookies`,
		}, nil},
		{"any origin", endpoint, ``, `, "endpointCorsOrigins": ["*"]`, []string{`weaker: answers are for pages of *, in place of this site alone`}, nil},
		{"how long a session is good", kept, "1h", "30d", []string{`weaker: a token is good for 720h, in place of 1h`}, nil},
		{"what a hash costs", "h hash {\"hashMode\": \"hash\", \"hashInput\": \"{{password}}\"DATA}\nin -> h -> ok", `, "hashRounds": 13`, ``, []string{`weaker: hashes are made by bcrypt with 12 rounds, in place of bcrypt with 13 rounds`}, nil},
		{"how long a token is good", "j jwt {\"jwtMode\": \"sign\", \"jwtExpiresIn\": \"DATA\"}\nin -> j -> ok", `15m`, `24h`, []string{`weaker: a token is good for 24h, in place of 15m`}, nil},
		{"a secret of a Webhook", "in webhook {\"webhookMethod\": \"POST\"DATA}\nin -> ok", `, "webhookSecret": "{{env.HOOK}}"`, ``, []string{`weaker: it lets on anybody, in place of known callers alone`}, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			before, after := strings.Replace(c.drawing, "DATA", c.before, 1), strings.Replace(c.drawing, "DATA", c.after, 1)
			checkStrength(t, before, after, c.want)
			checkStrength(t, after, before, c.back)
		})
	}
}

// checkStrength wants lines of a diff about protection, and only where there is one that says weaker the change to be marked so.
func checkStrength(t *testing.T, before, after string, want []string) {
	t.Helper()
	was, _ := gen.Program(folderDrawn(t, before))
	is, _ := gen.Program(folderDrawn(t, after))
	var got []string
	for _, change := range diff.Workflows(was.Workflows[0], is.Workflows[0]) {
		if !strings.HasPrefix(change.What, "node ") {
			continue
		}
		weaker := false
		for _, line := range change.Details {
			weaker = weaker || strings.HasPrefix(line, "weaker: ")
			if strings.HasPrefix(line, "weaker: ") || strings.HasPrefix(line, "protection: ") {
				got = append(got, line)
			}
		}
		if weaker != change.Weaker {
			t.Errorf("%s is marked as weaker: %v; it says %q", change.What, change.Weaker, change.Details)
		}
	}
	if !slices.Equal(got, want) {
		t.Errorf("said\n  %s\nwant\n  %s\nof\n%s\n->\n%s", strings.Join(got, "\n  "), strings.Join(want, "\n  "), before, after)
	}
}
