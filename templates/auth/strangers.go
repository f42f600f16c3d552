package auth

import (
	"slices"

	"github.com/flowc-dev/flowc/runtime/provider"
	"github.com/flowc-dev/flowc/templates"
)

// strangers is the issuer of the node's tokens, where others than it means may have them and no setting says whose are
// wanted.
func strangers(p templates.Pass) *templates.Strangers {
	if p.Text("authType") != "jwt" {
		return nil
	}
	if of := preset(p); of != nil {
		return strangersOf(p, of, "authProvider")
	}
	for _, issuer := range p.List("authIssuer") {
		if of := provider.ServingStrangers(issuer); of != nil && !p.Given("authProvider") {
			if s := strangersOf(p, of, "authIssuer"); s != nil {
				s.Setting = ""
				return s
			}
		}
	}
	return nil
}

func strangersOf(p templates.Pass, of *provider.Provider, field string) *templates.Strangers {
	s := &templates.Strangers{Field: field, Issuer: of.Name, Claims: of.Narrows}
	switch of.Serves {
	case provider.Strangers:
		s.Why = "the requester of one chooses its audience"
		if slices.Contains(of.Narrows, "azp") && p.Given("authClient") {
			return nil
		}
	case provider.Tenants:
		s.Why, s.Setting = "the users of every tenant have them", "authTenant"
		if !slices.Equal(p.List("authTenant"), []string{provider.Any}) {
			return nil
		}
	case provider.Pool:
		s.Why, s.Setting, s.Claims = "every client of the pool has them, and the access tokens of one are like those of another", "authClient", of.Clients
		if !shared(p, of) {
			return nil
		}
	default:
		return nil
	}
	return s
}

// shared reports whether tokens are taken that a pool gives to each of its clients, and that name no audience.
func shared(p templates.Pass, of *provider.Provider) bool {
	return len(of.Clients) > 0 && !of.Addressed && of.Type == "" && !p.Given("authClient") && !p.Given("authAudience") &&
		(p.Text("authToken") == "access" || !p.Given("authProvider"))
}
