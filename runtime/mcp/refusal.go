package mcp

import (
	"log/slog"
	"net/http"
	"strings"
	"time"

	rt "github.com/flowc-dev/flowc/runtime"
)

// Error codes of RFC 6750, section 3.1.
const (
	invalidToken      = "invalid_token"
	insufficientScope = "insufficient_scope"
)

// refusal is why a request is not let in. All but cause is for the caller, in words of this package's own.
type refusal struct {
	status int
	code   string // error= of the challenge; "" where no token was sent
	reason string
	scope  string        // that the request needs
	after  time.Duration // when to try again; 0: it is not said
	cause  error         // for the log only
}

func (e *refusal) Error() string { return e.reason }

// challenges reports whether the answer says how to get in.
func (e *refusal) challenges() bool {
	return e.status == http.StatusUnauthorized || e.code == insufficientScope
}

func (e *refusal) problem() *rt.Error {
	problem := &rt.Error{Status: e.status}
	switch e.status {
	case http.StatusUnauthorized:
		problem.Reason = e.reason
	case http.StatusInternalServerError:
	default:
		problem.Detail = e.reason
	}
	if e.scope != "" {
		problem.Detail = "the token has no scope " + e.scope
	}
	return problem
}

// level is an error where we are at fault, and a warning where something that we need is down.
func (e *refusal) level() slog.Level {
	switch {
	case e.status == http.StatusServiceUnavailable:
		return slog.LevelWarn
	case e.status >= http.StatusInternalServerError:
		return slog.LevelError
	}
	return slog.LevelInfo
}

// challenge is the WWW-Authenticate of a refusal (RFC 6750, section 3; RFC 9728, section 5.1). Without a scope that is
// missing, it names all that there are.
func (e *endpoint) challenge(r *http.Request, refused *refusal) string {
	scope := refused.scope
	if scope == "" {
		scope = strings.Join(e.scopes(), " ")
	}
	var params []string
	add := func(name, value string) {
		if value != "" {
			params = append(params, name+`="`+value+`"`) // no value of ours holds a quote: scopes and URLs can't
		}
	}
	add("error", refused.code)
	if refused.code != "" {
		add("error_description", refused.reason)
	}
	add("scope", scope)
	add("resource_metadata", e.server.base(r)+metadataPath+endpointPath)
	return "Bearer " + strings.Join(params, ", ")
}
