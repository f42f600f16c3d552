package runtime

import (
	"net"
	"net/url"
	"strings"

	"github.com/flowc-dev/flowc/runtime/loopback"
)

const publicURL = "PUBLIC_URL"

// PublicURL is the address at which browsers and other services reach the App, without a slash at its end: PUBLIC_URL,
// or else, under Main, the address that the App listens at. A missing or malformed one is a problem that Err reports;
// the URL is empty then.
func (s *Setup) PublicURL() url.URL {
	if s.app.whole && s.Optional(publicURL) == "" {
		return s.app.listenURL()
	}
	text := s.Plain(publicURL)
	if text == "" {
		return url.URL{}
	}
	u, err := url.Parse(text)
	switch {
	case err != nil || u.Hostname() == "" || u.Scheme != "http" && u.Scheme != "https":
		s.Problem(publicURL, "must begin with http:// or https:// and name a host")
	case u.User != nil || u.RawQuery != "" || u.Fragment != "":
		s.Problem(publicURL, "must have no user, query or fragment")
	case u.Scheme == "http" && s.app.Production() && !loopback.Host(u.Hostname()):
		s.Problem(publicURL, "must begin with https:// in production")
	default:
		u.Path, u.RawPath = strings.TrimRight(u.Path, "/"), ""
		return *u
	}
	return url.URL{}
}

// listenURL is the address at which a browser on this machine finds the App.
func (a *App) listenURL() url.URL {
	host, port, err := net.SplitHostPort(a.listenAddress())
	if err != nil {
		return url.URL{} // reported as a problem of LISTEN
	}
	if ip := net.ParseIP(host); host == "" || ip != nil && ip.IsUnspecified() {
		host = "localhost"
	}
	return url.URL{Scheme: "http", Host: net.JoinHostPort(host, port)}
}
