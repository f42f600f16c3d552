package jwt

import (
	"context"
	"slices"
	"time"
)

// rules are the conditions that a well-formed token has to satisfy.
type rules struct {
	accepted  []accepted // the algorithms
	published *keySet    // where a provider publishes the keys of all of them; nil: each has its own
	issuers   []string   // of which iss must be one; nil: any
	signers   []signer   // in place of published and issuers: those of a provider
	tenants   []string   // of which the token must be of one, where a signer has many
	balancers []string   // in place of signers: the load balancers of which the header must name one; nil: no load balancer signs
	leeway    time.Duration
	now       func() time.Time

	balancerKeys *balancerKeys
	audiences    []string // of which aud must name one; nil: there must be no aud, unless forAnybody is set

	forAnybody bool // the caller looks at aud itself
}

// accepted is an algorithm that tokens may be signed with.
type accepted struct {
	algorithm
	key key // nil: no token satisfies, unless a provider publishes keys
}

// check returns the first reason to refuse t, or "".
func (r *rules) check(ctx context.Context, t *token) string {
	i := slices.IndexFunc(r.accepted, func(a accepted) bool { return a.name == t.algorithm })
	if i < 0 {
		return reasonAlgorithm
	}
	if r.balancers != nil {
		return r.checkBalancer(ctx, t, &r.accepted[i])
	}
	keys := r.published
	if r.signers != nil {
		if keys = r.signerOf(&t.claims); keys == nil {
			return reasonIssuer
		}
	}
	if r.issuers != nil && !names(r.issuers, t.claims.issuer) { // before its key is looked for: another issuer's is not there
		return reasonIssuer
	}
	if reason := checkSignature(ctx, t, &r.accepted[i], keys); reason != "" {
		return reason
	}

	return r.checkStatement(t)
}

// checkBalancer asks for the key only once the header names a load balancer that is meant.
func (r *rules) checkBalancer(ctx context.Context, t *token, a *accepted) string {
	if !names(r.balancers, t.signer) {
		return reasonIssuer
	}
	if reason := r.balancerKeys.check(ctx, t, a); reason != "" {
		return reason
	}
	return r.checkStatement(t)
}

// checkStatement returns the first reason to refuse what a token says that is rightly signed, or "".
func (r *rules) checkStatement(t *token) string {
	now := r.now()
	if !now.Add(-r.leeway).Before(t.claims.expires) {
		return reasonExpired
	}
	latest := now.Add(r.leeway)
	if t.claims.notBefore.After(latest) || t.claims.issuedAt.After(latest) {
		return reasonTooEarly
	}

	if !r.isFor(&t.claims) {
		return reasonAudience
	}
	return ""
}

// names reports whether a name is one of those wanted. An empty one never is: it is what a variable holds that is not
// set.
func names(wanted []string, name string) bool { return name != "" && slices.Contains(wanted, name) }

// isFor reports whether a token is for whom it is given to. Whoever has no name is no audience of a token that is for
// somebody (RFC 7519, section 4.1.3).
func (r *rules) isFor(c *claims) bool {
	return r.forAnybody || c.forAudience || r.audiences == nil && !c.forSomebody
}

// checkSignature looks for the key among those that a provider publishes, or has one of its own where these are nil.
func checkSignature(ctx context.Context, t *token, a *accepted, published *keySet) string {
	if published != nil {
		valid, err := providerKey{a.algorithm, published}.verify(ctx, t)
		switch {
		case err != nil:
			return ReasonProvider
		case !valid:
			return reasonSignature
		}
		return ""
	}
	if a.key == nil || !a.key.verify(t.signed, t.signature) {
		return reasonSignature
	}
	return ""
}
