package mcp_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	rt "github.com/flowc-dev/flowc/runtime"
	_ "github.com/flowc-dev/flowc/runtime/engine/postgres"
	_ "github.com/flowc-dev/flowc/runtime/engine/sqlite"
	"github.com/flowc-dev/flowc/runtime/mcp"
	"github.com/flowc-dev/flowc/runtime/mcptoken"
)

// service is an app with tools on a socket, whose clock a test turns.
type service struct {
	url    string
	app    *rt.App
	tokens *mcptoken.Store
	log    *buffer

	mu  sync.Mutex
	now time.Time
}

type wordsIn struct {
	Words string `json:"words" validate:"min=1,max=20" description:"What to say."`
	Times *int64 `json:"times"`
	Sub   string `caller:"sub"`
}

type wordsOut struct {
	By    string `json:"by"`
	Words string `json:"words"`
}

// serve serves the tools of these tests: say and shout with the scope a:run, and the others with b:run.
func serve(t *testing.T, environment ...string) *service {
	t.Helper()
	return serveWithin(t, rt.Limits{}, environment...)
}

// serveWithin is serve with limits of its own.
func serveWithin(t *testing.T, limits rt.Limits, environment ...string) *service {
	t.Helper()
	s := &service{log: &buffer{}, now: time.Now()}
	env := map[string]string{"DATABASE_URL": "sqlite:tokens.db", "PUBLIC_URL": "http://127.0.0.1", "LOG_LEVEL": "debug", "LOG_FORMAT": "json"}
	for _, variable := range environment {
		name, value, _ := strings.Cut(variable, "=")
		env[name] = value
	}
	app, err := rt.Open(rt.WithEnv(env), rt.WithDir(t.TempDir()), rt.WithLogWriter(s.log), rt.WithClock(s.clock), rt.WithLimits(limits))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := app.Close(); err != nil {
			t.Error(err)
		}
	})
	s.app, s.tokens = app, mcptoken.Open(app.Setup())
	mux := http.NewServeMux()
	setup := app.Setup()
	register(setup, mux)
	if err := setup.Err(); err != nil {
		t.Fatal(err)
	}
	listener := httptest.NewServer(app.Handler(mux))
	t.Cleanup(listener.Close)
	s.url = listener.URL
	return s
}

// register adds the tools as generated code does.
func register(s *rt.Setup, mux *http.ServeMux) {
	say := mcp.NewTool[wordsIn](s, mcp.Entry{
		Workflow: "words", Node: "say", Name: "say", Description: "Says something.", Scope: "a:run", Output: wordsOut{}, Validate: short,
	})
	say.Register(mux, func(x *rt.Exec) error {
		in, err := say.Decode(x)
		if err != nil {
			return err
		}
		x.Enter("ok")
		return x.JSON(http.StatusOK, wordsOut{By: in.Sub, Words: in.Words})
	})
	add(s, mux, "shout", "a:run", func(x *rt.Exec) error { return x.Text(http.StatusOK, "HEY") })
	add(s, mux, "refuse", "b:run", func(x *rt.Exec) error { return x.JSON(http.StatusConflict, map[string]string{"error": "taken"}) })
	add(s, mux, "fail", "b:run", func(*rt.Exec) error { return errors.New("the database of fail.internal is gone") })
	add(s, mux, "panic", "b:run", func(*rt.Exec) error { panic("no such luck") })
	add(s, mux, "exit", "b:run", func(*rt.Exec) error {
		runtime.Goexit()
		return nil
	})
	add(s, mux, "list", "b:run", func(x *rt.Exec) error { return x.JSON(http.StatusOK, []int64{9007199254740993}) })
	add(s, mux, "nothing", "b:run", func(x *rt.Exec) error { return x.Empty(http.StatusNoContent) })
	add(s, mux, "wait", "b:run", func(x *rt.Exec) error {
		<-x.Context().Done()
		return x.Context().Err()
	})
}

func add(s *rt.Setup, mux *http.ServeMux, name, scope string, run func(*rt.Exec) error) {
	mcp.NewTool[struct{}](s, mcp.Entry{Workflow: "more", Node: name, Name: name, Description: "Does " + name + ".", Scope: scope}).Register(mux, run)
}

// short stands in for runtime/validate.
func short(in any) map[string]string {
	if words := in.(*wordsIn).Words; len(words) > 20 {
		return map[string]string{"words": "must have at most 20 characters"}
	}
	return nil
}

func (s *service) clock() time.Time {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.now
}

// wait lets time pass for the service.
func (s *service) wait(d time.Duration) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.now = s.now.Add(d)
}

func (s *service) token(t *testing.T, name string, scopes ...string) string {
	t.Helper()
	text, err := s.tokens.Create(t.Context(), name, scopes, time.Hour)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// withToken sends a token with every request.
type withToken string

func (token withToken) RoundTrip(r *http.Request) (*http.Response, error) {
	r = r.Clone(r.Context())
	r.Header.Set("Authorization", "Bearer "+string(token))
	return http.DefaultTransport.RoundTrip(r)
}

// connect connects a client of the official SDK.
func (s *service) connect(ctx context.Context, token string) (*sdk.ClientSession, error) {
	client := sdk.NewClient(&sdk.Implementation{Name: "test", Version: "1"}, nil)
	return client.Connect(ctx, &sdk.StreamableClientTransport{
		Endpoint: s.url + "/mcp", HTTPClient: &http.Client{Transport: withToken(token)}, DisableStandaloneSSE: true, MaxRetries: -1,
	}, nil)
}

func (s *service) mustConnect(t *testing.T, token string) *sdk.ClientSession {
	t.Helper()
	session, err := s.connect(t.Context(), token)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = session.Close() })
	return session
}

// answer is a response with its body read.
type answer struct {
	status int
	header http.Header
	text   string
	body   map[string]any // where text is a JSON object
}

// post sends a message to the endpoint as any client does; headers, as name and value, come in addition to those or in
// their place, and are left out where they are "".
func (s *service) post(t *testing.T, message string, headers ...string) answer {
	t.Helper()
	return s.do(t, "POST", "/mcp", message, append([]string{
		"Content-Type", "application/json", "Accept", "application/json, text/event-stream",
	}, headers...)...)
}

func (s *service) do(t *testing.T, method, path, body string, headers ...string) answer {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), method, s.url+path, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	for i := 0; i < len(headers); i += 2 {
		switch name, value := headers[i], headers[i+1]; {
		case name == "Host":
			request.Host = value
		case value == "":
			request.Header.Del(name)
		default:
			request.Header.Set(name, value)
		}
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
	_ = json.Unmarshal(text, &a.body)
	return a
}

// wantProblem fails the test unless a is a problem (RFC 9457) with that status.
func wantProblem(t *testing.T, a answer, status int) {
	t.Helper()
	if a.status != status || a.body["status"] != float64(status) || a.header.Get("Content-Type") != "application/problem+json" {
		t.Errorf("answered %d %s: %s, want a problem with status %d", a.status, a.header.Get("Content-Type"), a.text, status)
	}
}

// call is a message that calls a tool.
func call(tool, arguments string) string {
	return `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"` + tool + `","arguments":` + arguments + `}}`
}

// buffer is a log that is read while it is written.
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
