package system_test

import (
	"bytes"
	"encoding/json"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"sync"
	"testing"
	"time"

	"github.com/flowc-dev/flowc/golden/apps/oauth/flows"
	rt "github.com/flowc-dev/flowc/runtime"
)

const (
	shopSecret = "shop-client-secret-K2v9Xq7Lw4"
	apiName    = "https://api.example.com"
)

// shop is the project oauth, over TLS, with a clock that a test turns and a log that it reads.
type shop struct {
	url    string
	server *httptest.Server

	mu    sync.Mutex
	ahead time.Duration
	log   bytes.Buffer
}

// listen takes an address, for the provider to know it before the project starts.
func listen(t *testing.T) *shop {
	t.Helper()
	s := &shop{server: httptest.NewUnstartedServer(nil)}
	s.url = "https://" + s.server.Listener.Addr().String()
	return s
}

// client is what the provider has to know about the shop.
func (s *shop) client() client {
	return client{ID: "shop", Secret: shopSecret, RedirectURIs: []string{s.url + "/login"}, GrantTypes: []string{"authorization_code"}}
}

// serve starts the project.
func (s *shop) serve(t *testing.T, issuer string, more map[string]string) {
	t.Helper()
	s.run(t, t.TempDir(), issuer, more, func(app *rt.App, mux *http.ServeMux) error {
		f, err := flows.New(app)
		if err != nil {
			return err
		}
		f.Register(mux)
		return nil
	})
}

// run starts workflows as the client of a provider, in a folder.
func (s *shop) run(t *testing.T, dir, issuer string, more map[string]string, register func(*rt.App, *http.ServeMux) error) {
	t.Helper()
	environment := map[string]string{
		"OIDC_ISSUER": issuer, "OIDC_CLIENT_ID": "shop", "OIDC_CLIENT_SECRET": shopSecret,
		"PUBLIC_URL": s.url, "STORAGE_URL": "memory:", "LOG_FORMAT": "json", "LOG_LEVEL": "debug",
	}
	maps.Copy(environment, more)
	app, err := rt.Open(rt.WithEnv(environment), rt.WithDir(dir), rt.WithLogWriter(s), rt.WithClock(s.now))
	if err != nil {
		t.Fatal(err)
	}
	mux := http.NewServeMux()
	if err := register(app, mux); err != nil {
		t.Fatal(err)
	}
	s.server.Config.Handler = app.Handler(mux)
	s.server.StartTLS()
	t.Cleanup(func() {
		s.server.Close()
		if err := app.Close(); err != nil {
			t.Error(err)
		}
	})
}

func (s *shop) now() time.Time {
	s.mu.Lock()
	defer s.mu.Unlock()
	return time.Now().Add(s.ahead)
}

// wait lets time pass for the shop.
func (s *shop) wait(d time.Duration) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.ahead += d
}

// Write implements io.Writer for the log.
func (s *shop) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.log.Write(p)
}

func (s *shop) logged() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.log.String()
}

// api asks the API with a token who that is of, and returns the status and the body's field error or sub.
func (s *shop) api(t *testing.T, token string) (status int, said string) {
	t.Helper()
	status, said, _ = s.get(t, "/api/me", token)
	return status, said
}

// get asks the API for what is at a path, and returns the status, the body's field error or sub, and the challenge.
func (s *shop) get(t *testing.T, path, token string) (status int, said, challenge string) {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, s.url+path, nil)
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("Authorization", "Bearer "+token)
	answer, err := s.server.Client().Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	if err != nil {
		t.Fatal(err)
	}
	var body struct{ Sub, Error string }
	if err := json.Unmarshal(text, &body); err != nil {
		t.Fatalf("%d %s: %v", answer.StatusCode, text, err)
	}
	return answer.StatusCode, body.Sub + body.Error, answer.Header.Get("WWW-Authenticate")
}
