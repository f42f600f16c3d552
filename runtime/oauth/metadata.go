package oauth

import (
	"errors"
	"fmt"
	"slices"

	rt "github.com/flowc-dev/flowc/runtime"
	"github.com/flowc-dev/flowc/runtime/jwt"
	"github.com/flowc-dev/flowc/runtime/provider"
)

// metadata is a provider's document about itself (OpenID Connect Discovery, section 3; RFC 8414, section 2).
type metadata struct {
	Issuer        string   `json:"issuer"`
	Authorization string   `json:"authorization_endpoint"`
	Token         string   `json:"token_endpoint"`
	Keys          string   `json:"jwks_uri"`
	Userinfo      string   `json:"userinfo_endpoint"`      // may be empty
	Introspection string   `json:"introspection_endpoint"` // may be empty (RFC 8414)
	Algorithms    []string `json:"id_token_signing_alg_values_supported"`
	ClientAuth    []string `json:"token_endpoint_auth_methods_supported"`
	NamesIssuer   bool     `json:"authorization_response_iss_parameter_supported"` // RFC 9207
}

// githubMetadata are GitHub's endpoints, as its documentation gives them: it has no discovery.
func githubMetadata() *metadata {
	return &metadata{
		Issuer:        githubIssuer,
		Authorization: "https://github.com/login/oauth/authorize",
		Token:         "https://github.com/login/oauth/access_token",
		ClientAuth:    []string{clientSecretPost},
	}
}

const (
	clientSecretBasic = "client_secret_basic"
	clientSecretPost  = "client_secret_post"
)

// secretInHeader says whether the client's secret goes into the Authorization header, as it does where a provider does
// not say otherwise.
func (m *metadata) secretInHeader() bool {
	return slices.Contains(m.ClientAuth, clientSecretBasic) || !slices.Contains(m.ClientAuth, clientSecretPost)
}

func (m *metadata) keys() jwt.Keys { return jwt.Keys{URL: m.Keys, Algorithms: m.Algorithms} }

var errOtherIssuer = errors.New("it says that it is another issuer than the one asked for")

// readMetadata reads what a provider says about itself, where it is the one that the configuration names and its
// addresses can be believed.
func readMetadata(of Provider, issuer string, hosts provider.Hosts, answer rt.Value) (*metadata, error) {
	m, err := as[metadata](answer)
	if err != nil {
		return nil, fmt.Errorf("the metadata does not parse: %w", err)
	}
	if m.Issuer != of.published(issuer) {
		return nil, errOtherIssuer
	}
	for _, e := range []struct {
		name, address string
		required      bool
	}{
		{"authorization_endpoint", m.Authorization, true},
		{"token_endpoint", m.Token, true},
		{"jwks_uri", m.Keys, true},
		{"userinfo_endpoint", m.Userinfo, false},
		{"introspection_endpoint", m.Introspection, false},
	} {
		if problem := provider.EndpointProblem(issuer, e.address, hosts); problem != "" && (e.required || e.address != "") {
			return nil, fmt.Errorf("its %s %s", e.name, problem)
		}
	}
	m.Algorithms = of.algorithms(m.Algorithms)
	return &m, nil
}
