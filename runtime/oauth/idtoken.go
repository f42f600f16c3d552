package oauth

import (
	"crypto"
	"encoding/base64"
	"errors"
	"slices"

	_ "crypto/sha256" // of at_hash
	_ "crypto/sha512"

	rt "github.com/flowc-dev/flowc/runtime"
	"github.com/flowc-dev/flowc/runtime/jwt"
	"github.com/flowc-dev/flowc/runtime/provider"
)

// idToken verifies the ID token of a login (OpenID Connect Core, section 3.1.3.7): that it is the provider's, for this
// application, for this login, and for the access token that came with it.
func (p *party) idToken(x *rt.Exec, m *metadata, token, nonce, access string) (identity, string) {
	signed := p.tokens.Verify(x.Context(), token, func(issuer, tenant string) (jwt.Keys, string) {
		if !p.signs(issuer, tenant) {
			return jwt.Keys{}, reasonIssuer
		}
		return m.keys(), ""
	})
	if !signed.Valid {
		return identity{}, signed.Reason
	}
	found, said, err := identify(signed.Claims)
	switch {
	case err != nil || signed.Type == provider.AccessType:
		return identity{}, reasonMalformed
	case !p.isForUs(said):
		return identity{}, reasonAudience
	case !equal(said.Nonce, nonce):
		return identity{}, reasonState
	case said.Hash != "" && !hashes(said.Hash, access):
		p.warn(x.Context(), x.Logger(), errOtherAccess)
		return identity{}, reasonProvider
	case signed.Bound:
		return identity{}, reasonBound
	}
	return found, p.unlike(signed.Claims)
}

var errOtherAccess = errors.New("the provider has given an access token that its ID token is not for")

var errOtherUser = errors.New("what the provider says about the user is about another one")

// isForUs checks aud and azp: of several audiences, the token must say which one it was issued to.
func (p *party) isForUs(said statement) bool {
	return slices.Contains(said.Audience, p.config.ClientID) &&
		(said.Party == p.config.ClientID || said.Party == "" && len(said.Audience) == 1)
}

// hashes says whether a hash is the left half of that of the access token, by the hash function of some signature
// algorithm (section 3.1.3.6): EdDSA leaves open which one.
func hashes(hash, access string) bool {
	for _, function := range []crypto.Hash{crypto.SHA256, crypto.SHA384, crypto.SHA512} {
		h := function.New()
		h.Write([]byte(access))
		sum := h.Sum(nil)
		if equal(hash, base64.RawURLEncoding.EncodeToString(sum[:len(sum)/2])) {
			return true
		}
	}
	return false
}

func tenantOf(said statement) string {
	if text := textOf(said.Tenant); text != nil {
		return *text
	}
	return ""
}

// complete asks the provider for what a login asked for and the ID token does not tell, as many providers leave out
// e-mail and name. Who the user is, the ID token has said: an answer about another one is a mistake of the provider.
func (p *party) complete(x *rt.Exec, m *metadata, found identity, access string) (identity, string) {
	email, name := found.claims.At("email").IsNull(), found.claims.At("name").IsNull()
	if m.Userinfo == "" || !(email && asks(p.config.Scopes, "email") || name && asks(p.config.Scopes, "profile")) {
		return found, ""
	}
	more, err := p.get(x.Context(), m.Userinfo, access)
	if err != nil {
		p.failed(x.Context(), x.Logger(), err)
		return identity{}, reasonProvider
	}
	about, _, err := identify(more)
	if err != nil || about.sub != found.sub {
		p.warn(x.Context(), x.Logger(), errOtherUser)
		return identity{}, reasonProvider
	}
	claims, err := merged(found.claims, more)
	if err != nil {
		return identity{}, reasonMalformed
	}
	all := found
	all.claims = claims
	if email { // with what says whether it is verified, from one place
		all.email = about.email
	}
	if name {
		all.name = about.name
	}
	return all, ""
}
