// Package oauth lets users of an identity provider in: by bearer tokens that the provider issued, and by a login in the
// browser (OAuth 2.0 with PKCE, OpenID Connect).
//
// Generated code imports it, for Auth nodes of type oauth, and so do parts of the runtime that accept a provider's
// tokens; nothing else does.
package oauth

import (
	"cmp"
	"net/http"
	"strings"

	rt "github.com/flowc-dev/flowc/runtime"
	"github.com/flowc-dev/flowc/runtime/jwt"
)

// Why a caller was not let through, besides what package jwt finds wrong with a token's signature and times.
const (
	reasonMissing   = "missing token"
	reasonMalformed = "malformed token"
	reasonExpired   = "expired"
	reasonTooEarly  = "not yet valid"
	reasonIssuer    = "wrong issuer"
	reasonAudience  = "wrong audience"
	reasonBound     = "bound token"
	reasonInactive  = "inactive token"
	reasonProvider  = "provider error"
	reasonState     = "wrong state"
	reasonCancelled = "login cancelled"
)

// unmarked is reasonAudience for a token that is for us, but may as well be an ID token: the challenge says all of it.
const unmarked = reasonAudience + ": it does not say that it is an access token, as typ at+jwt or a scope does"

// notLetIn is reasonProvider where the provider has done its part: it has let nobody in, or knows of no such login.
const notLetIn = reasonProvider + ": it has not let the user in"

// Config says whose users a Verifier lets in, and for whom.
type Config struct {
	Provider     Provider
	ClientID     string   // that the provider knows this application by
	ClientSecret string   // that it knows the application's word by; the key of the login's cookie is derived from it
	Signer       *Signer  // of Apple: what signs the client secret, in place of ClientSecret
	Issuer       string   // of the provider, where the provider is not one for everybody
	IssuerName   string   // the environment variable that Issuer came from, for problems; empty: the workflow itself
	Discovery    string   // where the issuer's document about itself is, if not below the issuer
	Audiences    []string // of which a JWT must name one in aud; nil: JWTs are refused
	Scopes       []string // asked for at a login; empty means openid, email and profile
	Realm        string   // of the challenge of a 401
	Params       []Param  // of the login page, which an ID token is held to
	Browser      bool     // a browser without a token is sent to the provider
}

// User is the caller as the provider knows him. When Valid is false, only Reason is set, or Login and URL.
type User[C any] struct {
	Valid  bool     `json:"valid"`
	Reason string   `json:"reason"` // why the caller was not let through; empty when it is valid
	Login  bool     `json:"login"`  // the browser is to be sent to URL
	URL    string   `json:"url"`    // of the provider's login page
	Sub    string   `json:"sub"`    // the provider's name for the user, never empty
	Issuer string   `json:"issuer"` // of the provider, never empty
	Email  *string  `json:"email"`  // nil unless the provider says that it is the user's
	Name   *string  `json:"name"`   // nil when the provider does not tell
	Claims rt.Value `json:"claims"` // all that the provider says, with exact numbers
	Typed  C        `json:"typed"`  // the claims whose types the workflow declares

	AccessToken  *string  `json:"-"`            // of a login, to call APIs with; nil of a bearer
	AccessClaims rt.Value `json:"accessClaims"` // what it says, null unless it is verified and this application's and user's

	unknown bool // nobody can tell now who the caller is: Reason is that of the provider
}

// Status is that of the answer to a caller who is not let through: 401, or 403 where only what he asks for is not his.
// It is 503 where the provider does not do its part: what the caller has shown may be good.
func (u User[C]) Status() int64 {
	if u.unknown {
		return http.StatusServiceUnavailable
	}
	return rt.RefusalStatus(u.Reason)
}

// Verifier tells a provider's users. It is safe for concurrent use.
//
// C is a struct of the claims whose types are declared, by json tag: a user must have each of them, save those that are
// pointers. It is struct{} when none is.
type Verifier[C any] struct {
	party     *party
	claims    jwt.Claims[C]
	challenge string // of a 401 although the caller is known
}

// NewVerifier makes a Verifier. A malformed issuer or PUBLIC_URL is reported to s. The provider is first asked when a
// caller needs it: one that is down does not keep the service down.
func NewVerifier[C any](s *rt.Setup, c Config) *Verifier[C] {
	return &Verifier[C]{party: newParty(s, c), challenge: jwt.Challenge(c.Realm, reasonMissing)}
}

// Check lets a caller through who sends a token that the provider issued for this application, or who comes back from
// the provider's login. A login that begins has hints as parameters too. It also sets the challenge (RFC 6750, section
// 3) that a 401 will carry, whoever gives it.
func (v *Verifier[C]) Check(x *rt.Exec, hints ...Param) User[C] {
	user := v.decide(x, hints)
	switch {
	case user.Valid:
		x.LogOutput("valid")
	case user.Login:
		x.LogOutput("login")
	default:
		x.LogOutput("invalid")
	}
	if x.Debug() {
		x.Values(user)
	}
	return user
}

func (v *Verifier[C]) decide(x *rt.Exec, hints []Param) User[C] {
	token, reason := jwt.Bearer(x.Request().Header["Authorization"])
	switch {
	case reason == "":
		found, reason := v.party.bearer(x, token)
		if reason != "" {
			reason = jwt.Doubted(x, token, reason)
		}
		return v.user(x, found, reason, true)
	case reason == reasonMissing && v.party.config.Browser && (opensPage(x) || v.party.isCallback(x)):
		if v.party.isCallback(x) {
			found, reason := v.party.callback(x)
			return v.user(x, found, reason, false)
		}
		return v.login(x, hints)
	}
	return v.refuse(x, reason, true)
}

// login sends the browser to the provider.
func (v *Verifier[C]) login(x *rt.Exec, hints []Param) User[C] {
	address, reason := v.party.login(x, hints)
	if reason != "" {
		return v.refuse(x, reason, false)
	}
	return User[C]{Login: true, URL: address}
}

// user returns the identity that was found as a User, valid unless a claim that the workflow declares is missing or of
// another type.
func (v *Verifier[C]) user(x *rt.Exec, found identity, reason string, token bool) User[C] {
	if reason != "" {
		return v.refuse(x, reason, token)
	}
	typed, ok := v.claims.Decode(found.claims)
	if !ok {
		return v.refuse(x, reasonMalformed, token)
	}
	x.Challenge(v.challenge) // for a 401 that the workflow gives all the same
	return User[C]{
		Valid: true, Sub: found.sub, Issuer: cmp.Or(found.issuer, v.party.issuer), Email: found.email, Name: found.name,
		Claims: found.claims.AsClaims(), Typed: typed, AccessToken: found.access, AccessClaims: found.rights,
	}
}

// refuse sets the challenge. It says what is wrong with a token only where the caller sent one.
func (v *Verifier[C]) refuse(x *rt.Exec, reason string, token bool) User[C] {
	about := reason
	if !token {
		about = reasonMissing
	}
	x.Challenge(jwt.Challenge(v.party.config.Realm, about))
	unknown := reason == reasonProvider
	if unknown {
		x.RetryAfter(jwt.ProviderPause)
	}
	reason, _, _ = strings.Cut(reason, ":")
	return User[C]{Reason: reason, unknown: unknown}
}
