package auth

import (
	"slices"
	"strings"

	"github.com/flowc-dev/flowc/templates"
)

// touched are the settings that say which tokens are accepted, each with its name in a list of routes.
var touched = []struct{ field, name string }{
	{"authIssuer", "issuer"}, {"authDiscovery", "document"}, {"authJwksUrl", "keys"}, {"authTenant", "tenant"}, {"authAudience", "audience"},
	{"authClient", "client"}, {"authSigner", "signer"},
}

// touches names the provider that the node relies on, and whose tokens are accepted for whom.
func touches(p templates.Pass) []string {
	kind := p.Text("authType")
	if kind != "jwt" && kind != "oauth" {
		return nil
	}
	var said []string
	if of := preset(p); of != nil && !p.Given("authIssuer") && len(presetVariables(p, of)) > 0 {
		said = append(said, "issuer env."+of.Variable())
	}
	for _, setting := range touched {
		if p.Given(setting.field) {
			said = append(said, setting.name+" "+strings.Join(names(p.List(setting.field)), " or "))
		}
	}
	what := "tokens"
	if p.Given("authToken") && p.Text("authToken") == "id" {
		what = "ID tokens"
	}
	if p.Given("authProvider") {
		what += " of " + p.Text("authProvider")
	}
	switch {
	case len(said) > 0:
		return []string{what + " (" + strings.Join(said, ", ") + ")"}
	case p.Given("authProvider"):
		return []string{what}
	}
	return nil
}

// names are texts as people read them: a variable by its name.
func names(texts []string) []string {
	list := slices.Clone(texts)
	for i, text := range list {
		if name := templates.Variable(text); name != "" {
			list[i] = "env." + name
		}
	}
	return list
}
