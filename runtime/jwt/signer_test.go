package jwt_test

import (
	"crypto/elliptic"
	"errors"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	rt "github.com/flowc-dev/flowc/runtime"
	"github.com/flowc-dev/flowc/runtime/jwt"
	"github.com/flowc-dev/flowc/runtime/jwt/jwttest"
)

func sign(t testing.TB, c jwt.SignerConfig, claims any) jwt.Token {
	t.Helper()
	if c.ExpiresIn == 0 {
		c.ExpiresIn = 15 * time.Minute
	}
	return must(trySign(t, c, claims))
}

func trySign(t testing.TB, c jwt.SignerConfig, claims any) (token jwt.Token, err error) {
	t.Helper()
	app := openApp(t)
	setup := app.Setup()
	s := jwt.NewSigner(setup, c)
	if err := setup.Err(); err != nil {
		return jwt.Token{}, err
	}
	execute(t, app, httptest.NewRequest("GET", "/", nil), func(x *rt.Exec) { token, err = s.Sign(x, claims) })
	return token, err
}

func TestSignAndVerify(t *testing.T) {
	hmacKey := [2]string{jwttest.Secret, jwttest.Secret}
	rsaPair := [2]string{jwttest.PrivatePEM(jwttest.RSAKey()), jwttest.PublicPEM(jwttest.RSAKey())}
	keys := map[string][2]string{"HS256": hmacKey, "HS384": hmacKey, "HS512": hmacKey}
	for _, name := range []string{"RS256", "RS384", "RS512", "PS256", "PS384", "PS512"} {
		keys[name] = rsaPair
	}
	for name, curve := range map[string]elliptic.Curve{"ES256": elliptic.P256(), "ES384": elliptic.P384(), "ES512": elliptic.P521()} {
		key := jwttest.ECKey(curve)
		keys[name] = [2]string{jwttest.PrivatePEM(key), jwttest.PublicPEM(key)}
	}
	ed := jwttest.EdKey()
	keys["EdDSA"] = [2]string{jwttest.PrivatePEM(ed), jwttest.PublicPEM(ed)}

	for name, pair := range keys {
		t.Run(name, func(t *testing.T) {
			token := sign(t, jwt.SignerConfig{Algorithm: name, Key: pair[0], KeyName: "KEY"}, map[string]any{"sub": "7"})
			config := jwt.VerifierConfig{Algorithms: []string{name}, Key: pair[1], KeyName: "KEY"}
			if user := verify(t, config, token.Token); !user.Valid || user.Sub != "7" {
				t.Errorf("%+v", user)
			}
			if user := verify(t, config, token.Token[:len(token.Token)-4]); user.Valid {
				t.Error("a cut signature is accepted")
			}
		})
	}
}

func TestSignedClaims(t *testing.T) {
	config := jwt.SignerConfig{Algorithm: "HS256", Key: jwttest.Secret, KeyName: "KEY", Issuer: "me", Audience: `"you"`, ExpiresIn: time.Hour}
	token := sign(t, config, struct {
		Sub  string        `json:"sub"`
		Rank int64         `json:"rank"`
		For  time.Duration `json:"for"`
		Nick *string       `json:"nick"`
	}{"7", 9007199254740993, 15 * time.Minute, nil})

	if want := jwttest.Now().Add(time.Hour).UTC(); !token.ExpiresAt.Equal(want) || token.ExpiresAt.Location() != time.UTC {
		t.Errorf("expires %s, want %s", token.ExpiresAt, want)
	}
	check := hs256Config()
	check.Issuers, check.Audiences = []string{"me"}, []string{`"you"`}
	claims := verify(t, check, token.Token).Claims
	for name, want := range map[string]any{
		"sub": "7", "rank": int64(9007199254740993), "for": "15m", "jti": token.ID, "iss": "me", "aud": `"you"`,
		"iat": jwttest.Now().Unix(), "exp": jwttest.Now().Add(time.Hour).Unix(),
	} {
		if !claims.At(name).Equal(want) {
			t.Errorf("%s is not %v", name, want)
		}
	}
	if len(token.ID) < 26 || token.ID == sign(t, config, struct{}{}).ID {
		t.Errorf("id %q is not random", token.ID)
	}
}

func TestClaimsThatCannotBeSigned(t *testing.T) {
	config := jwt.SignerConfig{Algorithm: "HS256", Key: jwttest.Secret, KeyName: "KEY", Issuer: "me", ExpiresIn: time.Minute}
	for _, claims := range []any{
		[]string{"sub"}, "sub", nil,
		map[string]any{"exp": 1}, map[string]any{"iat": 1}, map[string]any{"jti": "x"}, map[string]any{"iss": "you"},
		map[string]any{"sub": "\xff"},
	} {
		if token, err := trySign(t, config, claims); err == nil || token.Token != "" {
			t.Errorf("%v: signed as %q", claims, token.Token)
		}
	}
	if _, err := trySign(t, config, map[string]any{"aud": "anyone", "nbf": 1}); err != nil {
		t.Errorf("claims that the node does not set: %v", err)
	}
}

func TestSignerWantsAPrivateKey(t *testing.T) {
	var config *rt.ConfigError
	_, err := trySign(t, jwt.SignerConfig{Algorithm: "RS256", Key: jwttest.PublicPEM(jwttest.RSAKey()), KeyName: "THE_KEY"}, nil)
	if !errors.As(err, &config) || len(config.Problems) != 1 || config.Problems[0].Name != "THE_KEY" {
		t.Errorf("%v", err)
	}
	if err != nil && !strings.Contains(err.Error(), "is no private key in PEM, as RS256 wants") {
		t.Errorf("%v", err)
	}
}
