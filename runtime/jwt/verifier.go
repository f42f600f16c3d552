// Package jwt signs and verifies JSON Web Tokens in compact form, stricter than RFC 7519 and RFC 8725 ask.
//
// Generated code imports it, for Auth nodes of type jwt and for JWT nodes, and so does runtime/oauth; nothing else
// does.
package jwt

import (
	"context"
	"net/http"
	"strings"
	"sync"
	"time"

	rt "github.com/flowc-dev/flowc/runtime"
)

// Why a token was refused, in the order in which it is checked.
const (
	reasonMissing   = "missing token"
	reasonMalformed = "malformed token"
	reasonAlgorithm = "wrong algorithm"
	reasonIssuer    = "wrong issuer"
	reasonSignature = "wrong signature"
	reasonExpired   = "expired"
	reasonTooEarly  = "not yet valid"
	reasonAudience  = "wrong audience"
	reasonClient    = "wrong client"
	reasonType      = "wrong token type"
	reasonBound     = "bound token"
)

// ReasonProvider is that of a token whose key can't be had now, in place of reasonSignature.
const ReasonProvider = "provider error"

// ProviderPause is when a caller may come again whose token could not be verified for that: not before the provider is
// asked again.
const ProviderPause = refetchPause

const defaultLeeway = 30 * time.Second

// VerifierConfig fixes what a Verifier accepts.
type VerifierConfig struct {
	Algorithms []string      // the algorithms accepted, named as in RFC 7518, RFC 8037 and RFC 9864; one of a secret stands alone
	Key        string        // HMAC secret, or PEM of a public key, a certificate or a private key; empty: the value of KeyName
	KeyName    string        // the environment variable that Key comes from; problems name it
	JWKSURL    string        // where a provider publishes its keys (RFC 7517), in place of Key; with neither, every token is refused
	Issuers    []string      // the names of the one issuer wanted; nil: any, or none; of a Provider that has several, its issuer
	Audiences  []string      // of which aud must name one; nil: a token with an aud is for another service, and refused
	Provider   string        // the identity provider whose tokens they are, named as in package provider; empty: any
	Signers    []string      // of a Provider with load balancers, those whose tokens are accepted, by their ARN
	Tenants    []string      // of a Provider with tenants, those whose tokens are accepted, or provider.Any
	Token      string        // of a Provider with several kinds of tokens, the kind accepted; empty: provider.Access
	Clients    []string      // of which the token must have been issued to one; nil: any
	Realm      string        // of the challenge of a 401
	Cookie     string        // that holds the token; empty: the Authorization header does
	Header     string        // that is the token, in place of the Authorization header; empty: that one
	Subject    []string      // the claims that name the subject, the first that is text; nil: sub, or as Provider says
	Type       string        // what typ must say, of a token that may have no subject; empty: JWT, at+jwt or nothing
	Leeway     time.Duration // how far clocks may differ; 0 means 30 s
}

// User is the subject that a token was issued for. When Valid is false, only Reason is set.
type User[C any] struct {
	Valid  bool     `json:"valid"`
	Reason string   `json:"reason"`               // why the token was refused; empty when it is valid
	Sub    string   `json:"sub"`                  // the sub claim, never empty
	Email  *string  `json:"email"`                // the email claim as signed; nil where it is no text
	Issuer string   `json:"issuer"`               // the iss claim; empty when the token has none
	Name   *string  `json:"name"`                 // the name claim as signed; nil where it is no text
	Claims rt.Value `json:"claims" flowc:"token"` // all claims, with exact numbers; the log has no more of the token than it needs
	Typed  C        `json:"typed" flowc:"token"`  // the claims whose types the workflow declares

	claimed string // iss of a token that is refused for it
}

// Status is that of the answer to a caller who is not let through: 401, or 403 where only what he asks for is not his.
// It is 503 where nobody can tell now: his token may be good, and he should keep it.
func (u User[C]) Status() int64 {
	if u.Reason == ReasonProvider {
		return http.StatusServiceUnavailable
	}
	return rt.RefusalStatus(u.Reason)
}

// SubOrNull is Sub of a token that may be about nobody; nil where it is.
func (u User[C]) SubOrNull() *string {
	if u.Sub == "" {
		return nil
	}
	return &u.Sub
}

// IssuerOrNull is Issuer of a token that may name none; nil where it does not.
func (u User[C]) IssuerOrNull() *string {
	if u.Issuer == "" {
		return nil
	}
	return &u.Issuer
}

// Verifier verifies the tokens of one issuer. It is safe for concurrent use.
//
// C is a struct of the claims whose types are declared, by json tag: a token must have each of them, save those that
// are pointers. It is struct{} when none is.
type Verifier[C any] struct {
	rules     rules
	preset    *preset    // nil where there is no provider, and where its problem is reported
	subject   [][]string // the claims that name the subject, the first that are there; nil: sub
	watched   []string   // the claims that preset and subject look at
	typ       string     // that the header must say; empty: that of an access token, or none
	realm     string
	cookie    string    // that Check looks into; empty: the Authorization header
	header    string    // that Check looks into, the whole value; empty: the Authorization header
	challenge string    // of a 401 although the token is good
	scratches sync.Pool // of *scratch
	foreign   Foreign
}

// NewVerifier makes a Verifier. A key that one of c.Algorithms cannot use is reported to s as a problem of c.KeyName;
// such a Verifier, like one without a key, refuses every token. A provider's keys are fetched when a token first needs
// them, and again for one that they do not verify, at most once in 10 s; while the provider is down, those known go on
// working. A token of another issuer than c.Issuers has nothing fetched.
func NewVerifier[C any](s *rt.Setup, c VerifierConfig) *Verifier[C] {
	v := &Verifier[C]{
		rules: rules{
			issuers:   c.Issuers,
			audiences: c.Audiences,
			leeway:    c.Leeway,
			now:       s.App().Now,
		},
		realm:     c.Realm,
		cookie:    c.Cookie,
		header:    http.CanonicalHeaderKey(c.Header),
		challenge: Challenge(c.Realm, reasonMissing),
		scratches: sync.Pool{New: func() any { return newScratch() }},
	}
	switch {
	case c.Provider != "":
		v.preset = v.rules.newPreset(s, c)
	case c.JWKSURL != "":
		v.rules.accepted, v.rules.published = publishedKeys(s, c.Algorithms, c.JWKSURL)
	default:
		v.rules.accepted = ownKeys(s, c)
	}
	v.subject, v.typ = subjectsOf(c), strings.TrimPrefix(strings.ToLower(c.Type), "application/")
	v.watched = v.watches()
	if v.rules.leeway == 0 {
		v.rules.leeway = defaultLeeway
	}
	return v
}

// Check verifies the bearer token of the request's Authorization header, or that of the cookie which is looked into in
// its place. It also sets the challenge (RFC 6750, section 3) that a 401 will carry, whoever gives it.
func (v *Verifier[C]) Check(x *rt.Exec) User[C] {
	switch {
	case v.cookie != "":
		return v.inCookie(x)
	case v.header != "":
		return v.inHeader(x)
	}
	token, reason := Bearer(x.Request().Header["Authorization"])
	if reason != "" {
		return v.refuse(x, reason, true)
	}
	return v.verify(x, token, true) // the execution masks its Authorization header unasked
}

func (v *Verifier[C]) inCookie(x *rt.Exec) User[C] {
	token := x.Cookie(v.cookie)
	if token == nil || *token == "" {
		return v.refuse(x, reasonMissing, true)
	}
	return v.verify(x, *token, true)
}

func (v *Verifier[C]) inHeader(x *rt.Exec) User[C] {
	values := x.Request().Header[v.header]
	x.Saw(values...)
	switch {
	case len(values) > 1: // another party than this one may believe the other
		return v.refuse(x, reasonMalformed, true)
	case len(values) == 0 || values[0] == "":
		return v.refuse(x, reasonMissing, true)
	}
	return v.verify(x, values[0], true)
}

// Verify verifies a token that came by another way than the Authorization header. An empty one is missing.
func (v *Verifier[C]) Verify(x *rt.Exec, token string) User[C] {
	if token == "" {
		return v.refuse(x, reasonMissing, false)
	}
	x.Saw(token)
	return v.verify(x, token, false)
}

// Decide verifies a token that no execution has received. Who calls it sets the challenge, and keeps the token out of
// logs.
func (v *Verifier[C]) Decide(ctx context.Context, token string) User[C] {
	user, reason := v.decide(ctx, token)
	user.Reason = reason
	return user
}

func (v *Verifier[C]) verify(x *rt.Exec, token string, challenge bool) User[C] {
	user, reason := v.decide(x.Context(), token)
	if reason != "" {
		if reason == reasonIssuer {
			v.foreign.Log(x, user.claimed)
		}
		return v.refuse(x, Doubted(x, token, reason), challenge)
	}
	x.LogOutput("valid")
	if challenge {
		x.Challenge(v.challenge)
	}
	if x.Debug() {
		x.Values(user)
	}
	return user
}

func (v *Verifier[C]) refuse(x *rt.Exec, reason string, challenge bool) User[C] {
	x.LogOutput("invalid")
	if reason == ReasonProvider {
		x.RetryAfter(ProviderPause)
	}
	if challenge {
		x.Challenge(Challenge(v.realm, reason))
	}
	user := User[C]{Reason: reason}
	if x.Debug() {
		x.Values(user)
	}
	return user
}

// decide is the whole decision: all that only the token's form can tell first, then the rules, and then what the
// workflow wants of its claims.
func (v *Verifier[C]) decide(ctx context.Context, token string) (User[C], string) {
	s := v.scratches.Get().(*scratch)
	defer v.scratches.Put(s)

	t, ok := s.parse(token, v.rules.audiences, v.typ, v.preset != nil && v.preset.InHeader)
	if !ok || t.claims.subject == "" && v.subject == nil && v.typ == "" {
		return User[C]{}, reasonMalformed
	}
	if reason := v.rules.check(ctx, &t); reason != "" {
		return User[C]{claimed: t.claims.issuer}, reason
	}
	if reason := v.apply(s, &t); reason != "" {
		return User[C]{}, reason
	}
	claims, ok := valueOf(t.payload)
	if !ok {
		return User[C]{}, reasonMalformed
	}
	typed, ok := typedClaims[C](claims)
	if !ok {
		return User[C]{}, reasonMalformed
	}
	return User[C]{
		Valid:  true,
		Sub:    t.claims.subject,
		Issuer: t.claims.issuer,
		Email:  t.claims.email,
		Name:   t.claims.name,
		Claims: claims.AsClaims(),
		Typed:  typed,
	}, ""
}

// apply asks of a token that follows the rules what the provider's tokens are asked beside, and reads who it is about
// as they say it.
func (v *Verifier[C]) apply(s *scratch, t *token) (reason string) {
	if v.subject != nil {
		said := s.statement(t.payload, v.watched)
		if p := v.preset; p != nil {
			if reason := p.check(t, said); reason != "" {
				return reason
			}
			if !said.isTrue("email_verified") && !said.isTrue("xms_edov") { // of Microsoft: the domain of the e-mail is the tenant's
				t.claims.email = nil
			}
		}
		if t.claims.subject = subjectOf(v.subject, said); t.claims.subject == "" {
			return reasonMalformed
		}
	}
	if v.typ != "" && !strings.EqualFold(t.typ, v.typ) {
		return reasonType
	}
	if t.claims.bound {
		return reasonBound
	}
	return ""
}
