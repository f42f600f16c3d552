package identity_test

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"sync/atomic"
	"testing"
	"time"

	rt "github.com/flowc-dev/flowc/runtime"
	"github.com/flowc-dev/flowc/runtime/jwt/jwttest"
)

// ofPath is the preset of a workflow.
func ofPath(t *testing.T, path string) preset {
	t.Helper()
	for _, p := range presets() {
		if p.path == path {
			return p
		}
	}
	t.Fatalf("no preset has the path %s", path)
	return preset{}
}

// clock is the time of a test.
type clock struct{ past atomic.Int64 }

func (c *clock) now() time.Time          { return jwttest.Now().Add(time.Duration(c.past.Load())) }
func (c *clock) advance(d time.Duration) { c.past.Add(int64(d)) }

// TestRotation publishes another key: under a new kid, and under the same one. Either counts ten seconds after the last
// fetch at the latest, and however many tokens are forged the keys are asked for no more often.
func TestRotation(t *testing.T) {
	for _, path := range []string{"/auth0", "/kubernetes", "/microsoft"} {
		t.Run(path[1:], func(t *testing.T) {
			p := ofPath(t, path)
			w, c := newWeb(presets()), &clock{}
			s := startPresets(t, w, rt.WithClock(c.now))
			key, other := p.key()
			subject := "ada"
			if p.subject != "" {
				subject = p.subject
			}
			later := claims{"exp": jwttest.Now().Add(9 * time.Hour).Unix()}
			old := p.token(p.headerOf(""), later, under(key))
			renamed := p.token(p.headerOf(`"kid":"b"`), later, under(other))
			replaced := p.token(p.headerOf(""), later, under(other))
			want := func(token, want string) {
				t.Helper()
				if got := s.bearer(t, path, token); got.Answer != want {
					t.Errorf("%+v, want %q", got, want)
				}
			}
			want(old, subject)
			want(renamed, "wrong signature")
			w.publish(p.keys, keySet(jwk(key.Public(), "a", p.members), jwk(other.Public(), "b", p.members)))
			want(renamed, "wrong signature") // it was asked just now
			c.advance(10 * time.Second)
			want(renamed, subject)
			want(old, subject)

			w.publish(p.keys, keySet(jwk(other.Public(), "a", p.members)))
			want(replaced, "wrong signature") // it was asked just now
			c.advance(10 * time.Second)
			want(replaced, subject)
			for range 30 {
				want(old, "wrong signature")
			}
			w.mu.Lock()
			defer w.mu.Unlock()
			if asked := w.asked[p.keys]; asked != 3 {
				t.Errorf("the keys were asked for %d times, want three", asked)
			}
		})
	}
}

// TestWithdrawnIssuer has a document that is of another issuer than the one that was asked.
func TestWithdrawnIssuer(t *testing.T) {
	p := ofPath(t, "/oidc")
	for name, document := range map[string]string{
		"another issuer":     `{"issuer":"https://evil.example","jwks_uri":"https://id.example.net/jwks"}`,
		"a slash more":       `{"issuer":"https://id.example.net/","jwks_uri":"https://id.example.net/jwks"}`,
		"keys in plain http": `{"issuer":"https://id.example.net","jwks_uri":"http://id.example.net/jwks"}`,
		"keys of the caller": `{"issuer":"https://id.example.net","jwks_uri":"http://127.0.0.1/jwks"}`,
		"no keys":            `{"issuer":"https://id.example.net"}`,
		"two issuers":        `{"issuer":"https://evil.example","issuer":"https://id.example.net","jwks_uri":"https://id.example.net/jwks"}`,
		"no JSON":            `<html>`,
	} {
		w := newWeb(presets())
		w.publish(p.document+"/.well-known/openid-configuration", document)
		s := startPresets(t, w)
		if got := s.bearer(t, p.path, p.signed(line{})); got.Answer != "provider error" {
			t.Errorf("%s: %+v, want a provider error", name, got)
		}
	}
}

// TestKeysOfOtherTenants publishes keys that sign for other issuers than the one that a token names.
func TestKeysOfOtherTenants(t *testing.T) {
	p := ofPath(t, "/microsoft")
	key, _ := p.key()
	for name, members := range map[string]string{
		"of one tenant":      `"issuer":"https://login.microsoftonline.com/` + tenantC + `/v2.0"`,
		"of version 1":       `"issuer":"https://sts.windows.net/{tenantid}/"`,
		"of another cloud":   `"issuer":"https://login.microsoftonline.us/{tenantid}/v2.0"`,
		"for an algorithm":   `"alg":"RS512"`,
		"for no signatures":  `"use":"enc"`,
		"that is an HMAC's":  `"alg":"HS256"`,
		"for other purposes": `"key_ops":["encrypt"]`,
	} {
		w := newWeb(presets())
		w.publish(p.keys, keySet(jwk(key.Public(), "a", members)))
		s := startPresets(t, w)
		if got := s.bearer(t, p.path, p.signed(line{})); got.Answer != "wrong signature" {
			t.Errorf("a key %s: %+v, want a wrong signature", name, got)
		}
	}
}

// TestNothingIsFetchedForOthers sends tokens of issuers that are not wanted: nobody is asked about them.
func TestNothingIsFetchedForOthers(t *testing.T) {
	w := newWeb(presets())
	s := startPresets(t, w)
	for _, p := range presets() {
		s.bearer(t, p.path, p.signed(line{claims: claims{"iss": "https://evil.example"}}))
		s.bearer(t, p.path, p.token(`{"alg":"HS256","kid":"a"}`, nil, jwttest.UnderHMAC("x")))
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	if len(w.asked) > 0 {
		t.Errorf("asked were %v", w.asked)
	}
}

// TestEmail has an e-mail only where the provider says that it is the user's.
func TestEmail(t *testing.T) {
	s := startPresets(t, newWeb(presets()))
	for _, l := range []struct {
		path   string
		claims claims
		want   string
	}{
		{"/google", nil, "ada@example.com"},
		{"/google", claims{"email_verified": false}, ""},
		{"/google", claims{"email_verified": nil}, ""},
		{"/apple", nil, "x@privaterelay.appleid.com"},
		{"/apple", claims{"email_verified": "false"}, ""},
		{"/microsoft-id", nil, "ada@example.com"},
		{"/microsoft-id", claims{"xms_edov": nil}, ""},
		{"/supabase", nil, ""}, // what is verified there, the user writes
		{"/cognito-id", nil, "ada@example.com"},
	} {
		p := ofPath(t, l.path)
		r := httptest.NewRequestWithContext(t.Context(), http.MethodGet, l.path, nil)
		r.Header.Set("Authorization", "Bearer "+p.signed(line{claims: l.claims}))
		w := httptest.NewRecorder()
		s.handler.ServeHTTP(w, r)
		var body struct{ Email string }
		if err := json.Unmarshal(w.Body.Bytes(), &body); err != nil || w.Code != http.StatusOK || body.Email != l.want {
			t.Errorf("%s %v: %d %s (%v), want the e-mail %q", l.path, l.claims, w.Code, w.Body, err, l.want)
		}
	}
}

// TestTwoIssuers has two issuers on one route: each token is that of its own.
func TestTwoIssuers(t *testing.T) {
	s := startPresets(t, newWeb(presets()))
	people, machines := ofPath(t, "/keycloak"), ofPath(t, "/auth0")
	for _, l := range []struct{ name, token, want string }{
		{"a person", people.signed(line{}), "person ada"},
		{"a machine", machines.signed(line{}), "machine ada"},
		{"a person of neither", people.signed(line{claims: claims{"iss": "https://evil.example"}}), "wrong issuer"},
		{"a person for the other audience", people.signed(line{claims: claims{"aud": "https://api.example.com"}}), "wrong issuer"},
		{"a machine for the other audience", machines.signed(line{claims: claims{"aud": "shop-api"}}), "wrong audience"},
	} {
		if got := s.bearer(t, "/two", l.token); got.Answer != l.want {
			t.Errorf("%s: %+v, want %q", l.name, got, l.want)
		}
	}
}

// TestProviderInAChain has the keys of the first of two issuers out of reach: its tokens are not refused for good, and those of the second
// pass.
func TestProviderInAChain(t *testing.T) {
	w := newWeb(presets())
	people, machines := ofPath(t, "/keycloak"), ofPath(t, "/auth0")
	w.publish(people.keys, "<html>")
	s := startPresets(t, w)
	for _, l := range []struct {
		name, token string
		want        answer
		again       string
	}{
		{"a person", people.signed(line{}), answer{http.StatusServiceUnavailable, "provider error"}, "10"},
		{"a machine", machines.signed(line{}), answer{http.StatusOK, "machine ada"}, ""},
		{"a stranger", people.signed(line{claims: claims{"iss": "https://evil.example"}}), answer{http.StatusUnauthorized, "wrong issuer"}, ""},
	} {
		r := httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/two", nil)
		r.Header.Set("Authorization", "Bearer "+l.token)
		w := httptest.NewRecorder()
		s.handler.ServeHTTP(w, r)
		got := answer{Status: w.Code}
		if err := json.Unmarshal(w.Body.Bytes(), &got); err != nil || got.Answer != l.want.Answer || got.Status != l.want.Status || w.Header().Get("Retry-After") != l.again {
			t.Errorf("%s: %+v with %v, want %+v", l.name, got, w.Header(), l.want)
		}
	}
}
