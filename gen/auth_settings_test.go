package gen_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/flowc-dev/flowc/gen"
	"github.com/flowc-dev/flowc/gen/facts"
	"github.com/flowc-dev/flowc/gen/ir"
	"github.com/flowc-dev/flowc/gen/openapi"
	"github.com/flowc-dev/flowc/templates"
	"github.com/flowc-dev/flowc/templates/all"
)

// authSetting is a setting of Auth that is changed from one document to the other, and how that shows.
type authSetting struct {
	before, after string
	there         []string // lines of `flowc diff`, there
	back          []string // and back
	routes        string   // of the second document
	scheme        string   // of the second document: the name of its security scheme in OpenAPI, and where the credential is
	variables     string   // of the second document
}

const (
	byHand   = `"authAlgorithm": "RS256", "authIssuer": "https://id.example.com", "authAudience": "api", "authJwksUrl": `
	keycloak = `"authProvider": "keycloak", "authIssuer": "https://id.example.com/realms/shop", "authAudience": "api"`
	entra    = `"authProvider": "microsoft", "authAudience": "api", "authTenant": `
	alb      = `"authProvider": "awsAlb", "authHeader": "X-Amzn-Oidc-Data", "authSigner": `
	balance  = "arn:aws:elasticloadbalancing:eu-central-1:123456789012:loadbalancer/app/shop/fedcba9876543210"
	tenant   = "aaaaaaaa-0000-4000-8000-000000000001"
	login    = `"authType": "oauth", "authProvider": "oidc"`
)

// authSettings has a case for each setting of Auth.
var authSettings = map[string]authSetting{
	"authType": {
		before: `{}`,
		after:  `{"authType": "basic"}`,
		routes: `Auth: basic (g)`, scheme: `basic http`, variables: `BASIC_AUTH_USERS`,
	},
	"authProvider": {
		before: `{"authProvider": "auth0", "authIssuer": "https://shop.eu.auth0.com/", "authAudience": "api"}`,
		after:  `{` + keycloak + `}`,
		there:  []string{`weaker: let in are tokens of the provider keycloak, in place of auth0`, `weaker: let in are tokens of the issuer "https://id.example.com/realms/shop", in place of the issuer "https://shop.eu.auth0.com/"`},
		back:   []string{`weaker: let in are tokens of the provider auth0, in place of keycloak`, `weaker: let in are tokens of the issuer "https://shop.eu.auth0.com/", in place of the issuer "https://id.example.com/realms/shop"`},
		routes: `Auth: jwt (g); tokens of keycloak (issuer https://id.example.com/realms/shop, audience api)`, scheme: `bearerJWT http`, variables: ``,
	},
	"authTenant": {
		before: `{` + entra + `"` + tenant + `"}`,
		after:  `{` + entra + `["` + tenant + `", "{{env.SECOND}}"]}`,
		there:  []string{`weaker: let in are users of the tenant "aaaaaaaa-0000-4000-8000-000000000001" or the tenant in env.SECOND, in place of the tenant "aaaaaaaa-0000-4000-8000-000000000001"`},
		routes: `Auth: jwt (g); tokens of microsoft (tenant aaaaaaaa-0000-4000-8000-000000000001 or env.SECOND, audience api)`, scheme: `bearerJWT http`, variables: `SECOND`,
	},
	"authSigner": {
		before: `{` + alb + `"` + balance + `"}`,
		after:  `{` + alb + `["` + balance + `", "{{env.SPARE}}"]}`,
		there:  []string{`weaker: let in are tokens signed by the load balancer "arn:aws:elasticloadbalancing:eu-central-1:123456789012:loadbalancer/app/shop/fedcba9876543210" or the load balancer in env.SPARE, in place of the load balancer "arn:aws:elasticloadbalancing:eu-central-1:123456789012:loadbalancer/app/shop/fedcba9876543210"`},
		routes: `Auth: jwt (g); tokens of awsAlb (signer arn:aws:elasticloadbalancing:eu-central-1:123456789012:loadbalancer/app/shop/fedcba9876543210 or env.SPARE)`, scheme: `headerXAmznOidcData X-Amzn-Oidc-Data`, variables: `SPARE`,
	},
	"authToken": {
		before: `{` + keycloak + `}`,
		after:  `{` + keycloak + `, "authToken": "id"}`,
		there:  []string{`weaker: let in are tokens of the kind id, in place of access`},
		back:   []string{`weaker: let in are tokens of the kind access, in place of id`},
		routes: `Auth: jwt (g); ID tokens of keycloak (issuer https://id.example.com/realms/shop, audience api)`, scheme: `bearerJWT http`, variables: ``,
	},
	"authClient": {
		before: `{` + keycloak + `, "authClient": "web"}`,
		after:  `{` + keycloak + `, "authClient": ["web", "{{env.APP}}"]}`,
		there:  []string{`weaker: let in are tokens issued to the client "web" or the client in env.APP, in place of the client "web"`},
		routes: `Auth: jwt (g); tokens of keycloak (issuer https://id.example.com/realms/shop, audience api, client web or env.APP)`, scheme: `bearerJWT http`, variables: `APP`,
	},
	"authSecret": {
		before: `{}`,
		after:  `{"authSecret": "{{env.OTHER}}"}`,
		there:  []string{`protection: a token is signed with a key of env.OTHER, in place of env.JWT_SECRET`},
		back:   []string{`protection: a token is signed with a key of env.JWT_SECRET, in place of env.OTHER`},
		routes: `Auth: jwt (g)`, scheme: `bearerJWT http`, variables: `OTHER`,
	},
	"authAlgorithm": {
		before: `{` + byHand + `"https://id.example.com/keys"}`,
		after:  `{` + strings.Replace(byHand, `"RS256"`, `["RS256", "ES256"]`, 1) + `"https://id.example.com/keys"}`,
		there:  []string{`weaker: let in are tokens signed by RS256 or ES256, in place of RS256`},
		routes: `Auth: jwt (g); tokens (issuer https://id.example.com, keys https://id.example.com/keys, audience api)`, scheme: `bearerJWT http`, variables: ``,
	},
	"authJwksUrl": {
		before: `{` + byHand + `"https://id.example.com/keys"}`,
		after:  `{` + byHand + `"https://id.example.com/others"}`,
		there:  []string{`weaker: a token is signed with a key of https://id.example.com/others, in place of https://id.example.com/keys`},
		back:   []string{`weaker: a token is signed with a key of https://id.example.com/keys, in place of https://id.example.com/others`},
		routes: `Auth: jwt (g); tokens (issuer https://id.example.com, keys https://id.example.com/others, audience api)`, scheme: `bearerJWT http`, variables: ``,
	},
	"authIssuer": {
		before: `{"authIssuer": "a"}`,
		after:  `{"authIssuer": ["a", "{{env.B}}"]}`,
		there:  []string{`weaker: let in are tokens of the issuer "a" or the issuer in env.B, in place of the issuer "a"`},
		routes: `Auth: jwt (g); tokens (issuer a or env.B)`, scheme: `bearerJWT http`, variables: `B JWT_SECRET`,
	},
	"authDiscovery": {
		before: `{` + login + `, "authIssuer": "https://a.example"}`,
		after:  `{` + login + `, "authIssuer": "https://a.example", "authDiscovery": "{{env.DOCUMENT}}"}`,
		there:  []string{`weaker: the issuer is described by env.DOCUMENT, in place of its own document`},
		back:   []string{`weaker: the issuer is described by its own document, in place of env.DOCUMENT`},
		routes: `Auth: oauth (g); tokens of oidc (issuer https://a.example, document env.DOCUMENT)`, scheme: ``, variables: `DOCUMENT OIDC_CLIENT_ID OIDC_CLIENT_SECRET PUBLIC_URL`,
	},
	"authAudience": {
		before: `{"authAudience": "a"}`,
		after:  `{"authAudience": ["a", "{{env.B}}"]}`,
		there:  []string{`weaker: let in are tokens for the audience "a" or the audience in env.B, in place of the audience "a"`},
		routes: `Auth: jwt (g); tokens (audience a or env.B)`, scheme: `bearerJWT http`, variables: `B JWT_SECRET`,
	},
	"authCookie": {
		before: `{}`,
		after:  `{"authCookie": "session"}`,
		routes: `Auth: jwt (g) by cookie session`, scheme: `cookieSession session`, variables: `JWT_SECRET`,
	},
	"authSubject": {
		before: `{}`,
		after:  `{"authSubject": ["claims.oid", "sub"]}`,
		there:  []string{`protection: a caller is known by claims.oid or sub, in place of the subject of the token`},
		back:   []string{`protection: a caller is known by the subject of the token, in place of claims.oid or sub`},
		routes: `Auth: jwt (g)`, scheme: `bearerJWT http`, variables: `JWT_SECRET`,
	},
	"authLeeway": {
		before: `{}`,
		after:  `{"authLeeway": "1m"}`,
		there:  []string{`weaker: a token is taken until 1m after its end, in place of 30s after its end`},
		routes: `Auth: jwt (g)`, scheme: `bearerJWT http`, variables: `JWT_SECRET`,
	},
	"authClaims": {
		before: `{}`,
		after:  `{"authClaims": {"org": "string"}}`,
		routes: `Auth: jwt (g)`, scheme: `bearerJWT http`, variables: `JWT_SECRET`,
	},
	"authHeader": {
		before: `{"authAudience": "a"}`,
		after:  `{"authAudience": "a", "authHeader": "X-Assertion"}`,
		routes: `Auth: jwt (g); tokens (audience a)`, scheme: `headerXAssertion X-Assertion`, variables: `JWT_SECRET`,
	},
	"authKeys": {
		before: `{"authType": "apikey"}`,
		after:  `{"authType": "apikey", "authKeys": "{{env.OTHER}}"}`,
		there:  []string{`protection: let in are the keys of env.OTHER, in place of env.API_KEYS`},
		back:   []string{`protection: let in are the keys of env.API_KEYS, in place of env.OTHER`},
		routes: `Auth: apikey (g)`, scheme: `headerXAPIKey X-API-Key`, variables: `OTHER`,
	},
	"authUsers": {
		before: `{"authType": "basic"}`,
		after:  `{"authType": "basic", "authUsers": "{{env.OTHER}}"}`,
		there:  []string{`protection: let in are the users of env.OTHER, in place of env.BASIC_AUTH_USERS`},
		back:   []string{`protection: let in are the users of env.BASIC_AUTH_USERS, in place of env.OTHER`},
		routes: `Auth: basic (g)`, scheme: `basic http`, variables: `OTHER`,
	},
	"authRealm": {
		before: `{}`,
		after:  `{"authRealm": "shop"}`,
		routes: `Auth: jwt (g)`, scheme: `bearerJWT http`, variables: `JWT_SECRET`,
	},
	"authScopes": {
		before: `{` + login + `}`,
		after:  `{` + login + `, "authScopes": ["openid", "orders"]}`,
		routes: `Auth: oauth (g); tokens of oidc`, scheme: ``, variables: `OIDC_CLIENT_ID OIDC_CLIENT_SECRET OIDC_ISSUER PUBLIC_URL`,
	},
	"authParams": {
		before: `{` + login + `, "authParams": {"hd": "a.example"}}`,
		after:  `{` + login + `, "authParams": {"hd": "b.example"}}`,
		there:  []string{`weaker: let in are logins with hd b.example, in place of a.example`},
		back:   []string{`weaker: let in are logins with hd a.example, in place of b.example`},
		routes: `Auth: oauth (g); tokens of oidc`, scheme: ``, variables: `OIDC_CLIENT_ID OIDC_CLIENT_SECRET OIDC_ISSUER PUBLIC_URL`,
	},
	"authRequire": {
		before: `{"authRequire": "claims.admin == true"}`,
		after:  `{}`,
		there:  []string{`weaker: a known caller needs nothing else, in place of claims.admin == true`},
		routes: `Auth: jwt (g)`, scheme: `bearerJWT http`, variables: `JWT_SECRET`,
	},
}

// TestAuthSettings changes each setting of Auth, and wants it to show where people look: in a diff, in routes, in
// OpenAPI, among the variables, and among the boxes of a form. A setting without a case fails.
func TestAuthSettings(t *testing.T) {
	known := all.Templates()
	fields := known[slices.IndexFunc(known, func(t *templates.Template) bool { return t.Type == "auth" })].Fields
	for _, f := range fields {
		c, there := authSettings[f.Name]
		if !there {
			t.Errorf("the setting %s has no case", f.Name)
			continue
		}
		t.Run(f.Name, func(t *testing.T) {
			before, after := guardedBy(c.before), guardedBy(c.after)
			checkStrength(t, before, after, c.there)
			checkStrength(t, after, before, c.back)
			program, problems := gen.Program(folderDrawn(t, after))
			if problems.HasErrors() {
				t.Fatal(told(problems))
			}
			flow := program.Workflows[0].Flows[0]
			if got := listedAs(flow); got != c.routes {
				t.Errorf("routes say %q, want %q", got, c.routes)
			}
			if got := schemeOf(t, program); got != c.scheme {
				t.Errorf("OpenAPI says %q, want %q", got, c.scheme)
			}
			if got := strings.Join(facts.Variables(program.Workflows[0]), " "); got != c.variables {
				t.Errorf("the variables are %q, want %q", got, c.variables)
			}
			nodes := program.Workflows[0].Nodes
			guard := nodes[slices.IndexFunc(nodes, func(n *ir.Node) bool { return n.ID.Value == "g" })]
			if !guard.Applies(f.When) {
				t.Errorf("no box of %s is in the form of %s", f.Name, c.after)
			}
		})
	}
	if len(authSettings) != len(fields) {
		t.Errorf("there are cases for %d settings, and %d settings", len(authSettings), len(fields))
	}
}

// guardedBy is a drawing whose effect an Auth node guards.
func guardedBy(data string) string {
	drawing := `in apiEndpoint {"endpointMethod": "GET", "endpointPath": "/drawn"}
		g auth ` + data + `
		no response {"responseStatus": 401}
		in -> g:valid -> ok
		g:invalid -> no
		`
	if strings.Contains(data, "authRequire") {
		drawing += "no2 response {\"responseStatus\": 403}\ng:forbidden -> no2\n"
	}
	if strings.Contains(data, "oauth") {
		drawing += "go response {\"responseStatus\": 302, \"responseHeaders\": {\"Location\": \"{{g.url}}\"}}\ng:login -> go\n"
	}
	return drawing
}

// listedAs is what `flowc routes` says of a flow: its guard, and what that relies on.
func listedAs(f *ir.Flow) string {
	said := []string{facts.ProtectionOf(f).String()}
	for _, s := range f.Steps {
		if s.Node.Template.Effect.Touches != nil {
			said = append(said, s.Node.Template.Effect.Touches(ir.NewPass(s))...)
		}
	}
	return strings.Join(said, "; ")
}

// schemeOf is the one security scheme of a document: its name, and where the credential is.
func schemeOf(t *testing.T, program *ir.Program) string {
	t.Helper()
	text, err := openapi.Document("drawn", "", program)
	if err != nil {
		t.Fatal(err)
	}
	var document struct {
		Components struct {
			SecuritySchemes map[string]struct{ Type, Name string } `json:"securitySchemes"`
		} `json:"components"`
	}
	if err := json.Unmarshal(text, &document); err != nil {
		t.Fatal(err)
	}
	var found []string
	for name, scheme := range document.Components.SecuritySchemes {
		where := scheme.Name
		if scheme.Type == "http" {
			where = scheme.Type
		}
		found = append(found, name+" "+where)
	}
	slices.Sort(found)
	return strings.Join(found, ", ")
}
