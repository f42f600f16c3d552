package jwt

import "time"

// rules is what a well-formed token has to satisfy.
type rules struct {
	algorithm string
	key       key // nil: no token satisfies
	issuer    string
	audience  string
	leeway    time.Duration
	now       func() time.Time
}

// check returns the first reason to refuse t, or "".
func (r *rules) check(t *token) string {
	if t.algorithm != r.algorithm {
		return reasonAlgorithm
	}
	if r.key == nil || !r.key.verify(t.signed, t.signature) {
		return reasonSignature
	}

	now := r.now()
	if !now.Add(-r.leeway).Before(t.claims.expires) {
		return reasonExpired
	}
	latest := now.Add(r.leeway)
	if t.claims.notBefore.After(latest) || t.claims.issuedAt.After(latest) {
		return reasonTooEarly
	}

	if r.issuer != "" && t.claims.issuer != r.issuer {
		return reasonIssuer
	}
	if r.audience != "" && !t.claims.forAudience {
		return reasonAudience
	}
	return ""
}
