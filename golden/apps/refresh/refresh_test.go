package main

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/flowc-dev/flowc/golden/apps/refresh/flows"
	rt "github.com/flowc-dev/flowc/runtime"
	"github.com/flowc-dev/flowc/runtime/database/dbtest"
	"github.com/flowc-dev/flowc/runtime/flowtest"
)

const (
	accessSecret  = "a secret of the tests, for access tokens, long enough for HS256"
	refreshSecret = "a secret of the tests, for refresh tokens, long enough for HS256"
	account       = `{"email": "ada@example.com", "password": "correct horse battery"}`
)

// server is the whole project on a socket, with a folder of its own, a clock that a test turns, and a log that it reads.
// FLOWC_TEST_DATABASE_URL names a PostgreSQL server that it keeps its data on.
type server struct {
	url string

	mu  sync.Mutex
	now time.Time
	log bytes.Buffer
}

func start(t *testing.T) *server {
	t.Helper()
	s := &server{now: time.Now()}
	served := flowtest.Start(t, flowtest.QuickPasswords(flows.New), map[string]string{
		"JWT_SECRET": accessSecret, "REFRESH_JWT_SECRET": refreshSecret,
		"DATABASE_URL": dbtest.Chosen(t, "sqlite:flows.db", "flows"),
		"LOG_FORMAT":   "json", "LOG_LEVEL": "debug",
	}, rt.WithLogWriter(s), rt.WithClock(s.clock))
	s.url = served.URL
	return s
}

// Write implements io.Writer for the log.
func (s *server) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.log.Write(p)
}

func (s *server) logged() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.log.String()
}

func (s *server) clock() time.Time {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.now
}

// wait lets time pass for the server's tokens.
func (s *server) wait(d time.Duration) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.now = s.now.Add(d)
}

// answer is a response with its body read.
type answer struct {
	status int
	header http.Header
	text   string
}

// do sends a request, with body as JSON and a bearer token where that is not "".
func (s *server) do(t *testing.T, method, path, body, token string) answer {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), method, s.url+path, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("Content-Type", "application/json")
	if token != "" {
		request.Header.Set("Authorization", "Bearer "+token)
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	return answer{status: response.StatusCode, header: response.Header, text: string(text)}
}

// tokens are what logging in and refreshing answer.
type tokens struct {
	Access  string `json:"access_token"`
	Refresh string `json:"refresh_token"`
	Type    string `json:"token_type"`
	Expires int    `json:"expires_in"`
}

// tokens reads them from an answer that must hold them.
func (a answer) tokens(t *testing.T) tokens {
	t.Helper()
	var got tokens
	if err := json.Unmarshal([]byte(a.text), &got); err != nil || a.status != http.StatusOK || got.Access == "" || got.Refresh == "" {
		t.Fatalf("answered %d %s, want 200 with two tokens", a.status, a.text)
	}
	if got.Type != "Bearer" || got.Expires != 900 || a.header.Get("Cache-Control") != "no-store" {
		t.Errorf("answered %s with %v", a.text, a.header)
	}
	return got
}

// wantRefused fails the test unless a is a 401 for that reason.
func (a answer) wantRefused(t *testing.T, reason string) {
	t.Helper()
	if a.status != http.StatusUnauthorized || a.text != refusal(reason) {
		t.Errorf("answered %d %s, want 401 %s", a.status, a.text, reason)
	}
}

// refusal is the body of a 401.
func refusal(reason string) string { return `{"error":"` + reason + `"}` }

// login signs up where that is still to do, and begins a session.
func (s *server) login(t *testing.T) tokens {
	t.Helper()
	if a := s.do(t, "POST", "/signup", account, ""); a.status != http.StatusCreated && a.status != http.StatusConflict {
		t.Fatalf("signing up: answered %d %s", a.status, a.text)
	}
	return s.do(t, "POST", "/login", account, "").tokens(t)
}

func (s *server) refresh(t *testing.T, token string) answer {
	t.Helper()
	return s.do(t, "POST", "/refresh", `{"refresh_token": "`+token+`"}`, "")
}

func (s *server) logout(t *testing.T, token string) answer {
	t.Helper()
	return s.do(t, "POST", "/logout", `{"refresh_token": "`+token+`"}`, "")
}

func (s *server) me(t *testing.T, token string) answer {
	t.Helper()
	return s.do(t, "GET", "/me", "", token)
}

// wantMe fails the test unless an access token is good.
func (s *server) wantMe(t *testing.T, token string) {
	t.Helper()
	if a := s.me(t, token); a.status != http.StatusOK || a.text != `{"id":1,"email":"ada@example.com"}` {
		t.Errorf("answered %d %s, want 200", a.status, a.text)
	}
}
