package jwt_test

import (
	"crypto/rand"
	"crypto/rsa"
	"crypto/x509"
	"encoding/base64"
	"encoding/json"
	"encoding/pem"
	"fmt"
	"math/big"
	"strings"
	"testing"
	"time"

	golangjwt "github.com/golang-jwt/jwt/v5"

	"github.com/flowc-dev/flowc/runtime/jwt"
	"github.com/flowc-dev/flowc/runtime/jwt/jwttest"
)

// rocaKey makes an RSA key the way that Infineon's library did: its primes are k*M + 65537^a mod M, where M is a product
// of small primes.
func rocaKey(t *testing.T) *rsa.PrivateKey {
	t.Helper()
	product := big.NewInt(1)
	for n := int64(2); n <= 167; n++ {
		if p := big.NewInt(n); p.ProbablyPrime(10) {
			product.Mul(product, p)
		}
	}
	p, q := rocaPrime(t, product), rocaPrime(t, product)
	one, e := big.NewInt(1), big.NewInt(65537)
	phi := new(big.Int).Mul(new(big.Int).Sub(p, one), new(big.Int).Sub(q, one))
	key := &rsa.PrivateKey{
		PublicKey: rsa.PublicKey{N: new(big.Int).Mul(p, q), E: 65537},
		D:         new(big.Int).ModInverse(e, phi), Primes: []*big.Int{p, q},
	}
	if key.D == nil {
		return rocaKey(t)
	}
	key.Precompute()
	return key
}

// rocaPrime is one of 1024 bits with the two highest set, so that the product of two has 2048.
func rocaPrime(t *testing.T, product *big.Int) *big.Int {
	t.Helper()
	low := new(big.Int).Lsh(big.NewInt(3), 1022)
	room := new(big.Int).Div(new(big.Int).Lsh(big.NewInt(1), 1022), product)
	for {
		a, k := must(rand.Int(rand.Reader, product)), must(rand.Int(rand.Reader, room))
		k.Add(k, new(big.Int).Div(low, product)).Add(k, big.NewInt(1))
		p := new(big.Int).Exp(big.NewInt(65537), a, product)
		if p.Add(p, k.Mul(k, product)); p.BitLen() == 1024 && p.ProbablyPrime(10) {
			return p
		}
	}
}

// TestROCA takes no other key for one that can be broken, and signs with none.
func TestROCA(t *testing.T) {
	setup := openApp(t).Setup()
	jwt.NewSigner(setup, jwt.SignerConfig{Algorithm: "RS256", Key: jwttest.PrivatePEM(rocaKey(t)), KeyName: "KEY", ExpiresIn: time.Hour})
	if err := setup.Err(); err == nil || !strings.Contains(err.Error(), "ROCA") {
		t.Errorf("a weak key signs: %v", err)
	}
	for range 3 {
		good := must(rsa.GenerateKey(rand.Reader, 2048))
		if user := verify(t, jwt.VerifierConfig{Algorithms: []string{"RS256"}, Key: jwttest.PublicPEM(good), KeyName: "KEY"},
			signedBy(golangjwt.SigningMethodRS256, good, "")); !user.Valid {
			t.Errorf("a good key: %s", user.Reason)
		}
	}
}

// TestEachPrimeOfROCA wants a modulus that only one of the primes tells from those of the library to be no weak one.
func TestEachPrimeOfROCA(t *testing.T) {
	primes := []int64{11, 13, 17, 19, 37, 53, 61, 71, 73, 79, 97, 103, 107, 109, 127, 151, 157}
	for _, except := range append([]int64{0}, primes...) {
		step := big.NewInt(2)
		for _, p := range primes {
			if p != except {
				step.Mul(step, big.NewInt(p))
			}
		}
		n := new(big.Int).Lsh(big.NewInt(1), 2047)
		n.Sub(n, new(big.Int).Mod(n, step)).Add(n, step).Add(n, big.NewInt(1)) // a power of 65537, the first, of all others
		for except != 0 && isPower(new(big.Int).Mod(n, big.NewInt(except)).Int64(), except) {
			n.Add(n, step)
		}
		setup := openApp(t).Setup()
		jwt.NewVerifier[struct{}](setup, jwt.VerifierConfig{Algorithms: []string{"RS256"}, Key: publicPEM(t, n), KeyName: "KEY"})
		if weak := setup.Err() != nil && strings.Contains(setup.Err().Error(), "ROCA"); weak != (except == 0) {
			t.Errorf("all primes but %d take a modulus for weak: %t (%v)", except, weak, setup.Err())
		}
	}
}

// isPower reports whether a rest is a power of 65537 modulo p.
func isPower(rest, p int64) bool {
	for power, i := int64(1), int64(0); i < p; i++ {
		if power == rest {
			return true
		}
		power = power * 65537 % p
	}
	return false
}

func publicPEM(t *testing.T, n *big.Int) string {
	t.Helper()
	der := must(x509.MarshalPKIXPublicKey(&rsa.PublicKey{N: n, E: 65537}))
	return string(pem.EncodeToMemory(&pem.Block{Type: "PUBLIC KEY", Bytes: der}))
}

// TestPublishedKeysThatAreRefused publishes a weak key, and keys that are for something else than to verify.
func TestPublishedKeysThatAreRefused(t *testing.T) {
	weak, good := rocaKey(t), jwttest.RSAKey()
	for _, line := range []struct{ name, key, reason string }{
		{"a key of the ROCA kind", rsaJWK(weak, ""), "wrong signature"},
		{"key_ops of signatures", rsaJWK(good, `,"key_ops":["sign","verify"]`), ""},
		{"key_ops and use", rsaJWK(good, `,"use":"sig","key_ops":["verify"]`), ""},
		{"key_ops without verify", rsaJWK(good, `,"key_ops":["sign"]`), "wrong signature"},
		{"key_ops of encryption", rsaJWK(good, `,"use":"sig","key_ops":["encrypt","wrapKey"]`), "wrong signature"},
		{"key_ops without an operation", rsaJWK(good, `,"key_ops":[]`), "wrong signature"},
		{"key_ops in another case", rsaJWK(good, `,"key_ops":["Verify"]`), "wrong signature"},
		{"key_ops a text", rsaJWK(good, `,"key_ops":"verify"`), "wrong signature"},
	} {
		signer := good
		if line.name == "a key of the ROCA kind" {
			signer = weak
		}
		app := openApp(t)
		p := newProvider(t, line.key)
		t.Run(line.name, func(t *testing.T) {
			wantReason(t, app, newJWKSVerifier(t, app, "RS256", p.url), signedBy(golangjwt.SigningMethodRS256, signer, "r"), line.reason)
		})
	}
}

// rsaJWK writes the public half of a key as a set holds it, with more members.
func rsaJWK(key *rsa.PrivateKey, more string) string {
	n := string(must(json.Marshal(base64.RawURLEncoding.EncodeToString(key.N.Bytes()))))
	return fmt.Sprintf(`{"kty":"RSA","kid":"r","n":%s,"e":"AQAB"%s}`, n, more)
}
