package main

import (
	"net/http"
	"strings"
	"testing"
)

func TestMachines(t *testing.T) {
	t.Parallel()
	s := start(t)

	s.do(t, key(shopKey), "POST", "/customers", `{"email": "eve@example.com"}`).
		want(t, http.StatusCreated, `{"id":1,"email":"eve@example.com","suspended":false}`)
	s.do(t, key(otherKey), "POST", "/customers", `{"email": "EVE@example.com"}`).
		want(t, http.StatusConflict, `{"error":"this customer exists"}`)
	s.do(t, key(shopKey), "POST", "/customers", `{"email": "eve"}`).want(t, http.StatusBadRequest, "")

	s.do(t, key(otherKey), "PUT", "/staff/ada", `{"role": "support"}`).want(t, http.StatusOK, `{"login":"ada","role":"support"}`)
	s.do(t, key(shopKey), "PUT", "/staff/ada", `{"role": "admin"}`).want(t, http.StatusOK, `{"login":"ada","role":"admin"}`)
	s.do(t, key(shopKey), "PUT", "/staff/ada", `{"role": "owner"}`).want(t, http.StatusBadRequest, "")
}

func TestMachinesRefused(t *testing.T) {
	t.Parallel()
	s := start(t)
	twice := func(r *http.Request) { r.Header["X-Api-Key"] = []string{shopKey, shopKey} }
	for _, test := range []struct {
		name string
		who  caller
		want string
	}{
		{"nothing", anybody, "missing key"},
		{"an empty key", key(""), "missing key"},
		{"a password", person("ada", password), "missing key"},
		{"a wrong key", key("5f2c41d09a7be864"), "unknown key"},
		{"half a key", key(shopKey[:8]), "unknown key"},
		{"the name with it", key("shop:" + shopKey), "unknown key"},
		{"the hash of a key", key(otherHash), "unknown key"},
		{"two keys", twice, "unknown key"},
	} {
		t.Run(test.name, func(t *testing.T) {
			for _, a := range []answer{
				s.do(t, test.who, "POST", "/customers", `{"email": "eve@example.com"}`),
				s.do(t, test.who, "PUT", "/staff/mallory", `{"role": "admin"}`),
			} {
				a.want(t, http.StatusUnauthorized, `{"error":"`+test.want+`"}`)
				if a.header.Get("WWW-Authenticate") == "" {
					t.Error("the 401 has no challenge")
				}
			}
		})
	}
}

// Neither a key nor a password may reach the log, right or wrong, not even at level debug.
func TestLogHoldsNoCredential(t *testing.T) {
	t.Parallel()
	s := start(t)
	s.do(t, key(shopKey), "PUT", "/staff/ada", `{"role": "admin"}`)
	s.do(t, key("wrong"+shopKey), "PUT", "/staff/ada", `{"role": "admin"}`)
	s.do(t, person("ada", password), "GET", "/customers", "")
	s.do(t, person("ada", "another "+password), "GET", "/customers", "")

	log := s.logged()
	for _, secret := range []string{shopKey, password} {
		if strings.Contains(log, secret) {
			t.Errorf("the log holds %q:\n%s", secret, log)
		}
	}
	for _, want := range []string{"auth:valid", "auth:invalid", `"workflow":"set-role"`, `"workflow":"list-customers"`} {
		if !strings.Contains(log, want) {
			t.Errorf("the log has no %s: it is no proof", want)
		}
	}
}
