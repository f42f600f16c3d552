package auth

import (
	"github.com/dave/jennifer/jen"

	"github.com/flowc-dev/flowc/templates"
)

func emit(s templates.Step) {
	var user *jen.Statement
	switch s.Text("authType") {
	case "jwt":
		user = emitToken(s)
	case "oauth":
		user = emitOAuth(s)
	case "apikey":
		user = emitKey(s)
	case "basic":
		user = emitPassword(s)
	}
	if s.Given("authRequire") && s.Differs("forbidden") {
		emitRequire(s, user)
	}
}

// emitRequire writes the way of a known user who lacks what is required of him.
func emitRequire(s templates.Step, user *jen.Statement) {
	var scopes []jen.Code
	for _, scope := range s.Scopes("authRequire") {
		scopes = append(scopes, jen.Lit(scope))
	}
	lacks := s.Lacks("authRequire")
	if !s.Differs("invalid") { // an unknown one has come here too
		lacks = user.Clone().Dot("Valid").Op("&&").Add(lacks)
	}
	forbid := user.Clone().Dot("Reason").Op("=").Add(s.Exec().Dot("Forbid").Call(scopes...))
	s.Add(jen.If(lacks).Block(append([]jen.Code{forbid}, s.Branch("forbidden")...)...))
}

func emitToken(s templates.Step) *jen.Statement {
	config := templates.BearerConfig{
		Key: "authSecret", KeySet: "authJwksUrl", Algorithm: "authAlgorithm", Issuer: "authIssuer", Audience: "authAudience",
		Leeway: "authLeeway", Claims: "authClaims", Realm: "authRealm", Cookie: "authCookie",
	}
	if of := preset(s); of != nil {
		config.Describe = func(d jen.Dict) { describe(s, of, d) }
	}
	verifier := templates.BearerVerifier(s, config)
	return templates.EmitBearer(s, "authClaims", verifier.Dot("Check").Call(s.Exec()))
}

func emitKey(s templates.Step) *jen.Statement {
	return emitListed(s, templates.APIKey, jen.Dict{
		jen.Id("Header"):   jen.Lit(s.Text("authHeader")),
		jen.Id("KeysName"): jen.Lit(s.Text("authKeys")),
	})
}

func emitPassword(s templates.Step) *jen.Statement {
	return emitListed(s, templates.Basic, jen.Dict{
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
func emitListed(s templates.Step, pkg string, config jen.Dict) *jen.Statement {
	verifier := s.Prepared(
		jen.Op("*").Qual(pkg, "Verifier"),
		jen.Qual(pkg, "NewVerifier").Call(s.Setup(), jen.Qual(pkg, "Config").Values(config)),
	)
	return templates.EmitCheck(s, jen.Qual(pkg, "User"), verifier.Dot("Check").Call(s.Exec()))
}
