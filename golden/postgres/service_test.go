package postgres_test

import (
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"

	"github.com/flowc-dev/flowc/golden/postgres/flows"
	rt "github.com/flowc-dev/flowc/runtime"
)

// service serves the workflows of flows.
type service struct {
	*httptest.Server
	log *logged
}

// logged is what a service has logged. It is safe for concurrent use.
type logged struct {
	mu   sync.Mutex
	text strings.Builder
}

func (l *logged) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.Write(p)
}

func (l *logged) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.String()
}

// serve starts a service on the database of an address, with more of an environment: "NAME=value".
func serve(t *testing.T, address string, more ...string) *service {
	t.Helper()
	env := map[string]string{"DATABASE_URL": address}
	for _, variable := range more {
		name, value, _ := strings.Cut(variable, "=")
		env[name] = value
	}
	return serveOf(t, t.TempDir(), env, func(app *rt.App) (workflows, error) { return flows.New(app) })
}

// workflows are what a folder of workflows compiles to.
type workflows interface{ Register(mux *http.ServeMux) }

// serveOf starts a service of other workflows in a folder.
func serveOf(t *testing.T, dir string, env map[string]string, begin func(*rt.App) (workflows, error)) *service {
	t.Helper()
	s := &service{log: &logged{}}
	app, err := rt.Open(rt.WithDir(dir), rt.WithLogWriter(s.log), rt.WithEnv(env))
	if err != nil {
		t.Fatal(err)
	}
	f, err := begin(app)
	if err != nil {
		t.Fatal(err)
	}
	mux := http.NewServeMux()
	f.Register(mux)
	s.Server = httptest.NewServer(app.Handler(mux))
	t.Cleanup(func() {
		s.Close()
		if err := app.Close(); err != nil {
			t.Error(err)
		}
	})
	return s
}

// send returns the answer's status and body.
func (s *service) send(t *testing.T, method, path, body string) (status int, answer string) {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), method, s.URL+path, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/json")
	response, err := s.Client().Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	return response.StatusCode, strings.TrimSpace(string(text))
}
