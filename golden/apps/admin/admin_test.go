package main

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"sync"
	"testing"

	"golang.org/x/crypto/bcrypt"

	"github.com/flowc-dev/flowc/golden/apps/admin/flows"
	rt "github.com/flowc-dev/flowc/runtime"
	"github.com/flowc-dev/flowc/runtime/database/dbtest"
	"github.com/flowc-dev/flowc/runtime/flowtest"
)

// What the machines and people of these tests know.
const (
	shopKey  = "5f2c41d09a7be863" // of the machine shop
	otherKey = "e81b77c3d0f4a952" // of the machine crm, of which the service knows the hash only
	password = "correct horse battery"
)

// otherHash is the SHA-256 of otherKey, as `printf %s KEY | sha256sum` prints it.
const otherHash = "d1c9fd91cf690e0ea4f2c5f7d4b856c16c938d9191c4a1f52712bef94ec6b6d4"

// server is the whole project on a socket, with a database of its own and a log that it reads. FLOWC_TEST_DATABASE_URL
// names a PostgreSQL server that it keeps its data on.
type server struct {
	url string

	mu  sync.Mutex
	log bytes.Buffer
}

func start(t *testing.T) *server {
	t.Helper()
	s := &server{}
	served := flowtest.Start(t, flows.New, map[string]string{
		"API_KEYS":         "shop:" + shopKey + ", crm:sha256:" + otherHash,
		"BASIC_AUTH_USERS": strings.Join([]string{user(t, "ada"), user(t, "grace"), user(t, "mallory")}, "\n"),
		"DATABASE_URL":     dbtest.Chosen(t, "sqlite:flows.db", "flows"),
		"LOG_FORMAT":       "json", "LOG_LEVEL": "debug",
	}, rt.WithLogWriter(s))
	s.url = served.URL
	return s
}

// user is a line of htpasswd, as cheap to check as may be. All have the same password.
func user(t *testing.T, name string) string {
	t.Helper()
	hash, err := bcrypt.GenerateFromPassword([]byte(password), bcrypt.MinCost)
	if err != nil {
		t.Fatal(err)
	}
	return name + ":" + string(hash)
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

// answer is a response with its body read.
type answer struct {
	status int
	header http.Header
	text   string
}

// caller puts credentials into a request.
type caller func(*http.Request)

func anybody(*http.Request) {}

func key(value string) caller {
	return func(r *http.Request) { r.Header.Set("X-API-Key", value) }
}

func person(name, password string) caller {
	return func(r *http.Request) { r.SetBasicAuth(name, password) }
}

// do sends a request, with body as JSON.
func (s *server) do(t *testing.T, who caller, method, path, body string) answer {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), method, s.url+path, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("Content-Type", "application/json")
	who(request)
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

// want fails the test unless a is that answer. Where text is "", it may say anything.
func (a answer) want(t *testing.T, status int, text string) {
	t.Helper()
	if a.status != status || text != "" && a.text != text {
		t.Errorf("answered %d %s, want %d %s", a.status, a.text, status, text)
	}
	if a.text != "" && !json.Valid([]byte(a.text)) {
		t.Errorf("answered %s, which is no JSON", a.text)
	}
}
