package mcp

import (
	"context"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync"
	"time"

	rt "github.com/flowc-dev/flowc/runtime"
	"github.com/flowc-dev/flowc/runtime/jwt"
	"github.com/flowc-dev/flowc/runtime/loopback"
)

// algorithms are those with public keys, which an authorization server may sign access tokens with.
var algorithms = []string{"RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "ES512", "EdDSA"}

// issuer is the OAuth authorization server whose access tokens (RFC 9068) are accepted too. It is asked for its keys
// when a token first needs them, for one that is down must not keep the service down.
type issuer struct {
	app    *rt.App
	config jwt.VerifierConfig
	url    string
	client *http.Client

	life context.Context // of searches: not that of a request, whose caller could end it for everybody
	stop context.CancelFunc

	mu     sync.Mutex
	latest *search // the one that runs, or the last one; nil before the first

	making   sync.Once
	verifier *jwt.Verifier[struct{}] // made once the server was found
}

// newIssuer is the server of MCP_ISSUER, nil where there is none or once the problem is reported. resource is the
// audience of its tokens, unless MCP_AUDIENCE is another.
func newIssuer(s *rt.Setup, resource string) *issuer {
	s.Default("MCP_ISSUER", "")
	s.Default("MCP_AUDIENCE", resource)
	s.Default("MCP_ALGORITHM", "RS256")
	address, audience, algorithm := s.Env("MCP_ISSUER"), s.Env("MCP_AUDIENCE"), s.Env("MCP_ALGORITHM")
	if address == "" {
		return nil
	}
	if !trusted(address) {
		s.Problem("MCP_ISSUER", "must begin with https://, or with http:// on this machine")
		return nil
	}
	if !slices.Contains(algorithms, algorithm) {
		s.Problem("MCP_ALGORITHM", "must be one of "+strings.Join(algorithms, ", "))
		return nil
	}
	life, stop := context.WithCancel(context.Background())
	return &issuer{
		app: s.App(), url: address, client: newClient(s.App().Transport()), life: life, stop: stop,
		config: jwt.VerifierConfig{
			Algorithms: []string{algorithm}, Issuers: []string{address}, Audiences: []string{audience}, Realm: "mcp",
		},
	}
}

// trusted reports whether what an address answers can be believed: nobody on the way can change it.
func trusted(address string) bool {
	u, err := url.Parse(address)
	if err != nil || u.Hostname() == "" || u.User != nil || u.Fragment != "" {
		return false
	}
	return u.Scheme == "https" || u.Scheme == "http" && loopback.Host(u.Hostname())
}

// verify is for whom an access token speaks. It must be for this resource: one that was issued for another service
// opens nothing here (RFC 9700, section 2.3).
func (i *issuer) verify(ctx context.Context, token string) (caller, error) {
	if strings.Count(token, ".") != 2 {
		return caller{}, unauthorized("unknown token")
	}
	verifier, err := i.found(ctx)
	if err != nil {
		return caller{}, &refusal{status: http.StatusServiceUnavailable, reason: "the authorization server can't be reached", after: searchPause, cause: err}
	}
	switch user := verifier.Decide(ctx, token); {
	case user.Reason == jwt.ReasonProvider:
		return caller{}, &refusal{status: http.StatusServiceUnavailable, reason: "the authorization server can't be reached", after: searchPause}
	case !user.Valid:
		return caller{}, unauthorized(user.Reason)
	default:
		return caller{name: user.Sub, scopes: scopesIn(user.Claims)}, nil
	}
}

// scopesIn reads the claim scope, a text with spaces (RFC 8693, section 4.2), or scp, a text or a list, as some servers
// call it.
func scopesIn(claims rt.Value) []string {
	var all []string
	for _, claim := range []rt.Value{claims.At("scope"), claims.At("scp")} {
		if list, err := claim.List(); err == nil {
			for _, item := range list {
				if text, err := item.Text(); err == nil {
					all = append(all, text)
				}
			}
			continue
		}
		if text, err := claim.Text(); err == nil {
			all = append(all, strings.Fields(text)...)
		}
	}
	return all
}

// searchPause is how long after a search for the server that failed nobody searches again.
const searchPause = 10 * time.Second

// found returns what verifies tokens, once the server was found.
func (i *issuer) found(ctx context.Context) (*jwt.Verifier[struct{}], error) {
	keys, err := i.keys(ctx)
	if err != nil {
		return nil, err
	}
	i.making.Do(func() { // what searches may not do it: it asks the App for a resource, which Close of the App waits with
		config := i.config
		config.JWKSURL = keys
		i.verifier = jwt.NewVerifier[struct{}](i.app.Setup(), config)
	})
	return i.verifier, nil
}
