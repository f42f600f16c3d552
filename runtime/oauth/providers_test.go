package oauth_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	rt "github.com/flowc-dev/flowc/runtime"
	"github.com/flowc-dev/flowc/runtime/oauth"
)

func of(p oauth.Provider) func(*oauth.Config) {
	return func(c *oauth.Config) { c.Provider, c.Issuer = p, "" }
}

// TestGoogleToken asks the fake of tokeninfo about access tokens.
func TestGoogleToken(t *testing.T) {
	for _, test := range []struct {
		name   string
		status int
		body   any
		want   string
	}{
		{"ours", 200, recordedTokeninfo(nil), ""},
		{"of another application", 200, recordedTokeninfo(object{"aud": "x", "azp": "x"}), "wrong audience"},
		{"of another client of the project", 200, recordedTokeninfo(object{"azp": "x"}), "wrong audience"},
		{"expired", 200, recordedTokeninfo(object{"exp": "1799999999"}), "expired"},
		{"without end", 200, recordedTokeninfo(object{"exp": nil}), "malformed token"},
		{"without openid, so of nobody", 200, recordedTokeninfo(object{"sub": ""}), "malformed token"},
		{"unknown", 400, object{"error": "invalid_token", "error_description": "Invalid Value"}, "inactive token"},
		{"500", 500, object{}, "provider error"},
		{"429", 429, object{}, "provider error"},
	} {
		t.Run(test.name, func(t *testing.T) {
			i := newIssuer(t)
			hosts := google(t, i, func() (int, any) { return test.status, test.body })
			got := newSite(t, nil, of(oauth.Google), rt.WithTransport(hosts)).bearer("ya29.a0AfB_byC-token-of-ada")
			if test.want != "" {
				wantReason(t, got, test.want)
				return
			}
			wantUser(t, got, "110169484474386276334")
			if got.Email != "ada@gmail.com" {
				t.Errorf("e-mail is %q", got.Email)
			}
		})
	}
}

// TestGoogleLogin logs in at the fake of Google, which leaves out the scheme of its issuer in some tokens.
func TestGoogleLogin(t *testing.T) {
	for _, test := range []struct{ issuer, want string }{
		{"https://accounts.google.com", ""}, {"accounts.google.com", ""}, {"https://evil.example.com", "wrong issuer"}, {"", "wrong issuer"},
	} {
		i := newIssuer(t)
		i.idToken = func(c object) { c["iss"] = test.issuer }
		s := newSite(t, nil, of(oauth.Google), rt.WithTransport(google(t, i, nil)))
		l := s.begin()
		if !strings.HasPrefix(l.url, "https://accounts.google.com/o/oauth2/v2/auth?") {
			t.Errorf("the login is at %s", l.url)
		}
		q := i.authorize(t, l.url)
		q.Del("iss")
		got := s.back(q, l.cookie)
		if test.want != "" {
			wantReason(t, got, test.want)
			continue
		}
		wantUser(t, got, "ada")
	}
}

// TestGitHubToken asks the fake of GitHub's check-token about tokens.
func TestGitHubToken(t *testing.T) {
	for _, test := range []struct {
		name   string
		status int
		body   any
		want   string
	}{
		{"ours", 200, recordedCheck(nil), ""},
		{"of another application", 200, recordedCheck(object{"app": object{"client_id": "x"}}), "wrong audience"},
		{"of no application", 200, recordedCheck(object{"app": object{}}), "wrong audience"},
		{"expired", 200, recordedCheck(object{"expires_at": "2026-09-06T20:39:23Z"}), "expired"},
		{"of nobody", 200, recordedCheck(object{"user": nil}), "malformed token"},
		{"unknown", 404, object{"message": "Not Found"}, "inactive token"},
		{"refused", 422, object{"message": "Validation Failed"}, "inactive token"},
		{"as it does not know us", 401, object{"message": "Bad credentials"}, "provider error"},
		{"500", 500, object{}, "provider error"},
		{"no object", 200, "ok", "provider error"},
	} {
		t.Run(test.name, func(t *testing.T) {
			g := newGitHub(t)
			g.check = func() (int, any) { return test.status, test.body }
			got := newSite(t, nil, of(oauth.GitHub), rt.WithTransport(g.hosts())).bearer(githubToken)
			if test.want != "" {
				wantReason(t, got, test.want)
				return
			}
			wantUser(t, got, "583231")
			if got.Issuer != "https://github.com/login/oauth" {
				t.Errorf("its issuer is %q", got.Issuer)
			}
			if got.Email != "" {
				t.Errorf("e-mail is %q", got.Email)
			}
		})
	}
}

// TestGitHubLogin logs in at the fake of GitHub.
func TestGitHubLogin(t *testing.T) {
	for _, test := range []struct {
		name        string
		change      func(g *github)
		want, email string
	}{
		{"good", func(*github) {}, "", "ada@example.com"},
		{"an unverified e-mail", func(g *github) {
			g.emails = func() (int, any) {
				return 200, []object{{"email": "ada@example.com", "verified": false, "primary": true}}
			}
		}, "", ""},
		{"without the scope of e-mails", func(g *github) { g.emails = func() (int, any) { return 404, object{} } }, "", ""},
		{"e-mails failing", func(g *github) { g.emails = func() (int, any) { return 500, object{} } }, "provider error", ""},
		{"no id", func(g *github) { g.user = func() (int, any) { return 200, recordedUser(object{"id": nil}) } }, "provider error", ""},
		{"an id that is text", func(g *github) { g.user = func() (int, any) { return 200, recordedUser(object{"id": "583231"}) } }, "provider error", ""},
		{"user failing", func(g *github) { g.user = func() (int, any) { return 502, object{} } }, "provider error", ""},
		{"a wrong code, which GitHub says with status 200", func(g *github) {
			g.token = "error=bad_verification_code&error_description=The+code+passed+is+incorrect+or+expired."
		}, "provider error", ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			g := newGitHub(t)
			test.change(g)
			s := newSite(t, nil, of(oauth.GitHub), rt.WithTransport(g.hosts()))
			s.secret(githubToken)
			l := s.begin()
			if u := query(t, l.url); !strings.HasPrefix(l.url, "https://github.com/login/oauth/authorize?") || u.Get("scope") != "read:user user:email" || u.Get("code_challenge_method") != "S256" {
				t.Errorf("the login is at %s", l.url)
			}
			got := s.back(url.Values{"code": {"a-code-of-github"}, "state": {query(t, l.url).Get("state")}}, l.cookie)
			if test.want != "" {
				wantReason(t, got, test.want)
				return
			}
			wantUser(t, got, "583231")
			if got.Issuer != "https://github.com/login/oauth" {
				t.Errorf("its issuer is %q", got.Issuer)
			}
			if got.Email != test.email || got.Name != "Ada Lovelace" || got.Claims["login"] != "ada" {
				t.Errorf("got %+v", got)
			}
		})
	}
}

const (
	tenant   = "9b2f7c1e-4a53-4d0e-8c6a-1f2e3d4c5b6a"
	stranger = "11111111-2222-4333-8444-555555555555"
	entra    = "https://login.microsoftonline.com/"
)

// TestMicrosoft logs in users of many tenants, each of whose tokens names its own issuer (fake, recorded shape). A key
// may be for the tokens of one tenant alone.
func TestMicrosoft(t *testing.T) {
	for _, test := range []struct {
		name, issuer, published, keysFor string
		claims                           object
		want                             string
	}{
		{"a tenant of all", "", entra + "{tenantid}/v2.0", entra + "{tenantid}/v2.0", object{"iss": entra + tenant + "/v2.0", "tid": tenant}, ""},
		{"a key of its own", "", entra + "{tenantid}/v2.0", entra + tenant + "/v2.0", object{"iss": entra + tenant + "/v2.0", "tid": tenant}, ""},
		{"a key of another tenant", "", entra + "{tenantid}/v2.0", entra + stranger + "/v2.0", object{"iss": entra + tenant + "/v2.0", "tid": tenant}, "wrong signature"},
		{"another tid", "", entra + "{tenantid}/v2.0", "", object{"iss": entra + tenant + "/v2.0", "tid": stranger}, "wrong issuer"},
		{"no tid", "", entra + "{tenantid}/v2.0", "", object{"iss": entra + tenant + "/v2.0"}, "wrong issuer"},
		{"the pattern itself", "", entra + "{tenantid}/v2.0", "", object{"iss": entra + "{tenantid}/v2.0"}, "wrong issuer"},
		{"the pattern as a tenant", "", entra + "{tenantid}/v2.0", "", object{"iss": entra + "{tenantid}/v2.0", "tid": "{tenantid}"}, "wrong issuer"},
		{"another host", "", entra + "{tenantid}/v2.0", "", object{"iss": "https://evil.example.com/" + tenant + "/v2.0", "tid": tenant}, "wrong issuer"},
		{"the one tenant", entra + tenant + "/v2.0", entra + tenant + "/v2.0", "", object{"iss": entra + tenant + "/v2.0", "tid": tenant}, ""},
		{"not the one tenant", entra + tenant + "/v2.0", entra + tenant + "/v2.0", "", object{"iss": entra + stranger + "/v2.0", "tid": stranger}, "wrong issuer"},
		{"personal accounts", entra + "consumers/v2.0", entra + "9188040d-6c67-4c5b-b112-36a304b66dad/v2.0", "",
			object{"iss": entra + "9188040d-6c67-4c5b-b112-36a304b66dad/v2.0", "tid": "9188040d-6c67-4c5b-b112-36a304b66dad"}, ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			i := newIssuer(t)
			i.idToken = func(c object) {
				changed(c, test.claims)
				delete(c, "email_verified") // it does not say
			}
			i.answers("/keys", object{"keys": []any{jwk(firstKey(), object{"issuer": test.keysFor})}})
			host := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				switch {
				case strings.HasSuffix(r.URL.Path, metadataPath):
					answer(w, object{
						"issuer": test.published, "authorization_endpoint": entra + "common/oauth2/v2.0/authorize",
						"token_endpoint": entra + "common/oauth2/v2.0/token", "jwks_uri": entra + "common/discovery/v2.0/keys",
						"token_endpoint_auth_methods_supported": []string{"client_secret_post", "private_key_jwt", "client_secret_basic"},
						"id_token_signing_alg_values_supported": []string{"RS256"},
					})
				case strings.HasSuffix(r.URL.Path, "/keys"):
					rename(i, "/keys").ServeHTTP(w, r)
				default:
					rename(i, "/token").ServeHTTP(w, r)
				}
			})
			s := newSite(t, nil, func(c *oauth.Config) { c.Provider, c.Issuer = oauth.Microsoft, test.issuer },
				rt.WithTransport(fakes{"login.microsoftonline.com": host}))
			l := s.begin()
			q := i.authorize(t, l.url)
			q.Del("iss")
			got := s.back(q, l.cookie)
			if test.want != "" {
				wantReason(t, got, test.want)
				return
			}
			wantUser(t, got, "ada")
			if got.Email != "" {
				t.Errorf("e-mail is %q, and nobody says that it is the user's", got.Email)
			}
		})
	}
}
