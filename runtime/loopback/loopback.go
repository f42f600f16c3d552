// Package loopback tells addresses of this machine from others, for the compiler and the runtime alike.
package loopback

import (
	"net"
	"strings"
)

// Host reports whether a host, a name (RFC 6761, 6.3) or an address (RFC 1122, 3.2.1.3; RFC 4291, 2.5.3), is this
// machine.
func Host(host string) bool {
	ip := net.ParseIP(host)
	return host == "localhost" || strings.HasSuffix(host, ".localhost") || ip != nil && ip.IsLoopback()
}
