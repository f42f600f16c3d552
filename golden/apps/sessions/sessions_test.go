package main

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/flowc-dev/flowc/golden/apps/sessions/flows"
	rt "github.com/flowc-dev/flowc/runtime"
	"github.com/flowc-dev/flowc/runtime/database/dbtest"
	"github.com/flowc-dev/flowc/runtime/flowtest"
	"github.com/flowc-dev/flowc/runtime/storage/storagetest"
)

const (
	email    = "ada@example.com"
	password = "correct horse battery"
	account  = `{"email": "` + email + `", "password": "` + password + `"}`
)

// server is the whole project on a socket, with a folder of its own, a clock that a test turns, and a log that it reads.
// FLOWC_TEST_DATABASE_URL names a PostgreSQL server, and FLOWC_TEST_STORAGE_URL a Redis, that it keeps its data on.
type server struct {
	url     string
	dir     string // holds what is embedded
	storage string // the URL of its Local Storage

	mu  sync.Mutex
	now time.Time
	log bytes.Buffer
}

func start(t *testing.T) *server {
	t.Helper()
	s := &server{storage: storagetest.Chosen(t, "sqlite:storage.db"), now: time.Now()}
	served := flowtest.Start(t, flowtest.QuickPasswords(flows.New), map[string]string{
		"DATABASE_URL": dbtest.Chosen(t, "sqlite:flows.db", "flows"), "STORAGE_URL": s.storage,
		"LOG_FORMAT": "json", "LOG_LEVEL": "debug",
	}, rt.WithLogWriter(s), rt.WithClock(s.clock))
	s.url, s.dir = served.URL, served.Dir
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

// wait lets time pass for the server.
func (s *server) wait(t *testing.T, d time.Duration) {
	t.Helper()
	storagetest.Advance(t, s.storage, d)
	s.mu.Lock()
	defer s.mu.Unlock()
	s.now = s.now.Add(d)
}

// answer is a response with its body read.
type answer struct {
	status int
	cookie *http.Cookie // that is called session, or nil
	text   string
}

// do sends a request, with the cookie session where token is not "".
func (s *server) do(t *testing.T, method, path, body, token string) answer {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), method, s.url+path, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	return s.send(t, request, token)
}

func (s *server) send(t *testing.T, request *http.Request, token string) answer {
	t.Helper()
	request.Header.Set("Content-Type", "application/json")
	if token != "" {
		request.AddCookie(&http.Cookie{Name: "session", Value: token})
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
	a := answer{status: response.StatusCode, text: string(text)}
	for _, c := range response.Cookies() {
		if c.Name == "session" {
			a.cookie = c
		}
	}
	return a
}

// login signs up where that is still to do, and returns the cookie of a new session.
func (s *server) login(t *testing.T) *http.Cookie {
	t.Helper()
	if a := s.do(t, http.MethodPost, "/signup", account, ""); a.status != http.StatusCreated && a.status != http.StatusConflict {
		t.Fatalf("signing up: answered %d %s", a.status, a.text)
	}
	a := s.do(t, http.MethodPost, "/login", account, "")
	if a.status != http.StatusNoContent || a.cookie == nil {
		t.Fatalf("logging in: answered %d %s", a.status, a.text)
	}
	return a.cookie
}

func (s *server) me(t *testing.T, token string) answer {
	t.Helper()
	return s.do(t, http.MethodGet, "/me", "", token)
}

func TestSession(t *testing.T) {
	t.Parallel()
	s := start(t)
	cookie := s.login(t)
	if !cookie.HttpOnly || !cookie.Secure || cookie.SameSite != http.SameSiteLaxMode || cookie.MaxAge != 7*24*60*60 || len(cookie.Value) < 43 {
		t.Errorf("the cookie is %v", cookie)
	}
	var who struct {
		ID    int64
		Email string
	}
	if a := s.me(t, cookie.Value); a.status != http.StatusOK || json.Unmarshal([]byte(a.text), &who) != nil || who.ID != 1 || who.Email != email {
		t.Errorf("answered %d %s", a.status, a.text)
	}
	if other := s.login(t); other.Value == cookie.Value {
		t.Error("two sessions have one token")
	}
}

func TestSessionEnds(t *testing.T) {
	t.Parallel()
	s := start(t)
	one, other := s.login(t).Value, s.login(t).Value

	out := s.do(t, http.MethodPost, "/logout", "", one)
	if out.status != http.StatusNoContent || out.cookie == nil || out.cookie.MaxAge >= 0 || out.cookie.Value != "" {
		t.Errorf("logging out: answered %d, cookie %v", out.status, out.cookie)
	}
	s.wantNone(t, one)
	if a := s.me(t, other); a.status != http.StatusOK {
		t.Errorf("logging out ended another session too: answered %d %s", a.status, a.text)
	}

	s.wait(t, 7*24*time.Hour-time.Minute)
	if a := s.me(t, other); a.status != http.StatusOK {
		t.Errorf("before its end: answered %d %s", a.status, a.text)
	}
	s.wait(t, 2*time.Minute)
	s.wantNone(t, other)
}

func TestNoSession(t *testing.T) {
	t.Parallel()
	s := start(t)
	token := s.login(t).Value
	for _, wrong := range []string{"", "x", token[1:], token + "A", strings.ToUpper(token), "session", "%3A"} {
		s.wantNone(t, wrong)
	}
	if a := s.do(t, http.MethodPost, "/login", strings.Replace(account, password, "another password", 1), ""); a.status != http.StatusUnauthorized || a.cookie != nil {
		t.Errorf("with a wrong password: answered %d, cookie %v", a.status, a.cookie)
	}
}

// wantNone fails the test unless a token opens nothing.
func (s *server) wantNone(t *testing.T, token string) {
	t.Helper()
	for _, a := range []answer{s.me(t, token), s.do(t, http.MethodPost, "/logout", "", token)} {
		if a.status != http.StatusUnauthorized || a.text != `{"error":"no session"}` {
			t.Errorf("token %q: answered %d %s, want 401", token, a.status, a.text)
		}
	}
}

// Whoever reads the files or the log must not be able to take over a session.
func TestTokenIsNowhere(t *testing.T) {
	t.Parallel()
	s := start(t)
	token := s.login(t).Value
	s.me(t, token)
	s.do(t, http.MethodPost, "/logout", "", token+"x")

	if log := s.logged(); strings.Contains(log, token) || strings.Contains(log, password) || !strings.Contains(log, "session:found") {
		t.Errorf("the log holds the token or the password, or nothing of the session:\n%s", log)
	}
	if s.storage != "sqlite:storage.db" {
		t.Skip("only what is embedded has files")
	}
	files, err := filepath.Glob(filepath.Join(s.dir, "*.db*"))
	if err != nil || len(files) < 2 {
		t.Fatalf("files are %v (%v)", files, err)
	}
	for _, file := range files {
		if content, err := os.ReadFile(file); err != nil || bytes.Contains(content, []byte(token)) {
			t.Errorf("%s holds the token (%v)", filepath.Base(file), err)
		}
	}
}

// TestOtherOrigins has a browser end a session, with its cookie, from pages of this origin and of others.
func TestOtherOrigins(t *testing.T) {
	t.Parallel()
	s := start(t)
	token := s.login(t).Value
	for _, headers := range []map[string]string{
		{"Sec-Fetch-Site": "cross-site", "Origin": "https://evil.example"},
		{"Sec-Fetch-Site": "same-site", "Origin": "https://blog.example.com"},
		{"Sec-Fetch-Site": "cross-site"},
		{"Origin": "https://evil.example"},
		{"Origin": "null"},
	} {
		if status := s.logout(t, token, headers); status != http.StatusForbidden {
			t.Errorf("%v: answered %d", headers, status)
		}
		if a := s.me(t, token); a.status != http.StatusOK {
			t.Errorf("%v: the session is gone: answered %d", headers, a.status)
		}
	}
	for _, headers := range []map[string]string{
		{"Sec-Fetch-Site": "same-origin", "Origin": s.url},
		{"Origin": s.url},
		{},
	} {
		if status := s.logout(t, s.login(t).Value, headers); status != http.StatusNoContent {
			t.Errorf("%v: answered %d", headers, status)
		}
	}
}

// TestLoginFromOtherOrigins has a browser log in as an attacker, from pages of other origins: its user would go on in the attacker's
// account without knowing. Neither is a session stored, nor a cookie set.
func TestLoginFromOtherOrigins(t *testing.T) {
	t.Parallel()
	s := start(t)
	s.login(t)
	for _, tt := range []struct {
		site, origin string
		status       int
	}{
		{"cross-site", "https://evil.example", http.StatusForbidden},
		{"same-site", "https://blog.example.com", http.StatusForbidden},
		{"cross-site", "null", http.StatusForbidden},
		{"", "https://evil.example", http.StatusForbidden},
		{"same-origin", s.url, http.StatusNoContent},
		{"", s.url, http.StatusNoContent},
		{"", "", http.StatusNoContent}, // a program
	} {
		headers := map[string]string{"Sec-Fetch-Site": tt.site, "Origin": tt.origin}
		a := s.browse(t, "/login", account, "", headers)
		if a.status != tt.status || (a.cookie != nil) != (tt.status == http.StatusNoContent) {
			t.Errorf("%v: answered %d, with the cookie %v; want %d", headers, a.status, a.cookie, tt.status)
		}
	}
}

// logout ends a session as a browser would, with those headers.
func (s *server) logout(t *testing.T, token string, headers map[string]string) int {
	t.Helper()
	return s.browse(t, "/logout", "", token, headers).status
}

// browse posts as a browser would, with those headers that are not "", and with the cookie session where token is not "".
func (s *server) browse(t *testing.T, path, body, token string, headers map[string]string) answer {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), http.MethodPost, s.url+path, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	for name, value := range headers {
		if value != "" {
			request.Header.Set(name, value)
		}
	}
	return s.send(t, request, token)
}
