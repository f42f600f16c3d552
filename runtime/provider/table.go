package provider

// publicKeys are the algorithms of all keys that can be published.
var publicKeys = []string{"RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "ES512", "EdDSA", "Ed25519"}

// rs256 is what most sign with.
var rs256 = []string{"RS256"}

// hashed are marks of an ID token that every provider of OpenID Connect may give it (OpenID Connect Core, sections 2
// and 3.3.2.11).
var hashed = []Mark{{Claim: "nonce"}, {Claim: "at_hash"}, {Claim: "c_hash"}}

// one is the issuer that is the parameter itself, with its keys at a path of it.
func one(path string) []Issuer { return []Issuer{{Name: placeholder, Keys: placeholder + path}} }

// providers are the identity providers, a row each. A new one is a row and its cases in golden/identity.
var providers = []*Provider{
	{
		Name: "google", Algorithms: rs256,
		Issuers: []Issuer{
			{Name: "https://accounts.google.com", Keys: "https://www.googleapis.com/oauth2/v3/certs"},
			{Name: "accounts.google.com", Keys: "https://www.googleapis.com/oauth2/v3/certs"},
		},
		Addressed: true, Clients: []string{"azp"},
		Serves: Strangers, Narrows: []string{"hd", "azp", "sub"}, Written: []string{"given_name", "family_name", "picture"},
	},
	{
		Name: "apple", Algorithms: rs256,
		Issuers:   []Issuer{{Name: "https://appleid.apple.com", Keys: "https://appleid.apple.com/auth/keys"}},
		Addressed: true,
	},
	{
		Name: "microsoft", Parameter: ByTenant, Algorithms: rs256,
		Issuers: []Issuer{
			{Name: "https://login.microsoftonline.com/" + Tenant + "/v2.0", Keys: "https://login.microsoftonline.com/common/discovery/v2.0/keys"},
			{Name: "https://sts.windows.net/" + Tenant + "/", Keys: "https://login.microsoftonline.com/common/discovery/keys"},
		},
		Addressed: true, Clients: []string{"azp", "appid"},
		Kinds:   []Level{{Access: []Mark{{Claim: "scp"}, {Claim: "azpacr"}, {Claim: "appidacr"}}, ID: hashed}},
		Subject: [][]string{{"sub"}}, Shared: []string{"tid", "oid"},
		Serves: Tenants, Narrows: []string{"tid"}, Written: []string{"given_name", "family_name"},
	},
	{
		Name: "auth0", Parameter: ByIssuer, Algorithms: []string{"RS256", "PS256"}, Issuers: one("/.well-known/jwks.json"), Slash: Always,
		Addressed: true, Clients: []string{"azp", "client_id"},
		Kinds: []Level{
			{Access: []Mark{{Claim: "scope"}, {Claim: "gty"}, {Claim: "permissions"}, {Claim: "client_id"}}, ID: hashed},
			{ID: []Mark{{Claim: "sid"}}},
		},
		Serves: Pool, Written: []string{"nickname", "user_metadata"},
	},
	{
		Name: "okta", Parameter: ByIssuer, Algorithms: rs256, Issuers: one("/v1/keys"), Path: "/oauth2/",
		Addressed: true, Clients: []string{"cid"},
		Kinds:   []Level{{Access: []Mark{{Claim: "cid"}}, ID: hashed}, {ID: []Mark{{Claim: "idp"}}}},
		Subject: [][]string{{"uid", "sub"}, {"sub"}},
	},
	{
		Name: "keycloak", Parameter: ByIssuer, Algorithms: publicKeys, Issuers: one("/protocol/openid-connect/certs"), Path: "/realms/",
		Clients: []string{"azp", "client_id"},
		Kinds:   []Level{{Access: []Mark{{Claim: "typ", Value: "Bearer"}}, ID: []Mark{{Claim: "typ", Value: "ID"}}, Neither: []Mark{{Claim: "typ"}}}},
	},
	{
		Name: "cognito", Parameter: ByIssuer, Algorithms: rs256, Issuers: one("/.well-known/jwks.json"),
		Clients: []string{"client_id"},
		Kinds: []Level{{
			Access: []Mark{{Claim: "token_use", Value: "access"}}, ID: []Mark{{Claim: "token_use", Value: "id"}}, Neither: []Mark{{Claim: "token_use"}},
		}},
		Serves: Pool, Written: []string{"custom:", "given_name", "family_name", "nickname", "website"},
	},
	{
		Name: "firebase", Parameter: ByAudience, Algorithms: rs256,
		Issuers: []Issuer{{
			Name: "https://securetoken.google.com/" + placeholder,
			Keys: "https://www.googleapis.com/service_accounts/v1/jwk/securetoken@system.gserviceaccount.com",
		}},
		Addressed: true, Serves: Pool, Written: []string{"picture"},
	},
	{
		Name: "supabase", Parameter: ByIssuer, Algorithms: []string{"ES256", "RS256", "EdDSA"}, Issuers: one("/.well-known/jwks.json"), Path: "/auth/v1",
		Audience: "authenticated", Serves: Pool, Written: []string{"user_metadata"},
	},
	{
		Name: "clerk", Parameter: ByIssuer, Algorithms: rs256, Issuers: one("/.well-known/jwks.json"),
		Clients: []string{"azp"}, Type: "JWT", Serves: Pool, Written: []string{"unsafe_metadata"},
	},
	{
		Name: "githubActions", Algorithms: rs256,
		Issuers: []Issuer{{
			Name: "https://token.actions.githubusercontent.com", Keys: "https://token.actions.githubusercontent.com/.well-known/jwks",
		}},
		Addressed: true, Serves: Strangers, Narrows: []string{"repository_owner_id", "repository_id", "sub"},
		Written: []string{"actor", "ref", "head_ref", "base_ref", "workflow", "event_name", "environment"},
	},
	{
		Name: "cloudflareAccess", Parameter: ByIssuer, Algorithms: rs256, Issuers: one("/cdn-cgi/access/certs"),
		Addressed: true, Subject: [][]string{{"sub", "common_name"}},
	},
	{
		Name: "googleIap", Algorithms: []string{"ES256"},
		Issuers:   []Issuer{{Name: "https://cloud.google.com/iap", Keys: "https://www.gstatic.com/iap/verify/public_key-jwk"}},
		Addressed: true, Serves: Keys,
	},
	{
		Name: "awsAlb", Parameter: BySigner, Algorithms: []string{"ES256"},
		Clients: []string{"client"}, InHeader: true, Serves: Keys,
	},
	{
		Name: "kubernetes", Parameter: ByIssuer, Algorithms: []string{"RS256", "ES256"}, Issuers: []Issuer{{Name: placeholder}}, Slash: Either,
		Addressed: true, Serves: Strangers, Narrows: []string{"namespace", "sub"},
	},
	{
		Name: "oidc", Parameter: ByIssuer, Algorithms: publicKeys, Issuers: []Issuer{{Name: placeholder}}, Slash: Either,
		Addressed: true, Clients: []string{"azp", "client_id"},
		Kinds: []Level{
			{
				Access:  []Mark{{Claim: "typ", Value: "bearer"}, {Claim: "typ", Value: "access"}, {Claim: "token_use", Value: "bearer"}, {Claim: "token_use", Value: "access"}},
				ID:      append([]Mark{{Claim: "s_hash"}, {Claim: "typ", Value: "id"}, {Claim: "token_use", Value: "id"}}, hashed...),
				Neither: []Mark{{Claim: "typ"}, {Claim: "token_use"}},
			},
			{Access: []Mark{
				{Claim: "scope"}, {Claim: "scp"}, {Claim: "client_id"}, {Claim: "cid"}, {Claim: "gty"}, {Claim: "permissions"}, {Claim: "azpacr"}, {Claim: "appidacr"},
			}},
		},
	},
}
