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
	templates.EmitRequire(s, "authRequire", user)
}

func emitToken(s templates.Step) *jen.Statement {
	config := templates.BearerConfig{
		Key: "authSecret", KeySet: "authJwksUrl", Algorithm: "authAlgorithm", Issuer: "authIssuer", Audience: "authAudience",
		Leeway: "authLeeway", Claims: "authClaims", Realm: "authRealm", Cookie: "authCookie",
	}
	of := preset(s)
	config.ByHand = of == nil
	config.Further = func(d *templates.Settings) {
		if of != nil {
			describe(s, of, d)
		}
		if s.Given("authHeader") {
			d.Set("Header", jen.Lit(s.Text("authHeader")))
		}
		if s.Given("authSubject") {
			d.Set("Subject", subjects(s))
		}
	}
	verifier := templates.BearerVerifier(s, config)
	return templates.EmitBearer(s, "authClaims", verifier.Dot("Check").Call(s.Exec()))
}

// subjects is the Go list of the claims that name the subject.
func subjects(s templates.Step) jen.Code {
	var names []jen.Code
	for _, text := range s.List("authSubject") {
		names = append(names, jen.Lit(claimOf(text)))
	}
	return jen.Index().String().Values(names...)
}

func emitKey(s templates.Step) *jen.Statement {
	return emitListed(s, templates.APIKey, &templates.Settings{
		{Name: "Header", Value: jen.Lit(s.Text("authHeader"))},
		{Name: "KeysName", Value: jen.Lit(s.Text("authKeys"))},
	})
}

func emitPassword(s templates.Step) *jen.Statement {
	return emitListed(s, templates.Basic, &templates.Settings{
		{Name: "Realm", Value: jen.Lit(realm(s))},
		{Name: "UsersName", Value: jen.Lit(s.Text("authUsers"))},
	})
}

// realm is that of a challenge.
func realm(s templates.Step) string {
	if s.Given("authRealm") {
		return s.Text("authRealm")
	}
	return s.Workflow()
}

// emitListed writes the check against a list that the environment holds, by a verifier of one of the runtime's
// packages.
func emitListed(s templates.Step, pkg string, config *templates.Settings) *jen.Statement {
	verifier := s.Prepared(
		jen.Op("*").Qual(pkg, "Verifier"),
		jen.Qual(pkg, "NewVerifier").Call(s.Setup(), jen.Qual(pkg, "Config").Values(config.Code()...)),
	)
	return templates.EmitCheck(s, jen.Qual(pkg, "User"), verifier.Dot("Check").Call(s.Exec()))
}
