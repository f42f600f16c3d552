package oauth_test

import (
	"testing"

	rt "github.com/flowc-dev/flowc/runtime"
	"github.com/flowc-dev/flowc/runtime/oauth"
)

// TestDiscovery logs in where the document about the issuer stands elsewhere, as in Azure AD B2C: it must name the
// issuer.
func TestDiscovery(t *testing.T) {
	const elsewhere = "/shop.onmicrosoft.com/v2.0/.well-known/openid-configuration"
	for _, provider := range []oauth.Provider{oauth.OIDC, oauth.Microsoft} {
		t.Run(string(provider), func(t *testing.T) {
			i := newIssuer(t)
			i.fails(metadataPath, 404)
			i.answers(elsewhere, i.metadata())
			s := newSite(t, i, func(c *oauth.Config) { c.Provider, c.Discovery = provider, i.url+elsewhere+"?p=B2C_1_signin" })
			wantUser(t, s.finish(i), "ada")
			wantUser(t, s.bearer(i.accessToken(nil)), "ada")
			wantCalls(t, i, metadataPath, 0)

			other := newIssuer(t)
			other.answers(elsewhere, other.with(object{"issuer": "https://evil.example.com"}))
			s = newSite(t, other, func(c *oauth.Config) { c.Provider, c.Discovery = provider, other.url+elsewhere })
			wantReason(t, s.get(nil, nil), "provider error")
		})
	}
}

// TestDiscoveryApart has two nodes with one issuer and two documents: neither is believed for the other.
func TestDiscoveryApart(t *testing.T) {
	i := newIssuer(t)
	i.answers("/elsewhere", i.with(object{"authorization_endpoint": i.url + "/other-page"}))
	s := newSite(t, i, func(c *oauth.Config) { c.Discovery = i.url + "/elsewhere" })
	setup := s.app.Setup()
	own := oauth.NewVerifier[claims](setup, oauth.Config{
		Provider: oauth.OIDC, ClientID: clientID, ClientSecret: clientSecret, Issuer: i.url, IssuerName: "OIDC_ISSUER", Audiences: []string{audience},
	})
	if own == nil || setup.Err() != nil {
		t.Fatal(setup.Err())
	}
	s.begin()
	wantCalls(t, i, "/elsewhere", 1)
	wantCalls(t, i, metadataPath, 0)
}

// TestDiscoveryVariable starts with addresses of a document that can't be believed.
func TestDiscoveryVariable(t *testing.T) {
	for value, ok := range map[string]bool{
		"": false, "http://id.example.com/d": false, "id.example.com": false, "https://me@id.example.com/d": false,
		"https://id.example.com/p/.well-known/openid-configuration?p=x": true, "http://127.0.0.1:9/d": true,
	} {
		app, err := rt.Open(rt.WithEnv(map[string]string{"DISCOVERY": value, "STORAGE_URL": "memory:"}), rt.WithDir(t.TempDir()), rt.WithLogWriter(t.Output()))
		if err != nil {
			t.Fatal(err)
		}
		setup := app.Setup()
		got := setup.Discovery("DISCOVERY")
		if err := setup.Err(); (err == nil) != ok || ok && got != value {
			t.Errorf("%q: got %q and %v", value, got, err)
		}
		if err := app.Close(); err != nil {
			t.Error(err)
		}
	}
}
