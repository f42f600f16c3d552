package jwt

import (
	"fmt"
	"slices"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	rt "github.com/flowc-dev/flowc/runtime"
	"github.com/flowc-dev/flowc/runtime/provider"
)

// signer is an issuer whose tokens a Verifier takes, with the keys that sign for it.
type signer struct {
	provider.Issuer
	keys *keySet
}

// preset is what a Verifier knows of a provider, and asks of its tokens beside their rules.
type preset struct {
	*provider.Provider
	token   provider.Kind
	clients []string // of which the token must have been issued to one; nil: any
	client  []string // the claims that say so
}

// newPreset sets the rules of a provider's tokens, and returns what else is asked of them; nil once the problem is
// reported.
func (r *rules) newPreset(s *rt.Setup, c VerifierConfig) *preset {
	row := provider.Named(c.Provider)
	if row == nil {
		s.Fail(fmt.Errorf("set up tokens of %q: unknown provider", c.Provider))
		return nil
	}
	names := c.Algorithms
	if names == nil {
		names = row.Algorithms
	}
	for _, name := range names {
		a, _ := algorithmNamed(name)
		r.accepted = append(r.accepted, accepted{algorithm: a})
	}
	r.issuers, r.tenants, r.signers = nil, c.Tenants, []signer{}
	for _, issuer := range issuersOf(row, c) {
		r.signers = append(r.signers, signer{issuer, keysOf(s, issuer)})
	}
	if row.Parameter == provider.BySigner {
		r.balancersOf(s, c.Signers)
	}
	if r.audiences == nil && row.Audience != "" {
		r.audiences = []string{row.Audience}
	}
	p := &preset{
		Provider: row, token: provider.Kind(c.Token), clients: c.Clients, client: row.Clients,
	}
	if row.HasKinds() && p.token == "" {
		p.token = provider.Access
	}
	if p.clients != nil && p.token == provider.ID { // an ID token is for the client that has asked for it
		p.client = []string{"aud"}
		r.forAnybody = r.audiences == nil
	}
	return p
}

// issuersOf are the issuers of a provider whose tokens are taken; none where what names them is not set.
func issuersOf(row *provider.Provider, c VerifierConfig) []provider.Issuer {
	var parameters []string
	switch {
	case row.Parameter == provider.ByTenant && c.Issuers != nil:
		var all []provider.Issuer
		for _, issuer := range given(c.Issuers) {
			all = append(all, provider.Cloud(issuer))
		}
		return all
	case row.Parameter == provider.ByIssuer:
		parameters = given(c.Issuers)
	case row.Parameter == provider.ByAudience:
		parameters = given(c.Audiences)
	default:
		return row.Of("")
	}
	var all []provider.Issuer
	for _, parameter := range parameters {
		all = append(all, row.Of(parameter)...)
	}
	return all
}

// given are the texts of a list that are not empty, as those are that a variable should hold which is not set.
func given(list []string) []string {
	return slices.DeleteFunc(slices.Clone(list), func(text string) bool { return text == "" })
}

// keysOf is the set of keys that sign for an issuer; nil once the problem is reported.
func keysOf(s *rt.Setup, issuer provider.Issuer) *keySet {
	if issuer.Keys == "" {
		return discoveredKeys(s, issuer.Name)
	}
	return keySetOf(s, issuer.Keys)
}

// signerOf returns the keys that sign for the issuer that a token names; nil where it is none whose tokens are taken.
func (r *rules) signerOf(c *claims) *keySet {
	for i := range r.signers {
		one := &r.signers[i]
		name := one.Name
		if strings.Contains(name, provider.Tenant) {
			if !r.letsIn(c.tenant) {
				continue
			}
			name = one.OfTenant(c.tenant)
		}
		if c.issuer != "" && c.issuer == name {
			return one.keys
		}
	}
	return nil
}

// letsIn reports whether tokens of a tenant are taken.
func (r *rules) letsIn(tenant string) bool {
	return provider.TenantProblem(tenant) == "" && (slices.Contains(r.tenants, tenant) || slices.Contains(r.tenants, provider.Any))
}

// statement holds the claims of a token that a preset looks at.
type statement map[string]jsontext.Value

func (s *scratch) statement(payload []byte, watched []string) statement {
	found := statement{}
	s.members(payload, func(name []byte, value jsontext.Value) bool {
		if i := slices.Index(watched, string(name)); i >= 0 && value.Kind() != 'n' {
			found[watched[i]] = value.Clone()
		}
		return true
	})
	return found
}

// text returns what a claim is if it is text, and whether it is there and not null.
func (s statement) text(name string) (value string, there bool) {
	claim, there := s[name]
	if there {
		value, _ = text(claim)
	}
	return value, there
}

// isTrue reports whether a claim is true. Some write it as text, and Microsoft as a number.
func (s statement) isTrue(name string) bool {
	switch string(s[name]) {
	case "true", `"true"`, "1", `"1"`:
		return true
	}
	return false
}

// check returns why a token that follows the rules is not wanted, or "".
func (p *preset) check(t *token, said statement) string {
	switch {
	case p.clients != nil && !p.isFor(t, said):
		return reasonClient
	case p.Type != "" && t.typ != p.Type, p.HasKinds() && p.KindOf(t.typ, said.text) != p.token:
		return reasonType
	}
	return ""
}

// isFor reports whether a token was issued to one of the clients.
func (p *preset) isFor(t *token, said statement) bool {
	if p.InHeader {
		return names(p.clients, t.client)
	}
	for _, name := range p.client {
		if value, there := said[name]; there {
			found, _ := namesOne(value, p.clients)
			return found
		}
	}
	return false
}

// subjectsOf are the claims that name the subject of the tokens that a configuration is about, the first that are
// there; nil: sub.
func subjectsOf(c VerifierConfig) [][]string {
	row := provider.Named(c.Provider)
	switch {
	case c.Subject != nil:
		return provider.Each(c.Subject)
	case row == nil:
		return nil
	}
	return row.SubjectOf(provider.Kind(c.Token), len(c.Tenants) > 1 || slices.Contains(c.Tenants, provider.Any))
}

// watches are the claims of a statement about a token.
func (v *Verifier[C]) watches() []string {
	list := slices.Concat(v.subject...)
	if v.preset != nil {
		list = slices.Concat(list, v.preset.Watched(), v.preset.client)
	}
	return list
}

// subjectOf returns who a token is about: the first of some claims that are text and not empty, "" where none are. One
// that stands in for the first has its name before it, so that nobody is taken for another by a name that both may
// have.
func subjectOf(subjects [][]string, said statement) string {
	for i, names := range subjects {
		value := said.joined(names)
		switch {
		case value != "" && i == 0:
			return value
		case value != "":
			return strings.Join(names, "/") + ":" + value
		}
	}
	return ""
}

// joined is the text of claims with slashes between them, "" where one is none.
func (s statement) joined(names []string) string {
	var parts []string
	for _, name := range names {
		value, _ := s.text(name)
		if value == "" {
			return ""
		}
		parts = append(parts, value)
	}
	return strings.Join(parts, "/")
}
