package database_test

import (
	"errors"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	rt "github.com/flowc-dev/flowc/runtime"
	"github.com/flowc-dev/flowc/runtime/database"
)

func TestMalformedURLs(t *testing.T) {
	for url, problem := range map[string]string{
		"mysql://canary-user:canary-pw@host/db":             "must begin with sqlite:, postgres:// or postgresql://",
		"flows.db":                                          "must begin with sqlite:, postgres:// or postgresql://",
		"postgres:flows.db":                                 "must begin with sqlite:, postgres:// or postgresql://",
		"postgres://canary-user:canary-pw@host:port/db":     "is not a postgres:// URL that can be parsed",
		"postgresql://canary-user:canary-pw@h/d?sslmode=no": "is not a postgres:// URL that can be parsed",
		"sqlite:":                  "names no file: write sqlite:FILE",
		"sqlite:flows.db?mode=rwc": "has parameters, which sqlite: does not take",
	} {
		s := openStore(t, url, "")
		statement := database.NewStatement(s.setup, "DATABASE_URL", "SELECT 1")
		var config *rt.ConfigError
		if !errors.As(s.setup.Err(), &config) || len(config.Problems) != 1 ||
			config.Problems[0] != (rt.ConfigProblem{Name: "DATABASE_URL", Problem: problem}) {
			t.Errorf("%s: %v", url, s.setup.Err())
		}
		if strings.Contains(s.setup.Err().Error(), "canary") {
			t.Errorf("%s: the error quotes the URL: %v", url, s.setup.Err())
		}
		s.execute(t.Context(), func(x *rt.Exec) {
			if _, err := statement.Exec(x); err == nil {
				t.Errorf("%s: a statement without a database runs", url)
			}
		})
	}
}

func TestMissingURL(t *testing.T) {
	s := openStore(t, "sqlite:flows.db", "")
	database.NewStatement(s.setup, "OTHER_URL", "SELECT 1")
	if err := s.setup.Err(); err == nil || !strings.Contains(err.Error(), "OTHER_URL") {
		t.Errorf("%v", err)
	}
}

// TestUnreachable wants a service to start while its database is down, and to say so.
func TestUnreachable(t *testing.T) {
	s := openStore(t, "postgres://user:secret-pw@"+closedPort(t)+"/db?sslmode=disable", "")
	query := database.NewQuery[numbered](s.setup, "DATABASE_URL", "SELECT 1")
	statement := database.NewStatement(s.setup, "DATABASE_URL", "DELETE FROM x")
	if err := s.setup.Err(); err != nil {
		t.Fatal(err)
	}
	s.execute(t.Context(), func(x *rt.Exec) {
		_, _, err := query.One(x)
		_, errExec := statement.Exec(x)
		for _, err := range []error{err, errExec} {
			if !isUnavailable(err) || strings.Contains(err.Error(), "secret-pw") {
				t.Errorf("%v", err)
			}
		}
	})
	answer := httptest.NewRecorder()
	s.app.Handler(http.NewServeMux()).ServeHTTP(answer, httptest.NewRequest("GET", "/readyz", nil))
	if answer.Code != http.StatusServiceUnavailable {
		t.Errorf("/readyz answers %d", answer.Code)
	}
}

// closedPort is an address at which nobody listens.
func closedPort(t *testing.T) string {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	return listener.Addr().String()
}
