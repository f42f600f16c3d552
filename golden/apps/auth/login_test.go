package main

import (
	"encoding/base64"
	"encoding/json"
	"net/http"
	"strings"
	"testing"
)

// login signs up and returns a token.
func (s *server) login(t *testing.T) string {
	t.Helper()
	if a := s.post(t, "/signup", account); a.status != http.StatusCreated {
		t.Fatalf("signing up: answered %d %s", a.status, a.text)
	}
	a := s.post(t, "/login", account)
	token, _ := a.body["token"].(string)
	if a.status != http.StatusOK || token == "" {
		t.Fatalf("logging in: answered %d %s", a.status, a.text)
	}
	return token
}

func TestLogIn(t *testing.T) {
	t.Parallel()
	s := start(t)

	parts := strings.Split(s.login(t), ".")
	payload, err := base64.RawURLEncoding.DecodeString(parts[1])
	if err != nil {
		t.Fatal(err)
	}
	var claims struct {
		Sub, Email, Jti string
		Iat, Exp        int64
	}
	if err := json.Unmarshal(payload, &claims); err != nil {
		t.Fatal(err)
	}
	if claims.Sub != "1" || claims.Email != email || claims.Jti == "" {
		t.Errorf("claims are %s, want sub, email and jti", payload)
	}
	if claims.Iat != s.clock().Unix() || claims.Exp != claims.Iat+15*60 {
		t.Errorf("claims are %s, want iat of now and exp 15 minutes later", payload)
	}
}

// Who guesses must not learn whether it is the e-mail or the password that is wrong.
func TestLogInRefused(t *testing.T) {
	t.Parallel()
	s := start(t)
	s.login(t)

	wrong := s.post(t, "/login", strings.Replace(account, password, "another password", 1))
	unknown := s.post(t, "/login", strings.Replace(account, email, "nobody@example.com", 1))
	for _, a := range []answer{wrong, unknown} {
		if a.status != http.StatusUnauthorized || a.text != `{"error":"wrong e-mail or password"}` {
			t.Errorf("answered %d %s, want 401 wrong e-mail or password", a.status, a.text)
		}
		if got := a.header.Get("WWW-Authenticate"); got != `Bearer realm="login"` {
			t.Errorf("WWW-Authenticate is %q", got)
		}
		a.header.Del("Date")
	}
	if got, want := len(unknown.header), len(wrong.header); got != want {
		t.Errorf("an unknown user gets headers %v, a wrong password %v", unknown.header, wrong.header)
	}

	missing := s.post(t, "/login", `{"email": "`+email+`"}`)
	wantProblem(t, missing, http.StatusBadRequest)
}

func TestRoutes(t *testing.T) {
	t.Parallel()
	s := start(t)
	wantProblem(t, s.do(t, http.MethodGet, "/nowhere", ""), http.StatusNotFound)
	wantProblem(t, s.do(t, http.MethodPost, "/login/", ""), http.StatusNotFound)

	for path, want := range map[string]string{"/login": "POST", "/signup": "POST", "/me": "GET, HEAD"} {
		a := s.do(t, http.MethodDelete, path, "")
		wantProblem(t, a, http.StatusMethodNotAllowed)
		if got := a.header.Get("Allow"); got != want {
			t.Errorf("Allow of %s is %q, want %q", path, got, want)
		}
	}
	for _, path := range []string{"/healthz", "/readyz"} {
		if a := s.do(t, http.MethodGet, path, ""); a.status != http.StatusOK {
			t.Errorf("%s: answered %d %s", path, a.status, a.text)
		}
	}
}
