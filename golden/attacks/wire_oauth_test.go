package attacks_test

import (
	"crypto"
	"crypto/rsa"
	"crypto/sha256"
	"crypto/sha512"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"hash"
	"math/big"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/flowc-dev/flowc/golden/apps/oauth/flows"
	"github.com/flowc-dev/flowc/runtime/jwt/jwttest"
)

// provider is an identity provider that is honest but for what a test has it say.
type provider struct {
	url     string
	fetched atomic.Int32           // what tokens point at, and nobody may fetch
	claims  func(m map[string]any) // of the next ID token
	header  string                 // of it; "" is a good one
	nonce   string
}

func newProvider(t *testing.T) *provider {
	p := &provider{}
	mux := http.NewServeMux()
	say := func(w http.ResponseWriter, body any) {
		w.Header().Set("Content-Type", "application/json")
		if err := json.NewEncoder(w).Encode(body); err != nil {
			t.Error(err)
		}
	}
	mux.HandleFunc("GET /.well-known/openid-configuration", func(w http.ResponseWriter, _ *http.Request) {
		say(w, map[string]any{"issuer": p.url, "authorization_endpoint": p.url + "/authorize", "token_endpoint": p.url + "/token", "jwks_uri": p.url + "/keys"})
	})
	mux.HandleFunc("GET /keys", func(w http.ResponseWriter, _ *http.Request) {
		key := jwttest.RSAKey()
		own := map[string]string{"kty": "RSA", "use": "sig", "alg": "RS256", "kid": "1", "n": jwttest.Encode(key.N.Bytes()), "e": jwttest.Encode(big.NewInt(int64(key.E)).Bytes())}
		hmac := map[string]string{"kty": "oct", "kid": "oct", "alg": "HS256", "k": jwttest.Encode([]byte(jwttest.Secret))}
		say(w, map[string]any{"keys": []any{own, hmac}})
	})
	mux.HandleFunc("POST /token", func(w http.ResponseWriter, r *http.Request) {
		say(w, map[string]any{"access_token": "a", "token_type": "Bearer", "id_token": p.idToken()})
	})
	mux.HandleFunc("/evil", func(w http.ResponseWriter, _ *http.Request) { p.fetched.Add(1) })
	server := httptest.NewServer(mux)
	t.Cleanup(server.Close)
	p.url = server.URL
	return p
}

func (p *provider) idToken() string {
	m := map[string]any{"iss": p.url, "sub": "ada", "aud": "shop", "exp": 2000000000, "nonce": p.nonce}
	if p.claims != nil {
		p.claims(m)
	}
	header := p.header
	if header == "" {
		header = goodHeader
	}
	return p.token(header, m)
}

const goodHeader = `{"alg":"RS256","kid":"1"}`

// token is a token with a header as written, and those claims.
func (p *provider) token(header string, claims map[string]any) string {
	text, err := json.Marshal(claims)
	if err != nil {
		panic(err)
	}
	return jwttest.Forge(header, string(text), underRSA(sha256.New(), crypto.SHA256))
}

func underRSA(h hash.Hash, kind crypto.Hash) func(string) []byte {
	return func(input string) []byte {
		h.Reset()
		h.Write([]byte(input))
		signed, err := rsa.SignPKCS1v15(nil, jwttest.RSAKey(), kind, h.Sum(nil))
		if err != nil {
			panic(err)
		}
		return signed
	}
}

// oauth serves the project oauth as an application of a provider.
func oauth(t *testing.T) (*wire, *provider) {
	t.Helper()
	p := newProvider(t)
	s := serve(t, flows.New, map[string]string{
		"OIDC_ISSUER": p.url, "OIDC_CLIENT_ID": "shop", "OIDC_CLIENT_SECRET": "what the provider knows us by", "PUBLIC_URL": "https://shop.example",
	})
	return s, p
}

func bearer(token string) string { return "Authorization: Bearer " + token }

// TestWireAccessTokens shows the API of the project tokens that its provider has signed for somebody or something else, or nobody has.
func TestWireAccessTokens(t *testing.T) {
	s, p := oauth(t)
	claims := func(change ...any) map[string]any {
		m := map[string]any{"iss": p.url, "sub": "ada", "aud": "https://api.example.com", "exp": 2000000000, "scope": "orders:read"}
		for i := 0; i < len(change); i += 2 {
			if m[change[i].(string)] = change[i+1]; change[i+1] == nil {
				delete(m, change[i].(string))
			}
		}
		return m
	}
	good := p.token(goodHeader, claims())
	if status := s.status(t, of("GET /api/me", bearer(good))); status != http.StatusOK {
		t.Fatalf("a good token is answered %d", status)
	}
	var list []hostile
	add := func(name string, lines ...string) {
		list = append(list, hostile{name, of("GET /api/me", lines...), []int{http.StatusUnauthorized}})
	}
	for name, change := range map[string][]any{
		"of another issuer": {"iss", "https://evil.invalid"}, "of an issuer with a slash": {"iss", p.url + "/"}, "of an issuer in capitals": {"iss", strings.ToUpper(p.url)}, "of no issuer": {"iss", nil}, "of two issuers": {"iss", []string{p.url}},
		"for another": {"aud", "https://other.example"}, "for a part": {"aud", "https://api.example.co"}, "for more": {"aud", "https://api.example.com/"}, "for nobody": {"aud", nil}, "for none of a list": {"aud", []string{}},
		"for a number": {"aud", 1}, "for an object": {"aud", map[string]any{"https://api.example.com": true}}, "for the client": {"aud", "shop"}, "for a list in a text": {"aud", "https://api.example.com,shop"},
		"of the past": {"exp", 1500000000}, "without an end": {"exp", nil}, "with an end in a text": {"exp", "2000000000"}, "of the time to come": {"nbf", 1999999999},
		"issued later": {"iat", 1999999999}, "of nobody": {"sub", nil}, "of nothing": {"sub", ""}, "of a number": {"sub", 7}, "of a list": {"sub", []string{"ada"}},
	} {
		add(name, bearer(p.token(goodHeader, claims(change...))))
	}
	for name, header := range map[string]string{
		"none": `{"alg":"none"}`, "None": `{"alg":"None","kid":"1"}`, "no algorithm": `{"kid":"1"}`, "an empty algorithm": `{"alg":"","kid":"1"}`, "RS512": `{"alg":"RS512","kid":"1"}`, "PS256": `{"alg":"PS256","kid":"1"}`, "rs256": `{"alg":"rs256","kid":"1"}`,
		"two algorithms": `{"alg":"none","alg":"RS256","kid":"1"}`, "critical": `{"alg":"RS256","kid":"1","crit":["exp"]}`, "critical nothing": `{"alg":"RS256","kid":"1","crit":[]}`, "not encoded": `{"alg":"RS256","kid":"1","b64":false,"crit":["b64"]}`,
		"an unknown key": `{"alg":"RS256","kid":"2"}`, "the key of HMAC": `{"alg":"RS256","kid":"oct"}`, "a key by a path": `{"alg":"RS256","kid":"../../dev/null"}`, "a key by SQL": `{"alg":"RS256","kid":"1' OR '1'='1"}`, "a list of keys": `{"alg":"RS256","kid":["1"]}`,
		"another type": `{"alg":"RS256","kid":"1","typ":"dpop+jwt"}`, "a type of a log-out": `{"alg":"RS256","kid":"1","typ":"logout+jwt"}`, "a type that is none": `{"alg":"RS256","kid":"1","typ":1}`, "no object": `[]`, "nothing": ``, "text behind": goodHeader + `{}`,
		"its own key": `{"alg":"RS256","jwk":{"kty":"RSA"},"kid":"x"}`, "keys elsewhere": `{"alg":"RS256","kid":"x","jku":"` + p.url + `/evil"}`, "a certificate elsewhere": `{"alg":"RS256","kid":"x","x5u":"` + p.url + `/evil"}`,
	} {
		add("headed "+name, bearer(p.token(header, claims())))
	}
	text, _ := json.Marshal(claims())
	add("under the key of HMAC", bearer(jwttest.Forge(`{"alg":"HS256","kid":"oct"}`, string(text), jwttest.UnderHMAC(jwttest.Secret))))
	add("under what is public", bearer(jwttest.Forge(`{"alg":"HS256","kid":"1"}`, string(text), jwttest.UnderHMAC(jwttest.PublicPEM(jwttest.RSAKey())))))
	add("of another hash", bearer(jwttest.Forge(`{"alg":"RS512","kid":"1"}`, string(text), underRSA(sha512.New(), crypto.SHA512))))
	add("of zeroes", bearer(jwttest.Forge(goodHeader, string(text), jwttest.Signature(make([]byte, 256)...))))
	add("of nothing", bearer(jwttest.Forge(goodHeader, string(text), jwttest.Signature())))
	head, rest, _ := strings.Cut(good, ".")
	body, signature, _ := strings.Cut(rest, ".")
	for name, token := range map[string]string{
		"of two parts": head + "." + body, "of four": good + ".x", "of five": good + ".x.y", "with another body": head + "." + jwttest.Encode([]byte(strings.Replace(string(text), "ada", "eve", 1))) + "." + signature,
		"padded": good + "=", "in JSON": `{"protected":"` + head + `"}`, "of dots": "...", "with a line": head + "\t." + rest, "in quotes": `"` + good + `"`, "twice": good + "," + good, "of 20 KiB": strings.Repeat("a", 20000),
		"not canonical": jwttest.NotCanonical(good), "in base64": head + "." + body + "." + base64.StdEncoding.EncodeToString(jwttest.RSAKey().N.Bytes()),
	} {
		add("a token "+name, bearer(token))
	}
	add("in no header")
	add("in the query", "X: y")
	list[len(list)-1].text = of("GET /api/me?access_token=" + good)
	add("in a cookie", "Cookie: session="+good+"; access_token="+good)
	add("by another scheme", "Authorization: Token "+good)
	add("by Basic", "Authorization: Basic "+good)
	add("without a scheme", "Authorization: "+good)
	add("by another header", "X-Authorization: Bearer "+good)
	add("for a proxy", "Proxy-Authorization: Bearer "+good)
	add("behind a wrong one", bearer("x"), bearer(good))
	add("before a wrong one", bearer(good), bearer("x"))
	add("with a word behind", bearer(good+" x"))
	for i := range list {
		list[i].name = fmt.Sprintf("%d %s", i, list[i].name)
	}
	s.suffer(t, list, good)
	if n := p.fetched.Load(); n != 0 {
		t.Errorf("what a token points at was fetched %d times", n)
	}
}

// begun is a login that a browser has begun: its cookies, and what it was sent to the provider with.
func (s *wire) begun(t *testing.T) (cookies string, sent url.Values) {
	t.Helper()
	a := s.write(t, of("GET /login"))
	if len(a) != 1 || a[0].StatusCode != http.StatusFound {
		t.Fatalf("a login is answered %v", a)
	}
	at, err := a[0].Location()
	if err != nil {
		t.Fatal(err)
	}
	var list []string
	for _, c := range a[0].Cookies() {
		list = append(list, c.Name+"="+c.Value)
	}
	return "Cookie: " + strings.Join(list, "; "), at.Query()
}

// TestWireCallbacks comes back to the project with logins of others, mixed up and made up, and ID tokens that are for somebody or
// something else: none opens a session.
func TestWireCallbacks(t *testing.T) {
	s, p := oauth(t)
	const in, anew = "logged in", "sent to the provider anew"
	try := func(name, want string, query func(state string) string, cookies func(own, other string) string, change func(m map[string]any), header string) {
		t.Run(name, func(t *testing.T) {
			own, sent := s.begun(t)
			other, _ := s.begun(t)
			p.nonce, p.claims, p.header = sent.Get("nonce"), change, header
			a := s.write(t, of("GET /login?"+query(url.QueryEscape(sent.Get("state"))), cookies(own, other)))
			if len(a) != 1 {
				t.Fatalf("answered %v", a)
			}
			logged := false
			for _, c := range a[0].Cookies() {
				logged = logged || c.Name == "session"
			}
			status := http.StatusUnauthorized
			switch want {
			case in:
				status = http.StatusSeeOther
			case anew:
				status = http.StatusFound
			}
			if a[0].StatusCode != status || logged != (want == in) || status == http.StatusUnauthorized && !strings.Contains(a[0].text, want) {
				t.Errorf("answered %d %s, session %t, want %q", a[0].StatusCode, a[0].text, logged, want)
			}
		})
	}
	back := func(state string) string { return "code=x&state=" + state }
	mine := func(own, _ string) string { return own }
	try("as it should be", in, back, mine, nil, "")
	try("beside the login of another tab", in, back, func(own, other string) string { return other + "; " + strings.TrimPrefix(own, "Cookie: ") }, nil, "")
	for name, query := range map[string]func(string) string{
		"with an empty state": func(string) string { return "code=x&state=" }, "with two states": func(s string) string { return "code=x&state=a&state=" + s },
		"with a state in other letters": func(s string) string { return "code=x&state=" + strings.ToLower(s) }, "with more state": func(s string) string { return "code=x&state=" + s + "a" },
		"with less state": func(s string) string { return "code=x&state=" + s[1:] }, "with a state of NUL": func(s string) string { return "code=x&state=" + s + "%00" },
	} {
		try(name, "wrong state", query, mine, nil, "")
	}
	for name, query := range map[string]func(string) string{
		"without a state": func(string) string { return "code=x" }, "with the names in capitals": func(s string) string { return "code=x&STATE=" + s }, "with a list": func(s string) string { return "code=x&state[]=" + s },
		"with a fragment": func(s string) string { return "next=/me%23code=x%26state=" + s },
	} {
		try(name, anew, query, mine, nil, "")
	}
	try("from another issuer", "wrong issuer", func(s string) string { return back(s) + "&iss=https://evil.invalid" }, mine, nil, "")
	try("with an error beside the code", "provider error", func(s string) string { return back(s) + "&error=x" }, mine, nil, "")
	for name, cookies := range map[string]func(own, other string) string{
		"without a cookie": func(string, string) string { return "X: y" }, "with the cookie of another login": func(_, other string) string { return other }, "with a shortened cookie": func(own, _ string) string { return own[:len(own)-1] },
		"with a changed cookie": func(own, _ string) string { return own[:len(own)-9] + "AAAA" + own[len(own)-5:] }, "with a changed one before": func(own, _ string) string { return own[:len(own)-4] + "AAAA; " + strings.TrimPrefix(own, "Cookie: ") },
	} {
		try(name, "wrong state", back, cookies, nil, "")
	}
	for name, change := range map[string]func(m map[string]any){
		"of another nonce": func(m map[string]any) { m["nonce"] = "x" }, "of no nonce": func(m map[string]any) { delete(m, "nonce") }, "of a list of nonces": func(m map[string]any) { m["nonce"] = []any{m["nonce"]} },
		"for another": func(m map[string]any) { m["aud"] = "other" }, "for several, and another party": func(m map[string]any) { m["aud"], m["azp"] = []string{"shop", "other"}, "other" }, "for the API": func(m map[string]any) { m["aud"] = "https://api.example.com" },
		"of another issuer": func(m map[string]any) { m["iss"] = "https://evil.invalid" }, "of the past": func(m map[string]any) { m["exp"] = 1500000000 }, "without an end": func(m map[string]any) { delete(m, "exp") }, "of nobody": func(m map[string]any) { delete(m, "sub") },
		"issued later": func(m map[string]any) { m["iat"] = 1999999999 },
	} {
		try("an ID token "+name, `"error"`, back, mine, change, "")
	}
	for name, header := range map[string]string{"of no algorithm": `{"alg":"none"}`, "of another algorithm": `{"alg":"HS256","kid":"oct"}`, "of an unknown key": `{"alg":"RS256","kid":"9"}`, "that is critical": `{"alg":"RS256","kid":"1","crit":["x"]}`} {
		try("an ID token "+name, `"error"`, back, mine, nil, header)
	}
	for _, secret := range []string{"what the provider knows us by", "goroutine", `"level":"ERROR"`} {
		if strings.Contains(s.logged(), secret) {
			t.Errorf("the log holds %s", secret)
		}
	}
}
