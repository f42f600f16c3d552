package main

import (
	"net"
	"net/http"
	"strings"
	"testing"
	"time"
)

// requests are one for each workflow.
var requests = []struct{ method, path, body string }{
	{"POST", "/orders", lamps},
	{"GET", "/orders", ""},
	{"GET", "/orders/1", ""},
	{"POST", "/orders/1/cancellation", ""},
}

func TestWrongToken(t *testing.T) {
	t.Parallel()
	s := start(t)
	good := sign(secret, "ada", time.Hour)
	for _, test := range []struct{ name, token, want string }{
		{"nothing", "", "missing token"},
		{"no JWT", "x.y.z", "malformed token"},
		{"of nobody", sign(secret, "", time.Hour), "malformed token"},
		{"of another secret", sign(strings.ToUpper(secret), "ada", time.Hour), "wrong signature"},
		{"with more behind it", good + "AAAA", "wrong signature"},
		{"expired", sign(secret, "ada", -time.Minute), "expired"},
	} {
		t.Run(test.name, func(t *testing.T) {
			for _, r := range requests {
				a := customer{s, test.token}.do(t, r.method, r.path, r.body)
				a.want(t, http.StatusUnauthorized, `{"error":"`+test.want+`"}`)
				if !strings.HasPrefix(a.header.Get("WWW-Authenticate"), "Bearer ") {
					t.Error("the 401 has no challenge")
				}
			}
		})
	}
	if got := s.as("ada").list(t, ""); got.Count != 0 {
		t.Errorf("%d orders were placed", got.Count)
	}
}

// A database that nobody answers for is told from a mistake: whoever gets a 503 may try again.
func TestDatabaseDown(t *testing.T) {
	t.Parallel()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	address := listener.Addr().String()
	listener.Close()

	ada := startOn(t, "postgres://orders:swordfish@"+address+"/orders").as("ada")
	for _, r := range requests {
		a := ada.do(t, r.method, r.path, r.body)
		a.wantProblem(t, http.StatusServiceUnavailable)
		for _, private := range []string{address, "swordfish", "postgres", "SELECT", "INSERT", "UPDATE"} {
			if strings.Contains(a.text, private) {
				t.Errorf("%s %s is answered %s, which tells of %s", r.method, r.path, a.text, private)
			}
		}
	}
	customer{ada.server, ""}.do(t, "GET", "/orders", "").want(t, http.StatusUnauthorized, `{"error":"missing token"}`)
	if strings.Contains(ada.logged(), "swordfish") {
		t.Error("the log holds the password of the database")
	}
}
