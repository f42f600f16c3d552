package oauth_test

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/sha256"
	"crypto/x509"
	"encoding/base64"
	"encoding/json"
	"encoding/pem"
	"math/big"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	rt "github.com/flowc-dev/flowc/runtime"
	"github.com/flowc-dev/flowc/runtime/oauth"
)

// apple is a site of Apple's, with the key that it signs its secret with.
type apple struct {
	*site
	i       *issuer
	key     *ecdsa.PrivateKey
	secrets []string // that the token endpoint got
}

func newApple(t *testing.T) *apple {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	a := &apple{i: newIssuer(t), key: key}
	a.i.answers(metadataPath, a.i.with(object{"token_endpoint_auth_methods_supported": []string{"client_secret_post"}, "authorization_response_iss_parameter_supported": nil}))
	a.i.serve("/token", func(w http.ResponseWriter, r *http.Request) {
		a.secrets = append(a.secrets, r.PostFormValue("client_secret"))
		claims := a.i.claims(object{"aud": clientID, "nonce": a.i.asked.Get("nonce"), "email": "ada@privaterelay.example", "email_verified": "true", "exp": a.clock().Add(hour).Unix()})
		answer(w, object{"access_token": a.i.access, "token_type": "Bearer", "id_token": sign(firstKey(), nil, claims)})
	})
	a.site = newSite(t, a.i, func(c *oauth.Config) { c.Provider, c.ClientSecret, c.Signer = oauth.Apple, "", signer(t, key) })
	return a
}

// signer writes the key as a variable may: with \n for line breaks.
func signer(t *testing.T, key any) *oauth.Signer {
	t.Helper()
	der, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		t.Fatal(err)
	}
	text := string(pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: der}))
	return &oauth.Signer{Team: "TEAM", Key: "KEY", PEM: strings.ReplaceAll(text, "\n", `\n`)}
}

// post is the browser coming back by a form of another site.
func (a *apple) post(form url.Values, cookies ...*http.Cookie) said {
	a.t.Helper()
	r := httptest.NewRequestWithContext(a.t.Context(), http.MethodPost, "/login", strings.NewReader(form.Encode()))
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	if err := r.ParseForm(); err != nil {
		a.t.Fatal(err)
	}
	for _, c := range cookies {
		r.AddCookie(c)
	}
	w := httptest.NewRecorder()
	a.app.Handler(a.mux).ServeHTTP(w, r)
	got := said{status: w.Code, header: w.Header()}
	if err := json.Unmarshal(w.Body.Bytes(), &got); err != nil {
		a.t.Fatalf("%d %s: %v", w.Code, w.Body, err)
	}
	return got
}

// TestAppleLogin logs in at Apple twice within an hour, and once later: the end is posted, and the secret is signed for
// an hour at a time.
func TestAppleLogin(t *testing.T) {
	a := newApple(t)
	for n, pause := range []time.Duration{0, 30 * time.Minute, 31 * time.Minute} {
		a.wait(pause)
		a.i.idToken = nil
		l := a.begin()
		if q := query(t, l.url); q.Get("response_mode") != "form_post" || q.Get("scope") != "openid email name" {
			t.Errorf("asked with %q and %q", q.Get("response_mode"), q.Get("scope"))
		}
		if l.cookie.SameSite != http.SameSiteNoneMode || !l.cookie.Secure || !strings.HasPrefix(l.cookie.Name, "__Host-") {
			t.Errorf("the cookie is %+v", l.cookie)
		}
		form := a.i.authorize(t, l.url)
		form.Del("iss")
		if n == 0 {
			form.Set("user", `{"name":{"firstName":"Ada","lastName":"Lovelace"},"email":"eve@example.com"}`)
		}
		got := a.post(form, l.cookie)
		wantUser(t, got, "ada")
		if want := map[bool]string{true: "Ada Lovelace"}[n == 0]; got.Name != want || got.Email != "ada@privaterelay.example" {
			t.Errorf("login %d: got %q <%s>, want %q", n, got.Name, got.Email, want)
		}
	}
	if len(a.secrets) != 3 || a.secrets[0] != a.secrets[1] || a.secrets[1] == a.secrets[2] {
		t.Fatal("a secret is not kept for an hour")
	}
	a.checkSecret(t, a.secrets[0])
}

// checkSecret reads a client secret as Apple does.
func (a *apple) checkSecret(t *testing.T, secret string) {
	t.Helper()
	parts := strings.Split(secret, ".")
	signature, err := base64.RawURLEncoding.DecodeString(parts[2])
	if err != nil || len(signature) != 64 {
		t.Fatalf("a signature of %d bytes: %v", len(signature), err)
	}
	sum := sha256.Sum256([]byte(parts[0] + "." + parts[1]))
	if !ecdsa.Verify(&a.key.PublicKey, sum[:], new(big.Int).SetBytes(signature[:32]), new(big.Int).SetBytes(signature[32:])) {
		t.Error("the signature is wrong")
	}
	for i, want := range []object{
		{"alg": "ES256", "kid": "KEY"},
		{"iss": "TEAM", "sub": clientID, "aud": a.i.url, "iat": float64(start.Unix()), "exp": float64(start.Add(hour).Unix())},
	} {
		text, err := base64.RawURLEncoding.DecodeString(parts[i])
		var got object
		if err != nil || json.Unmarshal(text, &got) != nil || len(got) != len(want) {
			t.Fatalf("part %d is %s", i, text)
		}
		for name, value := range want {
			if got[name] != value {
				t.Errorf("%s is %v, want %v", name, got[name], value)
			}
		}
	}
}

// TestAppleAttacks posts what is no end of this browser's login, and comes back by GET.
func TestAppleAttacks(t *testing.T) {
	a := newApple(t)
	l := a.begin()
	form := a.i.authorize(t, l.url)
	form.Del("iss")
	wantReason(t, a.post(form), "wrong state")
	if got := a.back(form, l.cookie); !got.Login {
		t.Errorf("a GET ends the login: valid %t, reason %q", got.Valid, got.Reason)
	}
	other := url.Values{"code": form["code"], "state": {"another state of nobody"}}
	wantReason(t, a.post(other, l.cookie), "wrong state")
	wantReason(t, a.post(url.Values{"error": {"access_denied"}, "state": form["state"]}, l.cookie), "login cancelled")
	wantReason(t, a.post(url.Values{}), "missing token")
}

// TestAppleSetup starts with what no login at Apple can be with.
func TestAppleSetup(t *testing.T) {
	other, err := ecdsa.GenerateKey(elliptic.P384(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	good, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		public, want string
		signer       *oauth.Signer
	}{
		{public, "", signer(t, good)},
		{"http://localhost:8080", "PUBLIC_URL", signer(t, good)},
		{public, "APPLE_PRIVATE_KEY", signer(t, other)},
		{public, "APPLE_PRIVATE_KEY", &oauth.Signer{Team: "T", Key: "K", PEM: "no key"}},
	} {
		app, err := rt.Open(withEnv(map[string]string{"PUBLIC_URL": tt.public}), rt.WithDir(t.TempDir()), rt.WithLogWriter(t.Output()))
		if err != nil {
			t.Fatal(err)
		}
		setup := app.Setup()
		oauth.NewVerifier[claims](setup, oauth.Config{Provider: oauth.Apple, ClientID: clientID, Signer: tt.signer, Browser: true})
		if err := setup.Err(); (err == nil) != (tt.want == "") || err != nil && !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: got %v, want %q", tt.public, err, tt.want)
		}
		if err := app.Close(); err != nil {
			t.Error(err)
		}
	}
}
