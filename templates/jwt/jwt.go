// Package jwt is the node type JWT: it signs a token, and verifies one that came some
// other way than the Authorization header.
//
// It is imported by templates/all only.
package jwt

import (
	"fmt"
	"net/http"
	"slices"
	"time"

	"github.com/flowc-dev/flowc/schema/diag"
	"github.com/flowc-dev/flowc/schema/types"
	"github.com/flowc-dev/flowc/templates"
)

// Template is the node type.
var Template = templates.Template{
	Type:  "jwt",
	Title: "JWT",
	Face: templates.Face{Group: templates.GroupGuard, Icon: []string{
		"M5 6.5h14A1.5 1.5 0 0 1 20.5 8v2.1a2 2 0 0 0 0 3.8V16a1.5 1.5 0 0 1-1.5 1.5H5A1.5 1.5 0 0 1 3.5 16v-2.1a2 2 0 0 0 0-3.8V8A1.5 1.5 0 0 1 5 6.5",
		"M8.6 11.55a0.45 0.45 0 1 0 0 0.9a0.45 0.45 0 1 0 0 -0.9",
		"M12 11.55a0.45 0.45 0 1 0 0 0.9a0.45 0.45 0 1 0 0 -0.9",
		"M15.4 11.55a0.45 0.45 0 1 0 0 0.9a0.45 0.45 0 1 0 0 -0.9",
	}},
	Docs:  templates.DocsSpec{Words: []string{"token", "sign", "verify", "claims"}},
	Doc:   "Signs a JSON Web Token, or verifies one (RFC 7519, RFC 8725).",
	Mode:  "jwtMode",
	Fails: true,
	Fields: []templates.Field{
		{Name: "jwtMode", Shape: templates.Choice, Required: true, Enum: []string{"sign", "verify"},
			Doc: "Whether to sign a token or to verify one."},
		{Name: "jwtSecret", Shape: templates.Secret, Purpose: templates.SignsTokens, Default: "{{env.JWT_SECRET}}", When: templates.When{}.Unless("jwtJwksUrl"),
			Doc: "The HMAC secret, or a key in PEM: private to sign, public to verify."},
		{Name: "jwtAlgorithm", Shape: templates.Choice, Several: true, Default: "HS256", Enum: templates.Algorithms,
			Doc: "The algorithm, the only one that verify accepts. Given a list of algorithms with public " +
				"keys, verify accepts each of them."},
		{Name: "jwtIssuer", Shape: templates.Text, Env: true, Several: true, Filled: true, Doc: "The claim " +
			"iss: set by sign, required by verify. For verify, a list holds the names that one issuer has."},
		{Name: "jwtAudience", Shape: templates.Text, Env: true, Several: true, Filled: true,
			Doc: "The claim aud: set by sign, required by verify. Of a list, verify requires one. Without " +
				"it, verify rejects a token with an audience."},
		{Name: "jwtExpiresIn", Shape: templates.Duration, Required: true, When: templates.Is("jwtMode", "sign"),
			Doc: "How long the token is valid, in whole seconds."},
		{Name: "jwtClaims", Shape: templates.Object, When: templates.Is("jwtMode", "sign"), Sink: templates.Claim,
			TextKeys: []string{"sub"}, Suffix: "Claims", Noun: "claims", Doc: "Further claims by name. They " +
				"are signed, not encrypted: the holder of the token can read them."},
		{Name: "jwtToken", Shape: templates.Expr, Required: true, Varies: true, Token: true, Shown: true, Type: types.Of(types.String), ZeroNull: true,
			When: templates.Is("jwtMode", "verify"), Doc: "The token to verify."},
		{Name: "jwtJwksUrl", Shape: templates.Text, Env: true, When: templates.Is("jwtMode", "verify"),
			Doc: "Where the issuer publishes its keys (RFC 7517), in place of jwtSecret. It needs jwtIssuer."},
		{Name: "jwtType", Shape: templates.Text, Filled: true, When: templates.Is("jwtMode", "verify"),
			Doc: "The type that typ of the header must name, such as logout+jwt or secevent+jwt. The token then needs no subject: sub may be null."},
		{Name: "jwtKeyId", Shape: templates.Text, Filled: true, When: templates.Is("jwtMode", "sign"),
			Doc: "The kid of the header, by which others find the key."},
		{Name: "jwtRequire", Shape: templates.Cond, Within: "valid", When: templates.Is("jwtMode", "verify"),
			Doc: "What a valid token needs beyond that: an expression of type bool; braces are optional. Bare names are fields of valid: " +
				"`claims.purpose == \"invitation\"`. A part that reads a value which is absent or of another kind is unknown: it does not hold, " +
				"negated or not."},
		{Name: "jwtLeeway", Shape: templates.Duration, Default: "30s", When: templates.Is("jwtMode", "verify"),
			Doc: "How far clocks may differ."},
		{Name: "jwtClaimTypes", Shape: templates.Types, Suffix: "Claims", When: templates.Is("jwtMode", "verify"),
			Doc: "Claims that become fields of valid, with their types."},
	},
	Outputs: []templates.Output{
		{Name: "out", When: templates.Is("jwtMode", "sign"), Doc: "The token, when it expires, and its id (jti).", Fields: []types.Field{
			types.F("token", types.Of(types.String).With(types.LabelsOf(types.FromSign, ""))),
			types.F("expiresAt", types.Of(types.Time)),
			types.F("id", types.Of(types.String)),
		}},
		{Name: "valid", Required: true, When: templates.Is("jwtMode", "verify"), Guard: templates.Guards, Proves: "jwtRequire", Outcome: true,
			Doc: "The token is valid: its subject and its claims.",
			Of:  user},
		{Name: "invalid", Class: templates.Unknown, Required: true, When: templates.Is("jwtMode", "verify"),
			Fields: templates.Refusal, Reply: templates.ReasonOf(http.StatusUnauthorized),
			Doc: "The token is not valid: status 401 and the reason. While the keys cannot be fetched and a " +
				"token cannot be checked, the reason is `provider error` and the status 503."},
		{Name: "forbidden", Class: templates.Denied, Required: true, When: templates.When{Field: "jwtMode", Values: []string{"verify"}, Given: "jwtRequire"},
			Reply:  templates.ReasonOf(http.StatusForbidden),
			Fields: templates.Refusal, Doc: "The token is valid, and jwtRequire does not hold: status 403 and the reason `the token lacks what this route requires`."},
	},
	Guard: templates.GuardSpec{
		Scheme:    func(p templates.Pass) *templates.Scheme { return p.Credential("jwtToken") },
		Issuer:    issuer,
		Strengths: strengths,
	},
	Crypto: templates.CryptoSpec{Signs: signs},
	Check:  check,
	Emit:   emit,
}

// user is what the output valid carries; a token of a type of its own may be about nobody.
func user(p templates.Pass) types.Type {
	t := templates.BearerUser(p, "jwtClaimTypes", p.Given("jwtIssuer"))
	for i := range t.Fields {
		if f := &t.Fields[i]; f.Name == "sub" && p.Given("jwtType") {
			f.Type, f.Go = f.Type.OrNull(), "SubOrNull()"
		}
	}
	return t
}

// issuer is that of the tokens that the node verifies.
func issuer(p templates.Pass) *templates.Issuer {
	if p.Text("jwtMode") != "verify" {
		return nil
	}
	return templates.BearerIssuer(p, "jwt")
}

func strengths(p templates.Pass) []templates.Strength {
	if p.Text("jwtMode") == "sign" {
		return []templates.Strength{templates.LongerIsWeaker(p, "jwtExpiresIn", "a token is good for", "")}
	}
	return templates.BearerStrengths(p, "jwt")
}

func signs(p templates.Pass) *templates.Signed {
	if p.Text("jwtMode") != "sign" {
		return nil
	}
	return &templates.Signed{
		Secret: p.Text("jwtSecret"), Algorithm: p.Text("jwtAlgorithm"), Audience: p.Text("jwtAudience"), Lifetime: p.Duration("jwtExpiresIn"),
	}
}

// checkSigned wants one issuer, audience and algorithm of a token that is signed.
func checkSigned(p templates.Pass) {
	templates.CheckNames(p, "jwt")
	for _, field := range []string{"jwtAlgorithm", "jwtIssuer", "jwtAudience"} {
		if len(p.List(field)) > 1 {
			p.Report(templates.Problem{
				Code: diag.FC203, Field: field, Message: fmt.Sprintf("%q is one text where \"jwtMode\" is \"sign\": a list is for verifying", field),
				Hint: "write one of them",
			})
		}
	}
}

// reserved are the claims that sign sets itself.
var reserved = []string{"exp", "iat", "jti"}

func check(p templates.Pass) {
	if p.Text("jwtMode") == "verify" {
		templates.CheckBearer(p, "jwt")
	} else {
		checkSigned(p)
	}
	if lifetime := p.Duration("jwtExpiresIn"); lifetime%time.Second != 0 {
		p.Report(templates.Problem{
			Code: diag.FC203, Field: "jwtExpiresIn", Message: "a token lives for whole seconds: its claim exp has no fractions",
			Hint: fmt.Sprintf("write \"%ds\"", (lifetime+time.Second-1)/time.Second),
		})
	}
	templates.ClaimNames(p, "jwtClaimTypes")
	taken := slices.Clone(reserved)
	if p.Given("jwtIssuer") {
		taken = append(taken, "iss")
	}
	if p.Given("jwtAudience") {
		taken = append(taken, "aud")
	}
	for _, name := range p.Keys("jwtClaims") {
		if slices.Contains(taken, name) {
			p.Report(templates.Problem{
				Code: diag.FC203, Field: "jwtClaims", Key: name,
				Message: fmt.Sprintf("claim %q is set by the node itself", name),
				Hint:    "remove it: jwtExpiresIn, jwtIssuer and jwtAudience say what it will be",
			})
		}
	}
}
