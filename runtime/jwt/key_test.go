package jwt_test

import (
	"bytes"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/rsa"
	"crypto/x509"
	"math/big"
	"strings"
	"testing"
	"time"

	rt "github.com/flowc-dev/flowc/runtime"
	"github.com/flowc-dev/flowc/runtime/jwt"
	"github.com/flowc-dev/flowc/runtime/jwt/jwttest"
)

func TestKeysThatAreRefused(t *testing.T) {
	small := must(rsa.GenerateKey(rand.Reader, 1024))
	ec := jwttest.ECKey(elliptic.P256())
	roca := rocaKey(t)
	lines := []struct{ name, algorithm, key, problem string }{
		{"ROCA", "RS256", jwttest.PublicPEM(roca), "ROCA"},
		{"ROCA, of the private key", "PS384", jwttest.PrivatePEM(roca), "ROCA"},
		{"short for HS256", "HS256", jwttest.Secret[:31], "has 31 bytes, where HS256 wants a secret of at least 32"},
		{"short for HS384", "HS384", jwttest.Secret[:47], "has 47 bytes, where HS384 wants a secret of at least 48"},
		{"short for HS512", "HS512", jwttest.Secret[:63], "has 63 bytes, where HS512 wants a secret of at least 64"},
		{"white space", "HS256", strings.Repeat(" ", 64), "has 0 bytes, where HS256 wants a secret of at least 32"},
		{"short between white space", "HS256", " \t" + jwttest.Secret[:31] + "\n", "has 31 bytes, where HS256 wants a secret of at least 32"},
		{"public key as a secret", "HS256", jwttest.PublicPEM(ec), "holds a PEM key, where HS256 wants a secret"},
		{"no PEM", "RS256", jwttest.Secret, "no PEM block found"},
		{"broken PEM", "RS256", jwttest.PEM("PUBLIC KEY", []byte("x")), "does not parse"},
		{"another block", "RS256", jwttest.PEM("OPENSSH PRIVATE KEY", []byte("x")), "another type"},
		{"small RSA", "RS256", jwttest.PublicPEM(small), "is an RSA key of 1024 bits, where RS256 wants at least 2048"},
		{"small RSA for PSS", "PS512", jwttest.PublicPEM(small), "is an RSA key of 1024 bits, where PS512 wants at least 2048"},
		{"huge RSA", "RS256", publicPEM(t, new(big.Int).Sub(new(big.Int).Lsh(big.NewInt(1), 16385), big.NewInt(1))), "is an RSA key of 16385 bits, where RS256 takes at most 16384"},
		{"another curve", "ES384", jwttest.PublicPEM(ec), "is on curve P-256, where ES384 wants P-384"},
		{"EC for RSA", "RS256", jwttest.PublicPEM(ec), "is a key of another kind than RS256 wants"},
		{"RSA for EdDSA", "EdDSA", jwttest.PublicPEM(jwttest.RSAKey()), "is a key of another kind than EdDSA wants"},
		{"EdDSA for RSA", "RS256", jwttest.PublicPEM(jwttest.EdKey()), "is a key of another kind than RS256 wants"},
		{"EdDSA for EC", "ES256", jwttest.PublicPEM(jwttest.EdKey()), "is a key of another kind than ES256 wants"},
		{"EC for EdDSA", "EdDSA", jwttest.PublicPEM(ec), "is a key of another kind than EdDSA wants"},
		{"no such algorithm", "none", jwttest.Secret, `unknown algorithm "none"`},
	}
	for _, line := range lines {
		app := openApp(t)
		setup := app.Setup()
		v := jwt.NewVerifier[struct{}](setup, jwt.VerifierConfig{Algorithms: []string{line.algorithm}, Key: line.key, KeyName: "THE_KEY"})
		err := setup.Err()
		if err == nil || !strings.Contains(err.Error(), line.problem) || !strings.Contains(err.Error(), "THE_KEY") {
			t.Errorf("%s: %v; want THE_KEY %s", line.name, err, line.problem)
			continue
		}
		if strings.Contains(err.Error(), line.key) {
			t.Errorf("%s: the error quotes the key", line.name)
		}
		if user := verifyWith(t, app, v, jwttest.Forge(`{"alg":"`+line.algorithm+`"}`, jwttest.GoodClaims, jwttest.UnderHMAC(line.key))); user.Valid {
			t.Errorf("%s: a verifier without a key accepts", line.name)
		}
	}
}

func TestMissingKeyRefusesEverything(t *testing.T) {
	app := openApp(t)
	v := jwt.NewVerifier[struct{}](app.Setup(), jwt.VerifierConfig{Algorithms: []string{"HS256"}, KeyName: "JWT_SECRET"})
	if user := verifyWith(t, app, v, jwttest.Forge(jwttest.GoodHeader, jwttest.GoodClaims, jwttest.UnderHMAC(""))); user.Reason != "wrong signature" {
		t.Errorf("valid %v, %q", user.Valid, user.Reason)
	}
}

// TestKeyOfItsVariable wants that a key which is not given is read from its variable, and masked in the log from then on.
func TestKeyOfItsVariable(t *testing.T) {
	var log bytes.Buffer
	app := openApp(t, rt.WithEnv(map[string]string{"THE_KEY": jwttest.Secret}), rt.WithLogWriter(&log))
	setup := app.Setup()
	jwt.NewSigner(setup, jwt.SignerConfig{Algorithm: "HS256", KeyName: "THE_KEY", ExpiresIn: time.Hour})
	v := jwt.NewVerifier[struct{}](setup, jwt.VerifierConfig{Algorithms: []string{"HS256"}, KeyName: "THE_KEY"})
	if err := setup.Err(); err != nil {
		t.Fatal(err)
	}
	if user := verifyWith(t, app, v, jwttest.Forge(jwttest.GoodHeader, jwttest.GoodClaims, jwttest.UnderHMAC(jwttest.Secret))); !user.Valid {
		t.Errorf("a good token is refused: %s", user.Reason)
	}
	app.Logger().Info("the key is " + jwttest.Secret)
	if strings.Contains(log.String(), jwttest.Secret) || !strings.Contains(log.String(), "the key is") {
		t.Error("the log does not mask the key")
	}
}

// TestFormsOfKeys gives one key in the forms in which tools write it.
func TestFormsOfKeys(t *testing.T) {
	ec := jwttest.ECKey(elliptic.P256())
	sec1 := jwttest.PEM("EC PRIVATE KEY", must(x509.MarshalECPrivateKey(ec)))
	rsaPublic := jwttest.PEM("RSA PUBLIC KEY", x509.MarshalPKCS1PublicKey(&jwttest.RSAKey().PublicKey))
	rsaPrivate := jwttest.PEM("RSA PRIVATE KEY", x509.MarshalPKCS1PrivateKey(jwttest.RSAKey()))
	lines := []struct{ name, algorithm, sign, verify string }{
		{"PKCS 8 and PKIX", "ES256", jwttest.PrivatePEM(ec), jwttest.PublicPEM(ec)},
		{"SEC 1", "ES256", sec1, jwttest.PublicPEM(ec)},
		{"parameters before SEC 1", "ES256", jwttest.PEM("EC PARAMETERS", []byte("x")) + sec1, jwttest.PublicPEM(ec)},
		{"private key for both", "ES256", jwttest.PrivatePEM(ec), jwttest.PrivatePEM(ec)},
		{"on one line", "ES256", strings.ReplaceAll(jwttest.PrivatePEM(ec), "\n", `\n`), jwttest.PublicPEM(ec)},
		{"PKCS 1", "RS256", rsaPrivate, rsaPublic},
	}
	for _, line := range lines {
		token := sign(t, jwt.SignerConfig{Algorithm: line.algorithm, Key: line.sign, KeyName: "KEY"}, map[string]string{"sub": "7"})
		config := jwt.VerifierConfig{Algorithms: []string{line.algorithm}, Key: line.verify, KeyName: "KEY"}
		if user := verify(t, config, token.Token); !user.Valid {
			t.Errorf("%s: %s", line.name, user.Reason)
		}
	}
}
