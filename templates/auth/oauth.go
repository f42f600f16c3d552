package auth

import (
	"fmt"
	"slices"
	"strings"

	"github.com/flowc-dev/flowc/runtime/provider"
	"github.com/flowc-dev/flowc/schema/diag"
	"github.com/flowc-dev/flowc/schema/types"
	"github.com/flowc-dev/flowc/templates"
)

// loginPage is what the output login carries.
var loginPage = []types.Field{{Name: "url", Go: "URL", Type: types.Of(types.String)}}

// issuers are the providers with an issuer of their own, and how it is configured.
var issuers = map[string]struct {
	fixed    bool // nobody else can be asked
	optional bool // the variable may be missing: most mean the same issuer
	opaque   bool // its access tokens are no JWTs
}{
	"google":    {fixed: true, opaque: true},
	"apple":     {fixed: true},
	"github":    {fixed: true, opaque: true},
	"gitlab":    {optional: true, opaque: true},
	"microsoft": {optional: true},
}

// clientID, clientSecret and issuer are the variables of a provider.
func clientID(provider string) string     { return strings.ToUpper(provider) + "_CLIENT_ID" }
func clientSecret(provider string) string { return strings.ToUpper(provider) + "_CLIENT_SECRET" }
func issuer(provider string) string       { return strings.ToUpper(provider) + "_ISSUER" }

// isClient reports whether the node has to be a client of the provider: for a login, and to ask about tokens that are
// no JWTs, which are the only ones without an audience. With one, opaque tokens are asked about where the variables are
// set.
func isClient(p templates.Pass) bool {
	return p.Wired("login") || !p.Given("authAudience") || issuers[p.Text("authProvider")].opaque
}

// signs reports whether an application proves itself at a provider by a signature of its own, as at Apple, in place of
// a secret.
func signs(provider string) bool { return provider == "apple" }

// posted reports whether a provider has browsers post the end of a login, as Apple does for e-mail and name.
func posted(p templates.Pass) bool {
	return p.Text("authType") == "oauth" && p.Text("authProvider") == "apple" && p.Wired("login")
}

// variables are those of the environment that the node reads besides its secret fields.
func variables(p templates.Pass) []string {
	if of := preset(p); of != nil {
		return presetVariables(p, of)
	}
	name := p.Text("authProvider")
	if p.Text("authType") != "oauth" || name == "" {
		return nil
	}
	var names []string
	switch {
	case !isClient(p):
	case signs(name):
		names = append(names, clientID(name), "APPLE_KEY_ID", "APPLE_PRIVATE_KEY", "APPLE_TEAM_ID")
	default:
		names = append(names, clientID(name), clientSecret(name))
	}
	if !issuers[name].fixed && !p.Given("authIssuer") {
		names = append(names, issuer(name))
	}
	if p.Wired("login") {
		names = append(names, "PUBLIC_URL")
	}
	return names
}

func checkOAuth(p templates.Pass) {
	templates.ClaimNames(p, "authClaims", "accessToken", "accessClaims")
	checkProvider(p)
	checkIssuer(p)
	checkDiscovery(p)
	checkScopes(p)
	checkLogin(p)
	checkParams(p)
}

// checkIssuer checks whom the workflow wants to ask.
func checkIssuer(p templates.Pass) {
	name := p.Text("authProvider")
	switch {
	case !p.Given("authIssuer"):
	case issuers[name].fixed:
		p.Report(templates.Problem{
			Code: diag.FC213, Field: "authIssuer",
			Message: fmt.Sprintf("\"authIssuer\" has no effect where \"authProvider\" is %q: all of its users share one issuer", name),
			Hint:    "remove it",
		})
	case len(p.List("authIssuer")) > 1:
		p.Report(templates.Problem{
			Code: diag.FC203, Field: "authIssuer", Message: "\"authIssuer\" is one text where \"authType\" is \"oauth\": one issuer is asked", Hint: "write one of them",
		})
	default:
		address := p.Text("authIssuer")
		if problem := provider.AddressProblem(address, nil); problem != "" && !strings.Contains(address, "{{") {
			p.Report(templates.Problem{Code: diag.FC203, Field: "authIssuer", Message: fmt.Sprintf("the issuer %q %s", address, problem)})
		}
	}
}

// checkDiscovery wants an address that can be believed, and the issuer that the document there has to name.
func checkDiscovery(p templates.Pass) {
	if !p.Given("authDiscovery") {
		return
	}
	if !p.Given("authIssuer") {
		p.Report(templates.Problem{
			Code: diag.FC201, Field: "authDiscovery", Message: "\"authDiscovery\" needs \"authIssuer\": a document about any issuer would do", Hint: "add \"authIssuer\"",
		})
	}
	templates.CheckTexts(p, "authDiscovery", "address", func(address string) string { return provider.DiscoveryProblem(address, nil) })
}

// checkScopes wants openid among the scopes of a login: without it a provider signs nothing about the user.
func checkScopes(p templates.Pass) {
	if p.Text("authProvider") == "github" || !p.Given("authScopes") || slices.Contains(p.List("authScopes"), "openid") {
		return
	}
	p.Report(templates.Problem{
		Code: diag.FC203, Field: "authScopes", Message: "\"openid\" is not among the scopes: the provider would not say who has logged in",
		Hint: "add \"openid\"",
	})
}

// checkLogin wants an endpoint that browsers come to, and that the provider can send them back to: by GET, at one
// address.
func checkLogin(p templates.Pass) {
	routes := p.Routes()
	if !p.Wired("login") || len(routes) == 0 {
		return
	}
	if slices.ContainsFunc(routes, func(r templates.Route) bool { return r.Method == "" }) {
		return // its method was refused
	}
	pages := slices.DeleteFunc(routes, func(r templates.Route) bool { return r.Hook || r.Method != "GET" })
	if len(pages) == 0 {
		p.Report(templates.Problem{
			Code: diag.FC103, Output: "login", Message: "output \"login\" is there for an API Endpoint with GET only",
			Hint: "a browser is sent to log in when it opens a page: let GET lead here, or remove the wire",
		})
	}
	for _, r := range pages {
		if strings.Contains(strings.TrimSuffix(r.Path, "{$}"), "{") {
			p.Report(templates.Problem{
				Code: diag.FC203, Output: "login",
				Message: fmt.Sprintf("a login can't come back to the path %q: the provider knows one address, and a wildcard is many", r.Path),
				Hint:    "let a path without wildcards lead here",
			})
		}
	}
}
