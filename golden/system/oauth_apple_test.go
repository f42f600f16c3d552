package system_test

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"encoding/json"
	"encoding/pem"
	"net/http"
	"net/url"
	"strings"
	"testing"

	rt "github.com/flowc-dev/flowc/runtime"
	"github.com/flowc-dev/flowc/runtime/fn"
	"github.com/flowc-dev/flowc/runtime/oauth"
)

// appleLogin is a project whose provider is Apple, at the issuer of a real provider.
type appleLogin struct {
	*shop
	issuer string
}

// newAppleLogin starts it with a private key; the provider verifies client secrets with signer.
func newAppleLogin(t *testing.T, key, signer *ecdsa.PrivateKey) *appleLogin {
	t.Helper()
	a := &appleLogin{shop: listen(t)}
	public, err := x509.MarshalPKIXPublicKey(&signer.PublicKey)
	if err != nil {
		t.Fatal(err)
	}
	private, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		t.Fatal(err)
	}
	c := a.client()
	c.AuthMethod = "client_secret_post"
	a.issuer = startProviderFor(t, string(pem.EncodeToMemory(&pem.Block{Type: "PUBLIC KEY", Bytes: public})), c).issuer
	a.run(t, t.TempDir(), a.issuer, map[string]string{
		"APPLE_PRIVATE_KEY": string(pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: private})),
	}, a.register)
	return a
}

// register adds the login, as it is generated but for its issuer.
func (a *appleLogin) register(app *rt.App, mux *http.ServeMux) error {
	s := app.Setup()
	in := rt.NewEndpoint[struct{}](s, rt.Entry{Workflow: "login", Node: "in", Method: http.MethodGet, Path: "/login", PostsBack: true})
	auth := oauth.NewVerifier[struct{}](s, oauth.Config{
		Provider: oauth.Apple, Issuer: a.issuer, ClientID: "shop", Realm: "login", Browser: true,
		Signer: &oauth.Signer{Team: "TEAM", Key: "KEY", PEM: s.Secret("APPLE_PRIVATE_KEY")},
	})
	in.Register(mux, func(x *rt.Exec) error {
		x.Enter("auth")
		u := auth.Check(x)
		x.Enter("answer")
		switch {
		case u.Login:
			x.SetHeader("Location", u.URL)
			return x.Empty(http.StatusFound)
		case u.Valid:
			return x.JSON(http.StatusOK, appleUser{u.Sub, fn.Or(u.Email, ""), ""})
		}
		return x.JSON(http.StatusUnauthorized, appleUser{Reason: u.Reason})
	})
	return s.Err()
}

// appleUser is what the login answers.
type appleUser struct{ Sub, Email, Reason string }

func newSigningKey(t *testing.T) *ecdsa.PrivateKey {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	return key
}

// TestAppleAtProvider logs in at a real provider as at Apple: the provider posts the code by a form, and verifies the
// client secret that the project has signed.
func TestAppleAtProvider(t *testing.T) {
	key := newSigningKey(t)
	a := newAppleLogin(t, key, key)
	b := newBrowser(t, a.server.Certificate())
	form := b.logIn(b.open(a.url+"/login", nil), "ada", nil)
	if mode := mustParse(t, b.visited[1]).Query().Get("response_mode"); mode != "form_post" || !strings.Contains(form.body, `name="code"`) {
		t.Fatalf("the provider was asked for %q, and answered %d at %s", mode, form.status, form.url.Path)
	}
	wantAppleUser(t, b.submit(form, nil, nil), http.StatusOK, appleUser{Sub: "ada", Email: "ada@example.com"})
	wantAppleUser(t, b.submit(form, nil, nil), http.StatusUnauthorized, appleUser{Reason: "wrong state"})
}

// TestAppleAttacksAtProvider comes back in another browser, by GET, and with a secret that another key has signed.
func TestAppleAttacksAtProvider(t *testing.T) {
	key := newSigningKey(t)
	a := newAppleLogin(t, key, key)
	b := newBrowser(t, a.server.Certificate())
	form := b.logIn(b.open(a.url+"/login", nil), "ada", nil)
	other := newBrowser(t, a.server.Certificate())
	wantAppleUser(t, other.submit(form, nil, nil), http.StatusUnauthorized, appleUser{Reason: "wrong state"})
	if p := b.request(http.MethodPost, a.url+"/login", url.Values{"name": {"ada"}}); p.status != http.StatusMethodNotAllowed {
		t.Errorf("another form is answered with %d", p.status)
	}

	a = newAppleLogin(t, newSigningKey(t), key)
	b = newBrowser(t, a.server.Certificate())
	p := b.submit(b.logIn(b.open(a.url+"/login", nil), "ada", nil), nil, nil)
	if p.status == http.StatusOK || strings.Contains(p.body, "ada") {
		t.Errorf("a secret of another key is answered with %d %s", p.status, p.body)
	}
}

func wantAppleUser(t *testing.T, p page, status int, want appleUser) {
	t.Helper()
	var got appleUser
	if err := json.Unmarshal([]byte(p.body), &got); err != nil || p.status != status || got != want {
		t.Errorf("got %d %s (%v), want %d %+v", p.status, p.body, err, status, want)
	}
}
