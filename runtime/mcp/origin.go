package mcp

import (
	"net"
	"net/http"
	"net/url"
	"strings"

	"github.com/flowc-dev/flowc/runtime/loopback"
)

// checkOrigin keeps out requests of web pages of other sites, and of pages whose name was made to mean this machine
// (DNS rebinding). Programs that are no browsers send no Origin.
func (v *server) checkOrigin(r *http.Request) error {
	if !v.knows(r) {
		return &refusal{status: http.StatusForbidden, reason: "the host is not the one of PUBLIC_URL"}
	}
	origin := r.Header.Get("Origin")
	if origin == "" || v.sameSite(origin, r.Host) {
		return nil
	}
	return &refusal{status: http.StatusForbidden, reason: "the origin is not allowed"}
}

// knows reports whether the request's Host may be ours. What comes in by a loopback address either means this machine,
// or was forwarded by a proxy for PUBLIC_URL.
func (v *server) knows(r *http.Request) bool {
	local, ok := r.Context().Value(http.LocalAddrContextKey).(net.Addr)
	if !ok || !loopback.Host(hostOf(local.String())) || loopback.Host(hostOf(r.Host)) {
		return true
	}
	return v.public != nil && strings.EqualFold(hostOf(r.Host), v.public.Hostname())
}

func (v *server) sameSite(origin, host string) bool {
	u, err := url.Parse(origin)
	if err != nil || u.Host == "" {
		return false
	}
	if v.public != nil && strings.EqualFold(u.Scheme+"://"+u.Host, v.public.Scheme+"://"+v.public.Host) {
		return true
	}
	return strings.EqualFold(u.Host, host)
}

func hostOf(address string) string {
	host, _, err := net.SplitHostPort(address)
	if err != nil {
		return strings.Trim(address, "[]")
	}
	return host
}
