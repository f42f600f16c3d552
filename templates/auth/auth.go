// Package auth is the node type Auth: it lets a request pass only with good credentials.
//
// It is imported by templates/all only.
package auth

import (
	"embed"
	"fmt"
	"net/http"
	"regexp"
	"strings"

	"github.com/flowc-dev/flowc/runtime/provider"
	"github.com/flowc-dev/flowc/schema/diag"
	"github.com/flowc-dev/flowc/schema/types"
	"github.com/flowc-dev/flowc/templates"
)

//go:embed presets
var presetFiles embed.FS

// Template is the node type.
var Template = templates.Template{
	Type:  "auth",
	Title: "Auth",
	Face: templates.Face{Presets: presetFiles, Group: templates.GroupGuard, Icon: []string{
		"M12 3l7.5 2.7v5.6c0 4.5-2.9 7.8-7.5 9.7-4.6-1.9-7.5-5.2-7.5-9.7V5.7L12 3",
		"M8.7 11.9l2.4 2.4 4.2-4.7",
	}, Says: says},
	Docs: templates.DocsSpec{
		Words: []string{
			"login", "authenticate", "authorize", "oauth", "oidc", "sso", "bearer", "api key", "session", "role",
			"protect", "verify",
		},
	},
	Doc:  "Lets a request pass only with valid credentials, and identifies the caller.",
	Mode: "authType",
	Guard: templates.GuardSpec{
		Ambient:     func(p templates.Pass) bool { return p.Text("authType") == "basic" },
		Credentials: credentials,
		Scheme:      scheme,
		Posted:      posted,
		Issuer:      tokenIssuer,
		Strangers:   strangers,
		Strengths:   strengths,
		Unverified:  unverified,
	},
	Fields: []templates.Field{
		{Name: "authType", Shape: templates.Choice, Default: "jwt", Enum: []string{"jwt", "oauth", "apikey", "basic"}, Others: others,
			Doc: "How the caller is checked."},
		{Name: "authProvider", Shape: templates.Choice, When: templates.Is("authType", "jwt", "oauth"), Needed: templates.Is("authType", "oauth"),
			Enum: named,
			Doc: "The identity provider. With jwt, its tokens are taken as its documents say, without a client. With oauth, its variables are " +
				"<PROVIDER>_CLIENT_ID, <PROVIDER>_CLIENT_SECRET and, where its issuer is not fixed, <PROVIDER>_ISSUER; of apple, APPLE_TEAM_ID, APPLE_KEY_ID and " +
				"APPLE_PRIVATE_KEY in place of the secret. With authAudience " +
				"and no login, the first two may be missing: opaque tokens are refused then."},
		{Name: "authTenant", Shape: templates.Text, Env: true, Several: true, When: ofTokens([]string{"microsoft"}).Unless("authIssuer"),
			Doc: "The tenants whose users are let in, by their ids, or \"any\"."},
		{Name: "authSigner", Shape: templates.Text, Env: true, Several: true, When: ofTokens([]string{"awsAlb"}), Needed: ofTokens([]string{"awsAlb"}),
			Doc: "The load balancer that signs, by its ARN, or a list of load balancers of one region."},
		{Name: "authToken", Shape: templates.Choice, Default: "access", Enum: []string{"access", "id"}, When: ofTokens(withKinds),
			Doc: "The kind of token that is accepted: one to call an API with, or one that says to a client who has logged in."},
		{Name: "authClient", Shape: templates.Text, Env: true, Several: true, Filled: true, When: ofTokens(withClients),
			Doc: "The client that a token was issued to, or a list of such: its claim azp, client_id, cid or appid."},
		{Name: "authSecret", Shape: templates.Secret, Purpose: templates.SignsTokens, Default: "{{env.JWT_SECRET}}",
			When: templates.Is("authType", "jwt").UnlessEither("authJwksUrl", "authProvider"),
			Doc:  "The HMAC secret, or the public key in PEM."},
		{Name: "authAlgorithm", Shape: templates.Choice, Several: true, Default: "HS256", Enum: templates.Algorithms, When: templates.Is("authType", "jwt"),
			Doc: "The algorithm that is accepted; a list of those with public keys accepts each. With a provider, some of those that it signs with."},
		{Name: "authJwksUrl", Shape: templates.Text, Env: true, When: templates.Is("authType", "jwt").Unless("authProvider"),
			Doc: "Where the issuer publishes its keys (RFC 7517), in place of authSecret. It needs authIssuer."},
		{Name: "authIssuer", Shape: templates.Text, Env: true, Several: true, Filled: true, When: templates.Is("authType", "jwt", "oauth"),
			Doc: "The required claim iss, or a list of the names that one issuer has. With oauth, it is the " +
				"issuer in place of <PROVIDER>_ISSUER."},
		{Name: "authDiscovery", Shape: templates.Text, Env: true, Filled: true, When: templates.Is("authType", "oauth").And("authProvider", "microsoft", "oidc"),
			Doc: "The address of the issuer's document about itself, where it is not below the issuer, as with Azure AD B2C and Entra " +
				"External ID. The document must name authIssuer as its issuer."},
		{Name: "authAudience", Shape: templates.Text, Env: true, Several: true, Filled: true, When: templates.Is("authType", "jwt", "oauth"),
			Doc: "The required claim aud, or a list of which a token names one. Without it, a token with an " +
				"audience is for another service. With oauth, no JWT is accepted without it."},
		{Name: "authCookie", Shape: templates.Text, Filled: true, Cookie: true, When: templates.Is("authType", "jwt").Unless("authHeader"),
			Doc: "The cookie that holds the token. The Authorization header is then ignored."},
		{Name: "authSubject", Shape: templates.Text, Several: true, Filled: true, When: templates.Is("authType", "jwt"),
			Doc: "The claim that becomes sub of valid, such as claims.oid. Of a list, the first that is text counts; " +
				"a later one has its name before it."},
		{Name: "authLeeway", Shape: templates.Duration, Default: "30s", When: templates.Is("authType", "jwt"), Doc: "How far clocks may differ."},
		{Name: "authClaims", Shape: templates.Types, Suffix: "Claims", When: templates.Is("authType", "jwt", "oauth"),
			Doc: "Claims that become fields of valid, with their types."},
		{Name: "authHeader", Shape: templates.Text, Header: true, Default: "X-API-Key", Defaults: templates.Is("authType", "apikey"), When: templates.Is("authType", "apikey", "jwt"),
			Doc: "The header of the key. With jwt, the header whose whole value is the token, as proxies send it. The Authorization header is then ignored."},
		{Name: "authKeys", Shape: templates.Secret, Purpose: templates.LetsCallersIn, Default: "{{env.API_KEYS}}", When: templates.Is("authType", "apikey"),
			Doc: "The keys: name:key or name:sha256:<hex>, with commas."},
		{Name: "authUsers", Shape: templates.Secret, Purpose: templates.LetsCallersIn, Default: "{{env.BASIC_AUTH_USERS}}", When: templates.Is("authType", "basic"),
			Doc: "The users: lines of htpasswd with bcrypt, with line breaks or commas."},
		{Name: "authRealm", Shape: templates.Text, When: templates.Is("authType", "jwt", "basic", "oauth"),
			Doc: "The realm of the challenge. Without it, the workflow's name."},
		{Name: "authScopes", Shape: templates.List, When: templates.Is("authType", "oauth"),
			Doc: "The scopes that a login asks for. Without it, openid, email and profile."},
		paramsField,
		{Name: "authRequire", Shape: templates.Cond, Within: "valid",
			Doc: "What an authenticated caller needs beyond that: an expression of type bool; braces are " +
				"optional. Bare names are fields of valid: `hasScope(claims.scope, \"orders:read\")`, " +
				"`contains(claims.roles, \"admin\")`. A part that reads a value which is absent or of " +
				"another kind is unknown, as in SQL: it does not hold, negated or not."},
	},
	Outputs: []templates.Output{
		{Name: "valid", Required: true, Guard: templates.Guards, Proves: "authRequire", Outcome: true, Doc: "The " +
			"caller is authenticated: sub, issuer, email, name, claims and what authClaims declares. After a login, " +
			"accessToken is the access token, for apiAuth alone, and accessClaims are its claims where it is a JWT of " +
			"this issuer, client and user; both are null for a bearer.",
			Of: user, Granted: "accessToken", Lacks: lacksLogin},
		{Name: "invalid", Class: templates.Unknown, Required: true, Fields: templates.Refusal, Reply: templates.ReasonOf(http.StatusUnauthorized),
			Doc: "The caller is not authenticated: status 401 and the reason. While the identity provider is " +
				"down and a credential cannot be checked, the reason is `provider error` and the status 503; " +
				"a Response with that status carries Retry-After. A login that is cancelled at the provider " +
				"has the reason `login cancelled`."},
		{Name: "forbidden", Class: templates.Denied, Required: true, When: templates.Given("authRequire"), Fields: templates.Refusal, Reply: templates.ReasonOf(http.StatusForbidden),
			Doc: "The caller is authenticated, and authRequire does not hold: status 403 and the reason " +
				"`the token lacks what this route requires`."},
		{Name: "login", When: templates.Is("authType", "oauth"), Unwired: templates.Falls, Fields: loginPage,
			Doc: "A browser without a token opens a GET endpoint: url is the provider's login page, to " +
				"redirect it to. Without an edge, it leaves by invalid."},
	},
	Needs:    templates.NeedsSpec{Variables: variables},
	OverHTTP: overHTTP,
	Effect:   templates.EffectSpec{Touches: touches},
	Check:    check,
	Emit:     emit,
}

// user is what the output valid carries. Only a token says more than who it is.
// others are what an Auth does not check, by what does.
var others = map[string]string{
	"bearer": "write \"jwt\": its token is that of a bearer, in the Authorization header", "token": "write \"jwt\": its token is that of a bearer, in the Authorization header",
	"session": stored, "sessions": stored, "cookie": stored, "cookies": stored,
	"none": "remove the node: what anybody may call says \"endpointPublic\": true", "public": "remove the node: what anybody may call says \"endpointPublic\": true",
	"hmac": "begin with a Webhook, which checks signatures", "signature": "begin with a Webhook, which checks signatures", "webhook": "begin with a Webhook, which checks signatures",
	"custom": "write a Code node with \"codeGuard\": true", "password": "write \"basic\"; the password of a form is checked by a Hash, mode verify",
}

const stored = `look the session up: a Local Storage get, found, of "session:{{sha256(or(request.cookies[\"session\"], \"\"))}}"; a token in a cookie is "jwt" with authCookie`

func user(p templates.Pass) types.Type {
	if kind := p.Text("authType"); kind == "jwt" || kind == "oauth" {
		of := preset(p)
		t := templates.BearerUser(p, "authClaims", kind == "oauth" || p.Given("authIssuer") || of != nil && !of.InHeader)
		if kind == "oauth" && p.Wired("login") {
			t.Fields = append(t.Fields, granted...)
		}
		return t
	}
	fields := templates.UserFields("()")
	for i, f := range fields {
		if f.Type.Nullable {
			fields[i].Instead = "sub" // the name of the key, or of the user; there is nothing else to know
		}
	}
	return types.ObjectOf(fields...)
}

func check(p templates.Pass) {
	switch p.Text("authType") {
	case "jwt":
		checkCookie(p)
		checkHeader(p)
		checkProvider(p)
		checkSubject(p)
		templates.ClaimNames(p, "authClaims")
		if of := preset(p); of != nil {
			checkPreset(p, of)
		} else if !p.Given("authProvider") {
			templates.CheckBearer(p, "auth")
		}
	case "oauth":
		checkOAuth(p)
	case "apikey":
		templates.HeaderName(p, "authHeader")
	}
}

// checkCookie wants a name that a cookie can have.
func checkCookie(p templates.Pass) {
	name := p.Text("authCookie")
	if !p.Given("authCookie") || (&http.Cookie{Name: name}).Valid() == nil {
		return
	}
	p.Report(templates.Problem{
		Code: diag.FC203, Field: "authCookie", Message: fmt.Sprintf("%q is no cookie name (RFC 6265, 4.1.1)", name),
		Hint: "name the cookie that a Response sets with the token",
	})
}

// checkHeader wants a name that a header can have, and an audience: a proxy sends what it has, for any audience.
func checkHeader(p templates.Pass) {
	if !p.Given("authHeader") {
		return
	}
	templates.HeaderName(p, "authHeader")
	if !p.Given("authAudience") && !p.Given("authSigner") {
		p.Report(templates.Problem{
			Code: diag.FC201, Field: "authHeader", Message: "\"authHeader\" needs \"authAudience\": what a proxy sends may be for another service behind it", Hint: "add \"authAudience\"",
		})
	}
}

// checkSubject wants claims that say who a token is about, whatever the user writes.
func checkSubject(p templates.Pass) {
	for _, text := range p.List("authSubject") {
		switch name := claimOf(text); {
		case name == "":
			p.Report(templates.Problem{
				Code: diag.FC203, Field: "authSubject", Message: fmt.Sprintf("%q is no claim", text), Hint: "write claims.NAME, or claims['NAME'] where it is no name",
			})
		case provider.Written(preset(p), name):
			p.Report(templates.Problem{
				Code: diag.FC203, Field: "authSubject", Message: fmt.Sprintf("the claim %q is what a user writes, and another one may write the same", name),
				Hint: "name one that the provider keeps for one user, such as claims.sub",
			})
		}
	}
}

var claimPattern = regexp.MustCompile(`^(?:claims\.([A-Za-z_][A-Za-z0-9_]*)|claims\['([^']+)'\]|(sub))$`)

// claimOf returns the name of a claim that is written as expressions write it, "" where it is none.
func claimOf(text string) string {
	if m := claimPattern.FindStringSubmatch(text); m != nil {
		return m[1] + m[2] + m[3]
	}
	return ""
}

// overHTTP returns the problem of an Auth behind an MCP tool, whose caller has authenticated before.
func overHTTP(templates.Pass) []templates.Problem {
	return []templates.Problem{{Message: "checks the credentials of an HTTP request", Hint: "wire the tool past it: its token and scope protect what follows"}}
}

// credentials are what a caller of each authType sends.
func credentials(p templates.Pass) string {
	switch p.Text("authType") {
	case "apikey":
		return fmt.Sprintf(`-H "%s: $%s"`, p.Text("authHeader"), strings.TrimSuffix(p.Text("authKeys"), "S")) // one of API_KEYS
	case "basic":
		return `-u "$LOGIN:$PASSWORD"` // a shell has a USER already
	case "oauth":
		if p.Wired("login") {
			return "" // the answer is where to log in
		}
	case "jwt":
		if p.Given("authHeader") {
			return fmt.Sprintf(`-H "%s: $TOKEN"`, p.Text("authHeader"))
		}
		if name := p.Text("authCookie"); name != "" {
			return fmt.Sprintf(`-b "%s=$TOKEN"`, name)
		}
	}
	return `-H "Authorization: Bearer $TOKEN"`
}

// scheme is where a caller of each authType puts what it has.
func scheme(p templates.Pass) *templates.Scheme {
	switch p.Text("authType") {
	case "apikey":
		return &templates.Scheme{Header: p.Text("authHeader")}
	case "basic":
		return &templates.Scheme{HTTP: "basic"}
	case "jwt":
		return jwtScheme(p)
	}
	return &templates.Scheme{HTTP: "bearer", Login: p.Wired("login")}
}

func jwtScheme(p templates.Pass) *templates.Scheme {
	s := &templates.Scheme{HTTP: "bearer", Format: "JWT"}
	switch {
	case p.Given("authHeader"):
		s = &templates.Scheme{Header: p.Text("authHeader")}
	case p.Given("authCookie"):
		s = &templates.Scheme{Cookie: p.Text("authCookie")}
	}
	if algorithm := p.Text("authAlgorithm"); strings.HasPrefix(algorithm, "HS") && !p.Given("authJwksUrl") && !p.Given("authProvider") {
		s.Algorithm, s.Secret = algorithm, p.Text("authSecret")
		s.Issuers, s.Audiences = p.List("authIssuer"), p.List("authAudience")
	}
	return s
}
