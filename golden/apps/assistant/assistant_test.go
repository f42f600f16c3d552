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

	"github.com/flowc-dev/flowc/golden/apps/assistant/flows"
	rt "github.com/flowc-dev/flowc/runtime"
	"github.com/flowc-dev/flowc/runtime/database/dbtest"
	"github.com/flowc-dev/flowc/runtime/flowtest"
	"github.com/flowc-dev/flowc/runtime/mcptoken"
)

// server is the whole project on a socket, with a database of its own and a log that a test reads.
// FLOWC_TEST_DATABASE_URL names a PostgreSQL server for the database to be on.
type server struct {
	url    string
	tokens *mcptoken.Store // of assistants
	log    *buffer
}

func start(t *testing.T) *server {
	t.Helper()
	s := &server{log: &buffer{}}
	open := func(app *rt.App) (*flows.Flows, error) {
		f, err := flows.New(app)
		s.tokens = mcptoken.Open(app.Setup())
		return f, err
	}
	s.url = flowtest.Start(t, flowtest.QuickPasswords(open), map[string]string{
		"JWT_SECRET": "a secret of the tests, long enough for HS256", "DATABASE_URL": dbtest.Chosen(t, "sqlite:flows.db", "flows"),
		"LOG_FORMAT": "json", "LOG_LEVEL": "debug",
	}, rt.WithLogWriter(s.log)).URL
	return s
}

// token makes a token as `flowc mcp token create` does.
func (s *server) token(t *testing.T, name string, scopes ...string) string {
	t.Helper()
	text, err := s.tokens.Create(t.Context(), name, scopes, time.Hour)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// answer is a response with its body read.
type answer struct {
	status int
	header http.Header
	text   string
	body   map[string]any // where text is a JSON object
}

// do sends JSON, with a bearer token where that is not "".
func (s *server) do(t *testing.T, method, path, body, token string) answer {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), method, s.url+path, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("Accept", "application/json, text/event-stream")
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
	a := answer{status: response.StatusCode, header: response.Header, text: string(text)}
	_ = json.Unmarshal(text, &a.body) // not every body is JSON
	return a
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
