// Package jwttest forges tokens: what attackers send, with the reason why each must be refused.
//
// It may be imported by tests of runtime/jwt, and of projects whose workflows verify tokens.
package jwttest

import (
	"crypto/ed25519"
	"strings"
)

// An Attack is a token that must be refused, and why.
type Attack struct{ Name, Token, Reason string }

// A Target is how a token is verified, with the attacks on it.
type Target struct {
	Name      string // in lower case, for routes and variables
	Algorithm string
	Key       string // the HMAC secret, or the public key in PEM
	Issuer    string // "" accepts any, as does Audience
	Audience  string
	Good      string // a token that is accepted, of sub 7
	Attacks   []Attack
}

// Targets are all attacks. Keys differ from call to call.
func Targets() []Target {
	plain := Target{Name: "hs256", Algorithm: "HS256", Key: Secret, Good: HS256(GoodHeader, GoodClaims)}
	for _, attacks := range [][]Attack{acceptedByLibrary(), headersAcceptedByLibrary(), malformed(), otherAlgorithms(), forged()} {
		plain.Attacks = append(plain.Attacks, attacks...)
	}
	named := Target{Name: "issued", Algorithm: "HS256", Key: Secret, Issuer: "https://idp.example", Audience: "https://api.example"}
	named.Good = HS256(GoodHeader, `{"sub":"7","exp":2000000000,"iss":"https://idp.example","aud":["x","https://api.example"]}`)
	named.Attacks = append(idTokens(), orderOfReasons()...)
	return append([]Target{plain, named}, asymmetric()...)
}

// acceptedByLibrary has a line for each token that golang-jwt accepts by default, but for its header.
func acceptedByLibrary() []Attack {
	return []Attack{
		{"no exp", HS256(GoodHeader, `{"sub":"7"}`), "malformed token"},
		{"exp null", HS256(GoodHeader, `{"sub":"7","exp":null}`), "malformed token"},
		{"exp 0", HS256(GoodHeader, `{"sub":"7","exp":0}`), "expired"},
		{"exp negative", HS256(GoodHeader, `{"sub":"7","exp":-1e300}`), "expired"},
		{"iat in the future", HS256(GoodHeader, `{"sub":"7","exp":2000000000,"iat":1900000000}`), "not yet valid"},
		{"nbf in the future", HS256(GoodHeader, `{"sub":"7","exp":2000000000,"nbf":1900000000}`), "not yet valid"},
		{"nbf 1e19", HS256(GoodHeader, `{"sub":"7","exp":2000000000,"nbf":1e19}`), "not yet valid"},
		{"nbf 10000000000000000000", HS256(GoodHeader, `{"sub":"7","exp":2000000000,"nbf":10000000000000000000}`), "not yet valid"},
		{"nbf 1e999", HS256(GoodHeader, `{"sub":"7","exp":2000000000,"nbf":1e999}`), "not yet valid"},
		{"duplicate claims", HS256(GoodHeader, `{"sub":"7","exp":2000000000,"sub":"1"}`), "malformed token"},
		{"duplicate claims by escape", HS256(GoodHeader, `{"sub":"7","exp":2000000000,"s\u0075b":"1"}`), "malformed token"},
		{"duplicate claims further in", HS256(GoodHeader, `{"sub":"7","exp":2000000000,"x":{"a":1,"a":2}}`), "malformed token"},
		{"claims null", HS256(GoodHeader, `null`), "malformed token"},
		{"claims a list", HS256(GoodHeader, `[]`), "malformed token"},
		{"claims a text", HS256(GoodHeader, `"sub"`), "malformed token"},
		{"claims and more", HS256(GoodHeader, GoodClaims+`{}`), "malformed token"},
		{"claims empty", HS256(GoodHeader, ``), "malformed token"},
		{"an audience, where none is asked for", HS256(GoodHeader, `{"sub":"7","exp":2000000000,"aud":"https://api.example"}`), "wrong audience"},
		{"an empty audience", HS256(GoodHeader, `{"sub":"7","exp":2000000000,"aud":""}`), "wrong audience"},
		{"a list of audiences", HS256(GoodHeader, `{"sub":"7","exp":2000000000,"aud":["a","b"]}`), "wrong audience"},
		{"an empty list of audiences", HS256(GoodHeader, `{"sub":"7","exp":2000000000,"aud":[]}`), "wrong audience"},
		{"claims not UTF-8", HS256(GoodHeader, "{\"sub\":\"\xff\",\"exp\":2000000000}"), "malformed token"},
		{"claims by other case", HS256(GoodHeader, `{"Sub":"7","exp":2000000000}`), "malformed token"},
		{"empty HMAC key", Forge(GoodHeader, GoodClaims, UnderHMAC("")), "wrong signature"},
		{"padding", HS256(GoodHeader, GoodClaims) + "=", "malformed token"},
		{"line break", strings.Replace(HS256(GoodHeader, GoodClaims), ".", ".\n", 1), "malformed token"},
		{"line break at the end", HS256(GoodHeader, GoodClaims) + "\r\n", "malformed token"},
		{"last character not canonical", NotCanonical(HS256(GoodHeader, GoodClaims)), "malformed token"},
		{"the other base64", HS256(GoodHeader, GoodClaims) + "+/", "malformed token"},
	}
}

// headersAcceptedByLibrary has those whose header golang-jwt accepts.
func headersAcceptedByLibrary() []Attack {
	return []Attack{
		{"unknown crit", HS256(`{"alg":"HS256","crit":["x"],"x":1}`, GoodClaims), "malformed token"},
		{"empty crit", HS256(`{"alg":"HS256","crit":[]}`, GoodClaims), "malformed token"},
		{"crit written with an escape", HS256(`{"alg":"HS256","\u0063rit":["x"]}`, GoodClaims), "malformed token"},
		{"b64 false", HS256(`{"alg":"HS256","b64":false}`, GoodClaims), "malformed token"},
		{"duplicate alg", HS256(`{"alg":"none","alg":"HS256"}`, GoodClaims), "malformed token"},
		{"header and more", HS256(GoodHeader+`{}`, GoodClaims), "malformed token"},
		{"header empty", HS256(``, GoodClaims), "malformed token"},
		{"header not UTF-8 in a name", HS256("{\"alg\":\"HS256\",\"\xff\":1}", GoodClaims), "malformed token"},
		{"header not UTF-8 in a value", HS256("{\"alg\":\"HS256\",\"x\":\"\xff\"}", GoodClaims), "malformed token"},
		{"header not UTF-8 in kid", HS256("{\"alg\":\"HS256\",\"kid\":\"\xc0\xaf\"}", GoodClaims), "malformed token"},
		{"header not UTF-8 further in", HS256("{\"alg\":\"HS256\",\"x\":[{\"y\":\"\xed\xa0\x80\"}]}", GoodClaims), "malformed token"},
		{"header with half a surrogate", HS256(`{"alg":"HS256","x":"\ud800"}`, GoodClaims), "malformed token"},
		{"another typ", HS256(`{"alg":"HS256","typ":"logout+jwt"}`, GoodClaims), "malformed token"},
		{"typ of another tree", HS256(`{"alg":"HS256","typ":"text/jwt"}`, GoodClaims), "malformed token"},
		{"typ with a parameter", HS256(`{"alg":"HS256","typ":"application/jwt;v=1"}`, GoodClaims), "malformed token"},
		{"typ twice a media type", HS256(`{"alg":"HS256","typ":"application/application/jwt"}`, GoodClaims), "malformed token"},
		{"typ empty", HS256(`{"alg":"HS256","typ":""}`, GoodClaims), "malformed token"},
		{"typ with a space", HS256(`{"alg":"HS256","typ":"JWT "}`, GoodClaims), "malformed token"},
		{"typ not a text", HS256(`{"alg":"HS256","typ":1}`, GoodClaims), "malformed token"},
	}
}

// malformed are tokens of a wrong form.
func malformed() []Attack {
	good := HS256(GoodHeader, GoodClaims)
	parts := strings.Split(good, ".")
	return []Attack{
		{"nothing", "", "missing token"},
		{"one part", "abc", "malformed token"},
		{"two parts", parts[0] + "." + parts[1], "malformed token"},
		{"four parts", good + ".", "malformed token"},
		{"a JWE of five parts", good + "." + parts[1] + "." + parts[2], "malformed token"},
		{"1 MiB of dots", strings.Repeat(".", 1<<20), "malformed token"},
		{"above 16 KiB", HS256(GoodHeader, `{"sub":"7","exp":2000000000,"x":"`+strings.Repeat("x", 16<<10)+`"}`), "malformed token"},
		{"nested 100k deep", HS256(GoodHeader, `{"sub":"7","exp":2000000000,"x":`+Nested(100_000)+`}`), "malformed token"},
		{"nested 129 deep", HS256(GoodHeader, `{"sub":"7","exp":2000000000,"x":`+Nested(128)+`}`), "malformed token"},
		{"JSON serialisation", `{"protected":"` + parts[0] + `","payload":"` + parts[1] + `","signature":"` + parts[2] + `"}`, "malformed token"},
		{"a text before", " " + good, "malformed token"},
		{"header without alg", HS256(`{"typ":"JWT"}`, GoodClaims), "malformed token"},
		{"alg not a text", HS256(`{"alg":["HS256"]}`, GoodClaims), "malformed token"},
		{"no sub", HS256(GoodHeader, `{"exp":2000000000}`), "malformed token"},
		{"sub empty", HS256(GoodHeader, `{"sub":"","exp":2000000000}`), "malformed token"},
		{"sub a number", HS256(GoodHeader, `{"sub":7,"exp":2000000000}`), "malformed token"},
		{"exp a text", HS256(GoodHeader, `{"sub":"7","exp":"2000000000"}`), "malformed token"},
		{"nbf a text", HS256(GoodHeader, `{"sub":"7","exp":2000000000,"nbf":"0"}`), "malformed token"},
		{"iat null", HS256(GoodHeader, `{"sub":"7","exp":2000000000,"iat":null}`), "malformed token"},
		{"aud a number", HS256(GoodHeader, `{"sub":"7","exp":2000000000,"aud":[1]}`), "malformed token"},
	}
}

// otherAlgorithms are all but HS256, and spellings of none and of it.
func otherAlgorithms() []Attack {
	var attacks []Attack
	for _, name := range []string{"none", "None", "NONE", "nOnE", "none ", "hs256", "HS256 ", "HS384", "HS512", "RS256", "ES256", "EdDSA", "dir"} {
		header := `{"alg":"` + name + `"}`
		attacks = append(attacks,
			Attack{name + " unsigned", Forge(header, GoodClaims, Signature()), "wrong algorithm"},
			Attack{name + " signed with the key", HS256(header, GoodClaims), "wrong algorithm"})
	}
	return attacks
}

// forged are signatures under keys that the token or nobody names.
func forged() []Attack {
	jwk := `{"kty":"OKP","crv":"Ed25519","x":"` + Encode(EdKey().Public().(ed25519.PublicKey)) + `"}`
	header := `{"alg":"HS256","jwk":` + jwk + `,"jku":"https://attacker.example/","x5u":"https://attacker.example/","x5c":["AA"]}`
	good := HS256(GoodHeader, GoodClaims)
	return []Attack{
		{"empty signature", good[:strings.LastIndex(good, ".")+1], "wrong signature"},
		{"cut signature", Forge(GoodHeader, GoodClaims, Signature(UnderHMAC(Secret)("")[:16]...)), "wrong signature"},
		{"signature of other claims", strings.Replace(good, Encode([]byte(GoodClaims)), Encode([]byte(`{"sub":"1","exp":2000000000}`)), 1), "wrong signature"},
		{"embedded keys", Forge(header, GoodClaims, UnderHMAC(jwk)), "wrong signature"},
		{"kid as a path", Forge(`{"alg":"HS256","kid":"../../../dev/null"}`, GoodClaims, UnderHMAC("")), "wrong signature"},
		{"kid as SQL", Forge(`{"alg":"HS256","kid":"x' UNION SELECT 'k"}`, GoodClaims, UnderHMAC("k")), "wrong signature"},
	}
}
