package mcp

import (
	"net/http"

	"github.com/modelcontextprotocol/go-sdk/auth"
	"github.com/modelcontextprotocol/go-sdk/oauthex"

	"github.com/flowc-dev/flowc/runtime/loopback"
)

// metadataPath is where the protected-resource metadata is (RFC 9728, section 3), for the whole site and, with the path
// of the endpoint behind it, for that.
const metadataPath = "/.well-known/oauth-protected-resource"

// metadata answers with what a client needs to know to get a token. It is public.
func (e *endpoint) metadata(w http.ResponseWriter, r *http.Request) {
	document := &oauthex.ProtectedResourceMetadata{
		Resource:               e.server.base(r) + endpointPath,
		ScopesSupported:        e.scopes(),
		BearerMethodsSupported: []string{"header"},
	}
	if e.server.issuer != nil {
		document.AuthorizationServers = []string{e.server.issuer.url}
	}
	auth.ProtectedResourceMetadataHandler(document).ServeHTTP(w, r)
}

// base is where callers reach the endpoint: PUBLIC_URL or, on this machine alone, which has several names, what the
// caller has used.
func (v *server) base(r *http.Request) string {
	if (v.public == nil || loopback.Host(v.public.Hostname())) && loopback.Host(hostOf(r.Host)) {
		return "http://" + r.Host
	}
	return v.listen
}
