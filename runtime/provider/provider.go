package provider

import (
	"fmt"
	"net/url"
	"regexp"
	"slices"
	"strings"
)

// Provider is an identity provider whose tokens a service takes without being its client.
type Provider struct {
	Name       string
	Parameter  Parameter // that names the issuer
	Issuers    []Issuer  // of which iss is one
	Algorithms []string  // that it signs with
	Path       string    // what the path of an issuer of one's own holds: "/realms/"
	Slash      Slash     // whether an issuer of one's own ends in a slash

	Addressed bool     // each token names an audience, so that one has to be wanted
	Audience  string   // that each token names; "" is another at each service
	Clients   []string // the claims that name the client a token was issued to, the first that is there
	Type      string   // that typ of the header must be; "" is any
	InHeader  bool     // the header names the client, and the signer, and its parts may be padded

	Kinds   []Level    // what tells an access token from an ID token; nil: there is one kind of token
	Subject [][]string // of access and of ID tokens: the claims that name the subject, the first that is there; nil: sub
	Shared  []string   // the claims that name the subject together where tokens are those of several tenants

	Serves  Serves   // who may have a token
	Narrows []string // the claims that say whose tokens are wanted
	Written []string // the claims that the user writes; one that ends in ":" begins a name
}

// Issuer is a name that a provider has in its tokens, and where the keys are published that sign for it.
type Issuer struct {
	Name string // may hold {parameter}
	Keys string // "": its document about itself says it; may hold {parameter}
}

// placeholder stands in an Issuer for what the parameter of the provider is.
const placeholder = "{parameter}"

// Parameter is the setting that says which issuer of a provider is meant.
type Parameter uint8

// The parameters.
const (
	None       Parameter = iota // there is one issuer for everybody
	ByIssuer                    // the issuer itself
	ByAudience                  // the audience, which is part of the issuer
	ByTenant                    // tenants, whose tid is part of the issuer
	BySigner                    // the load balancer that signs
)

// Slash says whether issuers end in one, as iss is compared letter by letter.
type Slash uint8

// Whether issuers end in a slash.
const (
	Never Slash = iota
	Always
	Either
)

// Serves says who may have a token of a provider, and so what has to be wanted of one.
type Serves uint8

// Who may have a token.
const (
	Own       Serves = iota // users of one's own, who were let in
	Strangers               // anybody, and with any audience
	Tenants                 // the users of all tenants that are let in
	Keys                    // users of others, whose tokens the same keys sign
	Pool                    // users of one's own, where a setting of the pool says who may sign up
)

// Kind is what a token is for.
type Kind string

// The kinds.
const (
	Access Kind = "access" // to call an API
	ID     Kind = "id"     // to say to a client who has logged in
)

// Level holds marks of both kinds that are asked together: a token with marks of one kind is of that kind, of both it
// is of none.
type Level struct {
	Access, ID []Mark
	Neither    []Mark // of other tokens
}

// Mark is a claim that tokens of one kind have.
type Mark struct {
	Claim string
	Value string // "": any but null
}

// AccessType is typ in the header of an access token (RFC 9068, section 2.1).
const AccessType = "at+jwt"

// KindOf returns what a token is for, "" where nothing or more than one thing says it. claim returns what a claim is if
// it is text, and whether it is there and not null.
func (p *Provider) KindOf(typ string, claim func(name string) (text string, there bool)) Kind {
	marked := func(marks []Mark) bool {
		return slices.ContainsFunc(marks, func(m Mark) bool {
			text, there := claim(m.Claim)
			return there && (m.Value == "" || strings.EqualFold(text, m.Value))
		})
	}
	for i, level := range p.Kinds {
		access, id, neither := marked(level.Access), marked(level.ID), marked(level.Neither)
		if i == 0 && typ == AccessType && !neither {
			access = true
		}
		switch {
		case access && !id:
			return Access
		case id && !access:
			return ID
		case access || neither:
			return ""
		}
	}
	return ""
}

// Watched returns the claims that have to be known to say what a token is for, and whether its e-mail is the user's.
func (p *Provider) Watched() []string {
	list := []string{"email_verified", "xms_edov"}
	for _, level := range p.Kinds {
		for _, m := range slices.Concat(level.Access, level.ID, level.Neither) {
			list = append(list, m.Claim)
		}
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// SubjectOf returns the claims that name the subject of a kind of token, the first that are there; several with a slash
// between them.
func (p *Provider) SubjectOf(kind Kind, several bool) [][]string {
	names := []string{"sub"}
	switch {
	case several && p.Shared != nil:
		return [][]string{p.Shared}
	case kind == ID && p.Subject != nil:
		names = p.Subject[len(p.Subject)-1]
	case p.Subject != nil:
		names = p.Subject[0]
	}
	return Each(names)
}

// Each returns claims of which each names a subject alone.
func Each(names []string) [][]string {
	var all [][]string
	for _, name := range names {
		all = append(all, []string{name})
	}
	return all
}

// Named returns the provider of a name, as authProvider writes it; nil where there is none.
func Named(name string) *Provider {
	i := slices.IndexFunc(providers, func(p *Provider) bool { return p.Name == name })
	if i < 0 {
		return nil
	}
	return providers[i]
}

// Names are the names of the providers for which a condition holds, in the order of the table.
func Names(holds func(*Provider) bool) []string {
	var names []string
	for _, p := range providers {
		if holds(p) {
			names = append(names, p.Name)
		}
	}
	return names
}

// HasKinds reports whether a provider signs both access tokens and ID tokens.
func (p *Provider) HasKinds() bool { return p.Kinds != nil }

// Of returns the issuers of a provider for what its parameter is.
func (p *Provider) Of(parameter string) []Issuer {
	all := make([]Issuer, len(p.Issuers))
	for i, issuer := range p.Issuers {
		name := strings.ReplaceAll(issuer.Name, placeholder, parameter)
		// a path is added to an issuer with a slash at its end as to one without
		keys := strings.ReplaceAll(issuer.Keys, placeholder, strings.TrimSuffix(parameter, "/"))
		all[i] = Issuer{Name: name, Keys: keys}
	}
	return all
}

// Cloud returns the issuer of one tenant of Microsoft, in any cloud, with where its keys are.
func Cloud(issuer string) Issuer {
	return Issuer{Name: issuer, Keys: strings.TrimSuffix(issuer, "/v2.0") + "/discovery/v2.0/keys"}
}

// Variable is the variable that holds the issuer of a provider where its node does not: CLOUDFLARE_ACCESS_ISSUER.
func (p *Provider) Variable() string {
	return strings.ToUpper(upper.ReplaceAllString(p.Name, "${1}_$2")) + "_ISSUER"
}

var upper = regexp.MustCompile(`([a-z])([A-Z])`)

// IssuerProblem returns why an issuer is none of a provider that has several, in words that complete "the issuer …", or
// "".
func (p *Provider) IssuerProblem(issuer string, hosts Hosts) string {
	if problem := IssuerProblem(issuer); problem != "" {
		return problem
	}
	if problem := AddressProblem(issuer, hosts); problem != "" {
		return problem
	}
	u, err := url.Parse(issuer)
	switch {
	case err != nil:
		return "does not parse"
	case p.Path != "" && !strings.Contains(u.Path, p.Path):
		return fmt.Sprintf("must hold %s, as those of %s do", p.Path, p.Name)
	case p.Slash == Always && !strings.HasSuffix(issuer, "/"):
		return "must end in a slash, as those of " + p.Name + " do"
	case p.Slash == Never && strings.HasSuffix(issuer, "/"):
		return "must not end in a slash, as none of " + p.Name + " does"
	}
	return ""
}

// Any is authTenant for all tenants.
const Any = "any"

var guid = regexp.MustCompile(`^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$`)

// TenantProblem returns why no token names a tenant, in words that complete "the tenant …", or "".
func TenantProblem(tenant string) string {
	if !guid.MatchString(tenant) {
		return "must be the tenant's id, a GUID in small letters"
	}
	return ""
}

var (
	balancer = regexp.MustCompile(`^arn:aws:elasticloadbalancing:([a-z]{2}(?:-[a-z]+)+-[0-9]+):[0-9]{12}:loadbalancer/app/[A-Za-z0-9-]+/[0-9a-f]+$`)
	keyID    = regexp.MustCompile(`^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$`)
)

// SignerProblem returns why no load balancer has an ARN, in words that complete "the signer …", or "".
func SignerProblem(arn string) string {
	if !balancer.MatchString(arn) {
		return "must be the ARN of an Application Load Balancer: arn:aws:elasticloadbalancing:REGION:ACCOUNT:loadbalancer/app/NAME/ID"
	}
	return ""
}

// Region returns the region of a load balancer, "" of what is none.
func Region(arn string) string {
	if m := balancer.FindStringSubmatch(arn); m != nil {
		return m[1]
	}
	return ""
}

// BalancerKey returns where the key of a load balancer is published, "" for a kid that none has.
func BalancerKey(region, kid string) string {
	if region == "" || !keyID.MatchString(kid) {
		return ""
	}
	return "https://public-keys.auth.elb." + region + ".amazonaws.com/" + kid
}

// Tenant stands in an Issuer for the tenant that a token names.
const Tenant = "{tenantid}"

// OfTenant returns the issuer of a tenant.
func (i Issuer) OfTenant(tenant string) string { return strings.ReplaceAll(i.Name, Tenant, tenant) }

// Written reports whether the user writes a claim of a provider, nil for any, so that it says who nobody is.
func Written(p *Provider, claim string) bool {
	return slices.Contains(everywhereWritten, claim) || p != nil && p.Writes(claim)
}

// Writes reports whether the row says that the user writes a claim.
func (p *Provider) Writes(claim string) bool {
	return slices.ContainsFunc(p.Written, func(name string) bool {
		return name == claim || strings.HasSuffix(name, ":") && strings.HasPrefix(claim, name)
	})
}

// everywhereWritten are claims that name no subject at any provider.
var everywhereWritten = []string{"email", "name", "preferred_username", "upn", "unique_name"}

// ServingStrangers returns the provider whose issuer is written, where others than users of one's own may have its
// tokens; nil of all else. Tokens of one tenant are those of its users.
func ServingStrangers(issuer string) *Provider {
	for _, p := range providers {
		if p.Serves != Own && p.issues(issuer) {
			return p
		}
	}
	return nil
}

var (
	kubernetesIssuer = regexp.MustCompile(`^https://(oidc\.eks\.[a-z0-9-]+\.amazonaws\.com/id/|container\.googleapis\.com/v1/projects/|[a-z0-9-]+\.oic\.prod-aks\.azure\.com/)`)
	cognitoIssuer    = regexp.MustCompile(`^https://cognito-idp\.[a-z0-9-]+\.amazonaws\.com/`)
)

// issues reports whether an issuer, as a document writes it, is one of the provider.
func (p *Provider) issues(issuer string) bool {
	switch p.Name {
	case "kubernetes":
		return kubernetesIssuer.MatchString(issuer)
	case "cognito":
		return cognitoIssuer.MatchString(issuer)
	}
	return p.Parameter == None && slices.ContainsFunc(p.Issuers, func(i Issuer) bool { return i.Name == issuer })
}
