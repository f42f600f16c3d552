package gen_test

import (
	"fmt"
	"testing"
)

// TestCredentialsWrittenOut holds what counts as a credential in a document, wherever it stands, and near misses.
func TestCredentialsWrittenOut(t *testing.T) {
	const (
		key = " text in the format of a known key is written as a literal"
		url = " the password of a URL is written as a literal"
	)
	for node, want := range map[string]string{
		// By their form.
		`n set {"setValues": {"k": "-----BEGIN PGP PRIVATE KEY BLOCK-----\n\nlQOYBF\n-----END PGP PRIVATE KEY BLOCK-----"}}`: "FC415 n:" + key,
		`n set {"setValues": {"k": "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"}}`:                                               "FC415 n:" + key,
		`n api {"apiUrl": "https://maps.example.com/?key=AIzaSyA1234567890abcdefghijklmnopqrstuv"}`:                          "FC415 n:" + key,
		`n set {"setValues": {"k": "-----BEGIN PUBLIC KEY-----\nMFkw\n-----END PUBLIC KEY-----"}}`:                           "",
		`n set {"setValues": {"k": "whsec_… and npm_run_build"}}`:                                                            "",
		// In URLs.
		`n set {"setValues": {"dsn": "postgres://app:hunter2@db.example.com/app"}}`:                                            "FC415 n:" + url,
		`n api {"apiUrl": "https://x.example.com", "apiMethod": "POST", "apiBody": {"a": "rediss://:hunter2@cache:6379"}}`:     "FC415 n:" + url,
		`n api {"apiUrl": "https://ann:hunter2@x.example.com"}`:                                                                "FC401 n: secret written on a node: the user in \"apiUrl\"",
		`n set {"setValues": {"help": "postgres://user:password@host/db, https://a.example.com/a:b@c, or mailto:a:b@c.test"}}`: "",
		// By the names that they stand under.
		`n api {"apiUrl": "https://x.example.com", "apiHeaders": {"Ocp-Apim-Subscription-Key": "abcdef0123456789"}}`:                                                                                                "FC401 n:",
		`n api {"apiUrl": "https://x.example.com", "apiHeaders": {"X-Signing-Key": "abcdef0123456789"}}`:                                                                                                            "FC401 n:",
		`n api {"apiUrl": "https://x.example.com", "apiHeaders": {"Idempotency-Key": "abcdef0123456789"}}`:                                                                                                          "",
		`n api {"apiUrl": "https://x.example.com", "apiMethod": "POST", "apiHeaders": {"Content-Type": "application/x-www-form-urlencoded"}, "apiBody": "a=b&client_secret=abcdef0123456789"}`:                      `FC415 n: "client_secret" in "apiBody" looks like`,
		`n api {"apiUrl": "https://x.example.com", "apiMethod": "POST", "apiHeaders": {"Content-Type": "application/x-www-form-urlencoded"}, "apiBody": "a=b&client_secret={{env.A}}&token_type=abcdef0123456789"}`: "",
		`n set {"setValues": {"aws_secret_access_key": "wJalrXUtnFEMI/K7MDENG/bPxRfiCYZ"}}`:                                                                                                                         `FC415 n: "aws_secret_access_key" in "setValues" looks like`,
		`n localStorage {"storageOperation": "set", "storageKey": "k", "storageTtl": "1h", "storageValue": {"all": [{"apiKey": "abcdef0123456789"}]}}`:                                                              `FC415 n: "apiKey" in "storageValue" looks like`,
		`n jwt {"jwtMode": "sign", "jwtExpiresIn": "15m", "jwtClaims": {"sub": "a", "api_key": "abcdef0123456789"}}`:                                                                                                `FC415 n: "api_key" in "jwtClaims" looks like`,
		`n set {"setValues": {"errors": {"password": "too_short_for_us", "token": "no-token-was-given"}}}`:                                                                                                          "",
		// In expressions.
		`n set {"setValues": {"ok": "{{password == 'correct-horse'}}"}}`:                                         "FC415 n: a password is written as a literal",
		`n set {"setValues": {"ok": "{{'' != password && password != null}}"}}`:                                  "",
		`n set {"setValues": {"ok": "{{totpValid('GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ', string(request.path))}}"}}`: "FC415 n: the key of totpValid is written as a literal",
		`n set {"setValues": {"ok": "{{totpValid(env.TOTP, string(request.path))}}"}}`:                           "",
	} {
		t.Run(node, func(t *testing.T) {
			var wanted []string
			if want != "" {
				wanted = []string{want}
			}
			checkTold(t, wanted, node+"\nin -> n -> ok")
		})
	}
}

// TestCookiesThatNoBrowserKeeps refuses cookies that a browser drops for their name or their attributes: a login that never lasts.
func TestCookiesThatNoBrowserKeeps(t *testing.T) {
	const host, secure, none = "needs Secure and the path /", "begins with __Secure- needs Secure", "SameSite=None needs Secure"
	for cookie, want := range map[string]string{
		`"name": "__Host-a", "path": "/app"`:               `FC203 r: no browser keeps the cookie "__Host-a": a name that begins with __Host- ` + host,
		`"name": "__host-a", "secure": false`:              `FC203 r: no browser keeps the cookie "__host-a": a name that begins with __Host- ` + host,
		`"name": "__Secure-a", "secure": false`:            `FC203 r: no browser keeps the cookie "__Secure-a": a name that ` + secure,
		`"name": "a", "sameSite": "None", "secure": false`: `FC203 r: no browser keeps the cookie "a": ` + none,
		`"name": "__Host-a"`:                               "",
		`"name": "__Secure-a", "path": "/app"`:             "",
		`"name": "a", "secure": false`:                     "",
	} {
		t.Run(cookie, func(t *testing.T) {
			var wanted []string
			if want != "" {
				wanted = []string{want}
			}
			checkTold(t, wanted, `r response {"responseStatus": 200, "responseCookies": [{"value": "{{string(theme)}}", `+cookie+"}]}\nin -> r")
		})
	}
}

// TestStatusThatLeadsNowhere takes a Location for a redirect where a browser goes there: not with 304, whatever is beside it.
func TestStatusThatLeadsNowhere(t *testing.T) {
	const refusal = "FC305 no: output \"invalid\" of \"who\" leads to a Response with status "
	for status, want := range map[string][]string{"303": nil, "308": nil, "304": {refusal + "304"}, "300": {refusal + "300"}} {
		checkTold(t, want, `who auth {}
			no response {"responseStatus": `+status+`, "responseHeaders": {"Location": "/login"}}
			in -> who
			who:valid -> ok
			who:invalid -> no`)
	}
}

// TestTokensForOneAudience tells tokens of different lifetimes apart by whom they are for, and finds two for the same.
func TestTokensForOneAudience(t *testing.T) {
	for audiences, want := range map[[2]string][]string{
		{"app", "app"}:     {`FC413 b: tokens signed by "b" and by "a" (drawn) are interchangeable: both have the same secret (env.JWT_SECRET) and the same audience "app"`},
		{"app", "refresh"}: nil,
	} {
		checkTold(t, want, fmt.Sprintf(`
			a jwt {"jwtMode": "sign", "jwtExpiresIn": "15m", "jwtAudience": %q, "jwtClaims": {"sub": "a"}}
			b jwt {"jwtMode": "sign", "jwtExpiresIn": "7d", "jwtAudience": %q, "jwtClaims": {"sub": "a"}}
			r response {"responseStatus": 200, "responseBody": {"a": "{{a.token}}", "b": "{{b.token}}"}}
			in -> a -> b -> r`, audiences[0], audiences[1]))
	}
}

// TestCredentialsOfCalls wants a credential found in a header also where a Call writes it out.
func TestCredentialsOfCalls(t *testing.T) {
	const send = `in subflow {"subflowFields": {"with": {"type": "string", "required": true}}}
		ask api {"apiUrl": "https://x.example.com/s", "apiHeaders": {"Authorization": "Bearer {{with}}"}}
		r return {"returnOutput": "out"}
		in -> ask -> r`
	const told = `FC401 ask: secret written on a node: the header "Authorization"`
	for _, c := range []struct{ given, want string }{{`"a8f5f167f44f4964e6c998dee827110c"`, told}, {`"{{env.CRM_KEY}}"`, ""}} {
		var want []string
		if c.want != "" {
			want = append(want, c.want)
		}
		checkTold(t, want, `k call {"callWorkflow": "drawn2", "callInput": {"with": `+c.given+`}}
			ok response {"responseStatus": 204}
			in -> k:out -> ok`, send)
	}
}
