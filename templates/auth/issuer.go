package auth

import (
	"github.com/flowc-dev/flowc/runtime/provider"
	"github.com/flowc-dev/flowc/templates"
)

// tokenIssuer is the issuer of the tokens that the node accepts; nil where a list of its own names the callers.
func tokenIssuer(p templates.Pass) *templates.Issuer {
	name := p.Text("authProvider")
	switch p.Text("authType") {
	case "jwt":
		of := preset(p)
		if of == nil {
			return templates.BearerIssuer(p, "auth")
		}
		return &templates.Issuer{Key: keyOf(p, of), Name: name, Written: of.Writes}
	case "oauth":
		i := &templates.Issuer{Key: name, Name: name}
		if p.Given("authIssuer") {
			i.Key = p.Text("authIssuer")
		} else if !issuers[name].fixed && !issuers[name].optional {
			i.Key = "{{env." + issuer(name) + "}}"
		}
		if of := provider.Named(name); of != nil {
			i.Written = of.Writes
		}
		return i
	}
	return nil
}

// keyOf is what says which issuer of a provider is meant.
func keyOf(p templates.Pass, of *provider.Provider) string {
	switch {
	case p.Given("authIssuer"):
		return p.Text("authIssuer")
	case of.Parameter == provider.ByIssuer:
		return "{{env." + of.Variable() + "}}"
	case of.Parameter == provider.ByAudience:
		return of.Name + " " + p.Text("authAudience")
	}
	return of.Name
}
