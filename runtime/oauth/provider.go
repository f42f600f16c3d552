package oauth

import (
	"slices"
	"strings"
)

// Provider is an identity provider, named as in authProvider.
type Provider string

// The providers. OIDC is any issuer of OpenID Connect.
const (
	Google    Provider = "google"
	GitHub    Provider = "github"
	GitLab    Provider = "gitlab"
	Microsoft Provider = "microsoft"
	Okta      Provider = "okta"
	Auth0     Provider = "auth0"
	Keycloak  Provider = "keycloak"
	Apple     Provider = "apple"
	OIDC      Provider = "oidc"
)

// Issuers of the providers that have one for everybody, or one that is the usual one.
const (
	githubIssuer    = "https://github.com/login/oauth"
	googleIssuer    = "https://accounts.google.com"
	gitlabIssuer    = "https://gitlab.com"
	appleIssuer     = "https://appleid.apple.com"
	microsoftIssuer = "https://login.microsoftonline.com/common/v2.0"
)

// defaultIssuer is the issuer of a provider where the configuration names none; empty where it must. GitHub is asked by
// addresses of its own.
func (p Provider) defaultIssuer() string {
	switch p {
	case GitHub:
		return githubIssuer
	case Google:
		return googleIssuer
	case Apple:
		return appleIssuer
	case GitLab:
		return gitlabIssuer
	case Microsoft:
		return microsoftIssuer
	}
	return ""
}

// defaultScopes are asked for where the workflow names none. GitHub and Apple have scopes of their own.
func (p Provider) defaultScopes() []string {
	switch p {
	case GitHub:
		return []string{"read:user", "user:email"}
	case Apple:
		return []string{"openid", "email", "name"}
	}
	return []string{"openid", "email", "profile"}
}

// algorithms are those that a provider signs with, of what it says itself. Where everybody's tokens are signed alike,
// that is the one accepted.
func (p Provider) algorithms(published []string) []string {
	switch {
	case p != Keycloak && p != OIDC, len(published) == 0:
		return []string{"RS256"}
	}
	return published
}

// signs says whether a token of that issuer may be p's. Microsoft signs for many tenants, each with an issuer of its
// own, and publishes a pattern for them; Google leaves out the scheme in some of its tokens.
func (p Provider) signs(published, issuer, tenant string) bool {
	switch p {
	case Microsoft:
		if strings.Contains(published, tenantPattern) && (tenant == "" || tenant == tenantPattern) {
			return false
		}
		published = strings.ReplaceAll(published, tenantPattern, tenant)
	case Google:
		if "https://"+issuer == published {
			return true
		}
	}
	return issuer != "" && issuer == published
}

// tenantPattern stands for the token's tid in the issuer that Microsoft publishes.
const tenantPattern = "{tenantid}"

// published returns the issuer that a provider has to publish where the configuration names that one (OpenID Connect
// Discovery, section 4.3). Where Microsoft is asked for no tenant in particular, it publishes the pattern; for personal
// accounts, their tenant.
func (p Provider) published(configured string) string {
	if p == Microsoft {
		for name, tenant := range map[string]string{"common": tenantPattern, "organizations": tenantPattern, "consumers": consumersTenant} {
			configured = strings.Replace(configured, "/"+name+"/", "/"+tenant+"/", 1)
		}
	}
	return configured
}

// consumersTenant is the tenant of personal accounts.
const consumersTenant = "9188040d-6c67-4c5b-b112-36a304b66dad"

// asks says whether scopes hold one.
func asks(scopes []string, scope string) bool { return slices.Contains(scopes, scope) }
