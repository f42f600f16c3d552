package jwt_test

import (
	"crypto"
	"crypto/ecdsa"
	"crypto/ed25519"
	"crypto/elliptic"
	"crypto/hmac"
	"crypto/rand"
	"crypto/rsa"
	"crypto/sha256"
	"crypto/x509"
	"encoding/base64"
	"encoding/pem"
	"io"
	"net/http"
	"net/http/httptest"
	"sync"
	"testing"
	"time"

	rt "github.com/flowc-dev/flowc/runtime"
	"github.com/flowc-dev/flowc/runtime/jwt"
)

// secret is an HMAC key long enough for each HS algorithm.
const secret = "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef"

// now is what the clock of every test says: in the tokens, exp 2000000000 is ahead and 1000000000 past.
var now = time.Unix(1_500_000_000, 0)

func openApp(t testing.TB, options ...rt.Option) *rt.App {
	t.Helper()
	options = append([]rt.Option{rt.WithEnv(nil), rt.WithDir(t.TempDir()), rt.WithLog(io.Discard),
		rt.WithClock(func() time.Time { return now })}, options...)
	app, err := rt.Open(options...)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { app.Close() })
	return app
}

// execute runs f as an execution that answers r. What f leaves unanswered is a 401, as after a refusal.
func execute(t testing.TB, app *rt.App, r *http.Request, f func(x *rt.Exec)) *httptest.ResponseRecorder {
	t.Helper()
	mux := http.NewServeMux()
	in := rt.NewEndpoint[struct{}](app.Setup(), rt.Entry{Workflow: "me", Node: "in", Method: "GET", Path: "/"})
	in.Register(mux, func(x *rt.Exec) error {
		f(x)
		return x.Empty(http.StatusUnauthorized)
	})
	answer := httptest.NewRecorder()
	mux.ServeHTTP(answer, r)
	return answer
}

// verify returns what a Verifier of c says of token.
func verify(t testing.TB, c jwt.VerifierConfig, token string) jwt.User[struct{}] {
	t.Helper()
	return verifyTyped[struct{}](t, c, token)
}

func verifyTyped[C any](t testing.TB, c jwt.VerifierConfig, token string) jwt.User[C] {
	t.Helper()
	app := openApp(t)
	setup := app.Setup()
	v := jwt.NewVerifier[C](setup, c)
	if err := setup.Err(); err != nil {
		t.Fatal(err)
	}
	return verifyWith(t, app, v, token)
}

func verifyWith[C any](t testing.TB, app *rt.App, v *jwt.Verifier[C], token string) (user jwt.User[C]) {
	t.Helper()
	execute(t, app, httptest.NewRequest("GET", "/", nil), func(x *rt.Exec) { user = v.Verify(x, token) })
	return user
}

// forge builds a token from a header and claims as written, signed by sign.
func forge(header, claims string, sign func(input string) []byte) string {
	input := encode([]byte(header)) + "." + encode([]byte(claims))
	return input + "." + encode(sign(input))
}

func encode(b []byte) string { return base64.RawURLEncoding.EncodeToString(b) }

func underHMAC(key string) func(string) []byte {
	return func(input string) []byte {
		mac := hmac.New(sha256.New, []byte(key))
		mac.Write([]byte(input))
		return mac.Sum(nil)
	}
}

func signature(bytes ...byte) func(string) []byte {
	return func(string) []byte { return bytes }
}

// hs256 is a token under secret.
func hs256(header, claims string) string { return forge(header, claims, underHMAC(secret)) }

const (
	goodHeader = `{"alg":"HS256","typ":"JWT"}`
	goodClaims = `{"sub":"7","exp":2000000000}`
)

func hs256Config() jwt.VerifierConfig {
	return jwt.VerifierConfig{Algorithm: "HS256", Key: secret, KeyName: "JWT_SECRET", Realm: "me"}
}

var rsaKey = sync.OnceValue(func() *rsa.PrivateKey { return must(rsa.GenerateKey(rand.Reader, 2048)) })

func ecKey(curve elliptic.Curve) *ecdsa.PrivateKey {
	return must(ecdsa.GenerateKey(curve, rand.Reader))
}

func edKey() ed25519.PrivateKey {
	_, private, err := ed25519.GenerateKey(rand.Reader)
	return must(private, err)
}

func privatePEM(key crypto.Signer) string {
	return toPEM("PRIVATE KEY", must(x509.MarshalPKCS8PrivateKey(key)))
}

func publicPEM(key crypto.Signer) string {
	return toPEM("PUBLIC KEY", must(x509.MarshalPKIXPublicKey(key.Public())))
}

func toPEM(kind string, der []byte) string {
	return string(pem.EncodeToMemory(&pem.Block{Type: kind, Bytes: der}))
}

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

func pemBlock(text string) []byte {
	block, _ := pem.Decode([]byte(text))
	return block.Bytes
}
