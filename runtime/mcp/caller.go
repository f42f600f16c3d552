package mcp

import (
	"context"
	"errors"
	"net/http"
	"strings"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/flowc-dev/flowc/runtime/mcptoken"
)

// caller is for whom a token speaks.
type caller struct {
	name   string // of the token; of a JWT, its sub
	scopes []string
}

// admitted is a request that was let in.
type admitted struct {
	caller
	view    *sdk.Server
	request *http.Request
}

type admittedKey struct{}

func withAdmitted(ctx context.Context, a *admitted) context.Context {
	return context.WithValue(ctx, admittedKey{}, a)
}

// admittedTo returns the request that ctx belongs to: whatever gets so far was let in.
func admittedTo(ctx context.Context) *admitted { return ctx.Value(admittedKey{}).(*admitted) }

// callerName is rt.Entry's Caller.
func callerName(r *http.Request) string { return admittedTo(r.Context()).name }

// identify finds out who calls, by the bearer token alone.
func (v *server) identify(r *http.Request) (caller, error) {
	token, err := bearer(r.Header["Authorization"])
	switch {
	case err != nil:
		return caller{}, err
	case mcptoken.Looks(token):
		return v.own(r.Context(), token)
	case v.issuer != nil:
		return v.issuer.verify(r.Context(), token)
	}
	return caller{}, unauthorized("unknown token")
}

// bearer is the token of a request (RFC 6750, section 2.1). Of two headers, another party may believe the other one:
// neither is believed.
func bearer(headers []string) (string, error) {
	if len(headers) == 0 {
		return "", &refusal{status: http.StatusUnauthorized, reason: "missing token"}
	}
	scheme, token, _ := strings.Cut(headers[0], " ")
	switch token = strings.Trim(token, " "); {
	case len(headers) > 1:
		return "", unauthorized("malformed token")
	case !strings.EqualFold(scheme, "Bearer") || token == "":
		return "", &refusal{status: http.StatusUnauthorized, reason: "missing token"}
	}
	return token, nil
}

// own looks up a token of the project's.
func (v *server) own(ctx context.Context, text string) (caller, error) {
	token, err := v.tokens.Find(ctx, text)
	var unavailable interface{ Unavailable() bool }
	switch {
	case errors.Is(err, mcptoken.ErrUnknown):
		return caller{}, unauthorized("unknown token")
	case errors.As(err, &unavailable) && unavailable.Unavailable():
		return caller{}, &refusal{status: http.StatusServiceUnavailable, reason: "tokens can't be looked up now", cause: err}
	case err != nil:
		return caller{}, &refusal{status: http.StatusInternalServerError, reason: "tokens can't be looked up", cause: err}
	case !v.app.Now().Before(token.Expires):
		return caller{name: token.Name}, unauthorized("expired")
	}
	return caller{name: token.Name, scopes: token.Scopes}, nil
}

func unauthorized(reason string) *refusal {
	return &refusal{status: http.StatusUnauthorized, code: invalidToken, reason: reason}
}
