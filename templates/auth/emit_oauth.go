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
		jen.Qual(templates.OAuth, "NewVerifier").Types(claims).Call(s.Setup(), jen.Qual(templates.OAuth, "Config").Values(oauthConfig(s).Code()...)),
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
func oauthConfig(s templates.Step) *templates.Settings {
	provider, read := s.Text("authProvider"), "OptionalSecret"
	if isClient(s) {
		read = "Secret"
	}
	config := &templates.Settings{
		{Name: "Provider", Value: jen.Qual(templates.OAuth, constants[provider])},
		{Name: "ClientID", Value: s.Setup().Dot(read).Call(jen.Lit(clientID(provider)))},
		{Name: "Realm", Value: jen.Lit(realm(s))},
	}
	switch {
	case !signs(provider):
		config.Set("ClientSecret", s.Setup().Dot(read).Call(jen.Lit(clientSecret(provider))))
	case isClient(s):
		signer := &templates.Settings{
			{Name: "Team", Value: s.Setup().Dot("Plain").Call(jen.Lit("APPLE_TEAM_ID"))},
			{Name: "Key", Value: s.Setup().Dot("Plain").Call(jen.Lit("APPLE_KEY_ID"))},
			{Name: "PEM", Value: s.Setup().Dot("Secret").Call(jen.Lit("APPLE_PRIVATE_KEY"))},
		}
		config.Set("Signer", jen.Op("&").Qual(templates.OAuth, "Signer").Values(signer.Code()...))
	}
	addIssuer(s, config, provider)
	if s.Given("authDiscovery") {
		config.Set("Discovery", templates.EmitText(s.Text("authDiscovery"), templates.FromSetup(s, "Discovery")))
	}
	if s.Given("authAudience") {
		config.Set("Audiences", templates.EmitTexts(s, "authAudience", templates.FromSetup(s, "Audience")))
	}
	if scopes := s.List("authScopes"); len(scopes) > 0 {
		values := make([]jen.Code, len(scopes))
		for i, scope := range scopes {
			values[i] = jen.Lit(scope)
		}
		config.Set("Scopes", jen.Index().String().Values(values...))
	}
	if list := params(s); list != nil {
		config.Set("Params", list)
	}
	if s.Wired("login") {
		config.Set("Browser", jen.True())
	}
	return config
}

// addIssuer says whom to ask, where the provider is not one for everybody.
func addIssuer(s templates.Step, config *templates.Settings, provider string) {
	switch of := issuers[provider]; {
	case of.fixed:
		return
	case s.Given("authIssuer"):
		config.Set("Issuer", templates.EmitText(s.Text("authIssuer"), templates.FromSetup(s, "Issuer")))
		if name := templates.Variable(s.Text("authIssuer")); name != "" {
			config.Set("IssuerName", jen.Lit(name))
		}
		return
	case of.optional:
		config.Set("Issuer", s.Setup().Dot("Optional").Call(jen.Lit(issuer(provider))))
	default:
		config.Set("Issuer", s.Setup().Dot("Plain").Call(jen.Lit(issuer(provider))))
	}
	config.Set("IssuerName", jen.Lit(issuer(provider)))
}
