package identity_test

import (
	"encoding/base64"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

// TestHeader has the token as a whole header, as a proxy sends it.
func TestHeader(t *testing.T) {
	s := startPresets(t, newWeb(presets()))
	p := ofPath(t, "/cloudflare-access")
	good := p.signed(line{})
	const header = "Cf-Access-Jwt-Assertion"
	for _, l := range []struct {
		name   string
		header http.Header
		want   string
	}{
		{"the token", http.Header{header: {good}}, "ada"},
		{"in small letters", http.Header{"Authorization": {"Bearer x"}, header: {good}}, "ada"},
		{"in Authorization", http.Header{"Authorization": {"Bearer " + good}}, "missing token"},
		{"with a scheme", http.Header{header: {"Bearer " + good}}, "malformed token"},
		{"twice", http.Header{header: {good, good}}, "malformed token"},
		{"in a list", http.Header{header: {good + "," + good}}, "malformed token"},
		{"nothing", http.Header{header: {""}}, "missing token"},
		{"a forged one first", http.Header{header: {"x", good}}, "malformed token"},
	} {
		r := httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/assertion", nil)
		r.Header = l.header
		if got := s.call(t, r); got.Answer != l.want {
			t.Errorf("%s: %+v, want %q", l.name, got, l.want)
		}
	}
	if text := s.log.String(); strings.Contains(text, good) {
		t.Errorf("the log holds the token: %s", text)
	}
}

// TestSubject names the subject by the first claim of a list that is text.
func TestSubject(t *testing.T) {
	s := startPresets(t, newWeb(presets()))
	p := ofPath(t, "/oidc")
	const user = "https://id.example.net/user"
	for _, l := range []struct {
		name   string
		claims claims
		want   string
	}{
		{"the first", claims{user: "u1", "uid": "7"}, "u1"},
		{"the second", claims{"uid": "7"}, "uid:7"},
		{"the last", nil, "sub:ada"},
		{"an empty first", claims{user: "", "uid": "7"}, "uid:7"},
		{"a number first", claims{user: 7, "uid": "7"}, "uid:7"},
		{"a list first", claims{user: []string{"u1"}}, "sub:ada"},
		{"null first", claims{user: nil, "uid": "7"}, "uid:7"},
		{"none", claims{"sub": ""}, "malformed token"},
		{"a number alone", claims{"sub": 7}, "malformed token"},
	} {
		if got := s.bearer(t, "/subject", p.signed(line{claims: l.claims})); got.Answer != l.want {
			t.Errorf("%s: %+v, want %q", l.name, got, l.want)
		}
	}
}

// TestType verifies tokens of a type of their own, which may be about nobody.
func TestType(t *testing.T) {
	s := startPresets(t, newWeb(presets()))
	p := ofPath(t, "/oidc")
	for _, l := range []struct {
		name string
		line line
		want string
	}{
		{"a logout", line{header: `"typ":"logout+jwt"`, claims: claims{"sid": "s"}}, "ada"},
		{"of a session", line{header: `"typ":"application/Logout+JWT"`, claims: claims{"sid": "s", "sub": nil}}, "nobody"},
		{"an access token", line{header: `"typ":"at+jwt"`, claims: claims{"sid": "s"}}, "wrong token type"},
		{"typ JWT", line{header: `"typ":"JWT"`, claims: claims{"sid": "s"}}, "wrong token type"},
		{"no typ", line{claims: claims{"sid": "s"}}, "wrong token type"},
		{"another typ", line{header: `"typ":"secevent+jwt"`, claims: claims{"sid": "s"}}, "malformed token"},
		{"what is not required", line{header: `"typ":"logout+jwt"`, claims: claims{"sid": "none"}}, forbidden},
		{"what can't be asked", line{header: `"typ":"logout+jwt"`}, forbidden},
		{"for another", line{header: `"typ":"logout+jwt"`, claims: claims{"sid": "s", "aud": "x"}}, "wrong audience"},
		{"bound", line{header: `"typ":"logout+jwt"`, claims: claims{"sid": "s", "cnf": claims{"jkt": "x"}}}, "bound token"},
	} {
		r := httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/event", nil)
		r.Header.Set("X-Token", p.signed(l.line))
		if got := s.call(t, r); got.Answer != l.want {
			t.Errorf("%s: %+v, want %q", l.name, got, l.want)
		}
	}
	if got := s.bearer(t, "/oidc", p.signed(line{header: `"typ":"logout+jwt"`})); got.Answer != "malformed token" {
		t.Errorf("a logout for a caller: %+v", got)
	}
}

// TestKeyID has a signed token name its key.
func TestKeyID(t *testing.T) {
	s := startPresets(t, newWeb(presets()))
	token := s.call(t, httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/sign", nil)).Answer
	header, err := base64.RawURLEncoding.DecodeString(strings.Split(token, ".")[0])
	if want := `{"alg":"HS256","typ":"JWT","kid":"2026-\"11\""}`; err != nil || string(header) != want {
		t.Errorf("%s (%v), want %s", header, err, want)
	}
}
