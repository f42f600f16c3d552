package auth

import (
	"github.com/dave/jennifer/jen"

	"github.com/flowc-dev/flowc/templates"
)

// constants are the names of the providers in the runtime.
var constants = map[string]string{
	"google": "Google", "github": "GitHub", "gitlab": "GitLab", "microsoft": "Microsoft",
	"apple": "Apple", "okta": "Okta", "auth0": "Auth0", "keycloak": "Keycloak", "oidc": "OIDC",
}

// emitOAuth writes the check of a provider's user, and the way of a browser that has to log in.
func emitOAuth(s templates.Step) *jen.Statement {
	claims := templates.TypedClaims(s, "authClaims")
	verifier := s.Prepared(
		jen.Op("*").Qual(templates.OAuth, "Verifier").Types(claims),
		jen.Qual(templates.OAuth, "NewVerifier").Types(claims).Call(s.Setup(), jen.Qual(templates.OAuth, "Config").Values(oauthConfig(s))),
	)
	differs := s.Differs("invalid") || s.Differs("login")
	user := s.Result(jen.Qual(templates.OAuth, "User").Types(claims), differs || s.Wired("forbidden"))
	s.Let(user, verifier.Dot("Check").Call(append([]jen.Code{s.Exec()}, hints(s)...)...))
	if s.Wired("login") && differs { // who has to log in is not Valid either
		s.Add(jen.If(user.Clone().Dot("Login")).Block(s.Branch("login")...))
	}
	s.Early(jen.Op("!").Add(user).Dot("Valid"), "invalid")
	return user
}

// oauthConfig is the constructor's description of the provider; what is as usual is left out.
func oauthConfig(s templates.Step) jen.Dict {
	provider, read := s.Text("authProvider"), "OptionalSecret"
	if isClient(s) {
		read = "Secret"
	}
	config := jen.Dict{
		jen.Id("Provider"): jen.Qual(templates.OAuth, constants[provider]),
		jen.Id("ClientID"): s.Setup().Dot(read).Call(jen.Lit(clientID(provider))),
		jen.Id("Realm"):    jen.Lit(realm(s)),
	}
	switch {
	case !signs(provider):
		config[jen.Id("ClientSecret")] = s.Setup().Dot(read).Call(jen.Lit(clientSecret(provider)))
	case isClient(s):
		config[jen.Id("Signer")] = jen.Op("&").Qual(templates.OAuth, "Signer").Values(jen.Dict{
			jen.Id("Team"): s.Setup().Dot("Plain").Call(jen.Lit("APPLE_TEAM_ID")),
			jen.Id("Key"):  s.Setup().Dot("Plain").Call(jen.Lit("APPLE_KEY_ID")),
			jen.Id("PEM"):  s.Setup().Dot("Secret").Call(jen.Lit("APPLE_PRIVATE_KEY")),
		})
	}
	addIssuer(s, config, provider)
	if s.Given("authDiscovery") {
		config[jen.Id("Discovery")] = templates.EmitText(s.Text("authDiscovery"), templates.FromSetup(s, "Discovery"))
	}
	if s.Given("authAudience") {
		config[jen.Id("Audiences")] = templates.EmitTexts(s, "authAudience", templates.FromSetup(s, "Audience"))
	}
	if scopes := s.List("authScopes"); len(scopes) > 0 {
		values := make([]jen.Code, len(scopes))
		for i, scope := range scopes {
			values[i] = jen.Lit(scope)
		}
		config[jen.Id("Scopes")] = jen.Index().String().Values(values...)
	}
	if list := params(s); list != nil {
		config[jen.Id("Params")] = list
	}
	if s.Wired("login") {
		config[jen.Id("Browser")] = jen.True()
	}
	return config
}

// addIssuer says whom to ask, where the provider is not one for everybody.
func addIssuer(s templates.Step, config jen.Dict, provider string) {
	switch of := issuers[provider]; {
	case of.fixed:
		return
	case s.Given("authIssuer"):
		config[jen.Id("Issuer")] = templates.EmitText(s.Text("authIssuer"), templates.FromSetup(s, "Issuer"))
		if name := templates.Variable(s.Text("authIssuer")); name != "" {
			config[jen.Id("IssuerName")] = jen.Lit(name)
		}
		return
	case of.optional:
		config[jen.Id("Issuer")] = s.Setup().Dot("Optional").Call(jen.Lit(issuer(provider)))
	default:
		config[jen.Id("Issuer")] = s.Setup().Dot("Plain").Call(jen.Lit(issuer(provider)))
	}
	config[jen.Id("IssuerName")] = jen.Lit(issuer(provider))
}
