package client

import (
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"time"

	"code.dny.dev/ssrf"

	rt "github.com/flowc-dev/flowc/runtime"
)

const (
	dialTimeout       = 10 * time.Second // one address; the call's own time-out may be shorter
	idleTimeout       = 90 * time.Second // of a connection kept for the next call
	idlePerHost       = 64               // connections kept a host
	maxResponseHeader = 64 << 10         // bytes
	maxRedirects      = 10
)

// transports are the connections of an app.
type transports struct {
	open    http.RoundTripper // to any address
	guarded *http.Transport   // to public addresses only
	close   func()
}

// transportOf is the app's transport, which all of its clients share.
func transportOf(s *rt.Setup, guarded bool) http.RoundTripper {
	shared, err := s.App().Resource("client", func() (io.Closer, error) { return newTransports(s.App().Transport()), nil })
	if err != nil {
		s.Fail(fmt.Errorf("set up outgoing calls: %w", err))
		return nil
	}
	if guarded {
		return shared.(*transports).guarded
	}
	return shared.(*transports)
}

// Direct is an HTTP client for calls that a part of the runtime makes by itself, to a service that the configuration
// names: over the app's connections, without redirects. It is nil once a problem is reported.
func Direct(s *rt.Setup, timeout time.Duration) *http.Client {
	transport := transportOf(s, false)
	if transport == nil {
		return nil
	}
	return &http.Client{Transport: transport, CheckRedirect: redirects(false), Timeout: timeout}
}

// newTransports makes the guard look at the address that is dialled, after resolution, so that a name that resolves to
// another address the second time does not pass. A proxy would be asked to dial instead, so the guarded one has none.
func newTransports(given http.RoundTripper) *transports {
	open := newTransport(&net.Dialer{Timeout: dialTimeout})
	open.Proxy = http.ProxyFromEnvironment
	guard := ssrf.New(ssrf.WithAnyPort())
	t := &transports{open: open, guarded: newTransport(&net.Dialer{Timeout: dialTimeout, Control: guard.Safe}), close: open.CloseIdleConnections}
	if given != nil {
		t.open = given
	}
	return t
}

func newTransport(dialer *net.Dialer) *http.Transport {
	return &http.Transport{
		DialContext:            dialer.DialContext,
		ForceAttemptHTTP2:      true,
		MaxIdleConnsPerHost:    idlePerHost,
		IdleConnTimeout:        idleTimeout,
		TLSHandshakeTimeout:    dialTimeout,
		MaxResponseHeaderBytes: maxResponseHeader,
	}
}

// RoundTrip calls a host that the workflow names at any address. A redirect to another host is run-time data: there
// the guard applies.
func (t *transports) RoundTrip(r *http.Request) (*http.Response, error) {
	if r.URL.Hostname() != first(r).URL.Hostname() {
		return t.guarded.RoundTrip(r)
	}
	return t.open.RoundTrip(r)
}

// Close closes the connections that are kept.
func (t *transports) Close() error {
	t.close()
	t.guarded.CloseIdleConnections()
	return nil
}

// first is the request whose redirects led to r.
func first(r *http.Request) *http.Request {
	for r.Response != nil {
		r = r.Response.Request
	}
	return r
}

var errRedirects = errors.New("redirected too often")

// redirects decides about a redirect, after net/http has prepared the request that follows it.
func redirects(follow bool) func(next *http.Request, via []*http.Request) error {
	if !follow {
		return func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	}
	return func(next *http.Request, via []*http.Request) error {
		if len(via) > maxRedirects {
			return errRedirects
		}
		next.Header.Del("Referer") // the URL before, with its query
		if leaves(next, via) {
			dropSecrets(next.Header)
		}
		return nil
	}
}

// leaves says whether any step until next went to another origin (RFC 6454) than that of the first request.
func leaves(next *http.Request, via []*http.Request) bool {
	origin := originOf(via[0])
	for _, r := range append(via[1:], next) {
		if originOf(r) != origin {
			return true
		}
	}
	return false
}

func originOf(r *http.Request) string { return r.URL.Scheme + "://" + strings.ToLower(r.URL.Host) }

// dropSecrets drops every header but those that hold no secret: a key may be in any other, not only in Authorization
// and Cookie.
func dropSecrets(h http.Header) {
	for name := range h {
		switch name {
		case "Accept", "Accept-Language", "Content-Type", "User-Agent":
		default:
			h.Del(name)
		}
	}
}
