package jwt_test

import (
	"bytes"
	"context"
	"crypto"
	"crypto/elliptic"
	"crypto/rsa"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/MicahParks/jwkset"
	golangjwt "github.com/golang-jwt/jwt/v5"

	rt "github.com/flowc-dev/flowc/runtime"
	"github.com/flowc-dev/flowc/runtime/jwt"
	"github.com/flowc-dev/flowc/runtime/jwt/jwttest"
)

// provider publishes a key set on a socket. What it answers can be changed while it serves.
type provider struct {
	url     string
	fetches atomic.Int64
	mu      sync.Mutex
	answer  http.HandlerFunc
}

func newProvider(t *testing.T, keys ...string) *provider {
	t.Helper()
	p := &provider{}
	p.publish(keys...)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		p.fetches.Add(1)
		p.mu.Lock()
		answer := p.answer
		p.mu.Unlock()
		answer(w, r)
	}))
	t.Cleanup(server.Close)
	p.url = server.URL + "/keys"
	return p
}

func (p *provider) serve(answer http.HandlerFunc) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.answer = answer
}

func (p *provider) publish(keys ...string) {
	p.serve(func(w http.ResponseWriter, _ *http.Request) {
		fmt.Fprintf(w, `{"keys":[%s]}`, strings.Join(keys, ","))
	})
}

func (p *provider) fail() {
	p.serve(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusBadGateway) })
}

// wantFetches checks how often the set was fetched so far.
func (p *provider) wantFetches(t *testing.T, want int64) {
	t.Helper()
	if got := p.fetches.Load(); got != want {
		t.Errorf("the keys were fetched %d times, want %d", got, want)
	}
}

// jwk is the public half of a key as a set holds it.
func jwk(key crypto.Signer, id, use, algorithm string) string {
	made := must(jwkset.NewJWKFromKey(key.Public(), jwkset.JWKOptions{Metadata: jwkset.JWKMetadataOptions{
		KID: id, USE: jwkset.USE(use), ALG: jwkset.ALG(algorithm),
	}}))
	return string(must(json.Marshal(made.Marshal())))
}

// signedBy is a good token by key; an empty id leaves kid out.
func signedBy(method golangjwt.SigningMethod, key crypto.Signer, id string) string {
	token := golangjwt.NewWithClaims(method, golangjwt.MapClaims{"sub": "7", "exp": 2000000000})
	if id != "" {
		token.Header["kid"] = id
	}
	return must(token.SignedString(key))
}

// clock is an app's time, moved by hand.
type clock struct{ offset atomic.Int64 }

func (c *clock) now() time.Time           { return jwttest.Now().Add(time.Duration(c.offset.Load())) }
func (c *clock) advance(by time.Duration) { c.offset.Add(int64(by)) }
func (c *clock) app(t *testing.T) *rt.App { return openApp(t, rt.WithClock(c.now)) }
func es256(key crypto.Signer, id string) string {
	return signedBy(golangjwt.SigningMethodES256, key, id)
}

func newJWKSVerifier(t *testing.T, app *rt.App, algorithm, url string) *jwt.Verifier[struct{}] {
	t.Helper()
	setup := app.Setup()
	v := jwt.NewVerifier[struct{}](setup, jwt.VerifierConfig{Algorithms: []string{algorithm}, JWKSURL: url, Realm: "me"})
	if err := setup.Err(); err != nil {
		t.Fatal(err)
	}
	return v
}

func wantReason(t *testing.T, app *rt.App, v *jwt.Verifier[struct{}], token, reason string) {
	t.Helper()
	if user := verifyWith(t, app, v, token); user.Reason != reason || user.Valid != (reason == "") {
		t.Errorf("valid %v, reason %q, want %q", user.Valid, user.Reason, reason)
	}
}

// TestForeignIssuer sends tokens that other issuers have signed, under keys that nobody knows: no keys are fetched for them.
func TestForeignIssuer(t *testing.T) {
	key := jwttest.ECKey(elliptic.P256())
	p := newProvider(t, jwk(key, "a", "sig", "ES256"))
	clock := &clock{}
	app := clock.app(t)
	setup := app.Setup()
	v := jwt.NewVerifier[struct{}](setup, jwt.VerifierConfig{Algorithms: []string{"ES256"}, JWKSURL: p.url, Issuers: []string{"https://first.example"}, Realm: "me"})
	if err := setup.Err(); err != nil {
		t.Fatal(err)
	}
	for n := range 10 {
		foreign := golangjwt.NewWithClaims(golangjwt.SigningMethodES256, golangjwt.MapClaims{"sub": "7", "exp": 2000000000, "iss": "https://second.example"})
		foreign.Header["kid"] = fmt.Sprint("second-", n)
		wantReason(t, app, v, must(foreign.SignedString(key)), "wrong issuer")
		wantReason(t, app, v, es256(key, "nobody's"), "wrong issuer")
		clock.advance(11 * time.Second)
	}
	p.wantFetches(t, 0)
}

func TestPublishedKeys(t *testing.T) {
	first, second, other := jwttest.ECKey(elliptic.P256()), jwttest.ECKey(elliptic.P256()), jwttest.ECKey(elliptic.P256())
	p384, ed := jwttest.ECKey(elliptic.P384()), jwttest.EdKey()
	p := newProvider(t, jwk(first, "a", "sig", "ES256"), jwk(second, "b", "", ""), jwk(jwttest.RSAKey(), "r", "sig", ""),
		jwk(p384, "c", "", ""), jwk(other, "enc", "enc", ""), jwk(other, "alg", "sig", "ES384"), jwk(ed, "e", "sig", ""),
		`{"kty":"RSA","kid":"broken","n":"!","e":"AQAB"}`, `{"kty":"new","kid":"a"}`, `{"kty":"oct","kid":"o","k":"c2VjcmV0"}`,
		`{"kty":"EC","crv":"secp256k1","kid":"k","x":"AA","y":"AA"}`, `7`)
	lines := []struct{ name, algorithm, token, reason string }{
		{"by kid", "ES256", es256(first, "a"), ""},
		{"without use and alg", "ES256", es256(second, "b"), ""},
		{"RS256", "RS256", signedBy(golangjwt.SigningMethodRS256, jwttest.RSAKey(), "r"), ""},
		{"PS512", "PS512", signedBy(&golangjwt.SigningMethodRSAPSS{SigningMethodRSA: golangjwt.SigningMethodPS512.SigningMethodRSA,
			Options: &rsa.PSSOptions{SaltLength: rsa.PSSSaltLengthEqualsHash}}, jwttest.RSAKey(), "r"), ""},
		{"EdDSA", "EdDSA", signedBy(golangjwt.SigningMethodEdDSA, ed, "e"), ""},
		{"no kid", "ES256", es256(second, ""), ""},
		{"no kid, nobody's key", "ES256", es256(other, ""), "wrong signature"},
		{"kid of another key", "ES256", es256(second, "a"), "wrong signature"},
		{"key for encryption", "ES256", es256(other, "enc"), "wrong signature"},
		{"key for another algorithm", "ES256", es256(other, "alg"), "wrong signature"},
		{"curve of another algorithm", "ES256", jwttest.Forge(`{"alg":"ES256","kid":"c"}`, jwttest.GoodClaims, jwttest.Signature(make([]byte, 64)...)), "wrong signature"},
		{"unknown kid", "ES256", es256(first, "z"), "wrong signature"},
		{"kid as a path", "ES256", es256(first, "../a"), "wrong signature"},
		{"kid that is no text", "ES256", jwttest.Forge(`{"alg":"ES256","kid":["a"]}`, jwttest.GoodClaims, jwttest.Signature(1)), "malformed token"},
		{"algorithm of another key", "ES256", signedBy(golangjwt.SigningMethodRS256, jwttest.RSAKey(), "r"), "wrong algorithm"},
		{"HMAC under a public key", "ES256", jwttest.Forge(`{"alg":"HS256","kid":"a"}`, jwttest.GoodClaims, jwttest.UnderHMAC(jwttest.PublicPEM(first))), "wrong algorithm"},
	}
	for _, line := range lines {
		t.Run(line.name, func(t *testing.T) {
			app := openApp(t)
			wantReason(t, app, newJWKSVerifier(t, app, line.algorithm, p.url), line.token, line.reason)
		})
	}
}

// Nothing is fetched before a token needs it; all verifiers of a URL share what is.
func TestKeysAreFetchedOnce(t *testing.T) {
	key := jwttest.ECKey(elliptic.P256())
	p := newProvider(t, jwk(key, "a", "", ""))
	app := openApp(t)
	one, two := newJWKSVerifier(t, app, "ES256", p.url), newJWKSVerifier(t, app, "ES256", p.url)
	p.wantFetches(t, 0)
	wantReason(t, app, one, jwttest.HS256(jwttest.GoodHeader, jwttest.GoodClaims), "wrong algorithm")
	p.wantFetches(t, 0)
	for range 3 {
		wantReason(t, app, one, es256(key, "a"), "")
		wantReason(t, app, two, es256(key, "a"), "")
	}
	p.wantFetches(t, 1)
}

func TestUnknownKeysAreFetchedOnceInTenSeconds(t *testing.T) {
	old, next := jwttest.ECKey(elliptic.P256()), jwttest.ECKey(elliptic.P256())
	p := newProvider(t, jwk(old, "old", "", ""))
	var c clock
	app := c.app(t)
	v := newJWKSVerifier(t, app, "ES256", p.url)
	wantReason(t, app, v, es256(old, "old"), "")
	for i := range 100 {
		wantReason(t, app, v, es256(next, fmt.Sprint("unknown-", i)), "wrong signature")
		wantReason(t, app, v, es256(next, ""), "wrong signature")
	}
	p.wantFetches(t, 1)

	p.publish(jwk(next, "next", "", ""))
	c.advance(10*time.Second - 1)
	wantReason(t, app, v, es256(next, "next"), "wrong signature")
	c.advance(1)
	wantReason(t, app, v, es256(next, "next"), "")
	wantReason(t, app, v, es256(old, "old"), "wrong signature") // it was withdrawn
	p.wantFetches(t, 2)
}

// TestForgedTokensOfKnownKeysAreFetchedForOnceInTenSeconds sends forged tokens under a known kid: they have the set
// fetched as those of an unknown one do, and the key at hand decides whatever the provider answers.
func TestForgedTokensOfKnownKeysAreFetchedForOnceInTenSeconds(t *testing.T) {
	key, forged := jwttest.ECKey(elliptic.P256()), jwttest.ECKey(elliptic.P256())
	p := newProvider(t, jwk(key, "a", "", ""))
	var c clock
	app := c.app(t)
	v := newJWKSVerifier(t, app, "ES256", p.url)
	wantReason(t, app, v, es256(key, "a"), "")
	for range 20 {
		wantReason(t, app, v, es256(forged, "a"), "wrong signature")
	}
	p.wantFetches(t, 1)

	p.fail()
	for range 3 {
		c.advance(10 * time.Second)
		for _, kid := range []string{"a", "a", "b", "", "a"} {
			v.Decide(t.Context(), es256(forged, kid))
		}
		wantReason(t, app, v, es256(forged, "a"), "wrong signature") // and no provider error: the kid is known
		wantReason(t, app, v, es256(key, "a"), "")
	}
	p.wantFetches(t, 4)
}

// TestAnotherKeyUnderTheSameKid replaces a key and keeps its kid: the new one counts ten seconds after the last fetch
// at the latest, and the old one no longer.
func TestAnotherKeyUnderTheSameKid(t *testing.T) {
	old, next := jwttest.ECKey(elliptic.P256()), jwttest.ECKey(elliptic.P256())
	p := newProvider(t, jwk(old, "a", "", ""))
	var c clock
	app := c.app(t)
	v := newJWKSVerifier(t, app, "ES256", p.url)
	wantReason(t, app, v, es256(old, "a"), "")
	p.publish(jwk(next, "a", "", ""))
	c.advance(10*time.Second - 1)
	wantReason(t, app, v, es256(next, "a"), "wrong signature")
	c.advance(1)
	wantReason(t, app, v, es256(next, "a"), "")
	wantReason(t, app, v, es256(old, "a"), "wrong signature")
	p.wantFetches(t, 2)
}

// What a token costs that names no key, or one of many, is bounded: a set of 10,000 keys is within the bytes that a set may
// have, and anybody can send such a token.
func TestKeysThatATokenIsTriedUnder(t *testing.T) {
	key := jwttest.ECKey(elliptic.P256())
	for _, line := range []struct {
		name, id, other string
		before          int
		reason          string
	}{
		{"the sixteenth without kid", "", "o", 15, ""},
		{"the seventeenth without kid", "", "o", 16, "wrong signature"},
		{"the sixteenth of a kid", "a", "a", 15, ""},
		{"the seventeenth of a kid", "a", "a", 16, "wrong signature"},
		{"behind many of other kids", "a", "o", 200, ""},
	} {
		others := slices.Repeat([]string{jwk(jwttest.ECKey(elliptic.P256()), line.other, "", "")}, line.before)
		p := newProvider(t, append(others, jwk(key, "a", "", ""))...)
		app := openApp(t)
		t.Run(line.name, func(t *testing.T) {
			wantReason(t, app, newJWKSVerifier(t, app, "ES256", p.url), es256(key, line.id), line.reason)
		})
	}
}

// All that wait for a new key get it from one fetch.
func TestConcurrentTokensShareAFetch(t *testing.T) {
	key := jwttest.ECKey(elliptic.P256())
	p := newProvider(t, jwk(key, "a", "", ""))
	app := openApp(t)
	v := newJWKSVerifier(t, app, "ES256", p.url)
	token := es256(key, "a")
	var all sync.WaitGroup
	for range 20 {
		all.Go(func() { wantReason(t, app, v, token, "") })
	}
	all.Wait()
	p.wantFetches(t, 1)
}

// A provider that is down at first is asked again; one that goes down later leaves what is known.
func TestProviderDown(t *testing.T) {
	key, next := jwttest.ECKey(elliptic.P256()), jwttest.ECKey(elliptic.P256())
	p := newProvider(t)
	p.fail()
	var c clock
	app := c.app(t)
	v := newJWKSVerifier(t, app, "ES256", p.url)
	wantReason(t, app, v, es256(key, "a"), "provider error")
	wantReason(t, app, v, es256(key, ""), "provider error")
	p.wantFetches(t, 1)

	p.publish(jwk(key, "a", "", ""))
	c.advance(10 * time.Second)
	wantReason(t, app, v, es256(key, "a"), "")

	p.fail()
	c.advance(10 * time.Second)
	wantReason(t, app, v, es256(next, "b"), "provider error")
	wantReason(t, app, v, es256(key, "a"), "")
	p.wantFetches(t, 3)
}

// TestBrokenKeysAreLeftOut publishes one good key beside one that is of no use: the good one goes on working (RFC 7517, section
// 5), and the log says which one is not used where that is a mistake, once.
func TestBrokenKeysAreLeftOut(t *testing.T) {
	good, another := jwttest.ECKey(elliptic.P256()), jwttest.ECKey(elliptic.P256())
	beside := jwk(another, "b", "", "")
	with := func(members string) string { return beside[:len(beside)-1] + members + "}" }
	for _, line := range []struct{ name, key, said, reason string }{
		{"kid twice", with(`,"kid":"b"`), "duplicate", "wrong signature"},
		{"an unknown member twice", with(`,"x-a":1,"x-a":2`), "duplicate", "wrong signature"},
		{"a member twice, deeper", with(`,"x-a":{"b":1,"b":2}`), "duplicate", "wrong signature"},
		{"no UTF-8", with(",\"x-a\":\"\xff\""), "UTF-8", "wrong signature"},
		{"a lone surrogate", with(`,"x-a":"\ud800"`), "surrogate", "wrong signature"},
		{"a point that is on no curve", `{"kty":"EC","crv":"P-256","kid":"b","x":"AQ","y":"AQ"}`, "not on the specified curve", "wrong signature"},
		{"no base64", `{"kty":"RSA","kid":"b","n":"!","e":"AQAB"}`, "base64", "wrong signature"},
		{"names in another case", strings.ToUpper(beside), "", "wrong signature"},
		{"a number for kid", `{"kty":"EC","kid":7}`, "kid", "wrong signature"},
		{"no object", `7`, "no JSON object", "wrong signature"},
		{"a shared secret", `{"kty":"oct","kid":"b","k":"c2VjcmV0"}`, "symmetric", "wrong signature"},
		{"of an unknown kind", `{"kty":"new","kid":"b"}`, "", "wrong signature"},
		{"on an unknown curve", `{"kty":"EC","crv":"secp256k1","kid":"b","x":"AA","y":"AA"}`, "", "wrong signature"},
		{"for encryption", jwk(another, "b", "enc", ""), "", "wrong signature"},
		{"with a certificate that does not parse", with(`,"x5c":["MIIB"]`), "", ""},
		{"with an issuer that is no text", with(`,"issuer":7`), "", ""},
	} {
		t.Run(line.name, func(t *testing.T) {
			var log bytes.Buffer
			p := newProvider(t, line.key, jwk(good, "a", "", ""), jwk(good, "c", "", ""))
			var c clock
			app := openApp(t, rt.WithLogWriter(&log), rt.WithClock(c.now))
			v := newJWKSVerifier(t, app, "ES256", p.url)
			wantReason(t, app, v, es256(good, "a"), "")
			wantReason(t, app, v, es256(another, "b"), line.reason)
			for range 2 { // each has the set fetched again
				c.advance(10 * time.Second)
				wantReason(t, app, v, es256(good, "unknown"), "wrong signature")
			}
			p.wantFetches(t, 3)
			said := strings.Count(log.String(), "not used")
			if want := min(len(line.said), 1); said != want || !strings.Contains(log.String(), line.said) {
				t.Errorf("the log says %d times that a key is not used, want %d with %q: %s", said, want, line.said, log.String())
			}
			if said > 0 && !strings.Contains(log.String(), "key 1 of 3") {
				t.Errorf("the log does not say which key: %s", log.String())
			}
		})
	}
}

// TestManyBrokenKeys has the log name five of a hundred.
func TestManyBrokenKeys(t *testing.T) {
	key := jwttest.ECKey(elliptic.P256())
	var log bytes.Buffer
	p := newProvider(t, append(slices.Repeat([]string{`{"kty":"RSA"}`}, 100), jwk(key, "a", "", ""))...)
	app := openApp(t, rt.WithLogWriter(&log))
	wantReason(t, app, newJWKSVerifier(t, app, "ES256", p.url), es256(key, "a"), "")
	if !strings.Contains(log.String(), "key 5 of 101") || strings.Contains(log.String(), "key 6 of 101") || !strings.Contains(log.String(), "and 95 more") {
		t.Errorf("the log says %s", log.String())
	}
}

func TestUselessAnswers(t *testing.T) {
	key := jwttest.ECKey(elliptic.P256())
	good := `{"keys":[` + jwk(key, "a", "", "") + `]}`
	answers := map[string]http.HandlerFunc{
		"not JSON":  func(w http.ResponseWriter, _ *http.Request) { w.Write([]byte("<html>")) },
		"no keys":   func(w http.ResponseWriter, _ *http.Request) { w.Write([]byte(`{}`)) },
		"two sets":  func(w http.ResponseWriter, _ *http.Request) { w.Write([]byte(good + good)) },
		"cut off":   func(w http.ResponseWriter, _ *http.Request) { w.Write([]byte(good[:len(good)-1])) },
		"no list":   func(w http.ResponseWriter, _ *http.Request) { w.Write([]byte(`{"keys":{"keys":[]}}`)) },
		"null":      func(w http.ResponseWriter, _ *http.Request) { w.Write([]byte(`{"keys":null}`)) },
		"a list":    func(w http.ResponseWriter, _ *http.Request) { w.Write([]byte(`[` + good + `]`)) },
		"twice":     func(w http.ResponseWriter, _ *http.Request) { w.Write([]byte(`{"a":1,"a":2,` + good[1:])) },
		"two keys":  func(w http.ResponseWriter, _ *http.Request) { w.Write([]byte(`{"keys":[],` + good[1:])) },
		"too large": func(w http.ResponseWriter, _ *http.Request) { w.Write([]byte(strings.Repeat(" ", 1<<20) + good)) },
		"redirect":  func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, "/keys", http.StatusFound) },
		"reset":     func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) },
	}
	for name, answer := range answers {
		t.Run(name, func(t *testing.T) {
			var log bytes.Buffer
			p := newProvider(t)
			p.serve(answer)
			app := openApp(t, rt.WithLogWriter(&log))
			v := newJWKSVerifier(t, app, "ES256", p.url)
			wantReason(t, app, v, es256(key, "a"), "provider error")
			p.wantFetches(t, 1)
			if !strings.Contains(log.String(), "not fetched") {
				t.Errorf("the log does not say so: %s", log.String())
			}
		})
	}
}

// A provider that hangs holds up the callers whose key it has, as long as they stay; Close does not wait for it.
func TestProviderHangs(t *testing.T) {
	key := jwttest.ECKey(elliptic.P256())
	asked := make(chan struct{})
	p := newProvider(t)
	p.serve(func(_ http.ResponseWriter, r *http.Request) {
		close(asked)
		<-r.Context().Done()
	})
	app := openApp(t)
	v := newJWKSVerifier(t, app, "ES256", p.url)
	ctx, leave := context.WithCancel(t.Context())
	go func() { <-asked; leave() }()
	execute(t, app, httptest.NewRequestWithContext(ctx, "GET", "/", nil), func(x *rt.Exec) {
		if user := v.Verify(x, es256(key, "a")); user.Reason != "provider error" {
			t.Errorf("reason %q", user.Reason)
		}
	})
	closing := time.Now()
	if err := app.Close(); err != nil {
		t.Fatal(err)
	}
	if took := time.Since(closing); took > 2*time.Second {
		t.Errorf("Close took %v", took)
	}
}

// A set that is an hour old is fetched again, without a token waiting for it, so that withdrawn keys end.
func TestOldKeysAreFetchedAgain(t *testing.T) {
	key := jwttest.ECKey(elliptic.P256())
	p := newProvider(t, jwk(key, "a", "", ""))
	var c clock
	app := c.app(t)
	v := newJWKSVerifier(t, app, "ES256", p.url)
	wantReason(t, app, v, es256(key, "a"), "")
	asked, answer := make(chan struct{}), make(chan struct{})
	p.serve(func(w http.ResponseWriter, _ *http.Request) {
		close(asked)
		<-answer
		w.Write([]byte(`{"keys":[]}`))
	})
	c.advance(time.Hour + 1)
	wantReason(t, app, v, es256(key, "a"), "") // while the fetch is under way
	<-asked
	close(answer)
	wantReason(t, app, v, es256(key, "of-nobody"), "wrong signature") // waits for it
	wantReason(t, app, v, es256(key, "a"), "wrong signature")
	p.wantFetches(t, 2)
}

func TestProviderErrorIsNotTheTokens(t *testing.T) {
	p := newProvider(t)
	p.fail()
	var log bytes.Buffer
	app := openApp(t, rt.WithLogWriter(&log))
	v := newJWKSVerifier(t, app, "ES256", p.url)
	r := httptest.NewRequest("GET", "/", nil)
	r.Header.Set("Authorization", "Bearer "+es256(jwttest.ECKey(elliptic.P256()), "a"))
	answer := execute(t, app, r, func(x *rt.Exec) { v.Check(x) })
	if challenge := answer.Header().Get("WWW-Authenticate"); challenge != `Bearer realm="me"` || answer.Header().Get("Retry-After") != "" {
		t.Errorf("challenge %s, Retry-After %q", challenge, answer.Header().Get("Retry-After"))
	}
	answer = execute(t, app, r, func(x *rt.Exec) {
		if err := x.Empty(int(v.Check(x).Status())); err != nil {
			t.Error(err)
		}
	})
	if answer.Code != http.StatusServiceUnavailable || answer.Header().Get("Retry-After") != "10" || answer.Header().Get("WWW-Authenticate") != "" {
		t.Errorf("answered as it says: got %d with %v, want a 503 with Retry-After", answer.Code, answer.Header())
	}
	p.wantFetches(t, 1)
	if said := strings.Count(log.String(), "not fetched"); said != 1 {
		t.Errorf("the log says %d times that the keys are not there, want 1: %s", said, log.String())
	}
}

func TestUnusableProviders(t *testing.T) {
	lines := []struct{ algorithm, url, want string }{
		{"HS256", "https://id.example/keys", "no algorithm of public keys"},
		{"none", "https://id.example/keys", "no algorithm of public keys"},
		{"RS256", "id.example/keys", "not one of http or https"},
		{"RS256", "file:///etc/keys", "not one of http or https"},
		{"RS256", "https://", "not one of http or https"},
	}
	for _, line := range lines {
		app := openApp(t)
		setup := app.Setup()
		v := jwt.NewVerifier[struct{}](setup, jwt.VerifierConfig{Algorithms: []string{line.algorithm}, JWKSURL: line.url})
		if err := setup.Err(); err == nil || !strings.Contains(err.Error(), line.want) {
			t.Errorf("%s, %s: got %v, want it to say %q", line.algorithm, line.url, err, line.want)
		}
		if user := verifyWith(t, app, v, jwttest.HS256(jwttest.GoodHeader, jwttest.GoodClaims)); user.Valid {
			t.Error("it accepts a token")
		}
	}
}
