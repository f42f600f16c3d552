package identity_test

import (
	"bytes"
	"crypto"
	"crypto/ecdsa"
	"crypto/ed25519"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/rsa"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"math/big"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/flowc-dev/flowc/golden/identity/variables"
	rt "github.com/flowc-dev/flowc/runtime"
	"github.com/flowc-dev/flowc/runtime/jwt/jwttest"
)

// issuer is an identity provider on a socket.
type issuer struct {
	url string
	key *ecdsa.PrivateKey
}

func newIssuer(t *testing.T) *issuer {
	t.Helper()
	i := &issuer{key: jwttest.ECKey(elliptic.P256())}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /keys", func(w http.ResponseWriter, _ *http.Request) {
		fmt.Fprintf(w, `{"keys":[%s]}`, jwk(i.key.Public(), "a", `"use":"sig"`))
	})
	server := httptest.NewServer(mux)
	t.Cleanup(server.Close)
	i.url = server.URL
	return i
}

// claims completes some claims: with sub and exp unless they are there. ISSUER in them is the issuer.
func (i *issuer) claims(text string) string {
	all := map[string]any{"sub": "ada", "exp": jwttest.Now().Add(time.Hour).Unix()}
	var given map[string]any
	if err := json.Unmarshal([]byte(strings.ReplaceAll(text, "ISSUER", i.url)), &given); err != nil {
		panic(err)
	}
	maps.Copy(all, given)
	written, err := json.Marshal(all)
	if err != nil {
		panic(err)
	}
	return string(written)
}

// token is one with some claims, signed with the issuer's key.
func (i *issuer) token(claims string) string { return i.tokenOf("ES256", i.key, claims) }

func (i *issuer) tokenOf(algorithm string, key crypto.Signer, claims string) string {
	return jwttest.Forge(`{"alg":"`+algorithm+`","kid":"a"}`, i.claims(claims), under(key))
}

// under signs with a key: an RSA key as RS256 does, another as its curve does.
func under(key crypto.Signer) func(string) []byte {
	return func(input string) []byte {
		hash := sha256.Sum256([]byte(input))
		switch key := key.(type) {
		case *rsa.PrivateKey:
			signature, err := rsa.SignPKCS1v15(rand.Reader, key, crypto.SHA256, hash[:])
			if err != nil {
				panic(err)
			}
			return signature
		case *ecdsa.PrivateKey:
			r, s, err := ecdsa.Sign(rand.Reader, key, hash[:])
			if err != nil {
				panic(err)
			}
			size := (key.Curve.Params().BitSize + 7) / 8
			return append(r.FillBytes(make([]byte, size)), s.FillBytes(make([]byte, size))...)
		case ed25519.PrivateKey:
			return ed25519.Sign(key, []byte(input))
		}
		panic("another key")
	}
}

// jwk writes a public key, with a kid and further members.
func jwk(key crypto.PublicKey, kid, members string) string {
	encode := base64.RawURLEncoding.EncodeToString
	var body string
	switch key := key.(type) {
	case *rsa.PublicKey:
		body = fmt.Sprintf(`"kty":"RSA","n":%q,"e":%q`, encode(key.N.Bytes()), encode(big.NewInt(int64(key.E)).Bytes()))
	case *ecdsa.PublicKey:
		point, err := key.Bytes() // 4, x, y (SEC 1, section 2.3.3)
		if err != nil {
			panic(err)
		}
		x, y := point[1:1+len(point)/2], point[1+len(point)/2:]
		body = fmt.Sprintf(`"kty":"EC","crv":%q,"x":%q,"y":%q`, key.Curve.Params().Name, encode(x), encode(y))
	case ed25519.PublicKey:
		body = fmt.Sprintf(`"kty":"OKP","crv":"Ed25519","x":%q`, encode(key))
	}
	if members != "" {
		members = "," + members
	}
	return fmt.Sprintf(`{"kid":%q,%s%s}`, kid, body, members)
}

// service is a server whose endpoints take tokens.
type service struct {
	handler http.Handler
	log     *bytes.Buffer
}

// start serves the workflows of several environments.
func start(t *testing.T, env map[string]string) *service {
	t.Helper()
	return serve(t, env, func(app *rt.App) (registrar, error) { return variables.New(app) })
}

// registrar is a package of workflows.
type registrar interface{ Register(mux *http.ServeMux) }

func serve(t *testing.T, env map[string]string, open func(*rt.App) (registrar, error), options ...rt.Option) *service {
	t.Helper()
	s := &service{log: &bytes.Buffer{}}
	app, err := rt.Open(append([]rt.Option{rt.WithEnv(env), rt.WithDir(t.TempDir()), rt.WithLogWriter(s.log), rt.WithClock(jwttest.Now)}, options...)...)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := app.Close(); err != nil {
			t.Error(err)
		}
	})
	flows, err := open(app)
	if err != nil {
		t.Fatal(err)
	}
	mux := http.NewServeMux()
	flows.Register(mux)
	s.handler = app.Handler(mux)
	return s
}

// answer is what a caller gets.
type answer struct {
	Status int
	Answer string
}

// bearer calls a route with a token.
func (s *service) bearer(t *testing.T, path, token string) answer {
	t.Helper()
	r := httptest.NewRequestWithContext(t.Context(), http.MethodGet, path, nil)
	r.Header.Set("Authorization", "Bearer "+token)
	return s.call(t, r)
}

func (s *service) call(t *testing.T, r *http.Request) answer {
	t.Helper()
	w := httptest.NewRecorder()
	s.handler.ServeHTTP(w, r)
	body, err := io.ReadAll(w.Body)
	if err != nil {
		t.Fatal(err)
	}
	a := answer{Status: w.Code}
	if err := json.Unmarshal(body, &a); err != nil {
		t.Errorf("answered %d, with no JSON: %s", w.Code, body)
	}
	return a
}
