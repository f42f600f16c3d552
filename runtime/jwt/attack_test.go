package jwt_test

import (
	"testing"

	"github.com/flowc-dev/flowc/runtime/jwt"
	"github.com/flowc-dev/flowc/runtime/jwt/jwttest"
)

// TestAttacks refuses every token of jwttest for its reason, and gives nothing of its claims.
func TestAttacks(t *testing.T) {
	for _, target := range jwttest.Targets() {
		config := jwt.VerifierConfig{Algorithms: []string{target.Algorithm}, Key: target.Key, KeyName: "KEY", Issuers: listOf(target.Issuer), Audiences: listOf(target.Audience)}
		if user := verify(t, config, target.Good); !user.Valid || user.Sub != "7" {
			t.Errorf("%s: the good token: %+v", target.Name, user)
		}
		for _, attack := range target.Attacks {
			user := verify(t, config, attack.Token)
			if user.Valid || user.Reason != attack.Reason {
				t.Errorf("%s: %s: valid %v, reason %q; want %q", target.Name, attack.Name, user.Valid, user.Reason, attack.Reason)
			}
			if user.Sub != "" || user.Email != nil || user.Name != nil || !user.Claims.IsNull() {
				t.Errorf("%s: %s: a refused token gave claims: %+v", target.Name, attack.Name, user)
			}
		}
	}
}

// TestTypes writes the types of tokens as media types may be written (RFC 7515, section 4.1.9).
func TestTypes(t *testing.T) {
	for _, typ := range []string{"JWT", "jwt", "Jwt", "application/jwt", "APPLICATION/JWT", "at+jwt", "AT+JWT", "application/at+jwt", "Application/At+Jwt"} {
		if user := verify(t, hs256Config(), jwttest.HS256(`{"alg":"HS256","typ":"`+typ+`"}`, jwttest.GoodClaims)); !user.Valid {
			t.Errorf("%s: %s", typ, user.Reason)
		}
	}
}

func TestHeadersThatMeanNothing(t *testing.T) {
	for _, header := range []string{
		`{"alg":"HS256"}`, `{"typ":"at+jwt","alg":"HS256"}`, `{"alg":"HS256","kid":"../x","jku":"https://attacker.example/"}`,
	} {
		if user := verify(t, hs256Config(), jwttest.HS256(header, jwttest.GoodClaims)); !user.Valid {
			t.Errorf("%s: %s", header, user.Reason)
		}
	}
}

// FuzzVerify looks for a token that is accepted although it is not the one that was signed, and for panics.
func FuzzVerify(f *testing.F) {
	good := jwttest.HS256(jwttest.GoodHeader, jwttest.GoodClaims)
	for _, seed := range []string{good, good + "=", "..", jwttest.Forge(`{"alg":"none"}`, jwttest.GoodClaims, jwttest.Signature()), jwttest.NotCanonical(good)} {
		f.Add(seed)
	}
	app := openApp(f)
	v := jwt.NewVerifier[struct{}](app.Setup(), hs256Config())
	f.Fuzz(func(t *testing.T, token string) {
		user := verifyWith(t, app, v, token)
		if user.Valid != (token == good) {
			t.Errorf("%q: valid %v, %s", token, user.Valid, user.Reason)
		}
	})
}

// listOf is the list of a text, nil where there is none.
func listOf(text string) []string {
	if text == "" {
		return nil
	}
	return []string{text}
}
