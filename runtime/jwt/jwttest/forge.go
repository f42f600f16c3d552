package jwttest

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
	"strings"
	"sync"
	"time"
)

// Secret is an HMAC key long enough for each HS algorithm.
const Secret = "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef"

// Now is the time at which the tokens are to be checked: in them, exp 2000000000 is ahead and 1000000000 past.
func Now() time.Time { return time.Unix(1_500_000_000, 0) }

// A good token's header and claims. Its sub is 7.
const (
	GoodHeader = `{"alg":"HS256","typ":"JWT"}`
	GoodClaims = `{"sub":"7","exp":2000000000}`
)

// Forge builds a token from a header and claims as written, signed by sign.
func Forge(header, claims string, sign func(input string) []byte) string {
	input := Encode([]byte(header)) + "." + Encode([]byte(claims))
	return input + "." + Encode(sign(input))
}

// Encode writes base64url without padding.
func Encode(b []byte) string { return base64.RawURLEncoding.EncodeToString(b) }

// UnderHMAC signs as HS256 does.
func UnderHMAC(key string) func(string) []byte {
	return func(input string) []byte {
		mac := hmac.New(sha256.New, []byte(key))
		mac.Write([]byte(input))
		return mac.Sum(nil)
	}
}

// Signature signs with the same bytes whatever the input.
func Signature(bytes ...byte) func(string) []byte {
	return func(string) []byte { return bytes }
}

// HS256 is a token under Secret.
func HS256(header, claims string) string { return Forge(header, claims, UnderHMAC(Secret)) }

// RSAKey is a key of 2048 bits, the same at each call.
var RSAKey = sync.OnceValue(func() *rsa.PrivateKey { return must(rsa.GenerateKey(rand.Reader, 2048)) })

// ECKey makes a key.
func ECKey(curve elliptic.Curve) *ecdsa.PrivateKey {
	return must(ecdsa.GenerateKey(curve, rand.Reader))
}

// EdKey makes a key.
func EdKey() ed25519.PrivateKey {
	_, private, err := ed25519.GenerateKey(rand.Reader)
	return must(private, err)
}

// PrivatePEM writes a key as PKCS #8.
func PrivatePEM(key crypto.Signer) string {
	return PEM("PRIVATE KEY", must(x509.MarshalPKCS8PrivateKey(key)))
}

// PublicPEM writes what is public of a key as PKIX.
func PublicPEM(key crypto.Signer) string {
	return PEM("PUBLIC KEY", must(x509.MarshalPKIXPublicKey(key.Public())))
}

// PEM writes a block of a kind.
func PEM(kind string, der []byte) string {
	return string(pem.EncodeToMemory(&pem.Block{Type: kind, Bytes: der}))
}

func pemBlock(text string) []byte {
	block, _ := pem.Decode([]byte(text))
	return block.Bytes
}

// NotCanonical changes bits of the last character that no byte has.
func NotCanonical(token string) string {
	const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
	last := strings.IndexByte(alphabet, token[len(token)-1])
	return token[:len(token)-1] + string(alphabet[last^1])
}

// Nested is JSON of that depth.
func Nested(depth int) string { return strings.Repeat("[", depth) + strings.Repeat("]", depth) }

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}
