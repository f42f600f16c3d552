package oauth_test

import (
	"io"
	"strings"
	"testing"

	rt "github.com/flowc-dev/flowc/runtime"
	"github.com/flowc-dev/flowc/runtime/oauth"
)

// TestStart starts with configurations that are wrong: one error says all.
func TestStart(t *testing.T) {
	for _, test := range []struct {
		name   string
		env    map[string]string
		config oauth.Config
		want   []string // in the error; none: it starts
	}{
		{"nothing is set", nil, oauth.Config{Provider: oauth.Okta}, []string{"OKTA_CLIENT_ID is not set", "OKTA_CLIENT_SECRET is not set", "OKTA_ISSUER is not set"}},
		{"good", map[string]string{"OKTA_ISSUER": "https://dev-1.okta.com/oauth2/default"}, oauth.Config{Provider: oauth.Okta}, nil},
		{"on this machine", map[string]string{"OKTA_ISSUER": "http://localhost:8090/realms/x"}, oauth.Config{Provider: oauth.Okta}, nil},
		{"plain http", map[string]string{"OKTA_ISSUER": "http://id.example.com"}, oauth.Config{Provider: oauth.Okta}, []string{"OKTA_ISSUER must begin with https://"}},
		{"no URL", map[string]string{"OKTA_ISSUER": "id.example.com"}, oauth.Config{Provider: oauth.Okta}, []string{"OKTA_ISSUER must begin with https://"}},
		{"a query", map[string]string{"OKTA_ISSUER": "https://id.example.com?x=1"}, oauth.Config{Provider: oauth.Okta}, []string{"OKTA_ISSUER must have no user, query or fragment"}},
		{"no issuer is needed", map[string]string{"OKTA_ISSUER": "x"}, oauth.Config{Provider: oauth.GitHub}, nil},
		{"a malformed PUBLIC_URL", map[string]string{"PUBLIC_URL": "shop.example.com"}, oauth.Config{Provider: oauth.Google, Browser: true}, []string{"PUBLIC_URL must begin with"}},
		{"a PUBLIC_URL with a query", map[string]string{"PUBLIC_URL": "https://shop.example.com/?x"}, oauth.Config{Provider: oauth.Google, Browser: true}, []string{"PUBLIC_URL must have no user, query or fragment"}},
		{"a PUBLIC_URL without TLS in production", map[string]string{"PUBLIC_URL": "http://shop.example.com", "FLOWC_ENV": "production"},
			oauth.Config{Provider: oauth.Google, Browser: true}, []string{"PUBLIC_URL must begin with https:// in production"}},
		{"a PUBLIC_URL that nobody needs", map[string]string{"PUBLIC_URL": "x"}, oauth.Config{Provider: oauth.Google}, nil},
	} {
		t.Run(test.name, func(t *testing.T) {
			env := map[string]string{"OKTA_CLIENT_ID": "shop", "OKTA_CLIENT_SECRET": clientSecret}
			for name, value := range test.env {
				env[name] = value
			}
			if test.env == nil {
				env = map[string]string{}
			}
			app, err := rt.Open(rt.WithEnv(env), rt.WithDir(t.TempDir()), rt.WithLogWriter(io.Discard))
			if err != nil {
				t.Fatal(err)
			}
			defer app.Close()
			s := app.Setup()
			c := test.config
			c.ClientID, c.ClientSecret, c.IssuerName = s.Secret("OKTA_CLIENT_ID"), s.Secret("OKTA_CLIENT_SECRET"), "OKTA_ISSUER"
			if c.Provider == oauth.Okta {
				c.Issuer = s.Plain("OKTA_ISSUER")
			}
			oauth.NewVerifier[struct{}](s, c)
			checkProblems(t, s.Err(), test.want)
		})
	}
}

func checkProblems(t *testing.T, err error, want []string) {
	t.Helper()
	if err == nil {
		if len(want) > 0 {
			t.Errorf("it starts, want %q", want)
		}
		return
	}
	if lines := strings.Count(err.Error(), "\n"); lines != len(want) {
		t.Errorf("%d problems, want %d: %v", lines, len(want), err)
	}
	for _, w := range want {
		if !strings.Contains(err.Error(), w) {
			t.Errorf("no %q in %v", w, err)
		}
	}
}

// TestNoClient accepts JWTs for an audience without being a client of the provider, which nobody can ask about other
// tokens then.
func TestNoClient(t *testing.T) {
	i := newIssuer(t)
	s := newSite(t, i, func(c *oauth.Config) { c.ClientID, c.ClientSecret, c.Browser = "", "", false })
	wantUser(t, s.bearer(i.accessToken(nil)), "ada")
	wantReason(t, s.bearer(i.accessToken(object{"aud": "https://other.example.com"})), "wrong audience")
	wantReason(t, s.bearer(i.accessToken(object{"aud": ""})), "wrong audience")
	wantReason(t, s.bearer("opaque-token-of-ada"), "malformed token")

	for _, test := range []struct {
		env  map[string]string
		want string
	}{
		{map[string]string{"OKTA_CLIENT_ID": "shop"}, "OKTA_CLIENT_SECRET is not set, but OKTA_CLIENT_ID is"},
		{map[string]string{"OKTA_CLIENT_SECRET": clientSecret}, "OKTA_CLIENT_ID is not set, but OKTA_CLIENT_SECRET is"},
	} {
		app, err := rt.Open(rt.WithEnv(test.env), rt.WithDir(t.TempDir()), rt.WithLogWriter(io.Discard))
		if err != nil {
			t.Fatal(err)
		}
		defer app.Close()
		s := app.Setup()
		oauth.NewVerifier[struct{}](s, oauth.Config{
			Provider: oauth.Okta, Issuer: "https://dev-1.okta.com/oauth2/default", Audiences: []string{audience},
			ClientID: s.OptionalSecret("OKTA_CLIENT_ID"), ClientSecret: s.OptionalSecret("OKTA_CLIENT_SECRET"),
		})
		checkProblems(t, s.Err(), []string{test.want})
	}
}

// TestKnownIssuers holds the list of variables to what is asked where they are not set.
func TestKnownIssuers(t *testing.T) {
	hosts := map[string]string{"GITLAB_ISSUER": "gitlab.com", "MICROSOFT_ISSUER": "login.microsoftonline.com"}
	for _, v := range rt.KnownVariables() {
		if host, ok := hosts[v.Name]; ok {
			if !strings.HasPrefix(v.Default, "https://"+host) {
				t.Errorf("%s is %q by default", v.Name, v.Default)
			}
			delete(hosts, v.Name)
		}
	}
	if len(hosts) > 0 {
		t.Errorf("not known: %v", hosts)
	}
}
