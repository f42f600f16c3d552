package jwt

import (
	"context"
	"fmt"
	"strings"

	rt "github.com/flowc-dev/flowc/runtime"
)

// providerKey verifies under whichever key of a provider a token names, always by one algorithm.
type providerKey struct {
	algorithm algorithm
	set       *keySet
}

// newProviderKey is nil once the problem is reported. HMAC secrets are not published, and a public key is no secret.
func newProviderKey(s *rt.Setup, name, url string) *providerKey {
	a, ok := algorithmNamed(name)
	if !ok || a.family == familyHMAC {
		s.Fail(fmt.Errorf("set up JWT keys of %s: %q is no algorithm of public keys", url, name))
		return nil
	}
	set := keySetOf(s, url)
	if set == nil {
		return nil
	}
	return &providerKey{algorithm: a, set: set}
}

// verify looks among the keys at hand first. Only a token that they can't decide about, one of an unknown kid or one
// without kid that none verifies, has them fetched again. The error says why no key could be had.
func (p *providerKey) verify(ctx context.Context, t *token) (valid bool, err error) {
	valid, named := p.try(p.set.known(), t)
	if valid || named {
		return valid, nil
	}
	keys, err := p.set.refreshed(ctx)
	valid, named = p.try(keys, t)
	if valid || named {
		return valid, nil
	}
	return false, err
}

// try verifies under the keys that may be the token's: those of its kid, or all if it has none. named says whether the
// token names one of them.
func (p *providerKey) try(keys []publishedKey, t *token) (valid, named bool) {
	for _, k := range keys {
		if t.keyID != "" && k.id != t.keyID || !p.usable(k, t) {
			continue
		}
		named = t.keyID != ""
		one := asymmetricKey{method: p.algorithm.method, public: k.public}
		if one.verify(t.signed, t.signature) {
			return true, named
		}
	}
	return false, named
}

func (p *providerKey) usable(k publishedKey, t *token) bool {
	return (k.algorithm == "" || k.algorithm == p.algorithm.name) && fits(p.algorithm, k.public) == nil && k.signsFor(t.claims)
}

// tenant stands in a key's issuer for that of the token, where the key is that of many tenants of Microsoft.
const tenant = "{tenantid}"

// signsFor says whether the key may sign tokens with these claims: one that is published for one issuer signs for no
// other.
func (k publishedKey) signsFor(c claims) bool {
	return k.issuer == "" || k.issuer == c.issuer || c.tenant != "" && strings.ReplaceAll(k.issuer, tenant, c.tenant) == c.issuer
}
