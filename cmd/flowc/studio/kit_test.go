package studio_test

import (
	"context"
	"encoding/json"
	"io"
	"maps"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/flowc-dev/flowc/cmd/flowc/serve"
	"github.com/flowc-dev/flowc/cmd/flowc/studio"
	auth "github.com/flowc-dev/flowc/golden/apps/auth/flows"
	debuglog "github.com/flowc-dev/flowc/golden/debuglog/flows"
	rt "github.com/flowc-dev/flowc/runtime"
)

const key = "KEYOFTHETESTKEYOFTHETEST00"

// bench is a Studio on a socket, beside a server of the project that logs to it.
type bench struct {
	t      testing.TB
	page   *studio.Studio
	url    string
	server string // URL of the project's server
	file   string // of the server's database
}

// registrar are generated workflows.
type registrar interface{ Register(*http.ServeMux) }

// openAuth opens the workflows of golden/apps/auth, with a database of its own.
func openAuth(t testing.TB) *bench {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "shop")
	if err := os.CopyFS(filepath.Join(dir, "flows"), os.DirFS("../../../golden/apps/auth/flows")); err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(dir, ".env.example"), "")
	return open(t, dir, nil, func(app *rt.App) (registrar, error) { return auth.New(app) })
}

// openOrders opens workflows with a call of another service, which service answers.
func openOrders(t testing.TB, service http.Handler) *bench {
	t.Helper()
	other := httptest.NewServer(service)
	t.Cleanup(other.Close)
	env := map[string]string{
		"API_KEYS": "tests:" + strings.Repeat("k", 20), "BASIC_AUTH_USERS": "ada:$2a$10$N9qo8uLOickgx2ZMRZoMyeIjZAgcfl7p92ldGxad68LJZdL17lhWy",
		"GITHUB_SECRET": strings.Repeat("g", 32), "PUBLIC_SERVICE_URL": other.URL, "DOWN_URL": "http://127.0.0.1:1", "STORAGE_URL": "memory:",
	}
	return open(t, "../../../golden/debuglog/flows", env, func(app *rt.App) (registrar, error) { return debuglog.New(app) })
}

func open(t testing.TB, dir string, env map[string]string, flows func(*rt.App) (registrar, error)) *bench {
	t.Helper()
	return openWith(t, dir, env, flows, func(*studio.Config) {})
}

// openWith is open of a Studio whose configuration is changed.
func openWith(
	t testing.TB, dir string, env map[string]string, flows func(*rt.App) (registrar, error), change func(*studio.Config),
) *bench {
	t.Helper()
	data := filepath.Join(t.TempDir(), "test.db")
	all := map[string]string{
		"JWT_SECRET": secret, "DATABASE_URL": "sqlite:" + data, "LOG_LEVEL": "debug", "LOG_FORMAT": "json",
		"FLOWC_ENV": "preview", "PUBLIC_URL": "http://127.0.0.1:8080",
	}
	maps.Copy(all, env)
	app := &late{}
	server := httptest.NewServer(app)
	t.Cleanup(server.Close)
	config := studio.Config{Dir: dir, Base: server.URL, Key: key, Now: time.Now}
	change(&config)
	page := studio.New(config)
	records, log := io.Pipe()
	read := make(chan struct{})
	go func() {
		defer close(read)
		_, _, _ = page.Executions().Read(records)
	}()
	opened, err := rt.Open(rt.WithDir(dir), rt.WithLogWriter(log), rt.WithEnv(all))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		server.CloseClientConnections()
		if err := opened.Close(); err != nil {
			t.Error(err)
		}
		_ = log.Close()
		<-read
	})
	f, err := flows(opened)
	if err != nil {
		t.Fatal(err)
	}
	mux := http.NewServeMux()
	f.Register(mux)
	app.Handler = opened.Handler(mux)
	page.Happened(serve.Changed)
	page.Happened(serve.Serving)
	return &bench{t: t, page: page, url: listen(t, page).URL, server: server.URL, file: data}
}

// listen serves a page until the test ends, and has then no request running: one that keeps a draft, as a page does
// that is left, would write into a folder that is being removed.
func listen(t testing.TB, page *studio.Studio) *httptest.Server {
	listener := httptest.NewUnstartedServer(page)
	listener.Config.BaseContext = func(net.Listener) context.Context { return t.Context() } // its end ends the streams
	listener.Start()
	t.Cleanup(func() {
		listener.CloseClientConnections()
		listener.Close()
	})
	return listener
}

// secret signs tokens in tests: a canary, which no page may show.
const secret = "canary-0123456789abcdef0123456789abcdef0123456789abcdef"

// late is a handler that is set once its address is known.
type late struct{ http.Handler }

func write(t testing.TB, path, text string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// call asks the page's server, and returns the status and the body.
func (b *bench) call(method, path, body string, change ...func(*http.Request)) (int, string) {
	b.t.Helper()
	r := b.request(method, path, body)
	for _, c := range change {
		c(r)
	}
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		b.t.Fatal(err)
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	if err != nil {
		b.t.Fatal(err)
	}
	return answer.StatusCode, string(text)
}

// request is one that has the key.
func (b *bench) request(method, path, body string) *http.Request {
	b.t.Helper()
	r, err := http.NewRequestWithContext(b.t.Context(), method, b.url+path, strings.NewReader(body))
	if err != nil {
		b.t.Fatal(err)
	}
	r.Header.Set("Authorization", "Bearer "+key)
	return r
}

// get asks for JSON.
func (b *bench) get(path string, into any) {
	b.t.Helper()
	status, text := b.call("GET", path, "")
	if status != http.StatusOK {
		b.t.Fatalf("%s: status %d: %s", path, status, text)
	}
	if err := json.Unmarshal([]byte(text), into); err != nil {
		b.t.Fatalf("%s: %v", path, err)
	}
}

// state is what the page knows of the project.
type state struct {
	Routes []struct {
		Workflow, Entry, Method, Path, Protection string
		Last                                      int
		Form                                      serve.Form
	}
	Workflows []struct{ Key, Name string }
	Problems  []struct{ Code, Message, Workflow, Node, File string }
	Kept      []string
}

type answered struct {
	Status       int
	Body, Error  string
	Headers      http.Header
	Hidden, Kept []string
}

// send fills in the form of a route as it is, but for change, and sends it.
func (b *bench) send(route string, change func(*serve.Form)) answered {
	b.t.Helper()
	var a answered
	status, text := b.call("POST", "/api/send", b.filled(route, change))
	if status != http.StatusOK || json.Unmarshal([]byte(text), &a) != nil {
		b.t.Fatalf("sending: %d %s", status, text)
	}
	return a
}

// filled is the form of a route as it is, but for change, as the page sends it.
func (b *bench) filled(route string, change func(*serve.Form)) string {
	b.t.Helper()
	var s state
	b.get("/api/state", &s)
	for _, r := range s.Routes {
		if r.Method+" "+r.Path != route {
			continue
		}
		if change != nil {
			change(&r.Form)
		}
		body, err := json.Marshal(map[string]any{"workflow": r.Workflow, "entry": r.Entry, "form": r.Form})
		if err != nil {
			b.t.Fatal(err)
		}
		return string(body)
	}
	b.t.Fatalf("there is no route %s", route)
	return ""
}

// refused logs in with a wrong password, past the page.
func (b *bench) refused() {
	b.t.Helper()
	answer, err := http.Post(b.server+"/login", "application/json", strings.NewReader(`{"email":"eve@example.com","password":"a wrong password"}`))
	if err != nil {
		b.t.Fatal(err)
	}
	answer.Body.Close()
}

// wantIn requires parts of a text.
func wantIn(t *testing.T, text string, parts ...string) {
	t.Helper()
	for _, part := range parts {
		if !strings.Contains(text, part) {
			t.Errorf("%s is not in %s", part, text)
		}
	}
}

// eventually waits for what another goroutine brings about.
func eventually(t *testing.T, what string, is func() bool) {
	t.Helper()
	for late := time.Now().Add(20 * time.Second); time.Now().Before(late); time.Sleep(10 * time.Millisecond) {
		if is() {
			return
		}
	}
	t.Fatalf("it does not happen: %s", what)
}

type executions struct {
	List []studio.Execution
	Seen int
	Lean struct{ Gone, Values, Nodes int }
}

// visited are the nodes of an execution's visits, with the outputs taken.
func visited(x studio.Execution) string {
	var way []string
	for _, v := range x.Visits {
		way = append(way, strings.TrimSuffix(v.Node+":"+v.Output, ":"))
	}
	return strings.Join(way, " ")
}

// serveAlone serves a page beside which no server runs.
func serveAlone(t testing.TB, page *studio.Studio) *bench {
	t.Helper()
	return &bench{t: t, page: page, url: listen(t, page).URL}
}
