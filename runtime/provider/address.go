// Package provider describes identity providers and checks what a workflow says about them, for the compiler and the
// runtime alike.
package provider

import (
	"net"
	"net/url"
	"regexp"
	"slices"
	"strings"

	"github.com/flowc-dev/flowc/runtime/loopback"
)

// IssuerProblem returns why no token can have an issuer, in words that complete "the issuer …", or "".
func IssuerProblem(issuer string) string {
	u, err := url.Parse(issuer)
	switch {
	case strings.TrimSpace(issuer) == "":
		return "is empty"
	case strings.TrimSpace(issuer) != issuer:
		return "has a space around it"
	case Tenantless(issuer):
		return "stands for many tenants, and no token names it: name the tenant"
	case strings.Contains(issuer, "://") && (strings.Contains(issuer, " ") || err != nil || u.Hostname() == "" || u.User != nil || u.RawQuery != "" || u.Fragment != ""):
		return "must be a URL with a host, without user, query or fragment"
	case err == nil && strings.HasSuffix(u.Hostname(), ".auth0.com") && !strings.HasSuffix(issuer, "/"):
		return "lacks the slash at its end, which Auth0 signs"
	}
	return ""
}

// tenantless matches the parts of an issuer of Microsoft that stand for tenants.
var tenantless = regexp.MustCompile(`(?i)/(common|organizations|consumers|\{tenantid\}|%7btenantid%7d)(/|$)`)

// Tenantless reports whether an issuer of Microsoft names no tenant.
func Tenantless(issuer string) bool {
	if slices.Contains([]string{"common", "organizations", "consumers", "{tenantid}"}, strings.ToLower(issuer)) {
		return true
	}
	u, err := url.Parse(issuer)
	if err != nil || !strings.HasPrefix(u.Hostname(), "login.") && u.Hostname() != "sts.windows.net" {
		return strings.Contains(strings.ToLower(issuer), "{tenantid}")
	}
	return tenantless.MatchString(issuer)
}

// AudienceProblem returns why no token can name an audience, in words that complete "the audience …", or "".
func AudienceProblem(audience string) string {
	switch {
	case strings.TrimSpace(audience) == "":
		return "is empty"
	case strings.TrimSpace(audience) != audience:
		return "has a space around it"
	case strings.ContainsAny(audience, "\r\n"):
		return "has a line break in it"
	}
	return ""
}

// Hosts are hosts with their ports that may be asked over plain http: "keycloak:8080". This machine always may.
type Hosts []string

var singleLabel = regexp.MustCompile(`^[a-z0-9]([a-z0-9-]*[a-z0-9])?$`)

// HostProblem returns why a host can't be one of Hosts, in words that complete "the entry …", or "".
func HostProblem(entry string) string {
	host, port, err := net.SplitHostPort(entry)
	switch {
	case err != nil || port == "" || strings.Trim(port, "0123456789") != "":
		return "must have a port, as keycloak:8080 does"
	case host != "host.docker.internal" && !singleLabel.MatchString(host):
		return "must be a name without a dot, or host.docker.internal"
	}
	return ""
}

// May reports whether a URL may be asked, as nobody on the way can change the answer.
func (h Hosts) May(u *url.URL) bool {
	if u.Scheme == "https" {
		return true
	}
	port := u.Port()
	if port == "" {
		port = "80"
	}
	return u.Scheme == "http" && (loopback.Host(u.Hostname()) || slices.Contains(h, net.JoinHostPort(u.Hostname(), port)))
}

// AddressProblem returns why the address of a provider can't be believed, in words that complete "the address …", or
// "". It decides who is let in, so that it is asked without encryption on this machine and at hosts only.
func AddressProblem(address string, hosts Hosts) string {
	u, err := url.Parse(address)
	switch {
	case err != nil || u.Hostname() == "" || u.Scheme != "https" && u.Scheme != "http":
		return "must begin with https:// and name a host"
	case !hosts.May(u):
		return "must begin with https://, unless the host is this machine"
	case u.User != nil || u.RawQuery != "" || u.Fragment != "":
		return "must have no user, query or fragment"
	}
	return ""
}

// EndpointProblem returns why an endpoint of an issuer can't be believed, or "": only an issuer without encryption has
// such endpoints, on this machine or beside itself. Unlike an issuer, it may have a query.
func EndpointProblem(issuer, endpoint string, hosts Hosts) string {
	plain, _, _ := strings.Cut(endpoint, "?")
	if problem := AddressProblem(plain, hosts); problem != "" {
		return problem
	}
	if strings.HasPrefix(endpoint, "https:") {
		return ""
	}
	from, errFrom := url.Parse(issuer)
	to, errTo := url.Parse(endpoint)
	switch {
	case errFrom != nil || errTo != nil || from.Scheme != "http":
		return "must begin with https://"
	case !loopback.Host(to.Hostname()) && to.Host != from.Host:
		return "must begin with https://, or have the issuer's host and port"
	}
	return ""
}

// DiscoveryProblem returns why the document of a provider about itself can't be believed, in words that complete "the
// address …", or "". It may have a query, as those of Azure B2C do.
func DiscoveryProblem(address string, hosts Hosts) string {
	plain, _, _ := strings.Cut(address, "?")
	return AddressProblem(plain, hosts)
}

// googleCertificates holds certificates by their kid, which is no key set.
const googleCertificates = "https://www.googleapis.com/oauth2/v1/certs"

// KeySetProblem returns why keys can't be fetched from a URL, in words that complete "the address …", or "". It may
// have a query.
func KeySetProblem(address string, hosts Hosts) string {
	plain, _, _ := strings.Cut(address, "?")
	switch problem := AddressProblem(plain, hosts); {
	case problem != "":
		return problem
	case strings.HasSuffix(strings.TrimRight(plain, "/"), "openid-configuration"):
		return "is the issuer's document about itself, in which jwks_uri is the address of its keys"
	case plain == googleCertificates || strings.HasPrefix(plain, "https://www.googleapis.com/robot/v1/metadata/x509/"):
		return "holds certificates, and no key set: Google has that at https://www.googleapis.com/oauth2/v3/certs"
	}
	return ""
}
