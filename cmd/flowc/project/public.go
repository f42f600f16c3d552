package project

import (
	"net/url"
	"strings"

	rt "github.com/flowc-dev/flowc/runtime"
)

// PublicURL is where callers reach the server of the project at home, without a slash at its end: PUBLIC_URL, as the
// server would read it. It is "" where that is not set, or is nothing that a server would start with.
func PublicURL(home string) string {
	vars, _ := rt.Environ(home) // right as far as it goes
	u, err := url.Parse(vars["PUBLIC_URL"].Value)
	if err != nil || u.Hostname() == "" || u.Scheme != "http" && u.Scheme != "https" || u.User != nil || u.RawQuery != "" || u.Fragment != "" {
		return ""
	}
	return strings.TrimRight(u.String(), "/")
}
