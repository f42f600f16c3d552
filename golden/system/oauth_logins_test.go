package system_test

import (
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/flowc-dev/flowc/golden/identity/logins"
	rt "github.com/flowc-dev/flowc/runtime"
)

// member is the project of golden/identity/logins, with the API that it calls.
type member struct {
	*shop
	dir  string
	sent atomic.Value // the Authorization that the API got last
}

// joins starts the project as a client of a real provider.
func joins(t *testing.T) *member {
	t.Helper()
	m := &member{shop: listen(t), dir: t.TempDir()}
	m.sent.Store("")
	api := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		m.sent.Store(r.Header.Get("Authorization"))
		w.Header().Set("Content-Type", "application/json")
		_, _ = w.Write([]byte(`{"groups":["staff"]}`))
	}))
	t.Cleanup(api.Close)
	provider := startProvider(t, m.client())
	m.run(t, m.dir, provider.issuer, map[string]string{
		"STORAGE_URL": "sqlite:storage.db", "API_URL": api.URL, "PUBLIC_API": apiName,
	}, func(app *rt.App, mux *http.ServeMux) error {
		f, err := logins.New(app)
		if err != nil {
			return err
		}
		f.Register(mux)
		return nil
	})
	return m
}

// TestLoginForAnAPI logs in at a real provider with parameters, reads the verified claims of the access token, and
// calls an API with it. The token is in no answer, no log of level debug, and no file that the project keeps.
func TestLoginForAnAPI(t *testing.T) {
	m := joins(t)
	b := newBrowser(t, m.server.Certificate())
	login := b.open(m.url+"/login?hint=ada%26prompt=none", nil)
	asked := mustParse(t, b.visited[1]).Query()
	for name, want := range map[string]string{"resource": apiName, "max_age": "300", "prompt": "login", "login_hint": "ada&prompt=none"} {
		if got := asked[name]; len(got) != 1 || got[0] != want {
			t.Errorf("%s is %q, want %q alone", name, got, want)
		}
	}
	p := b.logIn(login, "ada", nil)
	var said struct {
		Sub, Scope string
		Groups     []string
	}
	if err := json.Unmarshal([]byte(p.body), &said); err != nil || p.status != http.StatusOK {
		t.Fatalf("after the login: %d %s: %v", p.status, p.body, err)
	}
	if said.Sub != "ada" || said.Scope != "orders:read" || len(said.Groups) != 1 {
		t.Errorf("got %+v", said)
	}
	token, bearer := strings.CutPrefix(m.sent.Load().(string), "Bearer ")
	if !bearer || strings.Count(token, ".") != 2 {
		t.Fatal("the API got no JWT")
	}
	m.checkNothingLogged(t, b)
	m.checkKept(t, token, p)
}

// checkKept looks for an access token in the log, in an answer, and in every file of the project.
func (m *member) checkKept(t *testing.T, token string, p page) {
	t.Helper()
	places := map[string]string{"the log": m.logged(), "the answer": p.body, "the headers": strings.Join(p.header.Values("Set-Cookie"), "\n")}
	files, err := os.ReadDir(m.dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		content, err := os.ReadFile(filepath.Join(m.dir, file.Name()))
		if err != nil {
			t.Fatal(err)
		}
		places[file.Name()] = string(content)
	}
	if !strings.Contains(places["storage.db"]+places["storage.db-wal"], "staff") {
		t.Error("the project has stored nothing: it is no proof")
	}
	signature := token[strings.LastIndexByte(token, '.')+1:]
	encoded := base64.StdEncoding.EncodeToString([]byte(signature))
	for place, text := range places {
		for i, form := range []string{signature[:16], signature[len(signature)-16:], hex.EncodeToString([]byte(signature)), encoded[:len(encoded)-4]} {
			if strings.Contains(text, form) {
				t.Errorf("the access token is in %s, in form %d", place, i)
			}
		}
	}
}

// TestLoginParamsTakenAway logs in where the user has taken out of the address what the project asks for: no claim
// shows it.
func TestLoginParamsTakenAway(t *testing.T) {
	m := joins(t)
	b := newBrowser(t, m.server.Certificate())
	atProvider := func(u *url.URL) bool { return u.Query().Has("max_age") }
	u := b.open(m.url+"/login", atProvider).url
	changed := altered(mustParse(t, altered(u, "max_age", "")), "prompt", "")
	p := b.logIn(b.open(changed, nil), "ada", nil)
	if p.status != http.StatusUnauthorized || !strings.Contains(p.body, "login too old") {
		t.Errorf("got %d %s, want 401 login too old", p.status, p.body)
	}
	if sent := m.sent.Load(); sent != "" {
		t.Error("the API was called")
	}
}

func mustParse(t *testing.T, address string) *url.URL {
	t.Helper()
	u, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	return u
}
