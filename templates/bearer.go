package templates

import (
	"fmt"
	"slices"

	"github.com/dave/jennifer/jen"

	"github.com/flowc-dev/flowc/schema/diag"
	"github.com/flowc-dev/flowc/schema/types"
)

// What the node types that verify a JSON Web Token have in common.

// Algorithms are the signature algorithms (RFC 7518, 3.1; RFC 8037; RFC 9864).
var Algorithms = []string{
	"HS256", "HS384", "HS512", "RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "ES512", "EdDSA", "Ed25519",
}

// Refusal is what an output invalid carries.
var Refusal = []types.Field{
	{Name: "status", Go: "Status()", Type: types.Of(types.Int)},
	types.F("reason", types.Of(types.String)),
}

// ReasonOf is the Reply of a status with the reason that a Refusal carries.
func ReasonOf(status int) Reply { return Reply{Status: status, Body: `{"error": "{{.reason}}"}`} }

// Guards says that what follows valid is protected.
func Guards(Pass) bool { return true }

// UserFields are what every user has. With call "()", a Go type whose users have no more than a sub answers for the
// others with methods.
func UserFields(call string) []types.Field {
	others := []types.Field{
		types.F("issuer", types.Of(types.String).OrNull()),
		types.F("email", types.Of(types.String).OrNull()),
		types.F("name", types.Of(types.String).OrNull()),
		types.F("claims", types.Of(types.Any)),
	}
	for i := range others {
		others[i].Go = types.GoName(others[i].Name) + call
	}
	return append([]types.Field{types.F("sub", types.Of(types.String))}, others...)
}

// BearerUser is what the output valid carries: the decoded user info, and the claims that the
// Types field declares. named says that each token names its issuer.
func BearerUser(p Pass, claims string, named bool) types.Type {
	t := types.ObjectOf(UserFields("")...)
	for _, f := range declaredClaims(p, claims).Fields {
		if _, taken := t.Field(f.Name); !taken {
			f.Go = "Typed." + types.GoName(f.Name)
			t.Fields = append(t.Fields, f)
		}
	}
	for i := range t.Fields {
		f := &t.Fields[i]
		f.Claim = f.Name
		if f.Name == "issuer" {
			f.Claim, f.Go = "iss", "IssuerOrNull()"
		}
		if f.Name == "issuer" && named {
			f.Type, f.Go = types.Of(types.String), "Issuer"
		}
	}
	return t
}

// declaredClaims is the object of the claims that the Types field declares.
func declaredClaims(p Pass, field string) types.Type {
	t := types.ObjectOf()
	for _, d := range p.Declared(field) {
		t.Fields = append(t.Fields, types.F(d.Name, d.Type))
	}
	return t.Named(p.GoName("Claims"))
}

// ClaimNames reports declared claims that are fields of every user, or further ones of some.
func ClaimNames(p Pass, field string, further ...string) {
	names := append([]string{"sub", "issuer", "email", "name", "claims"}, further...)
	for _, d := range p.Declared(field) {
		if slices.Contains(names, d.Name) {
			p.Report(Problem{
				Code: diag.FC203, Field: field, Key: d.Name, Message: "\"" + d.Name + "\" is a field of every user", Hint: ofEveryUser(d),
			})
		}
	}
}

// ofEveryUser says how a field that every user has becomes one of another type.
func ofEveryUser(d Declared) string {
	switch d.Type.Kind {
	case types.Int, types.Float, types.Bool:
		return fmt.Sprintf("remove it, and write %s(…) where a value of that type is wanted: int(auth.sub), behind a node called auth", d.Type.Kind)
	}
	return "remove it"
}

// BearerConfig names the fields that configure a verifier.
type BearerConfig struct {
	Key, KeySet, Algorithm, Issuer, Audience, Leeway, Claims, Realm, Cookie string

	ByHand  bool            // the fields say the keys, the algorithms and the issuer, and no provider does
	Further func(*Settings) // adds what else there is
}

// BearerVerifier is the prepared verifier of the node.
func BearerVerifier(s Step, c BearerConfig) *jen.Statement {
	claims := TypedClaims(s, c.Claims)
	realm := s.Workflow()
	if c.Realm != "" && s.Given(c.Realm) {
		realm = s.Text(c.Realm)
	}
	config := &Settings{{Name: "Realm", Value: jen.Lit(realm)}}
	c.Further(config)
	if c.ByHand {
		c.byHand(s, config)
	}
	if c.ByHand || s.Given(c.Algorithm) {
		config.Set("Algorithms", EmitTexts(s, c.Algorithm, nil))
	}
	if s.Given(c.Leeway) {
		config.Set("Leeway", Span(s.Duration(c.Leeway)))
	}
	if s.Given(c.Audience) {
		config.Set("Audiences", EmitTexts(s, c.Audience, FromSetup(s, "Audience")))
	}
	if c.Cookie != "" && s.Given(c.Cookie) {
		config.Set("Cookie", jen.Lit(s.Text(c.Cookie)))
	}
	return s.Prepared(
		jen.Op("*").Qual(JWT, "Verifier").Types(claims),
		jen.Qual(JWT, "NewVerifier").Types(claims).Call(s.Setup(), jen.Qual(JWT, "VerifierConfig").Values(config.Code()...)),
	)
}

// byHand adds the key, or where the keys are, and the issuer.
func (c BearerConfig) byHand(s Step, config *Settings) {
	if s.Given(c.KeySet) {
		config.Set("JWKSURL", EmitText(s.Text(c.KeySet), FromSetup(s, "KeySet")))
	} else {
		config.Set("KeyName", jen.Lit(s.Text(c.Key)))
	}
	if s.Given(c.Issuer) {
		config.Set("Issuers", EmitTexts(s, c.Issuer, FromSetup(s, "Issuer")))
	}
}

// TypedClaims is the struct of the declared claims.
func TypedClaims(s Step, field string) *jen.Statement {
	t := declaredClaims(s, field)
	if len(t.Fields) == 0 {
		return jen.Struct()
	}
	return s.JSONStruct(t, "declared claims")
}

// EmitBearer appends the check of a token, and the way of a caller whose token is not good.
func EmitBearer(s Step, claims string, call jen.Code) (user *jen.Statement) {
	return EmitCheck(s, jen.Qual(JWT, "User").Types(TypedClaims(s, claims)), call)
}

// EmitCheck appends a check that yields a user, and the statements of one that is not Valid. It returns the variable of
// the user, which the node needs for its further requirements.
func EmitCheck(s Step, user, call jen.Code) *jen.Statement {
	variable := s.Result(user, s.Differs("invalid") || s.Wired("forbidden"))
	s.Let(variable, call)
	s.Early(jen.Op("!").Add(variable).Dot("Valid"), "invalid")
	return variable
}

// EmitRequire appends the branch of a known user who lacks what a Cond field requires.
func EmitRequire(s Step, field string, user *jen.Statement) {
	if !s.Given(field) || !s.Differs("forbidden") {
		return
	}
	var scopes []jen.Code
	for _, scope := range s.Scopes(field) {
		scopes = append(scopes, jen.Lit(scope))
	}
	lacks := s.Lacks(field)
	if !s.Differs("invalid") { // an unknown one has come here too
		lacks = user.Clone().Dot("Valid").Op("&&").Add(lacks)
	}
	forbid := s.Exec().Dot("Forbid").Call(scopes...)
	if s.Reads("forbidden") {
		forbid = user.Clone().Dot("Reason").Op("=").Add(forbid)
	}
	s.Add(jen.If(lacks).Block(append([]jen.Code{forbid}, s.Branch("forbidden")...)...))
}

// BearerStrengths are those of a node that verifies tokens, whose fields begin with prefix.
func BearerStrengths(p Pass, prefix string) []Strength {
	key := OfVariable(p, prefix+"Secret", "a token is signed with a key of")
	if keys := p.Text(prefix + "JwksUrl"); p.Given(prefix + "JwksUrl") {
		key = Strength{Lead: key.Lead, Value: keys}
		if name := Variable(keys); name != "" {
			key.Value = "the set at env." + name
		}
	}
	return []Strength{
		oneOf(p, prefix+"Algorithm", "let in are tokens signed by", ""),
		key,
		Wanted(p, prefix+"Issuer", "let in are tokens of", "the issuer", "any issuer"),
		Wanted(p, prefix+"Audience", "let in are tokens for", "the audience", "no audience"),
		LongerIsWeaker(p, prefix+"Leeway", "a token is taken until", " after its end"),
	}
}

// Issuer is the one whose tokens a node verifies.
type Issuer struct {
	Key     string                  // that two nodes have in common which take the tokens of one issuer, as the document names it
	Name    string                  // of a provider, as the document names it; "" where it is described by hand
	Written func(claim string) bool // reports whether the user writes a claim; nil where nobody knows
}

// BearerIssuer is that of a node whose fields, which begin with prefix, say where the keys are.
func BearerIssuer(p Pass, prefix string) *Issuer {
	if p.Given(prefix + "JwksUrl") {
		return &Issuer{Key: p.Text(prefix + "JwksUrl")}
	}
	return &Issuer{Key: p.Text(prefix + "Secret")}
}
