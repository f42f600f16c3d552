package oauth_test

import (
	"fmt"
	"maps"
	"net/http"
	"sync"
	"testing"
	"time"

	rt "github.com/flowc-dev/flowc/runtime"
	"github.com/flowc-dev/flowc/runtime/oauth"
)

// TestRotatedKey accepts a token of a new key after one fetch, and none of a key that is gone.
func TestRotatedKey(t *testing.T) {
	i := newIssuer(t)
	s := newSite(t, i, nil)
	old := i.accessToken(nil)
	wantUser(t, s.bearer(old), "ada")
	wantCalls(t, i, "/keys", 1)

	i.publish(secondKey())
	s.wait(11 * time.Second)
	wantUser(t, s.bearer(sign(secondKey(), nil, i.claims(object{"aud": audience, "scope": "x"}))), "ada")
	wantCalls(t, i, "/keys", 2)
	s.wait(11 * time.Second)
	wantReason(t, s.bearer(old), "wrong signature")
}

// TestUnknownKidFlood sends a thousand tokens of unknown keys: the provider is asked at most once in ten seconds.
func TestUnknownKidFlood(t *testing.T) {
	i := newIssuer(t)
	s := newSite(t, i, nil)
	wantUser(t, s.bearer(i.accessToken(nil)), "ada")
	s.wait(11 * time.Second)
	header := func(n int) http.Header {
		key := signingKey{fmt.Sprintf("unknown-%d", n), secondKey().key}
		return http.Header{"Authorization": {"Bearer " + sign(key, nil, i.claims(object{"aud": audience, "scope": "x"}))}}
	}
	var wg sync.WaitGroup
	for worker := range 4 {
		wg.Go(func() {
			for n := range 250 {
				if got := s.get(nil, header(worker*250+n)); got.Reason != "wrong signature" {
					t.Errorf("got reason %q, want wrong signature", got.Reason)
				}
			}
		})
	}
	wg.Wait()
	wantCalls(t, i, "/keys", 2)
	wantCalls(t, i, metadataPath, 1)
	wantUser(t, s.bearer(i.accessToken(nil)), "ada")
}

// TestKeysDown goes on with the keys at hand, and refuses what they do not tell.
func TestKeysDown(t *testing.T) {
	i := newIssuer(t)
	s := newSite(t, i, nil)
	wantUser(t, s.bearer(i.accessToken(nil)), "ada")
	i.fails("/keys", http.StatusBadGateway)
	s.wait(2 * time.Hour)
	late := object{"exp": start.Add(3 * time.Hour).Unix()}
	wantUser(t, s.bearer(i.accessToken(late)), "ada")
	unknown := sign(secondKey(), nil, i.claims(object{"aud": audience, "scope": "x", "exp": late["exp"]}))
	s.wait(11 * time.Second)
	wantReason(t, s.bearer(unknown), "provider error")
}

// TestKeysNeverThere refuses tokens, and the callback, while the provider's keys can't be had.
func TestKeysNeverThere(t *testing.T) {
	i := newIssuer(t)
	i.fails("/keys", http.StatusInternalServerError)
	s := newSite(t, i, nil)
	for _, got := range []said{s.bearer(i.accessToken(nil)), s.finish(i)} {
		wantReason(t, got, "provider error")
		wantRefusal(t, got, http.StatusServiceUnavailable)
	}
}

// TestMetadata asks providers that can't be believed.
func TestMetadata(t *testing.T) {
	for _, test := range []struct {
		name   string
		change func(i *issuer)
	}{
		{"another issuer", func(i *issuer) { i.answers(metadataPath, i.with(object{"issuer": "https://evil.example.com"})) }},
		{"an issuer with a slash more", func(i *issuer) { i.answers(metadataPath, i.with(object{"issuer": i.url + "/"})) }},
		{"no issuer", func(i *issuer) { i.answers(metadataPath, i.with(object{"issuer": nil})) }},
		{"a pattern of tenants", func(i *issuer) { i.answers(metadataPath, i.with(object{"issuer": "{tenantid}"})) }},
		{"no keys", func(i *issuer) { i.answers(metadataPath, i.with(object{"jwks_uri": nil})) }},
		{"keys by plain http", func(i *issuer) { i.answers(metadataPath, i.with(object{"jwks_uri": "http://keys.example.com/"})) }},
		{"a token endpoint by plain http", func(i *issuer) { i.answers(metadataPath, i.with(object{"token_endpoint": "http://keys.example.com/"})) }},
		{"a token endpoint of another scheme", func(i *issuer) { i.answers(metadataPath, i.with(object{"token_endpoint": "file:///etc/passwd"})) }},
		{"an introspection endpoint by plain http", func(i *issuer) {
			i.answers(metadataPath, i.with(object{"introspection_endpoint": "http://keys.example.com/"}))
		}},
		{"members of other types", func(i *issuer) { i.answers(metadataPath, i.with(object{"jwks_uri": 7})) }},
		{"no object", func(i *issuer) { i.answers(metadataPath, []string{}) }},
		{"404", func(i *issuer) { i.fails(metadataPath, http.StatusNotFound) }},
		{"a redirect", func(i *issuer) {
			i.serve(metadataPath, func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, "/elsewhere", http.StatusFound) })
			i.answers("/elsewhere", i.metadata())
		}},
		{"too large", func(i *issuer) { i.serve(metadataPath, tooLarge) }},
		{"down", func(i *issuer) { i.server.Close() }},
	} {
		t.Run(test.name, func(t *testing.T) {
			i := newIssuer(t)
			test.change(i)
			s := newSite(t, i, nil)
			for _, got := range []said{s.get(nil, nil), s.bearer(i.accessToken(nil)), s.bearer("opaque-token-of-ada")} {
				wantReason(t, got, "provider error")
				wantRefusal(t, got, http.StatusServiceUnavailable)
			}
		})
	}
}

// TestPlainEndpoints asks a provider with encryption that names endpoints without, on this machine too: whoever can answer there is
// another one.
func TestPlainEndpoints(t *testing.T) {
	const issuer = "https://id.example.com"
	good := object{"issuer": issuer, "authorization_endpoint": issuer + "/authorize", "token_endpoint": issuer + "/token", "jwks_uri": issuer + "/keys"}
	for _, name := range []string{"", "authorization_endpoint", "token_endpoint", "jwks_uri", "userinfo_endpoint", "introspection_endpoint"} {
		t.Run(name, func(t *testing.T) {
			said := maps.Clone(good)
			if name != "" {
				said[name] = "http://127.0.0.1:9/endpoint"
			}
			host := http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { answer(w, said) })
			s := newSite(t, nil, func(c *oauth.Config) { c.Issuer = issuer }, rt.WithTransport(fakes{"id.example.com": host}))
			if got := s.get(nil, nil); got.Login != (name == "") {
				t.Errorf("a login is begun: %t, reason %q", got.Login, got.Reason)
			}
		})
	}
}

// TestHanging asks a provider that takes connections and does not answer: after five seconds it counts as down.
func TestHanging(t *testing.T) {
	t.Parallel()
	for _, path := range []string{metadataPath, "/keys", "/token", "/userinfo"} {
		t.Run(path, func(t *testing.T) {
			t.Parallel()
			i := newIssuer(t)
			i.idToken = func(c object) { delete(c, "name") }
			i.answers(metadataPath, i.with(object{"userinfo_endpoint": i.url + "/userinfo"}))
			s := newSite(t, i, nil)
			if path == metadataPath {
				i.serve(path, hang)
				wantReason(t, s.get(nil, nil), "provider error")
				return
			}
			i.serve(path, hang)
			wantReason(t, s.finish(i), "provider error")
		})
	}
}

// TestIssuerWithPath asks an issuer with a path that ends in a slash, as Auth0's do.
func TestIssuerWithPath(t *testing.T) {
	i := newIssuer(t)
	name := i.url + "/tenant/"
	i.answers("/tenant"+metadataPath, i.with(object{"issuer": name}))
	s := newSite(t, i, func(c *oauth.Config) { c.Provider, c.Issuer = oauth.Auth0, name })
	wantUser(t, s.bearer(i.accessToken(object{"iss": name})), "ada")
	wantReason(t, s.bearer(i.accessToken(nil)), "wrong issuer")
	wantCalls(t, i, metadataPath, 0)
}

// TestMetadataIsKept fetches what the provider says once an hour, again when an endpoint has failed, and goes on with
// what it knows.
func TestMetadataIsKept(t *testing.T) {
	i := newIssuer(t)
	s := newSite(t, i, nil)
	wantCalls(t, i, metadataPath, 0) // not at start
	s.begin()
	s.begin()
	wantCalls(t, i, metadataPath, 1)

	i.answers(metadataPath, i.with(object{"token_endpoint": i.url + "/moved"}))
	i.serve("/moved", i.token)
	i.fails("/token", http.StatusNotFound)
	s.wait(2 * time.Second)
	wantReason(t, s.finish(i), "provider error")
	wantUser(t, s.finish(i), "ada")
	wantCalls(t, i, metadataPath, 2)

	i.fails(metadataPath, http.StatusInternalServerError)
	s.wait(2 * time.Hour)
	s.begin()
}

// TestRefusedCodesAreNoDoubt comes back with codes of nobody: that a provider refuses them is no sign that it has moved, and must not
// have every other caller wait for what it says about itself.
func TestRefusedCodesAreNoDoubt(t *testing.T) {
	i := newIssuer(t)
	s := newSite(t, i, nil)
	for _, test := range []struct {
		refusal int64
		answers http.HandlerFunc
	}{
		{http.StatusUnauthorized, nil},
		{http.StatusUnauthorized, func(w http.ResponseWriter, _ *http.Request) { answer(w, object{"error": "bad_verification_code"}) }}, // as GitHub, with a 200
		{http.StatusServiceUnavailable, func(w http.ResponseWriter, _ *http.Request) { // it does not know us, whoever comes
			w.WriteHeader(http.StatusUnauthorized)
			answer(w, object{"error": "invalid_client"})
		}},
		{http.StatusServiceUnavailable, func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusUnauthorized) }},
	} {
		i.serve("/token", test.answers)
		l := s.begin()
		query := i.authorize(t, l.url)
		query.Set("code", "nobodys-code-0123456789")
		got := s.back(query, l.cookie)
		wantReason(t, got, "provider error")
		wantRefusal(t, got, test.refusal)
		s.wait(2 * time.Second)
	}
	s.begin()
	wantCalls(t, i, metadataPath, 1)
}

// TestProviderComesUp is asked again a second after it was down, whoever asks in between.
func TestProviderComesUp(t *testing.T) {
	i := newIssuer(t)
	i.fails(metadataPath, http.StatusServiceUnavailable)
	s := newSite(t, i, nil)
	for range 10 {
		wantReason(t, s.get(nil, nil), "provider error")
	}
	wantCalls(t, i, metadataPath, 1)
	i.answers(metadataPath, i.metadata())
	s.wait(time.Second)
	wantUser(t, s.finish(i), "ada")
}
