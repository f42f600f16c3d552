package jwt_test

import (
	"crypto"
	"crypto/elliptic"
	"crypto/x509"
	"encoding/json"
	"encoding/pem"
	"testing"

	"github.com/MicahParks/jwkset"
	golangjwt "github.com/golang-jwt/jwt/v5"

	"github.com/flowc-dev/flowc/runtime/jwt"
	"github.com/flowc-dev/flowc/runtime/jwt/jwttest"
)

// TestPublished verifies tokens whose algorithm is known only from the provider: each key by the one that it is for.
func TestPublished(t *testing.T) {
	ec, ed, rsa := jwttest.ECKey(elliptic.P256()), jwttest.EdKey(), jwttest.RSAKey()
	p := newProvider(t, jwk(ec, "ec", "sig", "ES256"), jwk(ed, "ed", "sig", ""), jwk(rsa, "rsa", "sig", "PS256"))
	all := []string{"ES256", "EdDSA", "RS256", "PS256", "HS256", "none"}
	for _, test := range []struct {
		name, token string
		algorithms  []string
		want        string
	}{
		{"ES256", es256(ec, "ec"), all, ""},
		{"EdDSA", signedBy(golangjwt.SigningMethodEdDSA, ed, "ed"), all, ""},
		{"PS256", signedBy(golangjwt.SigningMethodPS256, rsa, "rsa"), all, ""},
		{"RS256 under a key for PS256", signedBy(golangjwt.SigningMethodRS256, rsa, "rsa"), all, "wrong signature"},
		{"not what the provider signs with", es256(ec, "ec"), []string{"RS256"}, "wrong algorithm"},
		{"nothing that it signs with", es256(ec, "ec"), nil, "wrong algorithm"},
		{"HS256 under the public key", jwttest.Forge(`{"alg":"HS256","kid":"ec"}`, jwttest.GoodClaims, jwttest.UnderHMAC(jwttest.PublicPEM(ec))), all, "wrong algorithm"},
		{"none", jwttest.Forge(`{"alg":"none"}`, jwttest.GoodClaims, jwttest.Signature()), all, "wrong algorithm"},
	} {
		t.Run(test.name, func(t *testing.T) {
			got := jwt.NewPublished(openApp(t)).Verify(t.Context(), test.token, p.keysOf(test.algorithms...))
			if got.Reason != test.want || got.Valid != (test.want == "") {
				t.Errorf("valid %t, reason %q, want %q", got.Valid, got.Reason, test.want)
			}
		})
	}
}

// TestPublishedAttacks holds tokens under published keys to the attacks that those under keys at hand are held to.
func TestPublishedAttacks(t *testing.T) {
	attacks := 0
	for _, target := range jwttest.Targets() {
		block, _ := pem.Decode([]byte(target.Key))
		if block == nil {
			continue // a secret, which nobody publishes
		}
		public := must(x509.ParsePKIXPublicKey(block.Bytes))
		p := newProvider(t, publicJWK(public))
		verifier, keys := jwt.NewPublished(openApp(t)), p.keysOf(target.Algorithm)
		if got := verifier.Verify(t.Context(), target.Good, keys); !got.Valid {
			t.Errorf("%s: a good token is refused: %s", target.Name, got.Reason)
		}
		for _, attack := range target.Attacks {
			attacks++
			if got := verifier.Verify(t.Context(), attack.Token, keys); got.Valid || got.Reason != attack.Reason {
				t.Errorf("%s, %s: valid %t, reason %q, want %q", target.Name, attack.Name, got.Valid, got.Reason, attack.Reason)
			}
		}
	}
	if attacks < 20 {
		t.Errorf("%d attacks only", attacks)
	}
}

// keysOf gives the provider's keys to the tokens of every issuer.
func (p *provider) keysOf(algorithms ...string) jwt.KeysOf {
	return func(string, string) (jwt.Keys, string) { return jwt.Keys{URL: p.url, Algorithms: algorithms}, "" }
}

// publicJWK is a key as a set holds it that says no more of it.
func publicJWK(key crypto.PublicKey) string {
	made := must(jwkset.NewJWKFromKey(key, jwkset.JWKOptions{}))
	return string(must(json.Marshal(made.Marshal())))
}
