package system_test

import (
	"encoding/json"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"golang.org/x/oauth2"
)

// TestOAuthLogin logs in at a real provider as a person does, and out again.
func TestOAuthLogin(t *testing.T) {
	s := listen(t)
	provider := startProvider(t, s.client())
	s.serve(t, provider.issuer, nil)
	b := newBrowser(t, s.server.Certificate())

	home := b.open(s.url+"/", nil)
	if home.status != http.StatusOK || !strings.Contains(home.body, `href="/login"`) {
		t.Fatalf("home page: %d %s", home.status, home.body)
	}
	if p := b.open(s.url+"/me", nil); p.status != http.StatusUnauthorized {
		t.Errorf("without a session: got %d, want 401", p.status)
	}
	login := b.open(s.url+"/login", nil)
	if login.status != http.StatusOK || !strings.HasPrefix(login.url.String(), provider.issuer) {
		t.Fatalf("login page: %d at %s", login.status, login.url.Host)
	}
	me := b.logIn(login, "ada", nil)
	var user struct{ Sub, Email, Name string }
	if err := json.Unmarshal([]byte(me.body), &user); err != nil || me.status != http.StatusOK || me.url.Path != "/me" {
		t.Fatalf("after the login: %d at %s: %s", me.status, me.url.Path, me.body)
	}
	if user.Sub != "ada" || user.Email != "ada@example.com" || user.Name != "Dr. ada" {
		t.Errorf("logged in as %+v", user)
	}
	if p := b.request(http.MethodPost, s.url+"/logout", url.Values{}); p.status != http.StatusNoContent {
		t.Errorf("logout: got %d, want 204", p.status)
	}
	if p := b.open(s.url+"/me", nil); p.status != http.StatusUnauthorized {
		t.Errorf("after the logout: got %d, want 401", p.status)
	}
	s.checkNothingLogged(t, b)
}

// TestOAuthUnverifiedEmail logs in a user whose e-mail the provider has not verified: it counts for nothing.
func TestOAuthUnverifiedEmail(t *testing.T) {
	s := listen(t)
	provider := startProvider(t, s.client())
	s.serve(t, provider.issuer, nil)
	b := newBrowser(t, s.server.Certificate())
	me := b.logIn(b.open(s.url+"/login", nil), "newbie", nil)
	if !strings.Contains(me.body, `"email":null`) || !strings.Contains(me.body, `"sub":"newbie"`) {
		t.Errorf("got %s, want sub newbie and no e-mail", me.body)
	}
}

// TestOAuthTokens calls the API with tokens of a real provider.
func TestOAuthTokens(t *testing.T) {
	s := listen(t)
	cli := client{ID: "cli", Secret: "cli-client-secret-8Hs2mQ", RedirectURIs: []string{"http://127.0.0.1:9/cb"},
		GrantTypes: []string{"authorization_code", "refresh_token"}}
	provider := startProvider(t, s.client(), cli)
	s.serve(t, provider.issuer, nil)
	b := newBrowser(t, s.server.Certificate())

	jwt := b.tokens(provider, cli, apiName)
	if status, who := s.api(t, jwt.AccessToken); status != http.StatusOK || who != "ada" {
		t.Errorf("an access token for the API: got %d %s, want ada", status, who)
	}
	idToken, _ := jwt.Extra("id_token").(string)
	for _, test := range []struct{ name, token, want string }{
		{"an access token for another API", b.tokens(provider, cli, "https://other.example.com").AccessToken, "wrong audience"},
		{"an opaque token of another application", b.tokens(provider, cli, "").AccessToken, "wrong audience"},
		{"an ID token of another application", idToken, "wrong audience"},
		{"an opaque token that nobody has issued", "nobody-has-issued-this", "inactive token"},
	} {
		if status, reason := s.api(t, test.token); status != http.StatusUnauthorized || reason != test.want {
			t.Errorf("%s: got %d %q, want 401 %q", test.name, status, reason, test.want)
		}
	}
	own := b.tokens(provider, s.client(), "")
	if status, who := s.api(t, own.AccessToken); status != http.StatusOK || who != "ada" {
		t.Errorf("an opaque token of ours: got %d %s, want ada", status, who)
	}

	provider.stop()
	if status, who := s.api(t, jwt.AccessToken); status != http.StatusOK || who != "ada" {
		t.Errorf("with the provider down, a token of a known key: got %d %s, want ada", status, who)
	}
	if status, reason := s.api(t, own.AccessToken+"x"); status != http.StatusServiceUnavailable || reason != "provider error" {
		t.Errorf("with the provider down, another opaque token: got %d %s, want 503 provider error", status, reason)
	}
	provider.start(t) // with other keys
	s.wait(11 * time.Second)
	if status, who := s.api(t, b.tokens(provider, cli, apiName).AccessToken); status != http.StatusOK || who != "ada" {
		t.Errorf("a token of a new key: got %d %s, want ada", status, who)
	}
	if status, reason := s.api(t, jwt.AccessToken); status != http.StatusUnauthorized || reason != "wrong signature" {
		t.Errorf("a token of a key that is gone: got %d %q, want wrong signature", status, reason)
	}
	for _, token := range []string{jwt.AccessToken, idToken, own.AccessToken} {
		if strings.Contains(s.logged(), token) {
			t.Error("a token is in the log")
		}
	}
}

// TestOAuthScopes reads orders with tokens of a real provider: who is known and lacks the scope that is required is told apart
// from who is not known, as RFC 6750, section 3.1 has it.
func TestOAuthScopes(t *testing.T) {
	s := listen(t)
	cli := client{ID: "cli", Secret: "cli-client-secret-8Hs2mQ", RedirectURIs: []string{"http://127.0.0.1:9/cb"}, GrantTypes: []string{"authorization_code"}}
	provider := startProvider(t, s.client(), cli)
	s.serve(t, provider.issuer, nil)
	b := newBrowser(t, s.server.Certificate())

	const lacks = `Bearer realm="oauth", error="insufficient_scope", scope="orders:read"`
	reader, runner := b.tokens(provider, cli, apiName), b.tokens(provider, cli, apiName, "openid", "notes:run")
	unscoped, opaque := b.tokens(provider, cli, apiName, "openid"), b.tokens(provider, s.client(), "", "openid")
	elsewhere := b.tokens(provider, cli, "https://other.example.com")
	for _, test := range []struct {
		name            string
		token           *oauth2.Token
		status          int
		said, challenge string
		output          string
	}{
		{"with the scope", reader, http.StatusOK, "ada", "", "auth:valid"},
		{"with another scope", runner, http.StatusForbidden, "the token lacks what this route requires", lacks, "auth:forbidden"},
		{"without scopes of the API", unscoped, http.StatusForbidden, "the token lacks what this route requires", lacks, "auth:forbidden"},
		{"an opaque token of ours, which the provider is asked about", opaque, http.StatusForbidden, "the token lacks what this route requires", lacks, "auth:forbidden"},
		{"with the scope, for another API", elsewhere, http.StatusUnauthorized, "wrong audience",
			`Bearer realm="oauth", error="invalid_token", error_description="wrong audience"`, "auth:invalid"},
	} {
		before := len(s.logged())
		status, said, challenge := s.get(t, "/api/orders", test.token.AccessToken)
		if status != test.status || said != test.said || challenge != test.challenge {
			t.Errorf("%s: got %d %q, challenge %q; want %d %q, %q", test.name, status, said, challenge, test.status, test.said, test.challenge)
		}
		if log := s.logged(); !strings.Contains(log[before:], test.output) || strings.Contains(log, test.token.AccessToken) {
			t.Errorf("%s: the log has no %s, or the token", test.name, test.output)
		}
	}
}

// tokens logs in to another application of the provider, which wants to use an API, to read orders or with other scopes.
func (b *browser) tokens(p *oidcProvider, c client, api string, scopes ...string) *oauth2.Token {
	b.t.Helper()
	if scopes == nil {
		scopes = []string{"openid", "orders:read"}
	}
	config := oauth2.Config{
		ClientID: c.ID, ClientSecret: c.Secret, RedirectURL: c.RedirectURIs[0], Scopes: scopes,
		Endpoint: oauth2.Endpoint{AuthURL: p.issuer + "/auth", TokenURL: p.issuer + "/token", AuthStyle: oauth2.AuthStyleInHeader},
	}
	verifier := oauth2.GenerateVerifier()
	options := []oauth2.AuthCodeOption{oauth2.S256ChallengeOption(verifier)}
	if api != "" {
		options = append(options, oauth2.SetAuthURLParam("resource", api))
	}
	atClient := func(u *url.URL) bool { return strings.HasPrefix(u.String(), c.RedirectURIs[0]) }
	back := b.open(config.AuthCodeURL("x", options...), atClient)
	if back.status != 0 {
		back = b.logIn(back, "ada", atClient)
	}
	token, err := config.Exchange(b.t.Context(), back.url.Query().Get("code"), oauth2.VerifierOption(verifier))
	if err != nil {
		b.t.Fatalf("tokens of %s for %q: %v", c.ID, api, err)
	}
	return token
}

// TestOAuthProviderDown starts the project while its provider is down, and logs in once that is up.
func TestOAuthProviderDown(t *testing.T) {
	s := listen(t)
	provider := startProvider(t, s.client())
	provider.stop()
	s.serve(t, provider.issuer, nil)
	b := newBrowser(t, s.server.Certificate())
	if p := b.open(s.url+"/login", nil); p.status != http.StatusUnauthorized || !strings.Contains(p.body, "provider error") {
		t.Errorf("with the provider down: got %d %s, want 401 provider error", p.status, p.body)
	}
	provider.start(t)
	s.wait(2 * time.Second)
	if p := b.logIn(b.open(s.url+"/login", nil), "ada", nil); p.status != http.StatusOK {
		t.Errorf("with the provider up: got %d %s, want 200", p.status, p.body)
	}
}

// TestOAuthReplicas logs in at a project that another process of it has sent the browser away from.
func TestOAuthReplicas(t *testing.T) {
	first, second := listen(t), listen(t)
	provider := startProvider(t, first.client())
	public := map[string]string{"PUBLIC_URL": first.url}
	first.serve(t, provider.issuer, public)
	second.serve(t, provider.issuer, public)
	b := newBrowser(t, first.server.Certificate())
	back := b.logIn(b.open(first.url+"/login", nil), "ada", first.isLogin)
	elsewhere := strings.Replace(back.url.String(), first.url, second.url, 1)
	if p := b.request(http.MethodGet, elsewhere, nil); p.status != http.StatusSeeOther {
		t.Errorf("the other process: got %d %s, want 303", p.status, p.body)
	}
}

// checkNothingLogged looks in the log for all that the browser has seen and that is nobody else's.
func (s *shop) checkNothingLogged(t *testing.T, b *browser) {
	t.Helper()
	log, secrets := s.logged(), []string{shopSecret}
	for _, address := range b.visited {
		u, err := url.Parse(address)
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range []string{"code", "state", "nonce"} {
			if value := u.Query().Get(name); value != "" {
				secrets = append(secrets, value)
			}
		}
	}
	if len(secrets) < 4 {
		t.Errorf("the browser has seen %d secrets only", len(secrets))
	}
	for i, secret := range secrets {
		if strings.Contains(log, secret) {
			t.Errorf("secret %d is in the log", i)
		}
	}
	if strings.Contains(log, "eyJ") {
		t.Error("a token is in the log")
	}
	if !strings.Contains(log, "auth:login") || !strings.Contains(log, "auth:valid") {
		t.Error("the log does not tell of the login")
	}
}
