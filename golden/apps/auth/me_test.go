package main

import (
	"crypto/hmac"
	"crypto/sha256"
	"crypto/sha512"
	"encoding/base64"
	"fmt"
	"hash"
	"net/http"
	"strings"
	"testing"
	"time"
)

// me asks who the bearer of a token is.
func (s *server) me(t *testing.T, token string) answer {
	t.Helper()
	return s.do(t, http.MethodGet, "/me", "", bearer(token)...)
}

func bearer(token string) []string { return []string{"Authorization", "Bearer " + token} }

func TestMe(t *testing.T) {
	t.Parallel()
	s := start(t)
	token := s.login(t)

	a := s.me(t, token)
	if a.status != http.StatusOK || a.body["id"] != 1.0 || a.body["email"] != email || a.body["created_at"] == nil || len(a.body) != 3 {
		t.Errorf("answered %d %s, want 200 with id, email and created_at", a.status, a.text)
	}
	head := s.do(t, http.MethodHead, "/me", "", "Authorization", "bearer "+token)
	if head.status != http.StatusOK || head.text != "" {
		t.Errorf("HEAD answered %d %q, want 200 without a body", head.status, head.text)
	}

	s.wait(14*time.Minute + 59*time.Second)
	if a := s.me(t, token); a.status != http.StatusOK {
		t.Errorf("a second before its end: answered %d %s, want 200", a.status, a.text)
	}
	s.wait(31 * time.Second) // and the 30 seconds that clocks may differ
	wantRefusal(t, s.me(t, token), "expired")
}

func TestMeOfSomebodyGone(t *testing.T) {
	t.Parallel()
	s := start(t)
	a := s.me(t, sign("HS256", secret, claims(s.clock(), `"sub": "7"`)))
	if a.status != http.StatusNotFound || a.text != `{"error":"no such user"}` {
		t.Errorf("answered %d %s, want 404", a.status, a.text)
	}
}

func TestMeRefused(t *testing.T) {
	t.Parallel()
	s := start(t)
	token := s.login(t)
	parts := strings.Split(token, ".")
	good := claims(s.clock(), `"sub": "1"`)

	for _, test := range []struct {
		name   string
		header []string
		want   string
	}{
		{"no header", nil, "missing token"},
		{"another scheme", []string{"Authorization", "Basic YWRhOnNlY3JldA=="}, "missing token"},
		{"no token", []string{"Authorization", "Bearer"}, "missing token"},
		{"two headers", append(bearer(token), bearer(token)...), "malformed token"},
		{"no JWT", bearer(strings.Repeat("x", 40)), "malformed token"},
		{"two parts", bearer(parts[0] + "." + parts[1]), "malformed token"},
		{"four parts", bearer(token + ".x"), "malformed token"},
		{"padded base64", bearer(token + "="), "malformed token"},
		{"without exp", bearer(sign("HS256", secret, `{"sub": "1"}`)), "malformed token"},
		{"without sub", bearer(sign("HS256", secret, claims(s.clock(), `"email": "`+email+`"`))), "malformed token"},
		{"sub twice", bearer(sign("HS256", secret, claims(s.clock(), `"sub": "1", "sub": "2"`))), "malformed token"},
		{"wrong algorithm", bearer(sign("HS512", secret, good)), "wrong algorithm"},
		{"alg none", bearer(sign("none", "", good)), "wrong algorithm"},
		{"alg None", bearer(sign("None", "", good)), "wrong algorithm"},
		{"another secret", bearer(sign("HS256", strings.ToUpper(secret), good)), "wrong signature"},
		{"no signature", bearer(parts[0] + "." + parts[1] + "."), "wrong signature"},
		{"forged", bearer(parts[0] + "." + encode(claims(s.clock(), `"sub": "2"`)) + "." + parts[2]), "wrong signature"},
		{"expired", bearer(sign("HS256", secret, claims(s.clock().Add(-time.Hour), `"sub": "1"`))), "expired"},
		{"of the future", bearer(sign("HS256", secret, claims(s.clock().Add(time.Hour), `"sub": "1"`))), "not yet valid"},
	} {
		t.Run(test.name, func(t *testing.T) {
			wantRefusal(t, s.do(t, http.MethodGet, "/me", "", test.header...), test.want)
		})
	}
}

// wantRefusal fails the test unless a is a 401 for that reason, with the challenge of RFC 6750.
func wantRefusal(t *testing.T, a answer, reason string) {
	t.Helper()
	if want := fmt.Sprintf(`{"error":%q}`, reason); a.status != http.StatusUnauthorized || a.text != want {
		t.Errorf("answered %d %s, want 401 %s", a.status, a.text, want)
	}
	challenge := `Bearer realm="me"`
	if reason != "missing token" {
		challenge += fmt.Sprintf(`, error="invalid_token", error_description=%q`, reason)
	}
	if got := a.header.Values("WWW-Authenticate"); len(got) != 1 || got[0] != challenge {
		t.Errorf("WWW-Authenticate is %q, want %q", got, challenge)
	}
}

// claims are those of a token issued at that time for 15 minutes, and more.
func claims(issued time.Time, more string) string {
	return fmt.Sprintf(`{"iat": %d, "exp": %d, %s}`, issued.Unix(), issued.Add(15*time.Minute).Unix(), more)
}

// sign makes a token by hand (RFC 7515), so that these tests trust nothing of what they test.
func sign(algorithm, key, claims string) string {
	signed := encode(fmt.Sprintf(`{"alg":%q,"typ":"JWT"}`, algorithm)) + "." + encode(claims)
	digest := map[string]func() hash.Hash{"HS256": sha256.New, "HS512": sha512.New}[algorithm]
	if digest == nil {
		return signed + "."
	}
	mac := hmac.New(digest, []byte(key))
	mac.Write([]byte(signed))
	return signed + "." + encode(string(mac.Sum(nil)))
}

func encode(text string) string { return base64.RawURLEncoding.EncodeToString([]byte(text)) }
