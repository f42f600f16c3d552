package jwt

import (
	"context"
	"fmt"
	"strings"

	rt "github.com/flowc-dev/flowc/runtime"
)

// providerKey verifies under whichever key of a provider a token names, by the token's algorithm.
type providerKey struct {
	algorithm algorithm
	set       *keySet
}

// publishedKeys are the algorithms of names under the keys that a provider publishes; neither is there once the problem
// is reported. HMAC secrets are not published, and a public key is no secret.
func publishedKeys(s *rt.Setup, names []string, url string) ([]accepted, *keySet) {
	var all []accepted
	for _, name := range names {
		a, ok := algorithmNamed(name)
		if !ok || a.family == familyHMAC {
			s.Fail(fmt.Errorf("set up JWT keys of %s: %q is no algorithm of public keys", url, name))
			return nil, nil
		}
		all = append(all, accepted{algorithm: a})
	}
	return all, keySetOf(s, url)
}

// verify looks among the keys at hand first. Only a token that none of them verifies has them fetched again, as its key
// may be a new one, or the old kid of a new one. The error says why no key could be had; a key at hand that the token
// names decides without it.
func (p providerKey) verify(ctx context.Context, t *token) (valid bool, err error) {
	known := p.set.known()
	valid, named := p.try(known, t)
	if valid {
		return true, nil
	}
	now, err := p.set.refreshed(ctx)
	if now != nil && now != known { // the same keys decide no other way, and cost as much again
		valid, named = p.try(now, t)
	}
	if valid || named {
		return valid, nil
	}
	return false, err
}

// maxTries bounds what a token can cost that names no key, or one of many: whoever publishes several keys names them
// (OpenID Connect Core, section 10.1).
const maxTries = 16

// try verifies under the keys that may be the token's: those of its kid, or all if it has none, the first maxTries of
// them. named says whether the token names one of them.
func (p providerKey) try(set *publication, t *token) (valid, named bool) {
	if set == nil {
		return false, false
	}
	tries := 0
	for _, k := range set.keys {
		if t.keyID != "" && k.id != t.keyID || !p.usable(k, t) {
			continue
		}
		if tries++; tries > maxTries {
			break
		}
		named = t.keyID != ""
		one := asymmetricKey{method: p.algorithm.method, public: k.public}
		if one.verify(t.signed, t.signature) {
			return true, named
		}
	}
	return false, named
}

func (p providerKey) usable(k publishedKey, t *token) bool {
	return (k.algorithm == "" || k.algorithm == p.algorithm.name) && fits(p.algorithm, k.public) == nil && k.signsFor(t.claims)
}

// tenant stands in a key's issuer for that of the token, where the key is that of many tenants of Microsoft.
const tenant = "{tenantid}"

// signsFor says whether the key may sign tokens with these claims: one that is published for one issuer signs for no
// other.
func (k publishedKey) signsFor(c claims) bool {
	return k.issuer == "" || k.issuer == c.issuer || c.tenant != "" && strings.ReplaceAll(k.issuer, tenant, c.tenant) == c.issuer
}
