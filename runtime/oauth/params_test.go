package oauth_test

import (
	"testing"
	"time"

	"github.com/flowc-dev/flowc/runtime/oauth"
)

// asking configures what a login asks for, as name, value, name, value.
func asking(texts ...string) func(*oauth.Config) {
	return func(c *oauth.Config) {
		for n := 0; n < len(texts); n += 2 {
			c.Params = append(c.Params, oauth.Param{Name: texts[n], Value: texts[n+1]})
		}
	}
}

// TestLoginParams looks at where the browser is sent: what every login asks for, what the request adds, and nothing
// empty.
func TestLoginParams(t *testing.T) {
	i := newIssuer(t)
	s := newSite(t, i, asking("prompt", "login consent", "max_age", "300", "resource", ""))
	s.hints = []oauth.Param{{Name: "login_hint", Value: "ada+b@example.com&prompt=none"}, {Name: "ui_locales"}}
	sent := query(t, s.begin().url)
	for name, want := range map[string]string{"prompt": "login consent", "max_age": "300", "login_hint": "ada+b@example.com&prompt=none"} {
		if got := sent[name]; len(got) != 1 || got[0] != want {
			t.Errorf("%s is %q, want %q alone", name, got, want)
		}
	}
	for _, name := range []string{"resource", "ui_locales"} {
		if sent.Has(name) {
			t.Errorf("%s is sent although it is empty", name)
		}
	}
}

// TestLoginParamsAreChecked logs in where the ID token shows what was asked for, or something else, or nothing.
func TestLoginParamsAreChecked(t *testing.T) {
	at := func(ago time.Duration) int64 { return start.Add(-ago).Unix() }
	for _, tt := range []struct {
		name   string
		asks   []string
		claims object
		reason string
	}{
		{"a login of just now", []string{"max_age", "300"}, object{"auth_time": at(0)}, ""},
		{"a login within max_age and the leeway", []string{"max_age", "300"}, object{"auth_time": at(330 * time.Second)}, ""},
		{"an older login", []string{"max_age", "300"}, object{"auth_time": at(331 * time.Second)}, "login too old"},
		{"a login of before where a new one is wanted", []string{"max_age", "0"}, object{"auth_time": at(31 * time.Second)}, "login too old"},
		{"a login of the future", []string{"max_age", "300"}, object{"auth_time": at(-31 * time.Second)}, "login too old"},
		{"no auth_time", []string{"max_age", "300"}, nil, "login too old"},
		{"an auth_time as text", []string{"max_age", "300"}, object{"auth_time": "now"}, "login too old"},
		{"an auth_time of 1970", []string{"max_age", "31536000"}, object{"auth_time": 0}, "login too old"},
		{"a level of those asked for", []string{"acr_values", "phr phrh"}, object{"acr": "phrh"}, ""},
		{"another level", []string{"acr_values", "phr phrh"}, object{"acr": "0"}, "wrong authentication level"},
		{"all levels as one text", []string{"acr_values", "phr phrh"}, object{"acr": "phr phrh"}, "wrong authentication level"},
		{"no level", []string{"acr_values", "phr"}, nil, "wrong authentication level"},
		{"the domain", []string{"hd", "example.com"}, object{"hd": "example.com"}, ""},
		{"another domain", []string{"hd", "example.com"}, object{"hd": "evil.example"}, "wrong domain"},
		{"no domain", []string{"hd", "example.com"}, nil, "wrong domain"},
		{"any domain", []string{"hd", "*"}, object{"hd": "example.com"}, ""},
		{"any domain, and none", []string{"hd", "*"}, nil, "wrong domain"},
		{"the organization", []string{"organization", "org_a"}, object{"org_id": "org_a"}, ""},
		{"another organization", []string{"organization", "org_a"}, object{"org_id": "org_b"}, "wrong organization"},
		{"an organization by its name alone", []string{"organization", "org_a"}, object{"org_name": "org_a"}, "wrong organization"},
		{"no organization", []string{"organization", "org_a"}, nil, "wrong organization"},
		{"a list of organizations", []string{"organization", "org_a"}, object{"org_id": []string{"org_a"}}, "wrong organization"},
		{"what no token shows", []string{"prompt", "login", "connection", "x"}, nil, ""},
		{"one of two", []string{"hd", "example.com", "organization", "org_a"}, object{"hd": "example.com"}, "wrong organization"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			i := newIssuer(t)
			i.idToken = func(claims object) {
				for name, value := range tt.claims {
					claims[name] = value
				}
			}
			got := newSite(t, i, asking(tt.asks...)).finish(i)
			if tt.reason == "" {
				wantUser(t, got, "ada")
				return
			}
			wantReason(t, got, tt.reason)
			wantRefusal(t, got, 401)
		})
	}
}

// TestUserinfoShowsNoLogin asks for an organization that the answer about the user names and the ID token does not.
func TestUserinfoShowsNoLogin(t *testing.T) {
	i := newIssuer(t)
	i.answers(metadataPath, i.with(object{"userinfo_endpoint": i.url + "/userinfo"}))
	i.answers("/userinfo", object{"sub": "ada", "org_id": "org_a", "name": "Ada"})
	i.idToken = func(claims object) { delete(claims, "name") }
	wantReason(t, newSite(t, i, asking("organization", "org_a")).finish(i), "wrong organization")
}

// TestLoginParamsOfTokens sends a token of the API: what a login asks for is of logins.
func TestLoginParamsOfTokens(t *testing.T) {
	i := newIssuer(t)
	wantUser(t, newSite(t, i, asking("max_age", "0", "organization", "org_a")).bearer(i.accessToken(nil)), "ada")
}
