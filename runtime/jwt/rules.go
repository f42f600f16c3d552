package jwt

import (
	"context"
	"time"
)

// rules are the conditions that a well-formed token has to satisfy.
type rules struct {
	algorithm string
	key       key          // nil: no token satisfies, unless provider is there
	provider  *providerKey // in place of key, where a provider publishes keys; else nil
	issuer    string
	audience  string // that aud must name; "": there must be no aud, unless forAnybody is set
	leeway    time.Duration
	now       func() time.Time

	forAnybody bool // who asks looks at aud itself
}

// check returns the first reason to refuse t, or "".
func (r *rules) check(ctx context.Context, t *token) string {
	if t.algorithm != r.algorithm {
		return reasonAlgorithm
	}
	if r.issuer != "" && t.claims.issuer != r.issuer { // before its key is looked for: another issuer's is not there
		return reasonIssuer
	}
	if reason := r.checkSignature(ctx, t); reason != "" {
		return reason
	}

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

// isFor reports whether a token is for whom it is given to. Whoever has no name is no audience of a token that is for
// somebody (RFC 7519, section 4.1.3).
func (r *rules) isFor(c *claims) bool {
	return r.forAnybody || c.forAudience || r.audience == "" && !c.forSomebody
}

func (r *rules) checkSignature(ctx context.Context, t *token) string {
	if r.provider != nil {
		valid, err := r.provider.verify(ctx, t)
		switch {
		case err != nil:
			return ReasonProvider
		case !valid:
			return reasonSignature
		}
		return ""
	}
	if r.key == nil || !r.key.verify(t.signed, t.signature) {
		return reasonSignature
	}
	return ""
}
