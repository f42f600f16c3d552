package fn

import (
	"net/netip"
	"slices"
	"strings"

	"github.com/flowc-dev/flowc/runtime/internal/public"
)

// Holds reports whether a condition holds, which one that can't be told does not.
func Holds(holds bool, err error) bool { return err == nil && holds }

// Fails reports whether a condition does not hold, where that can be told.
func Fails(holds bool, err error) bool { return err == nil && !holds }

// HasScope reports whether scopes, with spaces between them (RFC 6749, 3.3), hold one.
func HasScope(scopes, scope string) bool { return slices.Contains(strings.Fields(scopes), scope) }

// InNetwork reports whether an address is in one of some networks, which the compiler has checked. IPv4 in IPv6 is
// IPv4.
func InNetwork(ip string, networks ...string) (bool, error) {
	addr, err := netip.ParseAddr(ip)
	if err != nil {
		return false, public.New("the text is not an IP address")
	}
	addr = addr.Unmap().WithZone("")
	return slices.ContainsFunc(networks, func(network string) bool { return netip.MustParsePrefix(network).Contains(addr) }), nil
}
