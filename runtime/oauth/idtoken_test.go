package oauth_test

import (
	"crypto/sha256"
	"encoding/base64"
	"net/http"
	"testing"
)

// TestIDToken gets ID tokens that are not for this login at this application.
func TestIDToken(t *testing.T) {
	for _, test := range []struct {
		name   string
		change func(c object)
		want   string
	}{
		{"another issuer", func(c object) { c["iss"] = "https://evil.example.com" }, "wrong issuer"},
		{"no issuer", func(c object) { delete(c, "iss") }, "wrong issuer"},
		{"another audience", func(c object) { c["aud"] = "another application" }, "wrong audience"},
		{"no audience", func(c object) { delete(c, "aud") }, "wrong audience"},
		{"two audiences and no azp", func(c object) { c["aud"] = []string{clientID, "another application"} }, "wrong audience"},
		{"another azp", func(c object) { c["azp"] = "another application" }, "wrong audience"},
		{"two audiences and another azp", func(c object) {
			c["aud"], c["azp"] = []string{clientID, "another application"}, "another application"
		}, "wrong audience"},
		{"another nonce", func(c object) { c["nonce"] = "the-nonce-of-another-login" }, "wrong state"},
		{"no nonce", func(c object) { delete(c, "nonce") }, "wrong state"},
		{"expired", func(c object) { c["exp"] = start.Unix() - 31 }, "expired"},
		{"no exp", func(c object) { delete(c, "exp") }, "malformed token"},
		{"not yet valid", func(c object) { c["nbf"] = start.Unix() + 31 }, "not yet valid"},
		{"issued in the future", func(c object) { c["iat"] = start.Unix() + 31 }, "not yet valid"},
		{"no sub", func(c object) { delete(c, "sub") }, "malformed token"},
		{"an empty sub", func(c object) { c["sub"] = "" }, "malformed token"},
		{"a sub that is no text", func(c object) { c["sub"] = 7 }, "malformed token"},
		{"an audience that is no text", func(c object) { c["aud"] = []any{clientID, 7} }, "malformed token"},
		{"for another access token", func(c object) { c["at_hash"] = halfHash("another access token") }, "provider error"},
	} {
		t.Run(test.name, func(t *testing.T) {
			i := newIssuer(t)
			i.idToken = test.change
			wantReason(t, newSite(t, i, nil).finish(i), test.want)
		})
	}
}

// TestIDTokenAccepted gets ID tokens that are unusual, and right.
func TestIDTokenAccepted(t *testing.T) {
	for _, test := range []struct {
		name   string
		change func(c object)
	}{
		{"with the hash of the access token", func(c object) { c["at_hash"] = halfHash("access-token-of-ada-0123456789") }},
		{"a list of one audience", func(c object) { c["aud"] = []string{clientID} }},
		{"two audiences and our azp", func(c object) { c["aud"], c["azp"] = []string{"x", clientID}, clientID }},
	} {
		t.Run(test.name, func(t *testing.T) {
			i := newIssuer(t)
			i.idToken = test.change
			wantUser(t, newSite(t, i, nil).finish(i), "ada")
		})
	}
}

func halfHash(token string) string {
	sum := sha256.Sum256([]byte(token))
	return base64.RawURLEncoding.EncodeToString(sum[:16])
}

// TestVerifiedEmail wants an e-mail only where the provider says that it is the user's.
func TestVerifiedEmail(t *testing.T) {
	for _, test := range []struct {
		name     string
		verified any
		want     string
	}{
		{"verified", true, "ada@example.com"}, {"as text", "true", "ada@example.com"},
		{"unverified", false, ""}, {"unverified as text", "false", ""}, {"unsaid", nil, ""}, {"nonsense", object{"x": true}, ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			i := newIssuer(t)
			i.idToken = func(c object) { c["email_verified"] = test.verified }
			got := newSite(t, i, nil).finish(i)
			wantUser(t, got, "ada")
			if got.Email != test.want {
				t.Errorf("e-mail is %q, want %q", got.Email, test.want)
			}
			if got.Claims["email"] != "ada@example.com" {
				t.Error("the claims are not as signed")
			}
		})
	}
}

// TestUserinfo takes e-mail and name from where the ID token does not tell them, for the user of the ID token only.
func TestUserinfo(t *testing.T) {
	thin := func(c object) { delete(c, "email"); delete(c, "email_verified"); delete(c, "name") }
	for _, test := range []struct {
		name   string
		answer any
		status int
		reason string
	}{
		{"of the user", object{"sub": "ada", "email": "ada@example.com", "email_verified": true, "name": "Ada", "aud": "x"}, 200, ""},
		{"of another user", object{"sub": "eve", "email": "eve@example.com", "email_verified": true}, 200, "provider error"},
		{"of nobody", object{"email": "eve@example.com", "email_verified": true}, 200, "provider error"},
		{"no object", []string{"ada"}, 200, "provider error"},
		{"failing", object{}, 500, "provider error"},
	} {
		t.Run(test.name, func(t *testing.T) {
			i := newIssuer(t)
			i.idToken = thin
			i.answers(metadataPath, i.with(object{"userinfo_endpoint": i.url + "/userinfo"}))
			i.serve("/userinfo", func(w http.ResponseWriter, r *http.Request) {
				if r.Header.Get("Authorization") != "Bearer "+i.access {
					t.Error("asked without the access token")
				}
				w.WriteHeader(test.status)
				answer(w, test.answer)
			})
			got := newSite(t, i, nil).finish(i)
			if test.reason != "" {
				wantReason(t, got, test.reason)
				return
			}
			wantUser(t, got, "ada")
			if got.Email != "ada@example.com" || got.Name != "Ada" || got.Claims["name"] != "Ada" || got.Claims["aud"] != clientID {
				t.Errorf("got %+v", got)
			}
		})
	}
}

// TestTokenEndpoint exchanges codes with a provider that does not do what it should.
func TestTokenEndpoint(t *testing.T) {
	for _, test := range []struct {
		name  string
		serve http.HandlerFunc
	}{
		{"down", func(w http.ResponseWriter, _ *http.Request) { panic(http.ErrAbortHandler) }},
		{"500", func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(500) }},
		{"a redirect", func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, "/elsewhere", http.StatusTemporaryRedirect)
		}},
		{"no JSON", func(w http.ResponseWriter, _ *http.Request) { w.Write([]byte("<html>")) }},
		{"too large", tooLarge},
		{"no access token", func(w http.ResponseWriter, _ *http.Request) { answer(w, object{"token_type": "Bearer"}) }},
		{"no ID token", func(w http.ResponseWriter, _ *http.Request) {
			answer(w, object{"token_type": "Bearer", "access_token": "a"})
		}},
		{"an ID token that is no text", func(w http.ResponseWriter, _ *http.Request) {
			answer(w, object{"token_type": "Bearer", "access_token": "a", "id_token": 7})
		}},
		{"another type of token", func(w http.ResponseWriter, _ *http.Request) {
			answer(w, object{"token_type": "DPoP", "access_token": "a", "id_token": "b"})
		}},
	} {
		t.Run(test.name, func(t *testing.T) {
			i := newIssuer(t)
			i.serve("/token", test.serve)
			wantReason(t, newSite(t, i, nil).finish(i), "provider error")
			if i.called("/elsewhere") > 0 {
				t.Error("a redirect was followed")
			}
		})
	}
}

// TestIDTokenSignature gets ID tokens that the provider has not signed as it should.
func TestIDTokenSignature(t *testing.T) {
	for _, test := range []struct {
		name string
		make func(i *issuer, claims object) string
		want string
	}{
		{"another key of the same kid", func(i *issuer, c object) string {
			return sign(signingKey{"first", secondKey().key}, nil, c)
		}, "wrong signature"},
		{"alg none", func(i *issuer, c object) string {
			return encode(object{"alg": "none"}) + "." + encode(c) + "."
		}, "wrong algorithm"},
		{"HS256, which the provider says it signs with", func(i *issuer, c object) string {
			return sign(firstKey(), object{"alg": "HS256"}, c)
		}, "wrong algorithm"},
		{"PS256, which it does not", func(i *issuer, c object) string {
			return sign(firstKey(), object{"alg": "PS256"}, c)
		}, "wrong algorithm"},
		{"an access token", func(i *issuer, c object) string { return sign(firstKey(), object{"typ": "at+jwt"}, c) }, "malformed token"},
		{"crit", func(i *issuer, c object) string { return sign(firstKey(), object{"crit": []string{"x"}}, c) }, "malformed token"},
		{"no JWT", func(*issuer, object) string { return "no JWT" }, "malformed token"},
	} {
		t.Run(test.name, func(t *testing.T) {
			i := newIssuer(t)
			s := newSite(t, i, nil)
			l := s.begin()
			q := i.authorize(t, l.url)
			token := test.make(i, i.claims(object{"aud": clientID, "nonce": query(t, l.url).Get("nonce")}))
			s.secret(token)
			i.answers("/token", object{"token_type": "Bearer", "access_token": "an access token", "id_token": token})
			wantReason(t, s.back(q, l.cookie), test.want)
		})
	}
}
