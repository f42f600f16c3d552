package main

import (
	"bytes"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/flowc-dev/flowc/golden/apps/orders/flows"
	rt "github.com/flowc-dev/flowc/runtime"
	"github.com/flowc-dev/flowc/runtime/database/dbtest"
	"github.com/flowc-dev/flowc/runtime/flowtest"
)

// secret signs the tokens of these tests.
const secret = "a secret of the tests, long enough for HS256"

// server is the whole project on a socket, with a log that a test reads.
type server struct {
	url string
	dir string // holds what is embedded
	db  string // its URL

	mu  sync.Mutex
	log bytes.Buffer
}

// start starts it with a database of its own. FLOWC_TEST_DATABASE_URL names a PostgreSQL server for that to be on.
func start(t *testing.T) *server {
	t.Helper()
	return startOn(t, dbtest.Chosen(t, "sqlite:flows.db", "flows"))
}

func startOn(t *testing.T, database string) *server {
	t.Helper()
	s := &server{db: database}
	served := flowtest.Start(t, flows.New, map[string]string{"JWT_SECRET": secret, "DATABASE_URL": database, "LOG_FORMAT": "json"}, rt.WithLogWriter(s))
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

// exec changes the database past the project.
func (s *server) exec(t *testing.T, statement string, args ...any) {
	t.Helper()
	if _, err := dbtest.Open(t, s.db, s.dir).ExecContext(t.Context(), statement, args...); err != nil {
		t.Fatal(err)
	}
}

// customer is a server with the token of somebody to send.
type customer struct {
	*server
	token string
}

// as signs a token by hand (RFC 7515), so that these tests trust nothing of what they test.
func (s *server) as(sub string) customer { return customer{s, sign(secret, sub, time.Hour)} }

func sign(secret, sub string, lasts time.Duration) string {
	encode := base64.RawURLEncoding.EncodeToString
	claims := fmt.Sprintf(`{"sub": %q, "exp": %d}`, sub, time.Now().Add(lasts).Unix())
	signed := encode([]byte(`{"alg":"HS256","typ":"JWT"}`)) + "." + encode([]byte(claims))
	mac := hmac.New(sha256.New, []byte(secret))
	mac.Write([]byte(signed))
	return signed + "." + encode(mac.Sum(nil))
}

// answer is a response with its body read.
type answer struct {
	status int
	header http.Header
	text   string
}

// do sends a request, with body as JSON and a bearer token where that is not "".
func (c customer) do(t *testing.T, method, path, body string) answer {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), method, c.url+path, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("Content-Type", "application/json")
	if c.token != "" {
		request.Header.Set("Authorization", "Bearer "+c.token)
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

// want fails the test unless a is that answer. Where text is "", there must be none.
func (a answer) want(t *testing.T, status int, text string) {
	t.Helper()
	if a.status != status || a.text != text {
		t.Errorf("answered %d %s, want %d %s", a.status, a.text, status, text)
	}
}

// wantProblem fails the test unless a is a problem (RFC 9457) with that status, and returns it.
func (a answer) wantProblem(t *testing.T, status int) (p problem) {
	t.Helper()
	err := json.Unmarshal([]byte(a.text), &p)
	if a.status != status || err != nil || p.Status != status || a.header.Get("Content-Type") != "application/problem+json" {
		t.Errorf("answered %d %s, want the problem %d", a.status, a.text, status)
	}
	return p
}

type problem struct {
	Status int               `json:"status"`
	Detail string            `json:"detail"`
	Errors map[string]string `json:"errors"`
}

// into reads an answer that must be a 200.
func (a answer) into(t *testing.T, v any) {
	t.Helper()
	if err := json.Unmarshal([]byte(a.text), v); err != nil || a.status != http.StatusOK {
		t.Fatalf("answered %d %s (%v), want 200", a.status, a.text, err)
	}
}
