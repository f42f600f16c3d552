package mcp

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/go-json-experiment/json"
)

// Limits of a search for an authorization server.
const (
	searchTimeout    = 5 * time.Second
	maxMetadataBytes = 1 << 20
)

// newClient makes a client of its own unless given a transport.
func newClient(given http.RoundTripper) *http.Client {
	if given == nil {
		given = &http.Transport{Proxy: http.ProxyFromEnvironment, DisableKeepAlives: true} // the server is asked once
	}
	return &http.Client{
		Transport:     given,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
		Timeout:       searchTimeout,
	}
}

// lookUp asks the server where its keys are: by OpenID Connect Discovery, then by RFC 8414.
func (i *issuer) lookUp(ctx context.Context) (keys string, err error) {
	var problems []error
	for _, address := range metadataOf(i.url) {
		keys, err := i.keysAt(ctx, address)
		if err == nil {
			return keys, nil
		}
		problems = append(problems, fmt.Errorf("%s: %w", address, err))
	}
	return "", fmt.Errorf("finding the keys of MCP_ISSUER: %w", errors.Join(problems...))
}

// metadataOf lists where a server's metadata may be. OpenID Connect puts its path behind that of the issuer, RFC 8414
// between host and path.
func metadataOf(issuer string) []string {
	addresses := []string{strings.TrimSuffix(issuer, "/") + "/.well-known/openid-configuration"}
	if u, err := url.Parse(issuer); err == nil {
		u.Path, u.RawPath = "/.well-known/oauth-authorization-server"+strings.TrimSuffix(u.Path, "/"), ""
		addresses = append(addresses, u.String())
	}
	return addresses
}

// keysAt reads the metadata at an address. It must be that of the issuer itself (RFC 8414, section 3.3).
func (i *issuer) keysAt(ctx context.Context, address string) (string, error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err != nil {
		return "", fmt.Errorf("build the request: %w", err)
	}
	answer, err := i.client.Do(request)
	if err != nil {
		return "", err
	}
	defer answer.Body.Close()
	if answer.StatusCode != http.StatusOK {
		return "", fmt.Errorf("answered with status %d", answer.StatusCode)
	}
	var metadata struct {
		Issuer  string `json:"issuer"`
		JWKSURI string `json:"jwks_uri"`
	}
	if err := json.UnmarshalRead(io.LimitReader(answer.Body, maxMetadataBytes), &metadata); err != nil {
		return "", fmt.Errorf("read the metadata: %w", err)
	}
	switch {
	case metadata.Issuer != i.url:
		return "", errors.New("the metadata is of another issuer than MCP_ISSUER")
	case !trusted(metadata.JWKSURI):
		return "", errors.New("the metadata names no jwks_uri that begins with https://")
	}
	return metadata.JWKSURI, nil
}
