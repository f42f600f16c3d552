package oauth

import (
	rt "github.com/flowc-dev/flowc/runtime"
	"github.com/flowc-dev/flowc/runtime/jwt"
	"github.com/flowc-dev/flowc/runtime/provider"
)

// accessClaims returns what the access token of a login says, null unless it proves to be this user's and this
// application's: what nobody has verified may be of another issuer, for another client, or about another user.
func (p *party) accessClaims(x *rt.Exec, m *metadata, access string, found identity) rt.Value {
	if !isJWT(access) || len(access) > maxToken {
		return rt.Value{}
	}
	signed := p.tokens.Verify(x.Context(), access, func(issuer, tenant string) (jwt.Keys, string) {
		if issuer != found.issuer || !p.signs(issuer, tenant) {
			return jwt.Keys{}, reasonIssuer
		}
		return m.keys(), ""
	})
	row := p.row()
	claim := func(name string) (string, bool) { return textAt(signed.Claims, name), has(signed.Claims, name) }
	if !signed.Valid || signed.Bound || row.KindOf(signed.Type, claim) != provider.Access ||
		first(signed.Claims, row.Clients) != p.config.ClientID || subjectOf(signed.Claims, row) != found.sub {
		return rt.Value{}
	}
	return signed.Claims.AsClaims()
}

// row is what is known of the provider's tokens. Of one that has no row, its tokens are as OpenID Connect has them.
func (p *party) row() *provider.Provider {
	if row := provider.Named(string(p.config.Provider)); row != nil {
		return row
	}
	return provider.Named(string(OIDC))
}

// subjectOf is whom an access token is about, by the first of the row's claims that is there.
func subjectOf(claims rt.Value, row *provider.Provider) string {
	var names []string
	for _, each := range row.SubjectOf(provider.Access, false) {
		names = append(names, each...)
	}
	return first(claims, names)
}

// first is the first of some claims that is there, "" where it is no text.
func first(claims rt.Value, names []string) string {
	for _, name := range names {
		if has(claims, name) {
			return textAt(claims, name)
		}
	}
	return ""
}
