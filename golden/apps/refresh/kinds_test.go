package main

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"testing"
	"time"
)

// One kind of token is never taken for the other, not even if both secrets were the same.
func TestKindsOfTokens(t *testing.T) {
	t.Parallel()
	s := start(t)
	got := s.login(t)

	s.refresh(t, got.Access).wantRefused(t, "wrong signature")
	s.logout(t, got.Access).wantRefused(t, "wrong signature")
	s.me(t, got.Refresh).wantRefused(t, "wrong signature")
	s.refresh(t, s.sign(accessSecret, `"aud": "refresh", "jti": "x", "session": "x"`)).wantRefused(t, "wrong signature")

	s.refresh(t, s.sign(refreshSecret, `"aud": "api", "jti": "x", "session": "x"`)).wantRefused(t, "wrong audience")
	s.me(t, s.sign(accessSecret, `"aud": "refresh"`)).wantRefused(t, "wrong audience")
}

func TestRefreshRefused(t *testing.T) {
	t.Parallel()
	s := start(t)
	got := s.login(t)
	for _, test := range []struct{ name, token, want string }{
		{"nothing", "", "missing token"},
		{"no JWT", "x.y.z", "malformed token"},
		{"of no session", s.sign(refreshSecret, `"aud": "refresh", "jti": "x"`), "malformed token"},
		{"without an id", s.sign(refreshSecret, `"aud": "refresh", "session": "x"`), "malformed token"},
		{"with more behind it", got.Refresh + "A", "wrong signature"},
		{"with padding", got.Refresh + "=", "malformed token"},
		{"of another secret", s.sign("another secret", `"aud": "refresh", "jti": "x", "session": "x"`), "wrong signature"},
		{"never given out", s.sign(refreshSecret, `"aud": "refresh", "jti": "x", "session": "x"`), over},
	} {
		t.Run(test.name, func(t *testing.T) {
			s.refresh(t, test.token).wantRefused(t, test.want)
		})
	}
	s.refresh(t, got.Refresh).tokens(t) // which all of that did no harm
}

// sign makes a token by hand (RFC 7515), so that these tests trust nothing of what they test.
func (s *server) sign(secret, claims string) string {
	issued := s.clock()
	payload := fmt.Sprintf(`{"sub": "1", "iat": %d, "exp": %d, %s}`, issued.Unix(), issued.Add(time.Hour).Unix(), claims)
	encode := base64.RawURLEncoding.EncodeToString
	signed := encode([]byte(`{"alg":"HS256","typ":"JWT"}`)) + "." + encode([]byte(payload))
	mac := hmac.New(sha256.New, []byte(secret))
	mac.Write([]byte(signed))
	return signed + "." + encode(mac.Sum(nil))
}
