package golden_test

import (
	"crypto"
	"crypto/ecdsa"
	"crypto/ed25519"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/rsa"
	"crypto/x509"
	"encoding/base64"
	"encoding/json"
	"encoding/pem"
	"math/big"
	"net/http"
	"sync/atomic"
	"testing"

	"github.com/flowc-dev/flowc/templates"
)

// keys are a key for each algorithm, and the provider that publishes those that are public.
type keys struct {
	environment []string // NAME=value: what a program signs and verifies with
	published   []map[string]string
	asked       atomic.Int64 // how often a program fetched the set
}

func newKeys(t *testing.T) *keys {
	t.Helper()
	k := &keys{}
	for _, algorithm := range templates.Algorithms {
		private, public := rand.Text()+rand.Text()+rand.Text(), ""
		if isSymmetric(algorithm) {
			public = private
		} else {
			signer := newSigner(t, algorithm)
			private, public = privatePEM(t, signer), publicPEM(t, signer.Public())
			k.published = append(k.published, published(t, algorithm, signer.Public()))
		}
		k.environment = append(k.environment, algorithm+"_PRIVATE="+private, algorithm+"_PUBLIC="+public)
	}
	return k
}

// ServeHTTP publishes the set (RFC 7517, section 5).
func (k *keys) ServeHTTP(w http.ResponseWriter, _ *http.Request) {
	k.asked.Add(1)
	_ = json.NewEncoder(w).Encode(map[string]any{"keys": k.published}) // who does not get it says so
}

func newSigner(t *testing.T, algorithm string) crypto.Signer {
	t.Helper()
	var signer crypto.Signer
	var err error
	switch algorithm {
	case "ES256":
		signer, err = ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	case "ES384":
		signer, err = ecdsa.GenerateKey(elliptic.P384(), rand.Reader)
	case "ES512":
		signer, err = ecdsa.GenerateKey(elliptic.P521(), rand.Reader)
	case "EdDSA", "Ed25519":
		_, signer, err = ed25519.GenerateKey(rand.Reader)
	default:
		signer, err = rsa.GenerateKey(rand.Reader, 2048)
	}
	if err != nil {
		t.Fatal(err)
	}
	return signer
}

func privatePEM(t *testing.T, key crypto.Signer) string {
	t.Helper()
	der, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		t.Fatal(err)
	}
	return string(pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: der}))
}

func publicPEM(t *testing.T, key crypto.PublicKey) string {
	t.Helper()
	der, err := x509.MarshalPKIXPublicKey(key)
	if err != nil {
		t.Fatal(err)
	}
	return string(pem.EncodeToMemory(&pem.Block{Type: "PUBLIC KEY", Bytes: der}))
}

// published is a key as a provider writes it (RFC 7518, section 6; RFC 8037), without a kid, as our tokens have none.
func published(t *testing.T, algorithm string, public crypto.PublicKey) map[string]string {
	t.Helper()
	text := base64.RawURLEncoding.EncodeToString
	switch key := public.(type) {
	case *rsa.PublicKey:
		return map[string]string{"kty": "RSA", "alg": algorithm, "n": text(key.N.Bytes()), "e": text(big.NewInt(int64(key.E)).Bytes())}
	case *ecdsa.PublicKey:
		point, err := key.Bytes() // 4, x and y
		if err != nil {
			t.Fatal(err)
		}
		half := (len(point) - 1) / 2
		return map[string]string{
			"kty": "EC", "use": "sig", "crv": key.Curve.Params().Name,
			"x": text(point[1 : 1+half]), "y": text(point[1+half:]),
		}
	case ed25519.PublicKey:
		return map[string]string{"kty": "OKP", "crv": "Ed25519", "x": text(key)}
	}
	t.Fatalf("no key of %s", algorithm)
	return nil
}
