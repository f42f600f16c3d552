package runtime_test

import (
	"bytes"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/go-json-experiment/json"

	rt "github.com/flowc-dev/flowc/runtime"
)

// logBuffer is a log that a test reads while executions write it.
type logBuffer struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (b *logBuffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.text.Write(p)
}

func (b *logBuffer) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.text.String()
}

// records returns the records with a message, as maps.
func (b *logBuffer) records(t *testing.T, message string) []map[string]any {
	t.Helper()
	var found []map[string]any
	for line := range strings.Lines(b.String()) {
		var record map[string]any
		if err := json.Unmarshal([]byte(line), &record); err != nil {
			t.Fatalf("log line is not JSON: %v: %s", err, line)
		}
		if record["msg"] == message {
			found = append(found, record)
		}
	}
	return found
}

// read returns a record with what is JSON in a text as the handler of a house has it.
func read(record map[string]any) map[string]any {
	for key, value := range record {
		var inside any
		if text, ok := value.(string); ok && json.Unmarshal([]byte(text), &inside) == nil {
			record[key] = inside
		}
	}
	return record
}

// left returns the records of nodes that were left.
func (b *logBuffer) left(t *testing.T) []map[string]any {
	t.Helper()
	return slices.DeleteFunc(b.records(t, "node"), func(r map[string]any) bool { return r["state"] != "leave" })
}

// openApp opens an App that sees exactly env, of preview unless that says otherwise, and logs into the buffer.
func openApp(t testing.TB, env map[string]string, opts ...rt.Option) (*rt.App, *logBuffer) {
	t.Helper()
	all := map[string]string{"FLOWC_ENV": "preview"}
	maps.Copy(all, env)
	log := &logBuffer{}
	app, err := rt.Open(append([]rt.Option{rt.WithEnv(all), logTo(log, all["LOG_LEVEL"]), rt.WithDir(t.TempDir())}, opts...)...)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := app.Close(); err != nil {
			t.Error(err)
		}
	})
	return app, log
}

// none is the request of a workflow that takes no fields.
type none struct{}

// serve starts a server on a socket with one endpoint.
func serve[In any](t *testing.T, app *rt.App, e rt.Entry, h func(*rt.Exec, *rt.Endpoint[In]) error) *httptest.Server {
	t.Helper()
	mux := http.NewServeMux()
	register(t, app, mux, e, h)
	server := httptest.NewServer(app.Handler(mux))
	t.Cleanup(server.Close)
	return server
}

// newServer starts a server on a socket and returns its URL.
func newServer(t *testing.T, app *rt.App, mux *http.ServeMux) string {
	t.Helper()
	server := httptest.NewServer(app.Handler(mux))
	t.Cleanup(server.Close)
	return server.URL
}

// inMemory sends GET / without a socket, for tests whose time is not real.
func inMemory(mux *http.ServeMux) {
	mux.ServeHTTP(httptest.NewRecorder(), httptest.NewRequest("GET", "/", nil))
}

func register[In any](t testing.TB, app *rt.App, mux *http.ServeMux, e rt.Entry, h func(*rt.Exec, *rt.Endpoint[In]) error) {
	t.Helper()
	if e.Workflow == "" {
		e.Workflow = "test"
	}
	if e.Node == "" {
		e.Node = "in"
	}
	s := app.Setup()
	endpoint := rt.NewEndpoint[In](s, e)
	if err := s.Err(); err != nil {
		t.Fatal(err)
	}
	endpoint.Register(mux, func(x *rt.Exec) error { return h(x, endpoint) })
}

// reply is an answer with its body read.
type reply struct {
	*http.Response
	text string
}

// call sends a request; headers are name, value, name, value.
func call(t *testing.T, method, url, body string, headers ...string) reply {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), method, url, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	for i := 0; i+1 < len(headers); i += 2 {
		req.Header.Add(headers[i], headers[i+1])
	}
	client := &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	res, err := client.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	text, err := io.ReadAll(res.Body)
	if err != nil {
		t.Fatal(err)
	}
	return reply{Response: res, text: string(text)}
}

// problem is the body of an error answer.
type problem struct {
	Type     string            `json:"type"`
	Title    string            `json:"title"`
	Status   int               `json:"status"`
	Detail   string            `json:"detail"`
	Instance string            `json:"instance"`
	Reason   string            `json:"reason"`
	Errors   map[string]string `json:"errors"`
}

// problem checks that the answer is a problem of RFC 9457 with the status of the answer.
func (r reply) problem(t *testing.T) problem {
	t.Helper()
	if got := r.Header.Get("Content-Type"); got != "application/problem+json" {
		t.Fatalf("Content-Type %q, want a problem; body: %s", got, r.text)
	}
	var p problem
	if err := json.Unmarshal([]byte(r.text), &p); err != nil {
		t.Fatalf("problem is not JSON: %v", err)
	}
	if p.Status != r.StatusCode || p.Type != "about:blank" || p.Title == "" || p.Instance == "" {
		t.Errorf("problem is incomplete: %s", r.text)
	}
	return p
}
