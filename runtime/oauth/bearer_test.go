package oauth_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	rt "github.com/flowc-dev/flowc/runtime"
	"github.com/flowc-dev/flowc/runtime/oauth"
)

// TestAccessToken sends JWTs to the site.
func TestAccessToken(t *testing.T) {
	i := newIssuer(t)
	s := newSite(t, i, nil)
	for _, test := range []struct{ name, token, want string }{
		{"for this API", i.accessToken(nil), ""},
		{"for this API and others", i.accessToken(object{"aud": []string{"x", audience}}), ""},
		{"of type JWT, with a scope", sign(firstKey(), nil, i.claims(object{"aud": audience, "scp": "read"})), ""},
		{"of an application at Entra, v1", sign(firstKey(), nil, i.claims(object{"aud": audience, "appid": "0f", "appidacr": "1", "ver": "1.0"})), ""},
		{"of Keycloak", sign(firstKey(), nil, i.claims(object{"aud": audience, "typ": "Bearer"})), ""},
		{"for another API", i.accessToken(object{"aud": "https://other.example.com"}), "wrong audience"},
		{"for an API of which ours is a part", i.accessToken(object{"aud": audience + "/x"}), "wrong audience"},
		{"for nobody", i.accessToken(object{"aud": nil}), "wrong audience"},
		{"for the client alone", i.accessToken(object{"aud": clientID}), "wrong audience"},
		{"of another issuer", i.accessToken(object{"iss": "https://evil.example.com"}), "wrong issuer"},
		{"of no issuer", i.accessToken(object{"iss": nil}), "wrong issuer"},
		{"of an issuer of which ours is a part", i.accessToken(object{"iss": i.url + "/"}), "wrong issuer"},
		{"expired", i.accessToken(object{"exp": start.Unix() - 31}), "expired"},
		{"without end", i.accessToken(object{"exp": nil}), "malformed token"},
		{"not yet valid", i.accessToken(object{"nbf": start.Unix() + 31}), "not yet valid"},
		{"of nobody", i.accessToken(object{"sub": nil}), "malformed token"},
		{"an ID token for the API's own name", sign(firstKey(), nil, i.claims(object{"aud": audience, "nonce": "n"})), "wrong audience"},
		{"an ID token without a nonce", sign(firstKey(), nil, i.claims(object{"aud": audience, "email": "ada@example.com"})), "wrong audience"},
		{"an ID token with a nonce and a scope", sign(firstKey(), nil, i.claims(object{"aud": audience, "nonce": "n", "scope": "x"})), "wrong audience"},
		{"an ID token with the hash of its code", sign(firstKey(), object{"typ": "at+jwt"}, i.claims(object{"aud": audience, "c_hash": "x"})), "wrong audience"},
		{"an ID token of Keycloak", sign(firstKey(), nil, i.claims(object{"aud": audience, "typ": "ID", "scope": "x"})), "wrong audience"},
		{"a refresh token of Keycloak", sign(firstKey(), nil, i.claims(object{"aud": audience, "typ": "Refresh", "scope": "x"})), "wrong audience"},
		{"an ID token with a hash", sign(firstKey(), nil, i.claims(object{"aud": audience, "at_hash": "x", "scope": "x"})), "wrong audience"},
		{"a claim of another type", i.accessToken(object{"level": "high"}), "malformed token"},
		{"alg none", encode(object{"alg": "none"}) + "." + encode(i.claims(object{"aud": audience})) + ".", "wrong algorithm"},
		{"HS256", sign(firstKey(), object{"alg": "HS256"}, i.claims(object{"aud": audience})), "wrong algorithm"},
		{"another signature", i.accessToken(nil)[:len(i.accessToken(nil))-8] + "AAAAAAAA", "wrong signature"},
		{"an embedded key", sign(secondKey(), object{"jwk": jwk(secondKey(), nil), "kid": "first"}, i.claims(object{"aud": audience, "scope": "x"})), "wrong signature"},
		{"crit", sign(firstKey(), object{"crit": []string{"exp"}}, i.claims(object{"aud": audience})), "malformed token"},
		{"another type", sign(firstKey(), object{"typ": "logout+jwt"}, i.claims(object{"aud": audience})), "malformed token"},
		{"encrypted", "eyJhbGciOiJSU0EtT0FFUCJ9.x.x.x.x", "malformed token"},
		{"cut", "eyJhbGciOiJSUzI1NiJ9.e30", "malformed token"},
		{"too long", "eyJ." + strings.Repeat("a", 16<<10), "malformed token"},
		{"dots", strings.Repeat(".", 1<<20), "malformed token"},
	} {
		t.Run(test.name, func(t *testing.T) {
			got := s.bearer(test.token)
			if test.want == "" {
				wantUser(t, got, "ada")
			} else {
				wantReason(t, got, test.want)
			}
		})
	}
	if i.called("/introspect") > 0 {
		t.Error("a JWT was sent to the introspection endpoint")
	}
}

// TestForeignTokens sends tokens that other issuers have signed, as the next Auth of a chain may know one of them: this provider is
// asked for nothing.
func TestForeignTokens(t *testing.T) {
	i := newIssuer(t)
	i.serve(metadataPath, hang)
	s := newSite(t, i, nil)
	wantReason(t, s.bearer(i.accessToken(object{"iss": "https://second.example.com"})), "wrong issuer")
	wantReason(t, s.bearer(i.accessToken(object{"iss": nil})), "wrong issuer")
	wantReason(t, s.bearer("eyJhbGciOiJSUzI1NiJ9.e30.AAAA"), "malformed token")
	wantCalls(t, i, metadataPath, 0)
	wantCalls(t, i, "/keys", 0)

	forGitHub := newSite(t, nil, func(c *oauth.Config) { c.Provider = oauth.GitHub }, rt.WithTransport(fakes{}))
	wantReason(t, forGitHub.bearer(i.accessToken(nil)), "wrong issuer")
}

// TestNoAudience sends a JWT to a site that does not say who it is: the token could be for anybody.
func TestNoAudience(t *testing.T) {
	i := newIssuer(t)
	s := newSite(t, i, func(c *oauth.Config) { c.Audiences = nil })
	wantReason(t, s.bearer(i.accessToken(nil)), "wrong audience")
	wantReason(t, s.bearer(i.accessToken(object{"aud": clientID})), "wrong audience")
	wantReason(t, s.bearer(i.accessToken(object{"aud": ""})), "wrong audience")
	wantReason(t, s.bearer(i.accessToken(object{"exp": start.Unix() - 31})), "expired")
}

// TestOwnIDToken sends the site the ID token of its own login, as one that another party has stolen.
func TestOwnIDToken(t *testing.T) {
	i := newIssuer(t)
	s := newSite(t, i, func(c *oauth.Config) { c.Audiences = []string{clientID} })
	idToken := sign(firstKey(), nil, i.claims(object{"aud": clientID, "nonce": "n", "email": "ada@example.com", "email_verified": true}))
	wantReason(t, s.bearer(idToken), "wrong audience")
}

// TestHeaders sends Authorization headers of all kinds.
func TestHeaders(t *testing.T) {
	i := newIssuer(t)
	s := newSite(t, i, nil)
	good := i.accessToken(nil)
	s.secret(good)
	for _, test := range []struct {
		name   string
		header []string
		want   string
	}{
		{"two headers", []string{"Bearer " + good, "Bearer " + good}, "malformed token"},
		{"a space inside", []string{"Bearer " + good + " x"}, "malformed token"},
		{"not ASCII", []string{"Bearer tök€n"}, "malformed token"},
		{"quoted", []string{`Bearer "` + good + `"`}, "malformed token"},
	} {
		t.Run(test.name, func(t *testing.T) {
			wantReason(t, s.get(nil, http.Header{"Authorization": test.header}), test.want)
		})
	}
	if got := s.get(nil, http.Header{"Authorization": {"Basic YTpi"}}); !got.Login {
		t.Errorf("another scheme: got %q, want a login", got.Reason)
	}
	if got := s.get(url.Values{"access_token": {good}}, nil); !got.Login {
		t.Errorf("a token in the query: got %q, want a login", got.Reason)
	}
	challenge := s.bearer(i.accessToken(object{"exp": start.Unix() - 31})).header.Get("WWW-Authenticate")
	if want := `Bearer realm="shop", error="invalid_token", error_description="expired"`; challenge != want {
		t.Errorf("challenge is %q, want %q", challenge, want)
	}
	challenge = s.bearer(sign(firstKey(), nil, i.claims(object{"aud": audience}))).header.Get("WWW-Authenticate")
	if !strings.Contains(challenge, "wrong audience: it does not say that it is an access token") {
		t.Errorf("the challenge of a token without the mark of an access token is %q", challenge)
	}
	s.refuses = true
	if challenge := s.bearer(good).header.Get("WWW-Authenticate"); challenge != `Bearer realm="shop"` {
		t.Errorf("challenge is %q where the workflow refuses a good token", challenge)
	}
}
