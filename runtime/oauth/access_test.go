package oauth_test

import (
	"testing"

	"github.com/flowc-dev/flowc/runtime/oauth"
)

// TestAccessTokenOfLogin logs in, and sends a token: the access token is there after a login alone. The site's log is
// searched for it.
func TestAccessTokenOfLogin(t *testing.T) {
	i := newIssuer(t)
	s := newSite(t, i, nil)
	got := s.finish(i)
	wantUser(t, got, "ada")
	if got.Access == nil || *got.Access != i.access || len(got.Rights) > 0 {
		t.Errorf("an opaque token: got %t, and claims %v", got.Access != nil, got.Rights)
	}
	token := i.accessToken(nil)
	if got := s.bearer(token); got.Access != nil || len(got.Rights) > 0 || !got.Valid {
		t.Errorf("a bearer has an access token of a login, or claims %v", got.Rights)
	}
	s.again = true
	if got := s.finish(i); got.Access == nil || *got.Access != i.access {
		t.Error("a node that runs twice has lost the token")
	}
}

// TestAccessClaims logs in with access tokens that are this user's and this application's, and with others: what others
// say is null, and the user is let in all the same.
func TestAccessClaims(t *testing.T) {
	for _, tt := range []struct {
		name     string
		provider oauth.Provider
		header   object
		claims   object
		there    bool
	}{
		{"a token of this client", oauth.OIDC, object{"typ": "at+jwt"}, object{"client_id": clientID}, true},
		{"a token of this client by azp", oauth.OIDC, object{"typ": "at+jwt"}, object{"azp": clientID}, true},
		{"a token with a scope for a mark", oauth.OIDC, nil, object{"client_id": clientID, "scope": "orders:read"}, true},
		{"a token of a GitLab", oauth.GitLab, nil, object{"client_id": clientID, "scope": "api"}, true},
		{"a token of Keycloak", oauth.Keycloak, nil, object{"azp": clientID, "typ": "Bearer"}, true},
		{"a token of Okta, which names the user by uid", oauth.Okta, nil, object{"cid": clientID, "uid": "ada", "sub": "ada@example.com"}, true},
		{"a token of Auth0", oauth.Auth0, nil, object{"azp": clientID, "scope": "openid"}, true},
		{"another client", oauth.OIDC, object{"typ": "at+jwt"}, object{"client_id": "another"}, false},
		{"another client in azp, which counts first", oauth.OIDC, object{"typ": "at+jwt"}, object{"azp": "another", "client_id": clientID}, false},
		{"no client", oauth.OIDC, object{"typ": "at+jwt"}, object{"scope": "orders:read"}, false},
		{"a list of clients", oauth.OIDC, object{"typ": "at+jwt"}, object{"client_id": []string{clientID}}, false},
		{"another user", oauth.OIDC, object{"typ": "at+jwt"}, object{"client_id": clientID, "sub": "eve"}, false},
		{"no user", oauth.OIDC, object{"typ": "at+jwt"}, object{"client_id": clientID, "sub": nil}, false},
		{"another user of Okta", oauth.Okta, nil, object{"cid": clientID, "uid": "eve", "sub": "ada"}, false},
		{"another issuer", oauth.OIDC, object{"typ": "at+jwt"}, object{"client_id": clientID, "iss": "https://evil.example.com"}, false},
		{"an expired token", oauth.OIDC, object{"typ": "at+jwt"}, object{"client_id": clientID, "exp": start.Add(-hour).Unix()}, false},
		{"a token of the future", oauth.OIDC, object{"typ": "at+jwt"}, object{"client_id": clientID, "nbf": start.Add(hour).Unix()}, false},
		{"a bound token", oauth.OIDC, object{"typ": "at+jwt"}, object{"client_id": clientID, "cnf": object{"jkt": "x"}}, false},
		{"an ID token", oauth.OIDC, nil, object{"client_id": clientID, "nonce": "x"}, false},
		{"an ID token of Keycloak", oauth.Keycloak, nil, object{"azp": clientID, "typ": "ID"}, false},
		{"a token without a mark", oauth.OIDC, nil, object{"azp": clientID}, false},
		{"no signature", oauth.OIDC, object{"typ": "at+jwt", "alg": "none"}, object{"client_id": clientID}, false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			i := newIssuer(t)
			i.access = sign(firstKey(), tt.header, i.claims(tt.claims))
			s := newSite(t, i, func(c *oauth.Config) { c.Provider = tt.provider })
			got := s.finish(i)
			wantUser(t, got, "ada")
			if (len(got.Rights) > 0) != tt.there || got.Access == nil || *got.Access != i.access {
				t.Errorf("claims %v, want some: %t", got.Rights, tt.there)
			}
		})
	}
}

// TestAccessClaimsOfAnotherKey logs in with an access token that nobody's key has signed, and with one that is no
// token.
func TestAccessClaimsOfAnotherKey(t *testing.T) {
	i := newIssuer(t)
	s := newSite(t, i, nil)
	for _, access := range []string{
		sign(secondKey(), object{"typ": "at+jwt"}, i.claims(object{"client_id": clientID})),
		"eyJhbGciOiJSUzI1NiJ9.e30.", "eyJx.y.z-and-more-of-it",
	} {
		i.access = access
		if got := s.finish(i); !got.Valid || len(got.Rights) > 0 {
			t.Errorf("valid %t with claims %v", got.Valid, got.Rights)
		}
	}
}
