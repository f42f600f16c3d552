package storage

import (
	"net/netip"
	"strings"
)

// networkBits is the length of the networks of IPv6 that are given to one caller (RFC 7421).
const networkBits = 64

// perNetwork is a key, as Key writes it, with the networks in place of addresses of IPv6. Those that stand for an
// address of IPv4 stay (RFC 4291, 2.5.5.2).
func perNetwork(key string) string {
	if !strings.Contains(key, "%3A") {
		return key
	}
	segments := strings.Split(key, ":")
	for i, segment := range segments {
		address, err := netip.ParseAddr(unescaper.Replace(segment))
		if err != nil || !address.Is6() || address.Is4In6() {
			continue
		}
		if network, err := address.WithZone("").Prefix(networkBits); err == nil {
			segments[i] = string(appendEscaped(nil, network.String()))
		}
	}
	return strings.Join(segments, ":")
}

// unescaper undoes what Key escapes.
var unescaper = strings.NewReplacer("%3A", ":", "%25", "%")
