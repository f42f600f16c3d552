package system_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"
)

// attack is a request that must not open a session, and why it is refused.
type attack struct {
	name string
	try  func(t *testing.T, s *shop) page
	want string
}

// TestOAuthCallbackAttacks sends what a real provider has answered to another browser, a second time, and changed.
func TestOAuthCallbackAttacks(t *testing.T) {
	s := listen(t)
	provider := startProvider(t, s.client())
	s.serve(t, provider.issuer, nil)
	for _, attack := range attacks {
		t.Run(attack.name, func(t *testing.T) {
			p := attack.try(t, s)
			if p.status != http.StatusUnauthorized || !strings.Contains(p.body, `"`+attack.want+`"`) {
				t.Errorf("got %d %s, want 401 %q", p.status, p.body, attack.want)
			}
			if p.header.Get("Cache-Control") != "no-store" {
				t.Errorf("Cache-Control is %q, want no-store", p.header.Get("Cache-Control"))
			}
			for _, cookie := range p.header["Set-Cookie"] {
				if strings.HasPrefix(cookie, "session=") {
					t.Error("a session was opened")
				}
			}
		})
	}
}

var attacks = []attack{
	{"another browser", func(t *testing.T, s *shop) page {
		_, back := s.returning(t)
		return newBrowser(t, s.server.Certificate()).open(back.String(), nil)
	}, "wrong state"},
	{"another browser with a login of its own", func(t *testing.T, s *shop) page {
		_, back := s.returning(t)
		attacker, _ := s.returning(t)
		return attacker.open(back.String(), nil)
	}, "wrong state"},
	{"another state", changing("state", "a state of somebody else"), "wrong state"},
	{"another issuer", changing("iss", "https://evil.example.com"), "wrong issuer"},
	{"no issuer", changing("iss", ""), "wrong issuer"},
	{"another code", changing("code", "a code of nobody"), "provider error"},
	{"the code of another login", func(t *testing.T, s *shop) page {
		b, back := s.returning(t)
		_, other := s.returning(t)
		return b.open(altered(back, "code", other.Query().Get("code")), nil)
	}, "provider error"},
	{"refused by the user", func(t *testing.T, s *shop) page {
		b, back := s.returning(t)
		return b.open(altered(back, "code", "")+"&error=access_denied", nil)
	}, "login cancelled"},
	{"the code a second time", func(t *testing.T, s *shop) page {
		b, back := s.returning(t)
		kept := b.http.Jar.Cookies(back)
		if p := b.open(back.String(), nil); p.url.Path != "/me" {
			t.Fatalf("the first time: %d at %s", p.status, p.url.Path)
		}
		b.http.Jar.SetCookies(back, kept)
		return b.open(back.String(), nil)
	}, "provider error"},
	{"after ten minutes", func(t *testing.T, s *shop) page {
		b, back := s.returning(t)
		s.wait(11 * time.Minute)
		return b.open(back.String(), nil)
	}, "wrong state"},
}

// returning is a browser that has logged in at the provider, and where the provider sends it back to.
func (s *shop) returning(t *testing.T) (*browser, *url.URL) {
	t.Helper()
	b := newBrowser(t, s.server.Certificate())
	back := b.logIn(b.open(s.url+"/login", nil), "ada", s.isLogin)
	if back.url.Query().Get("code") == "" {
		t.Fatalf("the provider has sent no code, at %s", back.url.Path)
	}
	return b, back.url
}

func (s *shop) isLogin(u *url.URL) bool { return strings.HasPrefix(u.String(), s.url+"/login") }

// changing comes back with one parameter changed.
func changing(name, value string) func(*testing.T, *shop) page {
	return func(t *testing.T, s *shop) page {
		b, back := s.returning(t)
		return b.open(altered(back, name, value), nil)
	}
}

// altered is a URL with another value of a parameter; without it where that is empty.
func altered(u *url.URL, name, value string) string {
	other, query := *u, u.Query()
	query.Del(name)
	if value != "" {
		query.Set(name, value)
	}
	other.RawQuery = query.Encode()
	return other.String()
}
