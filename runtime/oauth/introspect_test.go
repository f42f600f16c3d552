package oauth_test

import (
	"net/http"
	"net/url"
	"testing"
	"time"

	"github.com/flowc-dev/flowc/runtime/oauth"
)

// TestIntrospection asks a provider about opaque tokens.
func TestIntrospection(t *testing.T) {
	active := func(more object) object {
		all := object{"active": true, "sub": "ada", "client_id": clientID, "token_type": "Bearer", "exp": start.Add(hour).Unix()}
		for name, value := range more {
			if all[name] = value; value == nil {
				delete(all, name)
			}
		}
		return all
	}
	for _, test := range []struct {
		name   string
		answer any
		want   string
	}{
		{"active", active(nil), ""},
		{"active, as little as may be said", object{"active": true, "sub": "ada", "client_id": clientID}, ""},
		{"for our API", active(object{"aud": audience, "client_id": "another application"}), ""},
		{"for our API and others", active(object{"aud": []string{"x", audience}}), ""},
		{"inactive", object{"active": false}, "inactive token"},
		{"nothing", object{}, "inactive token"},
		{"active as text", object{"active": "true", "sub": "ada", "client_id": clientID}, "provider error"},
		{"in another case", object{"ACTIVE": true, "sub": "ada", "client_id": clientID}, "inactive token"},
		{"of another application", active(object{"client_id": "another application"}), "wrong audience"},
		{"of nobody in particular", active(object{"client_id": nil}), "wrong audience"},
		{"for another API", active(object{"aud": "https://other.example.com"}), "wrong audience"},
		{"of another issuer", active(object{"iss": "https://evil.example.com"}), "wrong issuer"},
		{"expired", active(object{"exp": start.Unix()}), "expired"},
		{"expired, as text", active(object{"exp": "1000"}), "expired"},
		{"an end that is none", active(object{"exp": "tomorrow"}), "malformed token"},
		{"not yet valid", active(object{"nbf": start.Unix() + 31}), "not yet valid"},
		{"of nobody", active(object{"sub": nil}), "malformed token"},
		{"a refresh token of Keycloak", active(object{"typ": "Refresh", "token_type": nil}), "inactive token"},
		{"bound to a key", active(object{"token_type": "DPoP"}), "inactive token"},
		{"bound to a certificate", active(object{"cnf": object{"x5t#S256": "x"}}), "bound token"},
		{"no object", []string{"active"}, "provider error"},
		{"text", "active", "provider error"},
		{"null", nil, "provider error"},
	} {
		t.Run(test.name, func(t *testing.T) {
			i := newIssuer(t)
			i.serve("/introspect", func(w http.ResponseWriter, r *http.Request) {
				id, secret, _ := r.BasicAuth()
				if id != clientID || secret != url.QueryEscape(clientSecret) || r.PostFormValue("token") != "opaque-token-of-ada" || r.URL.RawQuery != "" {
					t.Error("not asked as the client that the site is")
				}
				answer(w, test.answer)
			})
			got := newSite(t, i, nil).bearer("opaque-token-of-ada")
			if test.want == "" {
				wantUser(t, got, "ada")
			} else {
				wantReason(t, got, test.want)
			}
		})
	}
}

// TestIntrospectionFails asks a provider that does not answer as it should: nobody is let in.
func TestIntrospectionFails(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name  string
		serve http.HandlerFunc
	}{
		{"down", func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) }},
		{"500", func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(500) }},
		{"401, as it does not know us", func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(401) }},
		{"a redirect", func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, "/elsewhere", http.StatusTemporaryRedirect)
		}},
		{"an active token twice said", func(w http.ResponseWriter, _ *http.Request) {
			w.Write([]byte(`{"active":false,"active":true,"sub":"a","client_id":"shop"}`))
		}},
		{"not UTF-8", func(w http.ResponseWriter, _ *http.Request) {
			w.Write([]byte("{\"active\":true,\"sub\":\"\xff\",\"client_id\":\"shop\"}"))
		}},
		{"more after it", func(w http.ResponseWriter, _ *http.Request) {
			w.Write([]byte(`{"active":true,"sub":"a","client_id":"shop"}{}`))
		}},
		{"too large", tooLarge},
		{"too late", hang},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			i := newIssuer(t)
			i.serve("/introspect", test.serve)
			i.answers("/elsewhere", object{"active": true, "sub": "ada", "client_id": clientID})
			wantReason(t, newSite(t, i, nil).bearer("opaque-token-of-ada"), "provider error")
			if i.called("/elsewhere") > 0 {
				t.Error("the secret and the token were sent elsewhere")
			}
		})
	}
}

// TestIntrospectionWithoutAudience asks about tokens for a site that does not name its audience: they must name its client.
func TestIntrospectionWithoutAudience(t *testing.T) {
	for _, test := range []struct {
		client string
		aud    any
		want   string
	}{
		{clientID, nil, ""}, {clientID, "https://other.example.com", ""}, {"another application", []string{"x", clientID}, ""},
		{"another application", nil, "wrong audience"}, {"another application", "x", "wrong audience"}, {"", "", "wrong audience"},
	} {
		i := newIssuer(t)
		i.answers("/introspect", object{"active": true, "sub": "ada", "client_id": test.client, "aud": test.aud})
		got := newSite(t, i, func(c *oauth.Config) { c.Audiences = nil }).bearer("opaque-token-of-ada")
		if test.want == "" {
			wantUser(t, got, "ada")
		} else {
			wantReason(t, got, test.want)
		}
	}
}

// TestNoIntrospection sends an opaque token where the provider has nobody to ask.
func TestNoIntrospection(t *testing.T) {
	i := newIssuer(t)
	i.answers(metadataPath, i.with(object{"introspection_endpoint": nil, "userinfo_endpoint": i.url + "/userinfo"}))
	i.answers("/userinfo", object{"sub": "ada"})
	wantReason(t, newSite(t, i, nil).bearer("opaque-token-of-ada"), "inactive token")
	if i.called("/userinfo") > 0 {
		t.Error("userinfo was asked about a token that nobody has confirmed")
	}
}

// TestConfirmedForAWhile asks about one token once in half a minute, about a refused one each time.
func TestConfirmedForAWhile(t *testing.T) {
	i := newIssuer(t)
	i.answers("/introspect", object{"active": true, "sub": "ada", "client_id": clientID, "exp": start.Add(70 * time.Second).Unix()})
	s := newSite(t, i, nil)
	for range 3 {
		wantUser(t, s.bearer("opaque-token-of-ada"), "ada")
	}
	wantCalls(t, i, "/introspect", 1)
	s.wait(30 * time.Second)
	wantUser(t, s.bearer("opaque-token-of-ada"), "ada")
	wantCalls(t, i, "/introspect", 2)

	s.wait(35 * time.Second) // beyond what was confirmed, before the end of the token
	i.answers("/introspect", object{"active": false})
	wantReason(t, s.bearer("opaque-token-of-ada"), "inactive token")
	wantReason(t, s.bearer("opaque-token-of-ada"), "inactive token")
	wantCalls(t, i, "/introspect", 4)
}

// TestConfirmedToItsEnd does not believe a token beyond its end.
func TestConfirmedToItsEnd(t *testing.T) {
	i := newIssuer(t)
	i.answers("/introspect", object{"active": true, "sub": "ada", "client_id": clientID, "exp": start.Add(5 * time.Second).Unix()})
	s := newSite(t, i, nil)
	wantUser(t, s.bearer("opaque-token-of-ada"), "ada")
	s.wait(5 * time.Second)
	wantReason(t, s.bearer("opaque-token-of-ada"), "expired")
}

// TestGitLab confirms a token by introspection and then learns from userinfo whose it is: its introspection does not say.
func TestGitLab(t *testing.T) {
	i := newIssuer(t)
	i.answers(metadataPath, i.with(object{"userinfo_endpoint": i.url + "/userinfo"}))
	i.answers("/introspect", object{"active": true, "scope": "openid", "client_id": clientID, "token_type": "Bearer", "exp": nil, "iat": start.Unix()})
	i.answers("/userinfo", object{"sub": "42", "name": "Ada", "email": "ada@example.com", "email_verified": true})
	s := newSite(t, i, func(c *oauth.Config) { c.Provider = oauth.GitLab })
	got := s.bearer("opaque-token-of-ada")
	wantUser(t, got, "42")
	if got.Email != "ada@example.com" {
		t.Errorf("e-mail is %q", got.Email)
	}
}

func wantCalls(t *testing.T, i *issuer, path string, want int) {
	t.Helper()
	if got := i.called(path); got != want {
		t.Errorf("%s was called %d times, want %d", path, got, want)
	}
}
