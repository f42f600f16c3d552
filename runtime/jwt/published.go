package jwt

import (
	"context"
	"slices"
	"sync"

	rt "github.com/flowc-dev/flowc/runtime"
)

// Keys say where an identity provider publishes its keys, and what it signs with: known only once the provider was
// asked.
type Keys struct {
	URL        string   // of the key set (RFC 7517)
	Algorithms []string // those of a shared secret, and unknown ones, are never accepted
}

// KeysOf returns the keys of the issuer that a token names, with the tenant of one of Microsoft's, or the reason why
// there are none. The token is not verified yet: a KeysOf fetches nothing for an issuer whose tokens are not wanted.
type KeysOf func(issuer, tenant string) (keys Keys, reason string)

// Published verifies the form, signature and times of tokens under keys that identity providers publish. For whom a
// token is is its caller's to check. It is safe for concurrent use.
type Published struct {
	app       *rt.App
	scratches sync.Pool // of *scratch
}

// NewPublished makes a Published, whose tokens may be 30 s off its clock.
func NewPublished(app *rt.App) *Published {
	return &Published{app: app, scratches: sync.Pool{New: func() any { return newScratch() }}}
}

// Signed is a token as its provider has signed it. When Valid is false, only Reason is set, and Issuer where a KeysOf
// has given it.
type Signed struct {
	User[struct{}]
	Type  string // typ of its header; may be empty
	Bound bool   // only who has some key may use it (RFC 7800): a bearer may not
}

// Verify verifies a token. Keys are fetched as those of a Verifier are.
func (p *Published) Verify(ctx context.Context, text string, keysOf KeysOf) Signed {
	s := p.scratches.Get().(*scratch)
	defer p.scratches.Put(s)

	t, ok := s.parse(text, nil, "", false)
	if !ok || t.claims.subject == "" {
		return refusedToken(reasonMalformed)
	}
	keys, reason := keysOf(t.claims.issuer, t.claims.tenant)
	if reason != "" {
		refused := refusedToken(reason)
		refused.Issuer = t.claims.issuer
		return refused
	}
	rules, reason := p.rules(t.algorithm, keys)
	if reason == "" {
		reason = rules.check(ctx, &t)
	}
	if reason != "" {
		return refusedToken(reason)
	}
	claims, ok := valueOf(t.payload)
	if !ok {
		return refusedToken(reasonMalformed)
	}
	user := User[struct{}]{Valid: true, Sub: t.claims.subject, Issuer: t.claims.issuer, Email: t.claims.email, Name: t.claims.name, Claims: claims.AsClaims()}
	return Signed{User: user, Type: t.typ, Bound: t.claims.bound}
}

func refusedToken(reason string) Signed { return Signed{User: User[struct{}]{Reason: reason}} }

// rules are those for a token of an algorithm, unless that is none that the provider signs with. A key is used with the
// algorithm that it is published for; one of a shared secret is not published.
func (p *Published) rules(name string, keys Keys) (r rules, reason string) {
	a, ok := algorithmNamed(name)
	if !ok || a.family == familyHMAC || !slices.Contains(keys.Algorithms, name) {
		return rules{}, reasonAlgorithm
	}
	set, err := sharedKeySet(p.app, keys.URL)
	if err != nil {
		return rules{}, ReasonProvider
	}
	return rules{accepted: []accepted{{algorithm: a}}, published: set, leeway: defaultLeeway, now: p.app.Now, forAnybody: true}, ""
}

// Claims decodes the claims whose types a workflow declares into C, a struct as that of a Verifier.
type Claims[C any] struct{}

// Decode reports whether claims hold all of C's, each of its type.
func (Claims[C]) Decode(claims rt.Value) (typed C, ok bool) { return typedClaims[C](claims) }
