package oauth_test

import (
	"crypto"
	"crypto/rand"
	"crypto/rsa"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync"
	"testing"

	"github.com/MicahParks/jwkset"
)

// object is JSON.
type object = map[string]any

// issuer is an identity provider on loopback that does what a test wants of it, also what a provider must never do.
type issuer struct {
	url    string
	server *httptest.Server

	mu      sync.Mutex
	calls   map[string]int              // by path
	served  map[string]http.HandlerFunc // by path, in place of what it does else
	keys    []signingKey                // those published
	asked   url.Values                  // what the browser was sent with, last
	idToken func(claims object)         // changes the ID token
	access  string                      // the access token that comes with it
}

// signingKey is a key under its kid.
type signingKey struct {
	id  string
	key *rsa.PrivateKey
}

var (
	firstKey  = sync.OnceValue(func() signingKey { return newKey("first") })
	secondKey = sync.OnceValue(func() signingKey { return newKey("second") })
)

func newKey(id string) signingKey {
	key, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		panic(err)
	}
	return signingKey{id, key}
}

func newIssuer(t testing.TB) *issuer {
	t.Helper()
	i := &issuer{calls: map[string]int{}, served: map[string]http.HandlerFunc{}, keys: []signingKey{firstKey()}, access: "access-token-of-ada-0123456789"}
	i.server = httptest.NewServer(i)
	i.url = i.server.URL
	t.Cleanup(i.server.Close)
	return i
}

// ServeHTTP implements http.Handler.
func (i *issuer) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	i.mu.Lock()
	i.calls[r.URL.Path]++
	served := i.served[r.URL.Path]
	i.mu.Unlock()
	switch {
	case served != nil:
		served(w, r)
	case r.URL.Path == "/.well-known/openid-configuration":
		answer(w, i.metadata())
	case r.URL.Path == "/keys":
		answer(w, i.set())
	case r.URL.Path == "/token":
		i.token(w, r)
	default:
		http.NotFound(w, r)
	}
}

func answer(w http.ResponseWriter, body any) {
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(body)
}

// serve makes a path do something else.
func (i *issuer) serve(path string, h http.HandlerFunc) {
	i.mu.Lock()
	defer i.mu.Unlock()
	i.served[path] = h
}

// answers makes a path answer with JSON.
func (i *issuer) answers(path string, body any) {
	i.serve(path, func(w http.ResponseWriter, _ *http.Request) { answer(w, body) })
}

// fails makes a path answer with a status.
func (i *issuer) fails(path string, status int) {
	i.serve(path, func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(status) })
}

func (i *issuer) called(path string) int {
	i.mu.Lock()
	defer i.mu.Unlock()
	return i.calls[path]
}

func (i *issuer) metadata() object {
	return object{
		"issuer":                                         i.url,
		"authorization_endpoint":                         i.url + "/authorize",
		"token_endpoint":                                 i.url + "/token",
		"jwks_uri":                                       i.url + "/keys",
		"introspection_endpoint":                         i.url + "/introspect",
		"id_token_signing_alg_values_supported":          []string{"RS256", "HS256", "none"},
		"token_endpoint_auth_methods_supported":          []string{"client_secret_basic"},
		"authorization_response_iss_parameter_supported": true,
	}
}

// with is the metadata with other members; nil takes one out.
func (i *issuer) with(changes object) object {
	m := i.metadata()
	for name, value := range changes {
		if m[name] = value; value == nil {
			delete(m, name)
		}
	}
	return m
}

const metadataPath = "/.well-known/openid-configuration"

// publish replaces the keys.
func (i *issuer) publish(keys ...signingKey) {
	i.mu.Lock()
	defer i.mu.Unlock()
	i.keys = keys
}

func (i *issuer) set() object {
	i.mu.Lock()
	defer i.mu.Unlock()
	list := []json.RawMessage{}
	for _, k := range i.keys {
		list = append(list, jwk(k, nil))
	}
	return object{"keys": list}
}

// jwk is the public half of a key as a set holds it, with more members.
func jwk(k signingKey, more object) json.RawMessage {
	made, err := jwkset.NewJWKFromKey(k.key.Public(), jwkset.JWKOptions{Metadata: jwkset.JWKMetadataOptions{KID: k.id, USE: jwkset.UseSig}})
	if err != nil {
		panic(err)
	}
	text, err := json.Marshal(made.Marshal())
	if err != nil {
		panic(err)
	}
	members := object{}
	if err := json.Unmarshal(text, &members); err != nil {
		panic(err)
	}
	for name, value := range more {
		members[name] = value
	}
	text, err = json.Marshal(members)
	if err != nil {
		panic(err)
	}
	return text
}

// sign makes a token: RS256 under the key, or what header says else.
func sign(k signingKey, header, claims object) string {
	full := object{"alg": "RS256", "typ": "JWT", "kid": k.id}
	for name, value := range header {
		full[name] = value
	}
	input := encode(full) + "." + encode(claims)
	sum := sha256.Sum256([]byte(input))
	signature, err := rsa.SignPKCS1v15(nil, k.key, crypto.SHA256, sum[:])
	if err != nil {
		panic(err)
	}
	return input + "." + base64.RawURLEncoding.EncodeToString(signature)
}

func encode(v any) string {
	text, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	return base64.RawURLEncoding.EncodeToString(text)
}

// authorize is what the provider sends the browser back with, once the user has logged in at the address.
func (i *issuer) authorize(t testing.TB, address string) url.Values {
	t.Helper()
	u, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	i.mu.Lock()
	defer i.mu.Unlock()
	i.asked = u.Query()
	return url.Values{"code": {goodCode}, "state": {i.asked.Get("state")}, "iss": {i.url}}
}

const goodCode = "code-of-ada-0123456789abcdef"

// token exchanges the code, once the client has proved itself (RFC 6749, 4.1.3; RFC 7636, 4.6).
func (i *issuer) token(w http.ResponseWriter, r *http.Request) {
	id, secret, _ := r.BasicAuth()
	i.mu.Lock()
	asked, changed, access, key := i.asked, i.idToken, i.access, i.keys[0]
	i.mu.Unlock()
	challenge := sha256.Sum256([]byte(r.PostFormValue("code_verifier")))
	switch {
	case id != clientID || secret != url.QueryEscape(clientSecret):
		w.WriteHeader(http.StatusUnauthorized)
		answer(w, object{"error": "invalid_client"})
		return
	case r.PostFormValue("grant_type") != "authorization_code", r.PostFormValue("code") != goodCode, r.PostFormValue("redirect_uri") != asked.Get("redirect_uri"),
		asked.Get("code_challenge_method") != "S256", base64.RawURLEncoding.EncodeToString(challenge[:]) != asked.Get("code_challenge"):
		w.WriteHeader(http.StatusBadRequest)
		answer(w, object{"error": "invalid_grant", "error_description": "quotes " + r.PostFormValue("code")})
		return
	}
	claims := i.claims(object{"aud": clientID, "nonce": asked.Get("nonce"), "email": "ada@example.com", "email_verified": true, "name": "Ada"})
	if changed != nil {
		changed(claims)
	}
	answer(w, object{"access_token": access, "token_type": "Bearer", "expires_in": 3600, "id_token": sign(key, nil, claims)})
}

// claims are good ones of a user, with more; nil takes one out.
func (i *issuer) claims(more object) object {
	c := object{"iss": i.url, "sub": "ada", "iat": start.Unix(), "exp": start.Add(hour).Unix()}
	for name, value := range more {
		if c[name] = value; value == nil {
			delete(c, name)
		}
	}
	return c
}

// accessToken is a token for the API, changed.
func (i *issuer) accessToken(changes object) string {
	more := object{"aud": audience, "client_id": "another application", "scope": "orders:read"}
	for name, value := range changes {
		more[name] = value
	}
	return sign(firstKey(), object{"typ": "at+jwt"}, i.claims(more))
}

// hang answers only when the caller has given up, which is seen once the body is read.
func hang(_ http.ResponseWriter, r *http.Request) {
	_, _ = io.Copy(io.Discard, r.Body)
	<-r.Context().Done()
}

// tooLarge answers with more than anybody reads.
func tooLarge(w http.ResponseWriter, _ *http.Request) {
	fmt.Fprintf(w, `{"x":"%s"}`, strings.Repeat("x", 2<<20))
}
