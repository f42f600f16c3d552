package runtime

import (
	"slices"
	"strings"

	"github.com/flowc-dev/flowc/runtime/provider"
)

const httpHosts = "OIDC_HTTP_HOSTS"

// HTTPHosts returns the hosts of identity providers that OIDC_HTTP_HOSTS lets be asked over plain http: in preview
// only. A malformed entry is a problem of the configuration, and there are none then.
func (s *Setup) HTTPHosts() provider.Hosts {
	text := s.app.env.plain(httpHosts)
	if text == "" {
		return nil
	}
	if s.app.Production() {
		s.Problem(httpHosts, "is for preview only: in production an identity provider is asked over https")
		return nil
	}
	var hosts provider.Hosts
	for entry := range strings.SplitSeq(text, ",") {
		entry = strings.TrimSpace(entry)
		if problem := provider.HostProblem(entry); problem != "" {
			s.Problem(httpHosts, "has an entry that "+problem)
			return nil
		}
		hosts = append(hosts, entry)
	}
	warning := ConfigProblem{Name: httpHosts, Problem: strings.Join(hosts, ",")}
	if !slices.Contains(s.app.weak, warning) { // of several nodes one warns
		s.app.weak = append(s.app.weak, warning)
		s.app.Logger().Warn("identity providers are asked without encryption, which production refuses", "variable", httpHosts, "hosts", warning.Problem)
	}
	return hosts
}

// Issuer returns the issuer of tokens that a variable holds; "", which no token satisfies, once a problem with it is
// reported.
func (s *Setup) Issuer(name string) string { return s.checked(name, provider.IssuerProblem) }

// Audience is Issuer for what the claim aud must name.
func (s *Setup) Audience(name string) string { return s.checked(name, provider.AudienceProblem) }

// KeySet is Issuer for the address of a provider's keys.
func (s *Setup) KeySet(name string) string {
	return s.checked(name, func(address string) string { return provider.KeySetProblem(address, s.HTTPHosts()) })
}

// Discovery is Issuer for the address of a provider's document about itself.
func (s *Setup) Discovery(name string) string {
	return s.checked(name, func(address string) string { return provider.DiscoveryProblem(address, s.HTTPHosts()) })
}

// IssuerOf is Issuer for that of a provider, named as in package provider.
func (s *Setup) IssuerOf(name, variable string) string {
	return s.checked(variable, func(issuer string) string { return provider.Named(name).IssuerProblem(issuer, s.HTTPHosts()) })
}

// Tenant is Issuer for a tenant of Microsoft.
func (s *Setup) Tenant(name string) string { return s.checked(name, provider.TenantProblem) }

// Signer is Issuer for a load balancer.
func (s *Setup) Signer(name string) string { return s.checked(name, provider.SignerProblem) }

// checked returns the value of a variable in which a check finds no problem, else "".
func (s *Setup) checked(name string, problemOf func(string) string) string {
	value := s.Plain(name)
	if value == "" {
		return ""
	}
	if problem := problemOf(value); problem != "" {
		s.Problem(name, problem)
		return ""
	}
	return value
}
