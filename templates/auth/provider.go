package auth

import (
	"fmt"
	"slices"
	"strings"

	"github.com/dave/jennifer/jen"

	"github.com/flowc-dev/flowc/runtime/provider"
	"github.com/flowc-dev/flowc/schema/diag"
	"github.com/flowc-dev/flowc/templates"
)

// logins are the providers that a browser logs in at, and that opaque tokens are shown to.
var logins = []string{"google", "apple", "github", "gitlab", "microsoft", "okta", "auth0", "keycloak", "oidc"}

// presets are the providers whose tokens are taken without a client.
var presets = provider.Names(func(*provider.Provider) bool { return true })

// named are all providers.
var named = append(slices.Clone(presets), slices.DeleteFunc(slices.Clone(logins), func(name string) bool { return slices.Contains(presets, name) })...)

// With a provider of one of these, a field means something.
var (
	withKinds   = provider.Names((*provider.Provider).HasKinds)
	withClients = provider.Names(func(p *provider.Provider) bool { return len(p.Clients) > 0 })
)

// ofTokens is the When of fields about the tokens of some providers.
func ofTokens(providers []string) templates.When {
	return templates.Is("authType", "jwt").And("authProvider", providers...)
}

// preset is the provider whose tokens the node takes, nil where it is described by hand.
func preset(p templates.Pass) *provider.Provider {
	if p.Text("authType") != "jwt" || !p.Given("authProvider") {
		return nil
	}
	return provider.Named(p.Text("authProvider"))
}

// checkProvider reports a provider that has no tokens, or no login, of the kind that authType says.
func checkProvider(p templates.Pass) {
	known, hint := presets, "write \"authType\": \"oauth\": it signs no tokens that a service could take alone"
	if p.Text("authType") == "oauth" {
		known, hint = logins, "write \"authType\": \"jwt\": its tokens are taken, and nobody logs in there"
	}
	if name := p.Text("authProvider"); name != "" && !slices.Contains(known, name) {
		p.Report(templates.Problem{
			Code: diag.FC203, Field: "authProvider", Message: fmt.Sprintf("%q is no provider where \"authType\" is %q", name, p.Text("authType")), Hint: hint,
		})
	}
}

// checkPreset checks what the document says about the tokens of a provider.
func checkPreset(p templates.Pass, of *provider.Provider) {
	templates.CheckLeeway(p, "auth")
	templates.CheckTexts(p, "authAudience", "audience", provider.AudienceProblem)
	templates.CheckTexts(p, "authClient", "client", provider.AudienceProblem)
	checkIssuers(p, of)
	checkTenants(p, of)
	checkSigners(p)
	if of.Addressed && !p.Given("authAudience") {
		needs(p, "authAudience", "each of its tokens is for some audience, and one for another is not for you")
	}
	if of.Parameter == provider.ByAudience && len(p.List("authAudience")) > 1 {
		p.Report(templates.Problem{
			Code: diag.FC203, Field: "authAudience", Message: fmt.Sprintf("\"authAudience\" is one text with %q: each is another issuer", of.Name),
			Hint: "write one of them; another node takes another",
		})
	}
	for _, name := range p.List("authAlgorithm") {
		if p.Given("authAlgorithm") && !slices.Contains(of.Algorithms, name) {
			p.Report(templates.Problem{
				Code: diag.FC203, Field: "authAlgorithm", Message: fmt.Sprintf("%q does not sign with %s", of.Name, name),
				Hint: "remove it, or write some of " + strings.Join(of.Algorithms, ", "),
			})
		}
	}
}

// needs reports that a field is missing without which the tokens of a provider say too little.
func needs(p templates.Pass, field, why string) {
	p.Report(templates.Problem{
		Code: diag.FC201, Field: "authProvider", Message: fmt.Sprintf("%q needs %q: %s", p.Text("authProvider"), field, why), Hint: fmt.Sprintf("add %q", field),
	})
}

// checkIssuers checks the issuer of a provider that has several.
func checkIssuers(p templates.Pass, of *provider.Provider) {
	if !p.Given("authIssuer") {
		return
	}
	switch {
	case of.Parameter != provider.ByIssuer && of.Parameter != provider.ByTenant:
		p.Report(templates.Problem{
			Code: diag.FC213, Field: "authIssuer", Message: fmt.Sprintf("\"authIssuer\" has no effect where \"authProvider\" is %q: its issuer is known", of.Name), Hint: "remove it",
		})
	case len(p.List("authIssuer")) > 1:
		p.Report(templates.Problem{
			Code: diag.FC203, Field: "authIssuer", Message: fmt.Sprintf("\"authIssuer\" is one text with %q: each has its own keys", of.Name),
			Hint: "write one of them; another node takes another",
		})
	default:
		templates.CheckTexts(p, "authIssuer", "issuer", func(issuer string) string { return of.IssuerProblem(issuer, nil) })
	}
}

// checkTenants wants the tenants whose tokens are taken.
func checkTenants(p templates.Pass, of *provider.Provider) {
	if of.Parameter != provider.ByTenant || p.Given("authIssuer") {
		return
	}
	if !p.Given("authTenant") {
		needs(p, "authTenant", "its keys sign for the users of every tenant")
	}
	if list := p.List("authTenant"); len(list) == 1 && list[0] == provider.Any {
		return
	}
	templates.CheckTexts(p, "authTenant", "tenant", provider.TenantProblem)
}

// checkSigners wants load balancers of one region, whose keys are in one place.
func checkSigners(p templates.Pass) {
	templates.CheckTexts(p, "authSigner", "signer", provider.SignerProblem)
	regions := map[string]bool{}
	for _, arn := range p.List("authSigner") {
		if region := provider.Region(arn); region != "" {
			regions[region] = true
		}
	}
	if len(regions) > 1 {
		p.Report(templates.Problem{
			Code: diag.FC203, Field: "authSigner", Message: "the load balancers are of several regions", Hint: "write those of one region; another node takes those of another",
		})
	}
}

// presetVariables are those that the tokens of a provider are described by, where the node does not.
func presetVariables(p templates.Pass, of *provider.Provider) []string {
	if of.Parameter == provider.ByIssuer && !p.Given("authIssuer") {
		return []string{of.Variable()}
	}
	return nil
}

// describe adds the settings of a provider to the description of a verifier.
func describe(s templates.Step, of *provider.Provider, config *templates.Settings) {
	config.Set("Provider", jen.Lit(of.Name))
	checked := func(variable string) jen.Code {
		return s.Setup().Dot("IssuerOf").Call(jen.Lit(of.Name), jen.Lit(variable))
	}
	switch {
	case of.Parameter == provider.ByIssuer && !s.Given("authIssuer"):
		config.Set("Issuers", jen.Index().String().Values(checked(of.Variable())))
	case s.Given("authIssuer"):
		config.Set("Issuers", templates.EmitTexts(s, "authIssuer", checked))
	}
	for _, field := range []struct{ name, of, method string }{
		{"authTenant", "Tenants", "Tenant"}, {"authClient", "Clients", "Audience"}, {"authSigner", "Signers", "Signer"},
	} {
		if s.Given(field.name) {
			config.Set(field.of, templates.EmitTexts(s, field.name, templates.FromSetup(s, field.method)))
		}
	}
	if s.Given("authToken") {
		config.Set("Token", jen.Lit(s.Text("authToken")))
	}
}

// presetStrengths are those of the tokens of a provider.
func presetStrengths(p templates.Pass, of *provider.Provider) []templates.Strength {
	issuer := templates.Wanted(p, "authIssuer", "let in are tokens of", "the issuer", "that of "+of.Variable())
	if of.Parameter != provider.ByIssuer {
		issuer.Value = strings.Replace(issuer.Value, "that of "+of.Variable(), "its issuer", 1)
	}
	list := []templates.Strength{
		{Lead: "let in are tokens of the provider", Value: of.Name},
		issuer,
		templates.Wanted(p, "authAudience", "let in are tokens for", "the audience", "no audience"),
		templates.LongerIsWeaker(p, "authLeeway", "a token is taken until", " after its end"),
	}
	if of.Parameter == provider.BySigner {
		list = append(list, templates.Wanted(p, "authSigner", "let in are tokens signed by", "the load balancer", "any load balancer"))
	}
	if of.Parameter == provider.ByTenant {
		list = append(list, templates.Wanted(p, "authTenant", "let in are users of", "the tenant", "the issuer's tenant"))
	}
	if of.HasKinds() {
		list = append(list, templates.Strength{Lead: "let in are tokens of the kind", Value: p.Text("authToken")})
	}
	return append(list, templates.Wanted(p, "authClient", "let in are tokens issued to", "the client", "any client"))
}
