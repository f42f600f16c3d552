package auth

import (
	"github.com/dave/jennifer/jen"

	"github.com/flowc-dev/flowc/templates"
)

func emit(s templates.Step) {
	switch s.Text("authType") {
	case "jwt":
		emitToken(s)
	case "oauth":
		emitOAuth(s)
	case "apikey":
		emitKey(s)
	case "basic":
		emitPassword(s)
	}
}

func emitToken(s templates.Step) {
	verifier := templates.BearerVerifier(s, templates.BearerConfig{
		Key: "authSecret", KeySet: "authJwksUrl", Algorithm: "authAlgorithm", Issuer: "authIssuer", Audience: "authAudience",
		Leeway: "authLeeway", Claims: "authClaims", Realm: "authRealm",
	})
	templates.EmitBearer(s, "authClaims", verifier.Dot("Check").Call(s.Exec()))
}

func emitKey(s templates.Step) {
	emitListed(s, templates.APIKey, jen.Dict{
		jen.Id("Header"):   jen.Lit(s.Text("authHeader")),
		jen.Id("KeysName"): jen.Lit(s.Text("authKeys")),
	})
}

func emitPassword(s templates.Step) {
	emitListed(s, templates.Basic, jen.Dict{
		jen.Id("Realm"):     jen.Lit(realm(s)),
		jen.Id("UsersName"): jen.Lit(s.Text("authUsers")),
	})
}

// realm is that of a challenge.
func realm(s templates.Step) string {
	if s.Given("authRealm") {
		return s.Text("authRealm")
	}
	return s.Workflow()
}

// emitListed writes the check against a list that the environment holds, by a verifier of one of the runtime's packages.
func emitListed(s templates.Step, pkg string, config jen.Dict) {
	verifier := s.Prepared(
		jen.Op("*").Qual(pkg, "Verifier"),
		jen.Qual(pkg, "NewVerifier").Call(s.Setup(), jen.Qual(pkg, "Config").Values(config)),
	)
	templates.EmitCheck(s, jen.Qual(pkg, "User"), verifier.Dot("Check").Call(s.Exec()))
}
