package runtime

import (
	"net"
	"net/netip"
	"strings"
)

const proxiesVariable = "TRUSTED_PROXIES"

// proxies are the networks of those whose word on a caller's address is believed.
type proxies []netip.Prefix

// trustedProxies reads TRUSTED_PROXIES: addresses and networks, separated by commas. A malformed one is a problem of
// the configuration, and nobody is trusted then.
func (a *App) trustedProxies() proxies {
	text := a.env.plain(proxiesVariable)
	if text == "" {
		return nil
	}
	var trusted proxies
	for item := range strings.SplitSeq(text, ",") {
		network, ok := networkOf(strings.TrimSpace(item))
		switch {
		case !ok:
			a.config.add(ConfigProblem{Name: proxiesVariable, Problem: "must be addresses and networks, separated by commas, as in 192.0.2.7, 2001:db8::/48"})
			return nil
		case network.Bits() == 0:
			a.config.add(ConfigProblem{Name: proxiesVariable, Problem: "must not hold every address: each caller could then name any other"})
			return nil
		}
		trusted = append(trusted, network)
	}
	return trusted
}

// networkOf reads a network, or an address as the network of it alone. One of version 4 that is written as version 6 is
// the one of version 4.
func networkOf(text string) (netip.Prefix, bool) {
	if !strings.Contains(text, "/") {
		address, err := netip.ParseAddr(text)
		if err != nil || address.Zone() != "" {
			return netip.Prefix{}, false
		}
		address = address.Unmap()
		return netip.PrefixFrom(address, address.BitLen()), true
	}
	network, err := netip.ParsePrefix(text)
	if err != nil {
		return netip.Prefix{}, false
	}
	const mapped = 96 // bits of ::ffff:0:0/96 (RFC 4291, 2.5.5.2)
	if address := network.Addr(); address.Is4In6() && network.Bits() >= mapped {
		network = netip.PrefixFrom(address.Unmap(), network.Bits()-mapped)
	}
	return network, true
}

// caller returns the address that a request with these X-Forwarded-For headers comes from: the peer, unless that is a
// trusted proxy. Each proxy appends whom it was called by, so what is right of the first address that is not a proxy's
// was written by proxies, and what is left of it by anybody. The header Forwarded (RFC 7239) is not read: a proxy
// that writes the one header lets the other pass as its caller wrote it.
func (p proxies) caller(peer string, forwarded []string) string {
	if address, ok := addressOf(peer); !ok || !p.trust(address) {
		return peer
	}
	list := strings.Join(forwarded, ",") // of several lines the later ones go on (RFC 9110, 5.3)
	for found := true; found; {
		at := strings.LastIndexByte(list, ',')
		address, ok := addressOf(strings.TrimSpace(list[at+1:]))
		if !ok {
			return peer
		}
		if !p.trust(address) {
			return address.String()
		}
		if found = at >= 0; found {
			list = list[:at]
		}
	}
	return peer
}

func (p proxies) trust(address netip.Addr) bool {
	for _, network := range p {
		if network.Contains(address) {
			return true
		}
	}
	return false
}

// addressOf reads an address, which proxies write with a port too, and one of version 6 in brackets. A zone means
// something to the host alone that wrote it.
func addressOf(text string) (netip.Addr, bool) {
	if port, err := netip.ParseAddrPort(text); err == nil {
		return port.Addr().Unmap().WithZone(""), true
	}
	if inner, ok := strings.CutPrefix(text, "["); ok {
		if text, ok = strings.CutSuffix(inner, "]"); !ok {
			return netip.Addr{}, false
		}
	}
	address, err := netip.ParseAddr(text)
	return address.Unmap().WithZone(""), err == nil
}

// hostOf returns the host of a connection's address.
func hostOf(remote string) string {
	host, _, err := net.SplitHostPort(remote)
	if err != nil {
		return remote
	}
	return host
}
