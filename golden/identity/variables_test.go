// Package identity_test sends tokens as identity providers make them to workflows that take them.
package identity_test

import (
	"bytes"
	"crypto/elliptic"
	"maps"
	"strings"
	"testing"

	"github.com/flowc-dev/flowc/golden/identity/variables"
	rt "github.com/flowc-dev/flowc/runtime"
	"github.com/flowc-dev/flowc/runtime/jwt/jwttest"
)

// TestEnvironments starts one workflow with the variables of two environments: each takes its own tokens alone.
func TestEnvironments(t *testing.T) {
	staging, production := newIssuer(t), newIssuer(t)
	for _, place := range []struct {
		name     string
		us, them *issuer
	}{{"staging", staging, production}, {"production", production, staging}} {
		t.Run(place.name, func(t *testing.T) {
			s := start(t, environmentOf(place.us, "https://"+place.name+".example.com"))
			for _, line := range []struct{ name, token, want string }{
				{"our token", place.us.token(`{"iss":"ISSUER","aud":"https://` + place.name + `.example.com"}`), "ada"},
				{"our second audience", place.us.token(`{"iss":"ISSUER","aud":["x","shop"]}`), "ada"},
				{"their token for us", place.them.token(`{"iss":"ISSUER","aud":"shop"}`), "wrong issuer"},
				{"their token under our name", place.them.token(`{"iss":"` + place.us.url + `","aud":"shop"}`), "wrong signature"},
				{"another audience", place.us.token(`{"iss":"ISSUER","aud":"https://other.example.com"}`), "wrong audience"},
				{"no audience", place.us.token(`{"iss":"ISSUER"}`), "wrong audience"},
				{"an empty audience", place.us.token(`{"iss":"ISSUER","aud":""}`), "wrong audience"},
				{"no issuer", place.us.token(`{"aud":"shop"}`), "wrong issuer"},
				{"an algorithm that is not listed", place.us.tokenOf("ES384", jwttest.ECKey(elliptic.P384()), `{"iss":"ISSUER","aud":"shop"}`), "wrong algorithm"},
				{"HMAC under the public key", jwttest.Forge(`{"alg":"HS256"}`, place.us.claims(`{"iss":"ISSUER","aud":"shop"}`),
					jwttest.UnderHMAC(jwttest.PublicPEM(place.us.key))), "wrong algorithm"},
			} {
				if got := s.bearer(t, "/account", line.token); got.Answer != line.want {
					t.Errorf("%s: %+v, want %q", line.name, got, line.want)
				}
			}
		})
	}
}

func environmentOf(i *issuer, audience string) map[string]string {
	return map[string]string{"ID_KEYS": i.url + "/keys", "ID_ISSUER": i.url, "API_AUDIENCE": audience}
}

// TestMalformedVariables wants New to fail for each value that no token could be held to.
func TestMalformedVariables(t *testing.T) {
	good := environmentOf(newIssuer(t), "api")
	for _, line := range []struct{ name, value, want string }{
		{"ID_ISSUER", "", "ID_ISSUER is not set"},
		{"ID_ISSUER", "  ", "ID_ISSUER is empty"},
		{"ID_ISSUER", "common", "ID_ISSUER stands for many tenants"},
		{"ID_ISSUER", "https://login.microsoftonline.com/common/v2.0", "ID_ISSUER stands for many tenants"},
		{"ID_ISSUER", "https://login.microsoftonline.com/organizations/v2.0", "ID_ISSUER stands for many tenants"},
		{"ID_ISSUER", "https://login.microsoftonline.com/Consumers/v2.0", "ID_ISSUER stands for many tenants"},
		{"ID_ISSUER", "https://login.microsoftonline.com/{tenantid}/v2.0", "ID_ISSUER stands for many tenants"},
		{"ID_ISSUER", "https://shop.eu.auth0.com", "ID_ISSUER lacks the slash"},
		{"ID_ISSUER", "https://", "ID_ISSUER must be a URL"},
		{"ID_ISSUER", "https://id.example.com/\n", "ID_ISSUER has a space around it"},
		{"ID_KEYS", "", "ID_KEYS is not set"},
		{"ID_KEYS", " ", "ID_KEYS must begin with https://"},
		{"ID_KEYS", "http://id.example.com/keys", "ID_KEYS must begin with https://"},
		{"ID_KEYS", "http://keycloak:8080/keys", "ID_KEYS must begin with https://"},
		{"ID_KEYS", "https://ada:pass@id.example.com/keys", "ID_KEYS must have no user"},
		{"ID_KEYS", "https://id.example.com/.well-known/openid-configuration", "ID_KEYS is the issuer's document"},
		{"API_AUDIENCE", "", "API_AUDIENCE is not set"},
		{"API_AUDIENCE", "\t", "API_AUDIENCE is empty"},
		{"API_AUDIENCE", "api ", "API_AUDIENCE has a space around it"},
	} {
		env := maps.Clone(good)
		env[line.name] = line.value
		wantRefused(t, env, line.want)
	}
}

// wantRefused wants New to fail with some words.
func wantRefused(t *testing.T, env map[string]string, want string) {
	t.Helper()
	var log bytes.Buffer
	app, err := rt.Open(rt.WithEnv(env), rt.WithDir(t.TempDir()), rt.WithLogWriter(&log))
	if err == nil {
		_, err = variables.New(app)
		defer app.Close()
	}
	if err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("%q: %v, want it to say %q", env, err, want)
	}
}

// TestHTTPHosts asks a provider over plain http in preview, where OIDC_HTTP_HOSTS names its host and port.
func TestHTTPHosts(t *testing.T) {
	env := environmentOf(&issuer{url: "http://keycloak:8080/realms/shop"}, "api")
	env["FLOWC_ENV"], env["OIDC_HTTP_HOSTS"] = "preview", "host.docker.internal:80, keycloak:8080"
	s := start(t, env)
	if said := strings.Count(s.log.String(), "asked without encryption"); said != 1 {
		t.Errorf("a start warns %d times, want once: %s", said, s.log.String())
	}
	for _, line := range []struct{ hosts, environment, want string }{
		{"keycloak:8081", "preview", "ID_KEYS must begin with https://"},
		{"keycloak", "preview", "OIDC_HTTP_HOSTS has an entry that must have a port"},
		{"*:8080", "preview", "OIDC_HTTP_HOSTS has an entry that must be a name without a dot"},
		{"id.example.com:8080", "preview", "OIDC_HTTP_HOSTS has an entry that must be a name without a dot"},
		{"10.0.0.7:8080", "preview", "OIDC_HTTP_HOSTS has an entry that must be a name without a dot"},
		{"keycloak:8080", "production", "OIDC_HTTP_HOSTS is for preview only"},
	} {
		env["OIDC_HTTP_HOSTS"], env["FLOWC_ENV"] = line.hosts, line.environment
		wantRefused(t, env, line.want)
	}
}
