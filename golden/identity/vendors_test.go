package identity_test

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/flowc-dev/flowc/golden/harness"
	"github.com/flowc-dev/flowc/runtime/jwt/jwttest"
)

// vendor is a library that verifies the tokens of a preset, with what its documents have an application tell it.
type vendor struct {
	path, library string
	options       claims
	decides       []string // for which of our reasons it refuses a token, too
	otherwise     []string // lines about which it knows less, or more
}

// signed are the reasons of every library that is told the issuer and the audience.
var signed = []string{"wrong issuer", "wrong signature", "wrong algorithm", "expired", "not yet valid", "wrong audience"}

// vendors are told what the workflows are. What is issued in the future is none of jose's concern, unless an age is
// wanted.
func vendors() []vendor {
	const cognito = "eu-central-1_Ab1Cd2Ef3"
	jose := func(path string, issuer any, audience string) vendor {
		options := claims{"issuer": issuer, "algorithms": []string{"RS256", "ES256"}}
		if audience != "" {
			options["audience"] = audience
		}
		return vendor{path, "jose", options, signed, []string{"issued in the future"}}
	}
	entra := jose("/microsoft", []string{"https://login.microsoftonline.com/" + tenantA + "/v2.0", "https://sts.windows.net/" + tenantA + "/"}, "api://shop")
	entra.otherwise = append(entra.otherwise, "the tenant of another issuer", "no tenant") // it looks at iss alone
	return []vendor{
		entra,
		jose("/apple", "https://appleid.apple.com", "com.example.shop"),
		jose("/auth0", "https://shop.eu.auth0.com/", "https://api.example.com"),
		jose("/keycloak", "https://id.example.com/realms/shop", "shop-api"),
		jose("/firebase", "https://securetoken.google.com/shop-1234", "shop-1234"),
		jose("/supabase", "https://abcdefgh.supabase.co/auth/v1", "authenticated"),
		jose("/github-actions", "https://token.actions.githubusercontent.com", "https://deploy.example.com"),
		jose("/cloudflare-access", "https://team.cloudflareaccess.com", "f2e7c0ffee"),
		jose("/kubernetes", "https://oidc.eks.eu-central-1.amazonaws.com/id/ABC", "shop"),
		jose("/oidc", "https://id.example.net", "shop"),
		{
			"/google", "google",
			claims{"audience": "407408718192.apps.googleusercontent.com", "issuers": []string{"https://accounts.google.com", "accounts.google.com"}},
			[]string{"wrong issuer", "wrong signature", "wrong audience"}, nil, // five minutes may be between its clocks
		},
		{
			"/google-iap", "google", claims{"audience": "/projects/42/global/backendServices/7", "issuers": []string{"https://cloud.google.com/iap"}},
			[]string{"wrong issuer", "wrong signature", "wrong audience"}, nil,
		},
		{
			"/clerk", "clerk", claims{"parties": []string{"https://app.example.com"}},
			[]string{"wrong signature", "wrong algorithm", "expired", "not yet valid", "wrong client", "wrong token type"},
			[]string{"no origin", "an unknown key"}, // it lets in a token without azp, and its one key is of no kid
		},
		{
			"/okta", "okta", claims{"issuer": "https://dev-1.okta.com/oauth2/default", "audience": "api://default", "cid": "0oaclient"},
			append([]string{"wrong client"}, signed...), []string{"20 s late", "20 s early", "issued in the future"}, // it has no leeway
		},
		{
			"/cognito", "cognito", claims{"userPoolId": cognito, "tokenUse": "access", "clientId": []string{"7web", "6mobile"}},
			[]string{"wrong issuer", "wrong signature", "wrong algorithm", "expired", "not yet valid", "wrong client", "wrong token type"}, []string{"issued in the future"},
		},
		{
			"/cognito-id", "cognito", claims{"userPoolId": cognito, "tokenUse": "id", "clientId": "7web"},
			[]string{"wrong issuer", "wrong signature", "wrong algorithm", "expired", "not yet valid", "wrong client", "wrong token type"}, []string{"issued in the future"},
		},
	}
}

// vendorCase is a token for a library, and whether it has to take it.
type vendorCase struct {
	Vendor  string `json:"vendor"`
	Token   string `json:"token"`
	Options claims `json:"options"`

	name  string
	right bool
}

// TestVendors has the libraries of vendors verify the tokens that the workflows are sent: what they take of these is
// what their providers make, and what is wrong with the others is wrong for them, too.
func TestVendors(t *testing.T) {
	modules := harness.NodeModules(t, "identity", "jose", "google-auth-library", "@clerk/backend", "@okta/jwt-verifier", "aws-jwt-verify")
	var cases []vendorCase
	for _, v := range vendors() {
		cases = append(cases, v.cases(ofPath(t, v.path))...)
	}
	cases = append(cases, balancerCases(t)...)
	answers := verifiedByVendors(t, modules, cases)
	if len(answers) != len(cases) {
		t.Fatalf("%d answers to %d tokens", len(answers), len(cases))
	}
	refused := map[string]int{}
	for i, c := range cases {
		if answers[i] != nil {
			refused[c.Vendor]++
		}
		switch {
		case c.right && answers[i] != nil:
			t.Errorf("%s of %s is refused: %s", c.name, c.Vendor, *answers[i])
		case !c.right && answers[i] == nil:
			t.Errorf("%s of %s is taken", c.name, c.Vendor)
		}
	}
	for _, name := range []string{"jose", "google", "clerk", "okta", "cognito", "alb"} {
		if refused[name] < 5 {
			t.Errorf("%s refused %d tokens: it is no proof", name, refused[name])
		}
	}
}

// cases are a preset's tokens about which a vendor's library knows as much as the workflow.
func (v vendor) cases(p preset) []vendorCase {
	key, other := p.key()
	var set any
	if err := json.Unmarshal([]byte(keySet(jwk(key.Public(), "a", p.members))), &set); err != nil {
		panic(err)
	}
	options := v.options.with(claims{"keys": set, "pem": jwttest.PublicPEM(key)})
	one := func(name, token string, right bool) vendorCase {
		return vendorCase{Vendor: v.library, Token: token, Options: options, name: v.path + ": " + name, right: right}
	}
	cases := []vendorCase{
		one("a good one", p.signed(line{}), true),
		one("another key under the same kid", p.token(p.headerOf(""), nil, under(other)), false),
		one("HMAC under the public key", p.token(`{"alg":"HS256","kid":"a"}`, nil, jwttest.UnderHMAC(jwttest.PublicPEM(key))), false),
		one("no signature", p.token(`{"alg":"none","kid":"a"}`, nil, jwttest.Signature()), false),
		one("no JWT", "opaque", false),
	}
	for _, l := range append(anybodys(p.good), p.lines...) {
		right := !slices.Contains(reasons, l.want) && l.want != forbidden
		if slices.Contains(v.otherwise, l.name) || !right && !slices.Contains(v.decides, l.want) {
			continue
		}
		cases = append(cases, one(l.name, p.signed(l), right))
	}
	return cases
}

// balancerCases are tokens of a load balancer, as TestBalancer sends them.
func balancerCases(t *testing.T) []vendorCase {
	t.Helper()
	var set any
	if err := json.Unmarshal([]byte(keySet(jwk(ecKey().Public(), balancerKID, `"use":"sig","alg":"ES256"`))), &set); err != nil {
		t.Fatal(err)
	}
	options := claims{"keys": set, "albArn": balancer, "issuer": "https://idp.example", "clientId": "shop"}
	header, payload := balancerToken()
	one := func(name string, others, claims claims, right bool) vendorCase {
		return vendorCase{Vendor: "alb", Token: padded(t, header.with(others), payload.with(claims), under(ecKey())), Options: options, name: name, right: right}
	}
	return []vendorCase{
		one("a good one", nil, nil, true),
		one("a stranger's balancer", claims{"signer": strings.Replace(balancer, "123456789012", "666666666666", 1)}, nil, false),
		one("no signer", claims{"signer": nil}, nil, false),
		one("another client", claims{"client": "other"}, nil, false),
		one("the client in the payload", claims{"client": nil}, claims{"client": "shop"}, false),
		one("an unknown key", claims{"kid": otherKID}, nil, false),
		one("expired", nil, claims{"exp": 1}, false),
		{Vendor: "alb", Token: padded(t, header, payload, under(otherECKey())), Options: options, name: "another key"},
	}
}

// verifiedByVendors returns why each case is refused, nil where it is not.
func verifiedByVendors(t *testing.T, modules string, cases []vendorCase) []*string {
	t.Helper()
	input, err := json.Marshal(map[string]any{"now": jwttest.Now().Unix(), "cases": cases})
	if err != nil {
		t.Fatal(err)
	}
	command := exec.CommandContext(t.Context(), "node", filepath.Join("..", "system", "identity", "vendors.mjs"), modules)
	command.Stdin, command.Stderr = strings.NewReader(string(input)), os.Stderr
	output, err := command.Output()
	if err != nil {
		t.Fatal(err)
	}
	var answers []*string
	if err := json.Unmarshal(output, &answers); err != nil {
		t.Fatalf("%v in %s", err, output)
	}
	return answers
}
