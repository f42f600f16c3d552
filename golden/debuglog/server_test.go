package debuglog_test

import (
	"bytes"
	"encoding/json"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"golang.org/x/crypto/bcrypt"

	"github.com/flowc-dev/flowc/golden/debuglog/flows"
	rt "github.com/flowc-dev/flowc/runtime"
	"github.com/flowc-dev/flowc/runtime/mcptoken"
)

// server is the workflows of flows on a socket, and the log that they write.
type server struct {
	url, jwt string
	service  string // URL of the service that workflows call
	tokens   *mcptoken.Store
	log      *buffer
	stop     func()
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

// start serves with the canaries of g; env comes on top of what the workflows need.
func start(t *testing.T, g *garden, env map[string]string) *server {
	t.Helper()
	service := httptest.NewServer(g.service(t))
	t.Cleanup(service.Close)
	hash, err := bcrypt.GenerateFromPassword([]byte(g.basic), bcrypt.MinCost)
	if err != nil {
		t.Fatal(err)
	}
	s := &server{log: &buffer{}, service: service.URL, jwt: strings.Repeat(g.known("JWT_SECRET", 16), 3)}
	all := map[string]string{
		"JWT_SECRET": s.jwt, "API_KEYS": "tests:" + g.key, "BASIC_AUTH_USERS": "ada:" + string(hash), "GITHUB_SECRET": g.hook,
		"PUBLIC_SERVICE_URL": service.URL, "DOWN_URL": "http://127.0.0.1:1", "STORAGE_URL": "memory:", "DATABASE_URL": "sqlite:debug.db",
		"LOG_FORMAT": "json", "LOG_LEVEL": "debug", "FLOWC_ENV": "preview", "PUBLIC_URL": "http://127.0.0.1:8080",
	}
	maps.Copy(all, env)
	app, err := rt.Open(rt.WithDir(t.TempDir()), rt.WithLogWriter(s.log), rt.WithEnv(all))
	if err != nil {
		t.Fatal(err)
	}
	f, err := flows.New(app)
	if err != nil {
		t.Fatal(err)
	}
	mux := http.NewServeMux()
	f.Register(mux)
	listener := httptest.NewServer(app.Handler(mux))
	s.url, s.tokens = listener.URL, mcptoken.Open(app.Setup())
	s.stop = sync.OnceFunc(func() {
		listener.Close()
		if err := app.Close(); err != nil { // which waits for what goes on after answers
			t.Error(err)
		}
	})
	t.Cleanup(s.stop)
	return s
}

// do sends a request and returns its answer's body; headers are name, value, name, value.
func (s *server) do(t *testing.T, status int, method, path string, body any, headers ...string) string {
	t.Helper()
	text, err := json.Marshal(body)
	if err != nil {
		t.Fatal(err)
	}
	r, err := http.NewRequestWithContext(t.Context(), method, s.url+path, bytes.NewReader(text))
	if err != nil {
		t.Fatal("a request can't be made") // its error may show a canary
	}
	r.Header.Set("Content-Type", "application/json")
	for pair := range slices.Chunk(headers, 2) {
		r.Header.Set(pair[0], pair[1])
	}
	response, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal("a request is not answered")
	}
	defer response.Body.Close()
	answer, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	if response.StatusCode != status {
		t.Errorf("%s: answered %d, want %d", path, response.StatusCode, status)
	}
	return string(answer)
}

// token makes a token of an assistant.
func (s *server) token(t *testing.T) string {
	t.Helper()
	text, err := s.tokens.Create(t.Context(), "claude", []string{"tool:run"}, time.Hour)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// record is a record of the log.
type record struct {
	Msg, Workflow, Node string
	State               string
	Output, Error       string
	Nodes               string // of an execution
	Inputs, Values      json.RawMessage
}

// left ends the server and returns the records of nodes that were left.
func (s *server) left(t *testing.T) []record {
	t.Helper()
	return slices.DeleteFunc(s.records(t, "node"), func(r record) bool { return r.State != "leave" })
}

// records ends the server and returns the records of its log with a message.
func (s *server) records(t *testing.T, message string) []record {
	t.Helper()
	s.stop()
	return slices.DeleteFunc(readRecords(t, s.log.String()), func(r record) bool { return r.Msg != message })
}

func readRecords(t *testing.T, log string) []record {
	t.Helper()
	var found []record
	for line := range strings.Lines(log) {
		var r record
		if err := json.Unmarshal([]byte(line), &r); err != nil {
			t.Fatalf("a line of the log is no JSON: %v", err)
		}
		found = append(found, r)
	}
	return found
}
