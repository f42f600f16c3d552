package oauth

import (
	"context"
	"crypto/sha256"
	"crypto/subtle"
	"errors"
	"fmt"
	"net/http"
	"strings"

	"golang.org/x/oauth2"

	rt "github.com/flowc-dev/flowc/runtime"
)

// arrival is whom the provider has sent back, or why nobody is let in.
type arrival struct {
	who    identity
	reason string
}

// callback finishes a login: whom the provider has sent back, if it was this browser that set out. A code is good for
// one exchange, so a node that runs again in an execution is told what the first exchange has brought.
func (p *party) callback(x *rt.Exec) (identity, string) {
	came := x.Once("oauth callback "+p.cookieName(p.redirect(x)), func() any {
		who, reason := p.arrive(x)
		return arrival{who, reason}
	}).(arrival)
	return came.who, came.reason
}

func (p *party) arrive(x *rt.Exec) (identity, string) {
	query := p.answered(x)
	x.Saw(append(query["code"], query["state"]...)...)
	redirect := p.redirect(x)
	cookie := p.cookie(redirect, query.Get("state"))
	sealed := x.Cookie(cookie.Name)
	if sealed == nil {
		return identity{}, reasonState
	}
	cookie.MaxAge = -1
	x.AttachCookie(cookie) // whatever comes of it, the login is over

	begun, ok := p.begun(sealed, cookie.Name, redirect)
	if !ok || !once(query, "state", "code", "error", "iss") || !equal(query.Get("state"), begun.State) {
		return identity{}, reasonState
	}
	x.Saw(begun.Nonce, begun.Verifier)
	m, err := p.metadata(x)
	if err != nil {
		p.warn(x.Context(), x.Logger(), err)
		return identity{}, reasonProvider
	}
	if begun.Issuer != m.Issuer {
		return identity{}, reasonState
	}
	if !namesIssuer(m, query["iss"]) {
		return identity{}, reasonIssuer
	}
	if query.Get("error") == "access_denied" {
		return identity{}, reasonCancelled
	}
	if query.Get("error") != "" || query.Get("code") == "" {
		p.warn(x.Context(), x.Logger(), fmt.Errorf("the provider has not let the user in: %s", errorCode(query.Get("error"))))
		return identity{}, notLetIn
	}
	return p.exchange(x, m, begun, query.Get("code"))
}

// begun is the login that this browser has begun at this endpoint.
func (p *party) begun(sealed *string, cookie, redirect string) (begun pending, ok bool) {
	if sealed == nil {
		return pending{}, false
	}
	begun, ok = p.cookies.open(*sealed, cookie, p.now())
	return begun, ok && begun.Redirect == redirect
}

// once says whether no parameter is there twice: another party than this one may believe the other.
func once(query map[string][]string, names ...string) bool {
	for _, name := range names {
		if len(query[name]) > 1 {
			return false
		}
	}
	return true
}

// namesIssuer checks the iss of an answer of the authorization endpoint (RFC 9207, section 2.4).
func namesIssuer(m *metadata, iss []string) bool {
	if len(iss) == 0 {
		return !m.NamesIssuer
	}
	return iss[0] == m.Issuer
}

// exchange gets the tokens for a code, and finds who the user is.
func (p *party) exchange(x *rt.Exec, m *metadata, begun pending, code string) (identity, string) {
	secret, err := p.proof(x)
	if err != nil {
		p.warn(x.Context(), x.Logger(), err)
		return identity{}, reasonProvider
	}
	ctx := context.WithValue(x.Context(), oauth2.HTTPClient, p.http)
	tokens, err := p.oauth2(m, begun.Redirect, secret).Exchange(ctx, code, oauth2.VerifierOption(begun.Verifier))
	if err != nil {
		p.failed(x.Context(), x.Logger(), exchangeError(err))
		return identity{}, whoseFault(err)
	}
	idToken, _ := tokens.Extra("id_token").(string)
	x.Saw(tokens.AccessToken, tokens.RefreshToken, idToken)
	if !strings.EqualFold(tokens.Type(), "Bearer") {
		p.warn(x.Context(), x.Logger(), errNotBearer)
		return identity{}, reasonProvider
	}
	found, reason := p.whose(x, m, begun, tokens.AccessToken, idToken)
	if reason != "" {
		return identity{}, reason
	}
	if found.access = &tokens.AccessToken; found.name == nil && p.postsBack() {
		found.name = namePosted(x)
	}
	return found, ""
}

// whose finds who the user is that the tokens of a login are of.
func (p *party) whose(x *rt.Exec, m *metadata, begun pending, access, idToken string) (identity, string) {
	if p.config.Provider == GitHub {
		return p.githubUser(x, access)
	}
	if idToken == "" {
		p.warn(x.Context(), x.Logger(), errNoIDToken)
		return identity{}, reasonProvider
	}
	found, reason := p.idToken(x, m, idToken, begun.Nonce, access)
	if reason != "" {
		return identity{}, reason
	}
	found.rights = p.accessClaims(x, m, access, found)
	return p.complete(x, m, found, access)
}

var (
	errNotBearer = errors.New("the provider has given a token that is no bearer token")
	errNoIDToken = errors.New("the provider has given no ID token: is openid among the scopes?")
)

// whoseFault is why the exchange of a code has failed: that nobody has such a code is the caller's (RFC 6749, section
// 5.2; GitHub has a name of its own for it). About whatever else there is, he can do nothing.
func whoseFault(err error) string {
	var refused *oauth2.RetrieveError
	if !errors.As(err, &refused) {
		return reasonProvider
	}
	switch refused.ErrorCode {
	case "invalid_grant", "bad_verification_code":
		return notLetIn
	case "": // not in the form of the RFC
		if refused.Response != nil && refused.Response.StatusCode == http.StatusBadRequest {
			return notLetIn
		}
	}
	return reasonProvider
}

// exchangeError is an error of package oauth2 without what it quotes of the answer. One of the provider's own codes has
// the status that it came with: who says no has not moved.
func exchangeError(err error) error {
	var refused *oauth2.RetrieveError
	if !errors.As(err, &refused) || refused.Response == nil {
		return fmt.Errorf("exchanging the code: %w", withoutURL(err))
	}
	status := statusError(refused.Response.StatusCode)
	if refused.ErrorCode == "" || status >= http.StatusInternalServerError {
		return fmt.Errorf("exchanging the code: %w", status)
	}
	return fmt.Errorf("exchanging the code: the provider says %s (%w)", errorCode(refused.ErrorCode), status)
}

// errorCode is an error code of OAuth as a log may show it (RFC 6749, section 5.2): what else stands there is not
// shown.
func errorCode(code string) string {
	if code == "" || len(code) > 64 || strings.Trim(code, "abcdefghijklmnopqrstuvwxyz_") != "" {
		return "an unknown error"
	}
	return code
}

// equal compares in constant time.
func equal(a, b string) bool {
	ofA, ofB := sha256.Sum256([]byte(a)), sha256.Sum256([]byte(b))
	return subtle.ConstantTimeCompare(ofA[:], ofB[:]) == 1
}
