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

	"github.com/flowc-dev/flowc/golden/apps/auth/flows"
	rt "github.com/flowc-dev/flowc/runtime"
	"github.com/flowc-dev/flowc/runtime/database/dbtest"
	"github.com/flowc-dev/flowc/runtime/flowtest"
)

// secret signs the tokens of these tests.
const secret = "a secret of the tests, long enough for HS256"

// server is the whole project on a socket, with a database of its own, a clock that a test turns, and a log that it reads.
// FLOWC_TEST_DATABASE_URL names a PostgreSQL server for the database to be on.
type server struct {
	url string
	dir string // holds an embedded database
	db  string // its URL
	log *buffer

	mu  sync.Mutex
	now time.Time
}

// start starts a server that hashes passwords quickly.
func start(t *testing.T) *server {
	t.Helper()
	return startOf(t, flowtest.QuickPasswords(flows.New))
}

// startOf starts a server whose workflows are those that open gives: flows.New hashes as production does.
func startOf(t *testing.T, open func(*rt.App) (*flows.Flows, error)) *server {
	t.Helper()
	s := &server{db: dbtest.Chosen(t, "sqlite:auth.db", "flows"), log: &buffer{}, now: time.Now()}
	served := flowtest.Start(t, open, map[string]string{
		"JWT_SECRET": secret, "DATABASE_URL": s.db, "LOG_FORMAT": "json", "LOG_LEVEL": "debug",
	}, rt.WithLogWriter(s.log), rt.WithClock(s.clock))
	s.url, s.dir = served.URL, served.Dir
	return s
}

func (s *server) clock() time.Time {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.now
}

// wait lets time pass for the server.
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
	body   map[string]any // where text is a JSON object
}

// do sends a request. Headers are given as name, value, name, value.
func (s *server) do(t *testing.T, method, path, body string, headers ...string) answer {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), method, s.url+path, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	for i := 0; i < len(headers); i += 2 {
		request.Header.Add(headers[i], headers[i+1])
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
	a := answer{status: response.StatusCode, header: response.Header, text: string(text)}
	_ = json.Unmarshal(text, &a.body) // not every body is JSON
	return a
}

// post sends JSON.
func (s *server) post(t *testing.T, path, body string) answer {
	t.Helper()
	return s.do(t, http.MethodPost, path, body, "Content-Type", "application/json")
}

// wantProblem fails the test unless a is a problem (RFC 9457) with that status.
func wantProblem(t *testing.T, a answer, status int) {
	t.Helper()
	if a.status != status {
		t.Errorf("answered %d, want %d: %s", a.status, status, a.text)
	}
	if got := a.header.Get("Content-Type"); got != "application/problem+json" {
		t.Errorf("Content-Type is %q, want application/problem+json", got)
	}
	if a.body["status"] != float64(status) || a.body["title"] != http.StatusText(status) || a.body["type"] != "about:blank" {
		t.Errorf("problem is %s, want status %d and its title", a.text, status)
	}
}

// buffer is a log that is read while the server writes it.
type buffer struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (b *buffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.text.Write(p)
}

func (b *buffer) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.text.String()
}
