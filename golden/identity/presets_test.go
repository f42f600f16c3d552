package identity_test

import (
	"crypto"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/rsa"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/flowc-dev/flowc/golden/identity/flows"
	rt "github.com/flowc-dev/flowc/runtime"
	"github.com/flowc-dev/flowc/runtime/jwt/jwttest"
	"github.com/flowc-dev/flowc/runtime/provider"
)

// claims are those of a token; nil removes one.
type claims map[string]any

func (c claims) with(others claims) claims {
	all := maps.Clone(c)
	maps.Copy(all, others)
	maps.DeleteFunc(all, func(_ string, value any) bool { return value == nil })
	return all
}

// line is a token of a provider, and what the workflow answers to it.
type line struct {
	name   string
	claims claims // others than those of a good one
	header string // in place of a good one
	want   string
}

// preset is a provider as its documents say: where its keys are, and a good token.
type preset struct {
	path     string // of the workflow
	keys     string // where the set is published
	members  string // of the key, beside the usual
	document string // about itself, at the issuer; "" is not asked for
	header   string // beside alg and kid
	elliptic bool   // ES256
	good     claims
	subject  string
	lines    []line
}

const (
	tenantA = "aaaaaaaa-0000-4000-8000-000000000001"
	tenantB = "bbbbbbbb-0000-4000-8000-000000000002"
	tenantC = "cccccccc-0000-4000-8000-000000000003"
	client  = "11111111-0000-4000-8000-000000000009"
)

// entra are the keys of Entra for tokens of version 2, as it publishes them: each with the pattern of the issuers that it signs for.
const (
	entraKeys   = "https://login.microsoftonline.com/common/discovery/v2.0/keys"
	entraOld    = "https://login.microsoftonline.com/common/discovery/keys"
	entraMember = `"use":"sig","x5t":"a","cloud_instance_name":"microsoftonline.com","issuer":"https://login.microsoftonline.com/{tenantid}/v2.0"`
)

func presets() []preset {
	entra := claims{
		"iss": "https://login.microsoftonline.com/" + tenantA + "/v2.0", "aud": "api://shop", "tid": tenantA, "oid": "object", "ver": "2.0", "azp": client, "azpacr": "1", "scp": "orders.read",
	}
	entraLines := []line{
		{"another tenant", claims{"iss": "https://login.microsoftonline.com/" + tenantC + "/v2.0", "tid": tenantC}, "", "wrong issuer"},
		{"the tenant of another issuer", claims{"tid": tenantC}, "", "wrong issuer"},
		{"the issuer of another tenant", claims{"iss": "https://login.microsoftonline.com/" + tenantC + "/v2.0"}, "", "wrong issuer"},
		{"no tenant", claims{"tid": nil}, "", "wrong issuer"},
		{"the pattern itself", claims{"iss": "https://login.microsoftonline.com/{tenantid}/v2.0", "tid": "{tenantid}"}, "", "wrong issuer"},
		{"common", claims{"iss": "https://login.microsoftonline.com/common/v2.0", "tid": "common"}, "", "wrong issuer"},
		{"an ID token", claims{"azpacr": nil, "scp": nil, "nonce": "n"}, "", "wrong token type"},
		{"marks of both kinds", claims{"nonce": "n"}, "", "wrong token type"},
		{"no mark", claims{"azpacr": nil, "scp": nil}, "", "wrong token type"},
		{"a token of an application", claims{"scp": nil, "roles": []string{"r"}}, "", "ada"},
		{"typ at+jwt alone", claims{"azpacr": nil, "scp": nil}, `"typ":"at+jwt"`, "ada"},
	}
	cognito := "https://cognito-idp.eu-central-1.amazonaws.com/eu-central-1_Ab1Cd2Ef3"
	return []preset{
		{
			path: "/google", keys: "https://www.googleapis.com/oauth2/v3/certs", members: `"use":"sig","alg":"RS256"`,
			good: claims{"iss": "https://accounts.google.com", "aud": "407408718192.apps.googleusercontent.com", "azp": "407408718192.apps.googleusercontent.com",
				"hd": "example.com", "email": "ada@example.com", "email_verified": true},
			lines: []line{
				{"the other name", claims{"iss": "accounts.google.com"}, "", "ada"},
				{"a stranger", claims{"hd": nil}, "", forbidden},
				{"another domain", claims{"hd": "evil.example"}, "", forbidden},
				{"plain http", claims{"iss": "http://accounts.google.com"}, "", "wrong issuer"},
			},
		},
		{
			path: "/apple", keys: "https://appleid.apple.com/auth/keys", members: `"use":"sig","alg":"RS256"`,
			good: claims{"iss": "https://appleid.apple.com", "aud": "com.example.shop", "email": "x@privaterelay.appleid.com", "email_verified": "true"},
		},
		{
			path: "/microsoft", keys: entraKeys, members: entraMember, header: `"typ":"JWT"`, good: entra,
			lines: append(entraLines, line{"version 1", claims{"iss": "https://sts.windows.net/" + tenantA + "/", "ver": "1.0", "azpacr": nil, "appidacr": "1"}, "", "ada"},
				line{"version 1 of another tenant", claims{"iss": "https://sts.windows.net/" + tenantC + "/", "tid": tenantC}, "", "wrong issuer"}),
		},
		{
			path: "/microsoft-many", keys: entraKeys, members: entraMember, header: `"typ":"JWT"`, good: entra, subject: tenantA + "/object",
			lines: []line{
				{"the second tenant", claims{"iss": "https://login.microsoftonline.com/" + tenantB + "/v2.0", "tid": tenantB}, "", tenantB + "/object"},
				{"another tenant", claims{"iss": "https://login.microsoftonline.com/" + tenantC + "/v2.0", "tid": tenantC}, "", "wrong issuer"},
				{"the tid of one, the issuer of the other", claims{"tid": tenantB}, "", "wrong issuer"},
				{"no oid", claims{"oid": nil}, "", "malformed token"},
				{"another client", claims{"azp": "other"}, "", "wrong client"},
				{"no client", claims{"azp": nil}, "", "wrong client"},
				{"the client of version 1", claims{"azp": nil, "appid": client, "iss": "https://sts.windows.net/" + tenantA + "/"}, "", tenantA + "/object"},
				{"two clients that differ", claims{"azp": "other", "appid": client}, "", "wrong client"},
			},
		},
		{
			path: "/microsoft-id", keys: entraKeys, members: entraMember, header: `"typ":"JWT"`,
			good: claims{"iss": entra["iss"], "aud": client, "tid": tenantA, "oid": "object", "nonce": "n", "email": "ada@example.com", "xms_edov": 1},
			lines: []line{
				{"an access token", claims{"nonce": nil, "scp": "x"}, "", "wrong token type"},
				{"typ at+jwt", claims{}, `"typ":"at+jwt"`, "wrong token type"},
				{"by at_hash", claims{"nonce": nil, "at_hash": "h"}, "", "ada"},
			},
		},
		{
			path: "/auth0", keys: "https://shop.eu.auth0.com/.well-known/jwks.json", members: `"use":"sig","alg":"RS256"`, header: `"typ":"JWT"`,
			good: claims{"iss": "https://shop.eu.auth0.com/", "aud": []string{"https://api.example.com", "https://shop.eu.auth0.com/userinfo"}, "azp": "client", "scope": "openid"},
			lines: []line{
				{"without the slash", claims{"iss": "https://shop.eu.auth0.com"}, "", "wrong issuer"},
				{"the ID token of a login", claims{"aud": "https://api.example.com", "scope": nil, "nonce": "n"}, "", "wrong token type"},
				{"an ID token without nonce", claims{"scope": nil, "sid": "s"}, "", "wrong token type"},
				{"client credentials", claims{"scope": nil, "gty": "client-credentials"}, "", "ada"},
				{"the profile of RFC 9068", claims{"scope": nil, "client_id": "client", "azp": nil}, `"typ":"at+jwt"`, "ada"},
			},
		},
		{
			path: "/okta", keys: "https://dev-1.okta.com/oauth2/default/v1/keys", members: `"use":"sig","alg":"RS256"`,
			good:    claims{"iss": "https://dev-1.okta.com/oauth2/default", "aud": "api://default", "cid": "0oaclient", "uid": "00uada", "scp": []string{"openid"}},
			subject: "00uada",
			lines: []line{
				{"client credentials", claims{"uid": nil, "sub": "0oaclient"}, "", "sub:0oaclient"},
				{"an ID token", claims{"cid": nil, "nonce": "n"}, "", "wrong client"},
				{"marks of both kinds", claims{"nonce": "n"}, "", "wrong token type"},
				{"another client", claims{"cid": "0oaother"}, "", "wrong client"},
				{"the organisation's server", claims{"iss": "https://dev-1.okta.com"}, "", "wrong issuer"},
			},
		},
		{
			path: "/keycloak", keys: "https://id.example.com/realms/shop/protocol/openid-connect/certs", members: `"use":"sig","alg":"RS256"`, header: `"typ":"JWT"`,
			good: claims{"iss": "https://id.example.com/realms/shop", "aud": []string{"shop-api", "account"}, "typ": "Bearer", "azp": "web", "scope": "openid"},
			lines: []line{
				{"another realm", claims{"iss": "https://id.example.com/realms/other"}, "", "wrong issuer"},
				{"an ID token", claims{"typ": "ID"}, "", "wrong token type"},
				{"a refresh token", claims{"typ": "Refresh"}, "", "wrong token type"},
				{"a token to log out", claims{"typ": "Logout"}, "", "wrong token type"},
				{"no typ", claims{"typ": nil}, "", "wrong token type"},
				{"a nonce, as older ones have", claims{"nonce": "n"}, "", "ada"},
			},
		},
		{
			path: "/cognito", keys: cognito + "/.well-known/jwks.json", members: `"use":"sig","alg":"RS256"`,
			good: claims{"iss": cognito, "token_use": "access", "client_id": "7web", "scope": "aws.cognito.signin.user.admin"},
			lines: []line{
				{"the other client", claims{"client_id": "6mobile"}, "", "ada"},
				{"another client of the pool", claims{"client_id": "8evil"}, "", "wrong client"},
				{"no client", claims{"client_id": nil}, "", "wrong client"},
				{"an ID token", claims{"token_use": "id"}, "", "wrong token type"},
				{"no token_use", claims{"token_use": nil}, "", "wrong token type"},
				{"another pool", claims{"iss": "https://cognito-idp.eu-central-1.amazonaws.com/eu-central-1_Zz"}, "", "wrong issuer"},
			},
		},
		{
			path: "/cognito-id", keys: cognito + "/.well-known/jwks.json", members: `"use":"sig","alg":"RS256"`,
			good: claims{"iss": cognito, "token_use": "id", "aud": "7web", "email": "ada@example.com", "email_verified": "true"},
			lines: []line{
				{"another client", claims{"aud": "8evil"}, "", "wrong client"},
				{"no client", claims{"aud": nil}, "", "wrong client"},
				{"an access token", claims{"token_use": "access", "client_id": "7web", "aud": nil}, "", "wrong client"},
				{"an access token with an audience", claims{"token_use": "access"}, "", "wrong token type"},
			},
		},
		{
			path: "/firebase", keys: "https://www.googleapis.com/service_accounts/v1/jwk/securetoken@system.gserviceaccount.com", members: `"use":"sig","alg":"RS256"`,
			good: claims{"iss": "https://securetoken.google.com/shop-1234", "aud": "shop-1234", "auth_time": 1},
			lines: []line{
				{"another project", claims{"iss": "https://securetoken.google.com/evil", "aud": "evil"}, "", "wrong issuer"},
				{"another project for ours", claims{"iss": "https://securetoken.google.com/evil"}, "", "wrong issuer"},
				{"a cookie of a session", claims{"iss": "https://session.firebase.google.com/shop-1234"}, "", "wrong issuer"},
			},
		},
		{
			path: "/supabase", keys: "https://abcdefgh.supabase.co/auth/v1/.well-known/jwks.json", members: `"use":"sig","alg":"ES256"`, header: `"typ":"JWT"`, elliptic: true,
			good: claims{"iss": "https://abcdefgh.supabase.co/auth/v1", "aud": "authenticated", "role": "authenticated", "email": "ada@example.com",
				"user_metadata": claims{"email_verified": true}},
			lines: []line{
				{"the anonymous key of old projects", claims{"iss": "supabase", "role": "anon", "aud": nil}, "", "wrong issuer"},
			},
		},
		{
			path: "/clerk", keys: "https://clerk.example.com/.well-known/jwks.json", members: `"use":"sig","alg":"RS256"`, header: `"typ":"JWT"`,
			good: claims{"iss": "https://clerk.example.com", "azp": "https://app.example.com", "sid": "sess_1"},
			lines: []line{
				{"another origin", claims{"azp": "https://evil.example"}, "", "wrong client"},
				{"no origin", claims{"azp": nil}, "", "wrong client"},
				{"no typ", claims{}, " ", "wrong token type"},
				{"typ at+jwt", claims{}, `"typ":"at+jwt"`, "wrong token type"},
			},
		},
		{
			path: "/github-actions", keys: "https://token.actions.githubusercontent.com/.well-known/jwks", members: `"use":"sig","alg":"RS256"`, header: `"typ":"JWT"`,
			good: claims{"iss": "https://token.actions.githubusercontent.com", "aud": "https://deploy.example.com", "sub": "repo:shop/api:ref:refs/heads/main",
				"repository_owner_id": "4242", "repository_id": "777", "actor": "ada"},
			subject: "repo:shop/api:ref:refs/heads/main",
			lines: []line{
				{"a stranger's repository", claims{"repository_owner_id": "666", "repository_id": "666", "sub": "repo:evil/api:ref:refs/heads/main"}, "", forbidden},
				{"another repository of ours", claims{"repository_id": "778"}, "", forbidden},
				{"no owner", claims{"repository_owner_id": nil}, "", forbidden},
			},
		},
		{
			path: "/cloudflare-access", keys: "https://team.cloudflareaccess.com/cdn-cgi/access/certs", members: `"use":"sig","alg":"RS256"`,
			good: claims{"iss": "https://team.cloudflareaccess.com", "aud": []string{"f2e7c0ffee"}, "type": "app", "email": "ada@example.com"},
			lines: []line{
				{"a token of a service", claims{"sub": "", "common_name": "abc.access", "email": nil}, "", "common_name:abc.access"},
				{"no name", claims{"sub": ""}, "", "malformed token"},
				{"another team", claims{"iss": "https://evil.cloudflareaccess.com"}, "", "wrong issuer"},
			},
		},
		{
			path: "/google-iap", keys: "https://www.gstatic.com/iap/verify/public_key-jwk", members: `"use":"sig","alg":"ES256"`, elliptic: true,
			good: claims{"iss": "https://cloud.google.com/iap", "aud": "/projects/42/global/backendServices/7", "email": "ada@example.com"},
			lines: []line{
				{"another backend", claims{"aud": "/projects/42/global/backendServices/8"}, "", "wrong audience"},
				{"another project", claims{"aud": "/projects/43/global/backendServices/7"}, "", "wrong audience"},
			},
		},
		{
			path: "/kubernetes", keys: "https://oidc.eks.eu-central-1.amazonaws.com/keys", members: `"use":"sig","alg":"RS256"`,
			document: "https://oidc.eks.eu-central-1.amazonaws.com/id/ABC",
			good:     claims{"iss": "https://oidc.eks.eu-central-1.amazonaws.com/id/ABC", "aud": []string{"shop"}, "sub": "system:serviceaccount:shop:worker"},
			subject:  "system:serviceaccount:shop:worker",
			lines: []line{
				{"another pod", claims{"sub": "system:serviceaccount:evil:worker"}, "", forbidden},
				{"another cluster", claims{"iss": "https://oidc.eks.eu-central-1.amazonaws.com/id/EVIL"}, "", "wrong issuer"},
			},
		},
		{
			path: "/oidc", keys: "https://id.example.net/jwks", members: `"use":"sig","alg":"RS256"`, document: "https://id.example.net",
			good: claims{"iss": "https://id.example.net", "aud": "shop", "scope": "openid"},
			lines: []line{
				{"an ID token", claims{"scope": nil, "nonce": "n"}, "", "wrong token type"},
				{"an ID token by typ", claims{"typ": "ID"}, "", "wrong token type"},
				{"a refresh token", claims{"typ": "Refresh"}, "", "wrong token type"},
				{"no mark", claims{"scope": nil}, "", "wrong token type"},
				{"typ at+jwt", claims{"scope": nil}, `"typ":"at+jwt"`, "ada"},
				{"typ at+jwt with a nonce", claims{"nonce": "n"}, `"typ":"at+jwt"`, "wrong token type"},
			},
		},
	}
}

// anybody's are tokens that no provider makes, whatever its own look like.
func anybodys(good claims) []line {
	now := jwttest.Now()
	list := []line{
		{"20 s late", claims{"exp": now.Add(-20 * time.Second).Unix()}, "", "SUBJECT"},
		{"20 s early", claims{"nbf": now.Add(20 * time.Second).Unix(), "iat": now.Add(20 * time.Second).Unix()}, "", "SUBJECT"},
		{"another issuer", claims{"iss": "https://evil.example"}, "", "wrong issuer"},
		{"no issuer", claims{"iss": nil}, "", "wrong issuer"},
		{"an unknown key", claims{}, `"kid":"unknown"`, "wrong signature"},
		{"expired", claims{"exp": now.Add(-31 * time.Second).Unix()}, "", "expired"},
		{"no end", claims{"exp": nil}, "", "malformed token"},
		{"too early", claims{"nbf": now.Add(31 * time.Second).Unix()}, "", "not yet valid"},
		{"issued in the future", claims{"iat": now.Add(31 * time.Second).Unix()}, "", "not yet valid"},
		{"bound to a key", claims{"cnf": claims{"jkt": "x"}}, "", "bound token"},
		{"bound to nothing", claims{"cnf": "x"}, "", "bound token"},
	}
	if _, there := good["aud"]; there && good["token_use"] == nil {
		list = append(list, line{"another audience", claims{"aud": "https://other.example.com"}, "", "wrong audience"}, line{"no audience", claims{"aud": nil}, "", "wrong audience"})
	} else if !there {
		list = append(list, line{"an audience", claims{"aud": "https://other.example.com"}, "", "wrong audience"})
	}
	return list
}

// key signs for a preset, and another key that nobody publishes.
func (p *preset) key() (good, other crypto.Signer) {
	if p.elliptic {
		return ecKey(), otherECKey()
	}
	return jwttest.RSAKey(), otherRSAKey()
}

var (
	ecKey       = sync.OnceValue(func() crypto.Signer { return jwttest.ECKey(elliptic.P256()) })
	otherECKey  = sync.OnceValue(func() crypto.Signer { return jwttest.ECKey(elliptic.P256()) })
	otherRSAKey = sync.OnceValue(func() crypto.Signer {
		key, err := rsa.GenerateKey(rand.Reader, 2048)
		if err != nil {
			panic(err)
		}
		return key
	})
)

func (p *preset) algorithm() string {
	if p.elliptic {
		return "ES256"
	}
	return "RS256"
}

// token is one with the claims of a good one and others, under a header as written.
func (p *preset) token(header string, others claims, sign func(string) []byte) string {
	now := jwttest.Now()
	all := claims{"sub": "ada", "iat": now.Unix(), "exp": now.Add(time.Hour).Unix()}.with(p.good).with(others)
	text, err := json.Marshal(all)
	if err != nil {
		panic(err)
	}
	return jwttest.Forge(header, string(text), sign)
}

// signed is a line's token.
func (p *preset) signed(l line) string {
	key, _ := p.key()
	return p.token(p.headerOf(l.header), l.claims, under(key))
}

func (p *preset) headerOf(members string) string {
	header := map[string]string{"alg": p.algorithm(), "kid": "a"}
	for _, text := range []string{p.header, members} {
		if strings.TrimSpace(text) == "" && text != "" {
			delete(header, "typ")
		} else if err := json.Unmarshal([]byte("{"+text+"}"), &header); err != nil {
			panic(err)
		}
	}
	text, err := json.Marshal(header)
	if err != nil {
		panic(err)
	}
	return string(text)
}

// web answers for the providers: what they publish, by its address.
type web struct {
	mu    sync.Mutex
	pages map[string]string
	asked map[string]int
}

func newWeb(list []preset) *web {
	w := &web{pages: map[string]string{}, asked: map[string]int{}}
	for _, p := range list {
		key, _ := p.key()
		w.pages[p.keys] = keySet(jwk(key.Public(), "a", p.members))
		if p.document != "" {
			w.pages[p.document+"/.well-known/openid-configuration"] = fmt.Sprintf(`{"issuer":%q,"jwks_uri":%q}`, p.document, p.keys)
		}
	}
	w.pages[entraKeys] = besideOurs("v2", entraMember)
	w.pages[entraOld] = besideOurs("v1", `"use":"sig","x5t":"a","issuer":"https://sts.windows.net/{tenantid}/"`)
	return w
}

func keySet(keys ...string) string { return `{"keys":[` + strings.Join(keys, ",") + `]}` }

// RoundTrip implements http.RoundTripper.
func (w *web) RoundTrip(r *http.Request) (*http.Response, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.asked[r.URL.String()]++
	page, there := w.pages[r.URL.String()]
	status := http.StatusOK
	if !there {
		status = http.StatusNotFound
	}
	return &http.Response{StatusCode: status, Header: http.Header{}, Body: io.NopCloser(strings.NewReader(page)), Request: r}, nil
}

func (w *web) publish(address, page string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.pages[address] = page
}

// presetVariables are those that workflows of presets read.
var presetVariables = map[string]string{
	"JWT_SECRET": jwttest.Secret, "BALANCER": balancer, "ENTRA_TENANT": tenantA, "OKTA_ISSUER": "https://dev-1.okta.com/oauth2/default", "ID_ISSUER": "https://id.example.net",
}

func startPresets(t *testing.T, w *web, options ...rt.Option) *service {
	t.Helper()
	return serve(t, presetVariables, func(app *rt.App) (registrar, error) { return flows.New(app) }, append(options, rt.WithTransport(w))...)
}

// TestPresets sends right and wrong tokens of each provider.
func TestPresets(t *testing.T) {
	list := presets()
	for _, p := range list {
		t.Run(p.path[1:], func(t *testing.T) {
			s := startPresets(t, newWeb(list))
			subject := p.subject
			if subject == "" {
				subject = "ada"
			}
			sent := map[bool]int{}
			want := func(name, token, want string) {
				t.Helper()
				status := http.StatusUnauthorized
				switch want = strings.ReplaceAll(want, "SUBJECT", subject); {
				case want == forbidden:
					status = http.StatusForbidden
				case !slices.Contains(reasons, want):
					status = http.StatusOK
				}
				sent[status == http.StatusOK]++
				if got := s.bearer(t, p.path, token); got.Answer != want || got.Status != status {
					t.Errorf("%s: %+v, want %d with %q", name, got, status, want)
				}
			}
			want("a good one", p.signed(line{}), "SUBJECT")
			for _, l := range append(anybodys(p.good), p.lines...) {
				want(l.name, p.signed(l), l.want)
			}
			key, other := p.key()
			want("another key under the same kid", p.token(p.headerOf(""), nil, under(other)), "wrong signature")
			want("HMAC under the public key", p.token(`{"alg":"HS256","kid":"a"}`, nil, jwttest.UnderHMAC(jwttest.PublicPEM(key))), "wrong algorithm")
			want("no signature", p.token(`{"alg":"none","kid":"a"}`, nil, jwttest.Signature()), "wrong algorithm")
			want("RS512", p.token(`{"alg":"RS512","kid":"a"}`, nil, under(key)), rs512(p.path))
			want("no JWT", "opaque", "malformed token")
			if sent[true] < 3 || sent[false] < 12 {
				t.Errorf("%d right and %d wrong tokens were sent, want three and twelve", sent[true], sent[false])
			}
		})
	}
}

// TestEachProviderHasTokens wants a row of the table of providers to have tokens: those above, or a load balancer's.
func TestEachProviderHasTokens(t *testing.T) {
	tried := map[string]bool{"awsalb": true} // by TestBalancer
	for _, p := range presets() {
		tried[strings.ReplaceAll(p.path[1:], "-", "")] = true
	}
	for _, name := range provider.Names(func(*provider.Provider) bool { return true }) {
		if !tried[strings.ToLower(name)] {
			t.Errorf("no tokens of %s are tried", name)
		}
	}
}

// rs512 is why a token is refused that says RS512 and has another key's signature: a key is used by its own alg alone.
func rs512(path string) string {
	if path == "/keycloak" || path == "/oidc" { // which sign with whatever the realm says
		return "wrong signature"
	}
	return "wrong algorithm"
}

// forbidden is why a known caller is not let in.
const forbidden = "the token lacks what this route requires"

var reasons = []string{
	"missing token", "malformed token", "wrong algorithm", "wrong issuer", "wrong signature", "expired", "not yet valid", "wrong audience", "wrong client",
	"wrong token type", "bound token", "provider error",
}
