package main

import (
	"crypto"
	"crypto/rand"
	"crypto/rsa"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"math/big"
	"net/http"
	"net/http/httptest"
	"net/url"
	"testing"
	"time"
)

// provider stands in for an identity provider: whoever comes to its login page is logged in at once, as its user.
type provider struct {
	t    *testing.T
	url  string
	key  *rsa.PrivateKey
	user map[string]any // claims of the ID token
	sent url.Values     // with the browser, last
}

func newProvider(t *testing.T) *provider {
	t.Helper()
	key, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		t.Fatal(err)
	}
	p := &provider{t: t, key: key, user: map[string]any{"sub": "ada", "email": "ada@example.com", "email_verified": true, "name": "Ada"}}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /.well-known/openid-configuration", p.metadata)
	mux.HandleFunc("GET /keys", p.keys)
	mux.HandleFunc("GET /authorize", p.authorize)
	mux.HandleFunc("POST /token", p.token)
	server := httptest.NewServer(mux)
	t.Cleanup(server.Close)
	p.url = server.URL
	return p
}

func (p *provider) answer(w http.ResponseWriter, body map[string]any) {
	w.Header().Set("Content-Type", "application/json")
	if err := json.NewEncoder(w).Encode(body); err != nil {
		p.t.Error(err)
	}
}

func (p *provider) metadata(w http.ResponseWriter, _ *http.Request) {
	p.answer(w, map[string]any{
		"issuer": p.url, "authorization_endpoint": p.url + "/authorize", "token_endpoint": p.url + "/token", "jwks_uri": p.url + "/keys",
	})
}

func (p *provider) keys(w http.ResponseWriter, _ *http.Request) {
	p.answer(w, map[string]any{"keys": []map[string]string{{
		"kty": "RSA", "use": "sig", "alg": "RS256", "kid": "1",
		"n": encode(p.key.N.Bytes()), "e": encode(big.NewInt(int64(p.key.E)).Bytes()),
	}}})
}

// authorize is the login page.
func (p *provider) authorize(w http.ResponseWriter, r *http.Request) {
	p.sent = r.URL.Query()
	back := url.Values{"code": {"the code of this login"}, "state": {p.sent.Get("state")}}
	http.Redirect(w, r, p.sent.Get("redirect_uri")+"?"+back.Encode(), http.StatusFound)
}

// token exchanges the code.
func (p *provider) token(w http.ResponseWriter, r *http.Request) {
	challenge := sha256.Sum256([]byte(r.PostFormValue("code_verifier")))
	if encode(challenge[:]) != p.sent.Get("code_challenge") || r.PostFormValue("code") != "the code of this login" {
		w.WriteHeader(http.StatusBadRequest)
		p.answer(w, map[string]any{"error": "invalid_grant"})
		return
	}
	idToken := p.sign(map[string]any{"aud": "shop", "nonce": p.sent.Get("nonce")})
	p.answer(w, map[string]any{"access_token": "an access token", "token_type": "Bearer", "id_token": idToken})
}

// sign makes a token of the user, with more claims.
func (p *provider) sign(more map[string]any) string {
	p.t.Helper()
	claims := map[string]any{"iss": p.url, "exp": time.Now().Add(time.Minute).Unix()}
	for _, some := range []map[string]any{p.user, more} {
		for name, value := range some {
			claims[name] = value
		}
	}
	text, err := json.Marshal(claims)
	if err != nil {
		p.t.Fatal(err)
	}
	input := encode([]byte(`{"alg":"RS256","kid":"1"}`)) + "." + encode(text)
	sum := sha256.Sum256([]byte(input))
	signature, err := rsa.SignPKCS1v15(nil, p.key, crypto.SHA256, sum[:])
	if err != nil {
		p.t.Fatal(err)
	}
	return input + "." + encode(signature)
}

func encode(b []byte) string { return base64.RawURLEncoding.EncodeToString(b) }
