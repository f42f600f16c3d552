package main

import (
	"encoding/json"
	"io"
	"net/http"
	"net/http/cookiejar"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/flowc-dev/flowc/golden/apps/oauth/flows"
	rt "github.com/flowc-dev/flowc/runtime"
	"github.com/flowc-dev/flowc/runtime/storage/storagetest"
)

// browser is one that has the project open, which is served over TLS: cookies need that.
type browser struct {
	t    *testing.T
	url  string // of the project
	http *http.Client
}

// start starts the project as an application of the provider. FLOWC_TEST_STORAGE_URL names a Redis that it keeps its
// sessions on.
func start(t *testing.T, p *provider) *browser {
	t.Helper()
	server := httptest.NewUnstartedServer(nil)
	b := &browser{t: t, url: "https://" + server.Listener.Addr().String()}
	app, err := rt.Open(
		rt.WithEnv(map[string]string{
			"OIDC_ISSUER": p.url, "OIDC_CLIENT_ID": "shop", "OIDC_CLIENT_SECRET": "what the provider knows us by",
			"PUBLIC_URL": b.url, "STORAGE_URL": storagetest.Chosen(t, "sqlite:storage.db"), "LOG_FORMAT": "json",
		}),
		rt.WithDir(t.TempDir()), rt.WithLogWriter(t.Output()),
	)
	if err != nil {
		t.Fatal(err)
	}
	f, err := flows.New(app)
	if err != nil {
		t.Fatal(err)
	}
	mux := http.NewServeMux()
	f.Register(mux)
	server.Config.Handler = app.Handler(mux)
	server.StartTLS()
	t.Cleanup(func() {
		server.Close()
		if err := app.Close(); err != nil {
			t.Error(err)
		}
	})
	b.http = server.Client()
	if b.http.Jar, err = cookiejar.New(nil); err != nil {
		t.Fatal(err)
	}
	return b
}

// do sends a request, follows redirects, and returns where that led to and what it says there.
func (b *browser) do(method, path, token string) (status int, at, body string) {
	b.t.Helper()
	request, err := http.NewRequestWithContext(b.t.Context(), method, b.url+path, nil)
	if err != nil {
		b.t.Fatal(err)
	}
	if token != "" {
		request.Header.Set("Authorization", "Bearer "+token)
	}
	answer, err := b.http.Do(request)
	if err != nil {
		b.t.Fatal(err)
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	if err != nil {
		b.t.Fatal(err)
	}
	return answer.StatusCode, answer.Request.URL.Path, string(text)
}

func TestLogin(t *testing.T) {
	b := start(t, newProvider(t))
	if _, _, home := b.do("GET", "/", ""); !strings.Contains(home, `href="/login"`) {
		t.Errorf("the home page has no link to log in: %s", home)
	}
	if status, _, _ := b.do("GET", "/me", ""); status != http.StatusUnauthorized {
		t.Errorf("before the login: got %d, want 401", status)
	}
	status, at, body := b.do("GET", "/login", "")
	var me struct{ Sub, Email, Name string }
	if err := json.Unmarshal([]byte(body), &me); err != nil || status != http.StatusOK || at != "/me" {
		t.Fatalf("after the login: %d at %s: %s", status, at, body)
	}
	if me.Sub != "ada" || me.Email != "ada@example.com" || me.Name != "Ada" {
		t.Errorf("logged in as %+v", me)
	}
	if status, _, _ := b.do("POST", "/logout", ""); status != http.StatusNoContent {
		t.Errorf("logout: got %d, want 204", status)
	}
	if status, _, _ := b.do("GET", "/me", ""); status != http.StatusUnauthorized {
		t.Errorf("after the logout: got %d, want 401", status)
	}
}

// TestForgedCallback comes back from a login that this browser has not begun.
func TestForgedCallback(t *testing.T) {
	b := start(t, newProvider(t))
	status, _, body := b.do("GET", "/login?code=stolen&state=guessed", "")
	if status != http.StatusUnauthorized || !strings.Contains(body, "wrong state") {
		t.Errorf("got %d %s, want 401 wrong state", status, body)
	}
}

func TestAPI(t *testing.T) {
	p := newProvider(t)
	b := start(t, p)
	for _, test := range []struct {
		name, token string
		status      int
		want        string
	}{
		{"for this API", p.sign(map[string]any{"aud": "https://api.example.com", "scope": "orders:read"}), http.StatusOK, `"scope":"orders:read"`},
		{"for another API", p.sign(map[string]any{"aud": "https://other.example.com", "scope": "orders:read"}), http.StatusUnauthorized, "wrong audience"},
		{"an ID token", p.sign(map[string]any{"aud": "shop", "nonce": "n"}), http.StatusUnauthorized, "wrong audience"},
		{"none", "", http.StatusUnauthorized, "missing token"},
	} {
		t.Run(test.name, func(t *testing.T) {
			status, _, body := b.do("GET", "/api/me", test.token)
			if status != test.status || !strings.Contains(body, test.want) {
				t.Errorf("got %d %s, want %d %s", status, body, test.status, test.want)
			}
		})
	}
}

// TestOrders wants the scope of who reads orders: without it the provider's user is known, and not let through.
func TestOrders(t *testing.T) {
	p := newProvider(t)
	b := start(t, p)
	for _, test := range []struct {
		name, token string
		status      int
		want        string
	}{
		{"with the scope", p.sign(map[string]any{"aud": "https://api.example.com", "scope": "notes:read orders:read"}), http.StatusOK, `"orders":[]`},
		{"with another scope", p.sign(map[string]any{"aud": "https://api.example.com", "scope": "orders:write"}), http.StatusForbidden, "the token lacks what this route requires"},
		{"for another API", p.sign(map[string]any{"aud": "https://other.example.com", "scope": "orders:read"}), http.StatusUnauthorized, "wrong audience"},
	} {
		t.Run(test.name, func(t *testing.T) {
			status, _, body := b.do("GET", "/api/orders", test.token)
			if status != test.status || !strings.Contains(body, test.want) {
				t.Errorf("got %d %s, want %d %s", status, body, test.status, test.want)
			}
		})
	}
}
