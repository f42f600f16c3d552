package jwt_test

import (
	"crypto"
	"crypto/ed25519"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/rsa"
	"crypto/sha256"
	"fmt"
	"strings"
	"testing"

	"github.com/flowc-dev/flowc/runtime/jwt"
)

// refusal is a token that must be refused, and why.
type refusal struct{ name, token, reason string }

func testRefusals(t *testing.T, config jwt.VerifierConfig, refusals []refusal) {
	t.Helper()
	for _, r := range refusals {
		t.Run(r.name, func(t *testing.T) {
			user := verify(t, config, r.token)
			if user.Valid || user.Reason != r.reason {
				t.Errorf("valid %v, reason %q; want %q", user.Valid, user.Reason, r.reason)
			}
			if user.Sub != "" || user.Email != nil || user.Name != nil || !user.Claims.IsNull() {
				t.Errorf("a refused token gave claims: %+v", user)
			}
		})
	}
}

// TestWhatTheLibraryAccepts has a line for each token that golang-jwt accepts by default.
func TestWhatTheLibraryAccepts(t *testing.T) {
	testRefusals(t, hs256Config(), []refusal{
		{"no exp", hs256(goodHeader, `{"sub":"7"}`), "malformed token"},
		{"exp null", hs256(goodHeader, `{"sub":"7","exp":null}`), "malformed token"},
		{"exp 0", hs256(goodHeader, `{"sub":"7","exp":0}`), "expired"},
		{"exp negative", hs256(goodHeader, `{"sub":"7","exp":-1e300}`), "expired"},
		{"iat in the future", hs256(goodHeader, `{"sub":"7","exp":2000000000,"iat":1900000000}`), "not yet valid"},
		{"nbf in the future", hs256(goodHeader, `{"sub":"7","exp":2000000000,"nbf":1900000000}`), "not yet valid"},
		{"nbf 1e19", hs256(goodHeader, `{"sub":"7","exp":2000000000,"nbf":1e19}`), "not yet valid"},
		{"nbf 10000000000000000000", hs256(goodHeader, `{"sub":"7","exp":2000000000,"nbf":10000000000000000000}`), "not yet valid"},
		{"nbf 1e999", hs256(goodHeader, `{"sub":"7","exp":2000000000,"nbf":1e999}`), "not yet valid"},
		{"unknown crit", hs256(`{"alg":"HS256","crit":["x"],"x":1}`, goodClaims), "malformed token"},
		{"empty crit", hs256(`{"alg":"HS256","crit":[]}`, goodClaims), "malformed token"},
		{"crit written with an escape", hs256(`{"alg":"HS256","\u0063rit":["x"]}`, goodClaims), "malformed token"},
		{"b64 false", hs256(`{"alg":"HS256","b64":false}`, goodClaims), "malformed token"},
		{"duplicate claims", hs256(goodHeader, `{"sub":"7","exp":2000000000,"sub":"1"}`), "malformed token"},
		{"duplicate claims by escape", hs256(goodHeader, `{"sub":"7","exp":2000000000,"s\u0075b":"1"}`), "malformed token"},
		{"duplicate claims further in", hs256(goodHeader, `{"sub":"7","exp":2000000000,"x":{"a":1,"a":2}}`), "malformed token"},
		{"duplicate alg", hs256(`{"alg":"none","alg":"HS256"}`, goodClaims), "malformed token"},
		{"claims null", hs256(goodHeader, `null`), "malformed token"},
		{"claims a list", hs256(goodHeader, `[]`), "malformed token"},
		{"claims a text", hs256(goodHeader, `"sub"`), "malformed token"},
		{"claims and more", hs256(goodHeader, goodClaims+`{}`), "malformed token"},
		{"header and more", hs256(goodHeader+`{}`, goodClaims), "malformed token"},
		{"header empty", hs256(``, goodClaims), "malformed token"},
		{"claims empty", hs256(goodHeader, ``), "malformed token"},
		{"claims not UTF-8", hs256(goodHeader, "{\"sub\":\"\xff\",\"exp\":2000000000}"), "malformed token"},
		{"claims by other case", hs256(goodHeader, `{"Sub":"7","exp":2000000000}`), "malformed token"},
		{"empty HMAC key", forge(goodHeader, goodClaims, underHMAC("")), "wrong signature"},
		{"another typ", hs256(`{"alg":"HS256","typ":"logout+jwt"}`, goodClaims), "malformed token"},
		{"typ not a text", hs256(`{"alg":"HS256","typ":1}`, goodClaims), "malformed token"},
		{"padding", hs256(goodHeader, goodClaims) + "=", "malformed token"},
		{"line break", strings.Replace(hs256(goodHeader, goodClaims), ".", ".\n", 1), "malformed token"},
		{"line break at the end", hs256(goodHeader, goodClaims) + "\r\n", "malformed token"},
		{"last character not canonical", notCanonical(hs256(goodHeader, goodClaims)), "malformed token"},
		{"the other base64", hs256(goodHeader, goodClaims) + "+/", "malformed token"},
	})
}

// notCanonical changes bits of the last character that no byte has.
func notCanonical(token string) string {
	const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
	last := strings.IndexByte(alphabet, token[len(token)-1])
	return token[:len(token)-1] + string(alphabet[last^1])
}

func TestForm(t *testing.T) {
	good := hs256(goodHeader, goodClaims)
	parts := strings.Split(good, ".")
	testRefusals(t, hs256Config(), []refusal{
		{"nothing", "", "missing token"},
		{"one part", "abc", "malformed token"},
		{"two parts", parts[0] + "." + parts[1], "malformed token"},
		{"four parts", good + ".", "malformed token"},
		{"a JWE of five parts", good + "." + parts[1] + "." + parts[2], "malformed token"},
		{"1 MiB of dots", strings.Repeat(".", 1<<20), "malformed token"},
		{"above 16 KiB", hs256(goodHeader, `{"sub":"7","exp":2000000000,"x":"`+strings.Repeat("x", 16<<10)+`"}`), "malformed token"},
		{"nested 100k deep", hs256(goodHeader, `{"sub":"7","exp":2000000000,"x":`+nested(100_000)+`}`), "malformed token"},
		{"nested 129 deep", hs256(goodHeader, `{"sub":"7","exp":2000000000,"x":`+nested(128)+`}`), "malformed token"},
		{"JSON serialisation", `{"protected":"` + parts[0] + `","payload":"` + parts[1] + `","signature":"` + parts[2] + `"}`, "malformed token"},
		{"a text before", " " + good, "malformed token"},
		{"header without alg", hs256(`{"typ":"JWT"}`, goodClaims), "malformed token"},
		{"alg not a text", hs256(`{"alg":["HS256"]}`, goodClaims), "malformed token"},
		{"no sub", hs256(goodHeader, `{"exp":2000000000}`), "malformed token"},
		{"sub empty", hs256(goodHeader, `{"sub":"","exp":2000000000}`), "malformed token"},
		{"sub a number", hs256(goodHeader, `{"sub":7,"exp":2000000000}`), "malformed token"},
		{"exp a text", hs256(goodHeader, `{"sub":"7","exp":"2000000000"}`), "malformed token"},
		{"nbf a text", hs256(goodHeader, `{"sub":"7","exp":2000000000,"nbf":"0"}`), "malformed token"},
		{"iat null", hs256(goodHeader, `{"sub":"7","exp":2000000000,"iat":null}`), "malformed token"},
		{"aud a number", hs256(goodHeader, `{"sub":"7","exp":2000000000,"aud":[1]}`), "malformed token"},
		{"email a list", hs256(goodHeader, `{"sub":"7","exp":2000000000,"email":[]}`), "malformed token"},
	})
}

func nested(depth int) string { return strings.Repeat("[", depth) + strings.Repeat("]", depth) }

func TestOtherAlgorithms(t *testing.T) {
	var refusals []refusal
	for _, name := range []string{"none", "None", "NONE", "nOnE", "none ", "hs256", "HS256 ", "HS384", "HS512", "RS256", "ES256", "EdDSA", "dir"} {
		header := `{"alg":"` + name + `"}`
		refusals = append(refusals,
			refusal{name + " unsigned", forge(header, goodClaims, signature()), "wrong algorithm"},
			refusal{name + " signed with the key", hs256(header, goodClaims), "wrong algorithm"})
	}
	testRefusals(t, hs256Config(), refusals)
}

func TestForgedSignatures(t *testing.T) {
	other := edKey()
	jwk := `{"kty":"OKP","crv":"Ed25519","x":"` + encode(other.Public().(ed25519.PublicKey)) + `"}`
	header := `{"alg":"HS256","jwk":` + jwk + `,"jku":"https://attacker.example/","x5u":"https://attacker.example/","x5c":["AA"]}`
	good := hs256(goodHeader, goodClaims)
	testRefusals(t, hs256Config(), []refusal{
		{"empty signature", good[:strings.LastIndex(good, ".")+1], "wrong signature"},
		{"cut signature", forge(goodHeader, goodClaims, signature(underHMAC(secret)("")[:16]...)), "wrong signature"},
		{"signature of other claims", strings.Replace(good, encode([]byte(goodClaims)), encode([]byte(`{"sub":"1","exp":2000000000}`)), 1), "wrong signature"},
		{"embedded keys", forge(header, goodClaims, underHMAC(jwk)), "wrong signature"},
		{"kid as a path", forge(`{"alg":"HS256","kid":"../../../dev/null"}`, goodClaims, underHMAC("")), "wrong signature"},
		{"kid as SQL", forge(`{"alg":"HS256","kid":"x' UNION SELECT 'k"}`, goodClaims, underHMAC("k")), "wrong signature"},
	})
}

func TestHeadersThatMeanNothing(t *testing.T) {
	for _, header := range []string{
		`{"alg":"HS256"}`, `{"typ":"at+jwt","alg":"HS256"}`, `{"alg":"HS256","kid":"../x","jku":"https://attacker.example/"}`,
	} {
		if user := verify(t, hs256Config(), hs256(header, goodClaims)); !user.Valid {
			t.Errorf("%s: %s", header, user.Reason)
		}
	}
}

// TestKeyConfusion signs with what is public of an asymmetric key as if it were an HMAC secret.
func TestKeyConfusion(t *testing.T) {
	rsaPEM, ecPEM := publicPEM(rsaKey()), publicPEM(ecKey(elliptic.P256()))
	for algorithm, key := range map[string]string{"RS256": rsaPEM, "PS256": rsaPEM, "ES256": ecPEM, "EdDSA": publicPEM(edKey())} {
		config := jwt.VerifierConfig{Algorithm: algorithm, Key: key, KeyName: "KEY"}
		for form, secret := range map[string]string{"PEM": key, "trimmed PEM": strings.TrimSpace(key), "DER": string(pemBlock(key))} {
			testRefusals(t, config, []refusal{
				{algorithm + " " + form + " as HS256", forge(goodHeader, goodClaims, underHMAC(secret)), "wrong algorithm"},
				{algorithm + " " + form + " mislabelled", forge(`{"alg":"`+algorithm+`"}`, goodClaims, underHMAC(secret)), "wrong signature"},
			})
		}
	}
}

func TestECDSAZeroSignature(t *testing.T) {
	config := jwt.VerifierConfig{Algorithm: "ES256", Key: publicPEM(ecKey(elliptic.P256())), KeyName: "KEY"}
	header := `{"alg":"ES256"}`
	testRefusals(t, config, []refusal{
		{"r = s = 0", forge(header, goodClaims, signature(make([]byte, 64)...)), "wrong signature"},
		{"empty", forge(header, goodClaims, signature()), "wrong signature"},
		{"one byte short", forge(header, goodClaims, signature(make([]byte, 63)...)), "wrong signature"},
		{"ASN.1 form", forge(header, goodClaims, signature(0x30, 6, 2, 1, 0, 2, 1, 0)), "wrong signature"},
	})
}

func TestPSSSaltLength(t *testing.T) {
	config := jwt.VerifierConfig{Algorithm: "PS256", Key: publicPEM(rsaKey()), KeyName: "KEY"}
	for salt, valid := range map[int]bool{0: false, 16: false, 32: true, 64: false} {
		token := forge(`{"alg":"PS256"}`, goodClaims, func(input string) []byte {
			digest := sha256.Sum256([]byte(input))
			return must(rsa.SignPSS(rand.Reader, rsaKey(), crypto.SHA256, digest[:], &rsa.PSSOptions{SaltLength: salt}))
		})
		if user := verify(t, config, token); user.Valid != valid {
			t.Errorf("salt of %d bytes: valid %v, %s", salt, user.Valid, user.Reason)
		}
	}
}

func TestIDTokenAsAccessToken(t *testing.T) {
	config := hs256Config()
	config.Issuer, config.Audience = "https://idp.example", "https://api.example"
	idToken := hs256(goodHeader, `{"sub":"7","exp":2000000000,"iss":"https://idp.example","aud":"client-id","nonce":"n"}`)
	testRefusals(t, config, []refusal{
		{"audience is the client", idToken, "wrong audience"},
		{"without audience", hs256(goodHeader, `{"sub":"7","exp":2000000000,"iss":"https://idp.example"}`), "wrong audience"},
		{"a prefix of the audience", hs256(goodHeader, `{"sub":"7","exp":2000000000,"iss":"https://idp.example","aud":["https://api"]}`), "wrong audience"},
		{"another issuer", hs256(goodHeader, `{"sub":"7","exp":2000000000,"iss":"https://idp.example/","aud":"https://api.example"}`), "wrong issuer"},
		{"without issuer", hs256(goodHeader, `{"sub":"7","exp":2000000000,"aud":"https://api.example"}`), "wrong issuer"},
	})
	token := hs256(goodHeader, `{"sub":"7","exp":2000000000,"iss":"https://idp.example","aud":["x","https://api.example"]}`)
	if user := verify(t, config, token); !user.Valid {
		t.Errorf("one of two audiences: %s", user.Reason)
	}
}

// TestOrderOfReasons takes one mistake away at a time: each token has all the mistakes of the lines below it.
func TestOrderOfReasons(t *testing.T) {
	config := hs256Config()
	config.Issuer, config.Audience = "me", "you"
	claims := func(exp, nbf int, iss string) string {
		return fmt.Sprintf(`{"sub":"7","exp":%d,"nbf":%d,"iss":%q}`, exp, nbf, iss)
	}
	testRefusals(t, config, []refusal{
		{"form", forge(`{"alg":"none","crit":[]}`, claims(1, 2e9, ""), signature()), "malformed token"},
		{"claims", forge(`{"alg":"none"}`, `{"exp":1}`, signature()), "malformed token"},
		{"algorithm", forge(`{"alg":"none"}`, claims(1, 2e9, ""), signature()), "wrong algorithm"},
		{"signature", forge(goodHeader, claims(1, 2e9, ""), signature()), "wrong signature"},
		{"expiry", hs256(goodHeader, claims(1, 2e9, "")), "expired"},
		{"not before", hs256(goodHeader, claims(2e9, 2e9, "")), "not yet valid"},
		{"issuer", hs256(goodHeader, claims(2e9, 1, "")), "wrong issuer"},
		{"audience", hs256(goodHeader, claims(2e9, 1, "me")), "wrong audience"},
	})
}

// FuzzVerify looks for a token that is accepted although it is not the one that was signed, and for panics.
func FuzzVerify(f *testing.F) {
	good := hs256(goodHeader, goodClaims)
	for _, seed := range []string{good, good + "=", "..", forge(`{"alg":"none"}`, goodClaims, signature()), notCanonical(good)} {
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
