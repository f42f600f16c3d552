package main

import (
	"encoding/base64"
	"encoding/hex"
	"net/url"
	"strings"
	"testing"

	"github.com/flowc-dev/flowc/golden/apps/auth/flows"
	"github.com/flowc-dev/flowc/runtime/database/dbtest"
)

// Nothing that would let somebody in may reach the log, in any form, not even at level debug.
func TestLogHoldsNoSecret(t *testing.T) {
	t.Parallel()
	s := startOf(t, flows.New)
	token := s.login(t)
	s.me(t, token)
	s.me(t, token+"x")                                                                   // refused
	s.post(t, "/login", strings.Replace(account, password, "another "+password, 1))      // refused
	s.post(t, "/signup", `{"email": "x", "password": "`+password+`"}`)                   // 400
	s.post(t, "/signup", `{"email": "`+email+`", "password": "`+password+`"`)            // no JSON
	s.do(t, "GET", "/me?token="+token, "", "Authorization", token, "Cookie", "t="+token) // where a token should not be

	log := s.log.String()
	for _, want := range []string{`"workflow":"signup"`, `"workflow":"login"`, `"workflow":"me"`, "check:valid", "check:invalid", "auth:invalid"} {
		if !strings.Contains(log, want) {
			t.Errorf("the log has no %s: it is no proof", want)
		}
	}
	for what, value := range map[string]string{"secret": secret, "password": password, "token": token, "hash": s.hash(t)} {
		for form, text := range forms(value) {
			if strings.Contains(log, text) {
				t.Errorf("the log holds the %s, %s:\n%s", what, form, log)
			}
		}
	}
}

// hash reads the stored hash from the database itself.
func (s *server) hash(t *testing.T) string {
	t.Helper()
	var hash string
	if err := dbtest.Open(t, s.db, s.dir).QueryRow("SELECT password_hash FROM users").Scan(&hash); err != nil {
		t.Fatal(err)
	}
	if !strings.HasPrefix(hash, "$2a$12$") {
		t.Fatalf("what is stored is %q, want a bcrypt hash of cost 12", hash)
	}
	return hash
}

// forms are the ways in which a value may turn up.
func forms(value string) map[string]string {
	return map[string]string{
		"as it is":     value,
		"as URL":       url.QueryEscape(value),
		"as hex":       hex.EncodeToString([]byte(value)),
		"as base64":    base64.StdEncoding.EncodeToString([]byte(value)),
		"as base64url": base64.RawURLEncoding.EncodeToString([]byte(value)),
	}
}
