package oauth_test

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
)

// fakes answer in the place of hosts whose addresses are fixed, in the shape in which those hosts answer (recorded shape:
// the members and their types are those of the services' documentation; the values are made up). They are no proof that
// the services have not changed since.
type fakes map[string]http.Handler // by host

// RoundTrip implements http.RoundTripper.
func (f fakes) RoundTrip(r *http.Request) (*http.Response, error) {
	h := f[r.URL.Host]
	if h == nil || r.URL.Scheme != "https" {
		return nil, &url.Error{Op: r.Method, URL: "it", Err: http.ErrServerClosed}
	}
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	return w.Result(), nil
}

// recordedTokeninfo is the shape of https://oauth2.googleapis.com/tokeninfo?access_token=…: numbers and bools are texts.
func recordedTokeninfo(changes object) object {
	return changed(object{
		"azp": clientID, "aud": clientID, "sub": "110169484474386276334",
		"scope": "https://www.googleapis.com/auth/userinfo.email openid", "exp": "1800003599", "expires_in": "3599",
		"email": "ada@gmail.com", "email_verified": "true", "access_type": "online",
	}, changes)
}

// recordedCheck is the shape of POST https://api.github.com/applications/{client_id}/token.
func recordedCheck(changes object) object {
	return changed(object{
		"id": 1, "url": "https://api.github.com/authorizations/1", "scopes": []string{"read:user"}, "token": "",
		"token_last_eight": "12345678", "hashed_token": "25f9", "note": nil, "note_url": nil, "fingerprint": nil,
		"created_at": "2026-09-06T20:39:23Z", "updated_at": "2026-09-06T20:39:23Z", "expires_at": nil,
		"app":  object{"url": "https://shop.example.com", "name": "shop", "client_id": clientID},
		"user": object{"login": "ada", "id": 583231, "node_id": "MDQ6VXNlcjU4MzIzMQ==", "type": "User", "site_admin": false},
	}, changes)
}

// recordedUser is the shape of GET https://api.github.com/user.
func recordedUser(changes object) object {
	return changed(object{
		"login": "ada", "id": 583231, "node_id": "MDQ6VXNlcjU4MzIzMQ==", "type": "User", "site_admin": false, "name": "Ada Lovelace",
		"company": nil, "email": "public@example.com", "two_factor_authentication": true, "created_at": "2011-01-25T18:44:36Z",
	}, changes)
}

// recordedEmails is the shape of GET https://api.github.com/user/emails.
var recordedEmails = []object{
	{"email": "old@example.com", "verified": true, "primary": false, "visibility": nil},
	{"email": "ada@example.com", "verified": true, "primary": true, "visibility": "private"},
}

func changed(o, changes object) object {
	for name, value := range changes {
		o[name] = value
	}
	return o
}

// github is a fake of GitHub's login and API.
type github struct {
	t      *testing.T
	check  func() (status int, body any)
	user   func() (status int, body any)
	emails func() (status int, body any)
	token  string // what the token endpoint answers, as a form
}

const githubToken = "gho_16C7e42F292c6912E7710c838347Ae178B4a"

func newGitHub(t *testing.T) *github {
	ok := func(body any) func() (int, any) { return func() (int, any) { return http.StatusOK, body } }
	return &github{t: t, check: ok(recordedCheck(nil)), user: ok(recordedUser(nil)), emails: ok(recordedEmails),
		token: url.Values{"access_token": {githubToken}, "scope": {"read:user,user:email"}, "token_type": {"bearer"}}.Encode()}
}

// hosts are those that GitHub answers at.
func (g *github) hosts() fakes {
	login, api := http.NewServeMux(), http.NewServeMux()
	login.HandleFunc("POST /login/oauth/access_token", func(w http.ResponseWriter, r *http.Request) {
		if r.PostFormValue("client_secret") != clientSecret || r.PostFormValue("code_verifier") == "" {
			g.t.Error("the code was exchanged without the secret, or without PKCE")
		}
		w.Header().Set("Content-Type", "application/x-www-form-urlencoded; charset=utf-8")
		_, _ = w.Write([]byte(g.token))
	})
	api.HandleFunc("POST /applications/"+clientID+"/token", func(w http.ResponseWriter, r *http.Request) {
		var body struct {
			Token string `json:"access_token"`
		}
		id, secret, _ := r.BasicAuth()
		if err := json.NewDecoder(r.Body).Decode(&body); err != nil || id != clientID || secret != clientSecret || body.Token == "" {
			g.t.Error("not asked as the client that the site is")
		}
		g.say(w, g.check)
	})
	api.HandleFunc("GET /user", g.signed(func(w http.ResponseWriter) { g.say(w, g.user) }))
	api.HandleFunc("GET /user/emails", g.signed(func(w http.ResponseWriter) { g.say(w, g.emails) }))
	return fakes{"github.com": login, "api.github.com": api}
}

func (g *github) signed(f func(http.ResponseWriter)) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("Authorization") != "Bearer "+githubToken {
			g.t.Error("asked without the token of the login")
		}
		f(w)
	}
}

func (g *github) say(w http.ResponseWriter, what func() (int, any)) {
	status, body := what()
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(body)
}

// google is a fake of Google's tokeninfo, discovery and keys.
func google(t *testing.T, i *issuer, tokeninfo func() (int, any)) fakes {
	info := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/tokeninfo" || !strings.HasPrefix(r.URL.Query().Get("access_token"), "ya29.") {
			t.Errorf("asked at %s", r.URL.Path)
		}
		status, body := tokeninfo()
		w.WriteHeader(status)
		_ = json.NewEncoder(w).Encode(body)
	})
	accounts := http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { answer(w, recordedDiscovery) })
	return fakes{"oauth2.googleapis.com": firstOf{{"/token", i}, {"", info}}, "accounts.google.com": accounts, "www.googleapis.com": firstOf{{"", rename(i, "/keys")}}}
}

// recordedDiscovery is the shape of https://accounts.google.com/.well-known/openid-configuration.
var recordedDiscovery = object{
	"issuer":                                "https://accounts.google.com",
	"authorization_endpoint":                "https://accounts.google.com/o/oauth2/v2/auth",
	"device_authorization_endpoint":         "https://oauth2.googleapis.com/device/code",
	"token_endpoint":                        "https://oauth2.googleapis.com/token",
	"userinfo_endpoint":                     "https://openidconnect.googleapis.com/v1/userinfo",
	"revocation_endpoint":                   "https://oauth2.googleapis.com/revoke",
	"jwks_uri":                              "https://www.googleapis.com/oauth2/v3/certs",
	"response_types_supported":              []string{"code", "token", "id_token", "code token", "none"},
	"subject_types_supported":               []string{"public"},
	"id_token_signing_alg_values_supported": []string{"RS256"},
	"scopes_supported":                      []string{"openid", "email", "profile"},
	"token_endpoint_auth_methods_supported": []string{"client_secret_post", "client_secret_basic"},
	"code_challenge_methods_supported":      []string{"plain", "S256"},
}

// firstOf serves by the first path that fits; "" fits every one.
type firstOf []struct {
	path string
	h    http.Handler
}

// ServeHTTP implements http.Handler.
func (f firstOf) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	for _, one := range f {
		if one.path == "" || one.path == r.URL.Path {
			one.h.ServeHTTP(w, r)
			return
		}
	}
}

// rename serves every request as one for a path.
func rename(h http.Handler, path string) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		other := r.Clone(r.Context())
		other.URL.Path = path
		h.ServeHTTP(w, other)
	})
}
