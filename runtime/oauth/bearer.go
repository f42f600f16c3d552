package oauth

import (
	"strings"

	rt "github.com/flowc-dev/flowc/runtime"
	"github.com/flowc-dev/flowc/runtime/jwt"
	"github.com/flowc-dev/flowc/runtime/provider"
)

const maxToken = 16 << 10 // bytes

// bearer finds whose token it is, if the provider issued it for this application.
func (p *party) bearer(x *rt.Exec, token string) (identity, string) {
	ctx, log := x.Context(), x.Logger()
	switch {
	case len(token) > maxToken || !isBearerToken(token):
		return identity{}, reasonMalformed
	case p.config.Provider == GitHub && isJWT(token): // GitHub's begin with g
		return identity{}, reasonIssuer
	case p.config.Provider == GitHub:
		return p.opaque(ctx, log, token, p.githubToken)
	case isJWT(token):
		return p.accessToken(x, token)
	case p.config.ClientID == "": // nobody may ask about it
		return identity{}, reasonMalformed
	case p.config.Provider == Google:
		return p.opaque(ctx, log, token, p.googleToken)
	}
	return p.opaque(ctx, log, token, p.introspect)
}

// isBearerToken checks the form of a token (RFC 6750, section 2.1).
func isBearerToken(token string) bool {
	body := strings.TrimRight(token, "=")
	return body != "" && strings.IndexFunc(body, func(r rune) bool {
		return !(r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune("-._~+/", r))
	}) < 0
}

// isJWT says whether a token begins as a JWT does, with the base64 of "{": whatever follows, it is then read as one.
func isJWT(token string) bool {
	return len(token) > 1 && token[0] == 'e' && strings.IndexByte("wxyz0123456789-_", token[1]) >= 0 && strings.Contains(token, ".")
}

// accessToken verifies a JWT access token: that it is the provider's, and for this application.
func (p *party) accessToken(x *rt.Exec, token string) (identity, string) {
	signed := p.tokens.Verify(x.Context(), token, func(issuer, tenant string) (jwt.Keys, string) {
		if !p.signs(issuer, tenant) {
			return jwt.Keys{}, reasonIssuer
		}
		m, err := p.directory.get(x.Context())
		if err != nil {
			p.warn(x.Context(), x.Logger(), err)
			return jwt.Keys{}, reasonProvider
		}
		return m.keys(), ""
	})
	if !signed.Valid {
		if signed.Reason == reasonIssuer {
			p.foreign.Log(x, signed.Issuer)
		}
		return identity{}, signed.Reason
	}
	found, said, err := identify(signed.Claims)
	switch {
	case err != nil:
		return identity{}, reasonMalformed
	case !said.Audience.names(p.config.Audiences):
		return identity{}, reasonAudience
	case !isAccessToken(signed):
		return identity{}, unmarked
	case signed.Bound:
		return identity{}, reasonBound
	}
	return found, ""
}

// isAccessToken tells an access token from an ID token of the same provider, which an application must not accept from
// anybody but the provider itself.
func isAccessToken(t jwt.Signed) bool {
	return provider.Named("oidc").KindOf(t.Type, func(name string) (string, bool) { return textAt(t.Claims, name), has(t.Claims, name) }) == provider.Access
}

func has(claims rt.Value, name string) bool { return !claims.At(name).IsNull() }

// textAt is a claim that is text, else "".
func textAt(claims rt.Value, name string) string {
	text, err := claims.At(name).Text()
	if err != nil {
		return ""
	}
	return text
}
