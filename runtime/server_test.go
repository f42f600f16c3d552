package runtime_test

import (
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	rt "github.com/flowc-dev/flowc/runtime"
)

// started serves mux on a free port until stop is called, which returns what Serve returned.
func started(t *testing.T, app *rt.App, log *logBuffer, mux *http.ServeMux) (address string, stop context.CancelFunc, ended chan error) {
	t.Helper()
	ctx, stop := context.WithCancel(context.Background())
	t.Cleanup(stop)
	ended = make(chan error, 1)
	go func() { ended <- app.Serve(ctx, mux) }()
	return awaitRecord(t, log, "listening")["address"].(string), stop, ended
}

// awaitRecord waits until a record with a message is in the log.
func awaitRecord(t *testing.T, log *logBuffer, message string) map[string]any {
	t.Helper()
	deadline := time.After(10 * time.Second)
	for {
		if records := log.records(t, message); len(records) > 0 {
			return records[0]
		}
		select {
		case <-deadline:
			t.Fatalf("no record %q in the log: %s", message, log)
		case <-time.After(time.Millisecond):
		}
	}
}

func TestShutdownFinishesExecutions(t *testing.T) {
	app, log := openApp(t, map[string]string{"LISTEN": "127.0.0.1:0"})
	entered, release, releaseLate, late := make(chan bool), make(chan bool), make(chan bool), make(chan bool, 1)
	mux := http.NewServeMux()
	register(t, app, mux, rt.Entry{Method: "GET", Path: "/slow"}, func(x *rt.Exec, _ *rt.Endpoint[none]) error {
		close(entered)
		<-release
		x.After(func(*rt.Exec) error { <-releaseLate; late <- true; return nil })
		return x.Text(200, "done")
	})
	address, stop, ended := started(t, app, log, mux)
	answered := make(chan reply)
	go func() { answered <- call(t, "GET", address+"/slow", "") }()
	<-entered
	stop()
	awaitRecord(t, log, "shutting down")
	ready := httptest.NewRecorder()
	app.Handler(mux).ServeHTTP(ready, httptest.NewRequest("GET", "/readyz", nil))
	if ready.Code != http.StatusServiceUnavailable {
		t.Errorf("still ready: %d", ready.Code)
	}
	close(release)
	if r := <-answered; r.text != "done" {
		t.Errorf("got %d %q", r.StatusCode, r.text)
	}
	select {
	case err := <-ended:
		t.Fatalf("Serve did not wait: %v", err)
	case <-time.After(50 * time.Millisecond):
	}
	close(releaseLate)
	if err := <-ended; err != nil {
		t.Error(err)
	}
	select {
	case <-late:
	default:
		t.Error("shutdown did not wait for what goes on after the answer")
	}
	if _, err := http.Get(address); err == nil {
		t.Error("still listening")
	}
}

// TestDrainDelay takes new connections for a while after the process was asked to end, and says that it is not ready.
func TestDrainDelay(t *testing.T) {
	app, log := openApp(t, map[string]string{"LISTEN": "127.0.0.1:0", "DRAIN_DELAY": "500ms"})
	mux := http.NewServeMux()
	register(t, app, mux, rt.Entry{Method: "GET", Path: "/"}, func(x *rt.Exec, _ *rt.Endpoint[none]) error { return x.Empty(204) })
	address, stop, ended := started(t, app, log, mux)
	stop()
	awaitRecord(t, log, "shutting down")
	if r := call(t, "GET", address, ""); r.StatusCode != 204 {
		t.Errorf("a request meanwhile is answered %d", r.StatusCode)
	}
	if r := call(t, "GET", address+"/readyz", ""); r.StatusCode != http.StatusServiceUnavailable {
		t.Errorf("/readyz meanwhile answers %d", r.StatusCode)
	}
	if err := <-ended; err != nil {
		t.Error(err)
	}
	if _, err := http.Get(address); err == nil {
		t.Error("still listening")
	}
}

func TestTakenPort(t *testing.T) {
	taken, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer taken.Close()
	app, _ := openApp(t, map[string]string{"LISTEN": taken.Addr().String()})
	err = app.Serve(t.Context(), http.NewServeMux())
	if want := "LISTEN: " + taken.Addr().String() + " is taken by another process"; err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
}

func TestHeadersAreCapped(t *testing.T) {
	app, log := openApp(t, map[string]string{"LISTEN": "127.0.0.1:0"})
	mux := http.NewServeMux()
	register(t, app, mux, rt.Entry{Method: "GET", Path: "/"}, func(x *rt.Exec, _ *rt.Endpoint[none]) error { return x.Empty(204) })
	address, _, _ := started(t, app, log, mux)
	if r := call(t, "GET", address, "", "X-Long", strings.Repeat("a", 30<<10)); r.StatusCode != 204 {
		t.Errorf("30 KiB: status %d", r.StatusCode)
	}
	if r := call(t, "GET", address, "", "X-Long", strings.Repeat("a", 37<<10)); r.StatusCode != http.StatusRequestHeaderFieldsTooLarge {
		t.Errorf("37 KiB: status %d", r.StatusCode)
	}
}

func TestUnknownRoutesAreProblems(t *testing.T) {
	app, _ := openApp(t, nil)
	server := serve(t, app, rt.Entry{Method: "POST", Path: "/login/"}, func(x *rt.Exec, _ *rt.Endpoint[none]) error { return x.Empty(204) })
	for _, tt := range []struct {
		method, path  string
		status        int
		header, value string
	}{
		{"GET", "/none", 404, "Allow", ""},
		{"GET", "/login/", 405, "Allow", "POST"},
		{"DELETE", "/healthz", 405, "Allow", "GET, HEAD"},
	} {
		r := call(t, tt.method, server.URL+tt.path, "")
		if p := r.problem(t); p.Status != tt.status || r.Header.Get(tt.header) != tt.value {
			t.Errorf("%s %s: %d %v", tt.method, tt.path, p.Status, r.Header)
		}
	}
	if r := call(t, "POST", server.URL+"/login", ""); r.StatusCode/100 != 3 || r.Header.Get("Location") != "/login/" {
		t.Errorf("the mux's redirect is lost: %d %v", r.StatusCode, r.Header)
	}
}

func TestHealthAndReadiness(t *testing.T) {
	app, log := openApp(t, nil)
	var down error
	app.Ready("database", func(context.Context) error { return down })
	server := serve(t, app, rt.Entry{Method: "GET", Path: "/"}, func(x *rt.Exec, _ *rt.Endpoint[none]) error { return x.Empty(204) })
	for _, path := range []string{"/healthz", "/readyz"} {
		if r := call(t, "GET", server.URL+path, ""); r.StatusCode != 200 || r.text != `{"status":"ok"}` {
			t.Errorf("%s: %d %s", path, r.StatusCode, r.text)
		}
	}
	down = errors.New("dial db.internal: refused")
	r := call(t, "GET", server.URL+"/readyz", "")
	if p := r.problem(t); p.Status != 503 || p.Detail != "something that the service depends on is not reachable" || strings.Contains(r.text, "database") {
		t.Errorf("got %s", r.text)
	}
	if got := log.records(t, "not ready"); len(got) != 1 || got[0]["check"] != "database" {
		t.Errorf("the reason is not logged: %s", log)
	}
	if r := call(t, "GET", server.URL+"/healthz", ""); r.StatusCode != 200 {
		t.Errorf("a dependency that is down makes the process unhealthy: %d", r.StatusCode)
	}
}

// TestReadinessNobodyWaitsFor asks for /readyz and leaves: no check has failed.
func TestReadinessNobodyWaitsFor(t *testing.T) {
	app, log := openApp(t, nil)
	ctx, leave := context.WithCancel(t.Context())
	app.Ready("database", func(ctx context.Context) error {
		leave()
		<-ctx.Done()
		return ctx.Err()
	})
	w := httptest.NewRecorder()
	app.Handler(http.NewServeMux()).ServeHTTP(w, httptest.NewRequestWithContext(ctx, "GET", "/readyz", nil))
	if w.Code != 499 || len(log.records(t, "not ready")) > 0 {
		t.Errorf("answered %d: %s", w.Code, log)
	}
}

func TestCORS(t *testing.T) {
	app, _ := openApp(t, nil)
	mux := http.NewServeMux()
	ok := func(x *rt.Exec, _ *rt.Endpoint[none]) error { return x.Empty(204) }
	register(t, app, mux, rt.Entry{Method: "GET", Path: "/a/{id}", CORS: []string{"https://one.test"}}, ok)
	register(t, app, mux, rt.Entry{Method: "PUT", Path: "/a/{name}", CORS: []string{"*"}}, func(*rt.Exec, *rt.Endpoint[none]) error { return rt.Fail(409, "") })
	server := newServer(t, app, mux)
	for _, tt := range []struct {
		method, wanted, origin string
		status                 int
		allowed                string
	}{
		{"OPTIONS", "GET", "https://one.test", 204, "https://one.test"},
		{"OPTIONS", "GET", "https://two.test", 204, ""},
		{"OPTIONS", "HEAD", "https://one.test", 204, "https://one.test"},
		{"OPTIONS", "HEAD", "https://two.test", 204, ""},
		{"OPTIONS", "PUT", "https://two.test", 204, "*"},
		{"OPTIONS", "DELETE", "https://one.test", 204, ""},
		{"OPTIONS", "GET", "https://one.test.evil.test", 204, ""},
		{"GET", "", "https://one.test", 204, "https://one.test"},
		{"GET", "", "https://one.test.evil.test", 204, ""},
		{"GET", "", "https://one.tes", 204, ""},
		{"GET", "", "https://ONE.test", 204, ""},
		{"GET", "", "null", 204, ""},
		{"GET", "", "https://two.test", 204, ""},
		{"GET", "", "", 204, ""},
		{"PUT", "", "https://two.test", 409, "*"},
	} {
		headers := []string{"Origin", tt.origin}
		if tt.wanted != "" {
			headers = append(headers, "Access-Control-Request-Method", tt.wanted, "Access-Control-Request-Headers", "authorization")
		}
		r := call(t, tt.method, server+"/a/1", "", headers...)
		vary := "Origin"
		if tt.method == "OPTIONS" {
			vary = "Origin, Access-Control-Request-Method, Access-Control-Request-Headers"
		}
		if r.StatusCode != tt.status || r.Header.Get("Access-Control-Allow-Origin") != tt.allowed || strings.Join(r.Header["Vary"], ", ") != vary {
			t.Errorf("%+v: %d %v", tt, r.StatusCode, r.Header)
		}
		preflight := tt.method == "OPTIONS" && tt.allowed != ""
		if preflight != (r.Header.Get("Access-Control-Allow-Methods") == tt.wanted && r.Header.Get("Access-Control-Allow-Headers") == "authorization" &&
			r.Header.Get("Access-Control-Max-Age") == "600") {
			t.Errorf("%+v: %v", tt, r.Header)
		}
	}
}

type closer func() error

func (c closer) Close() error { return c() }

func TestResources(t *testing.T) {
	app, _ := openApp(t, nil)
	var events []string
	broken := errors.New("broken")
	open := func(name string, err error) func() (io.Closer, error) {
		return func() (io.Closer, error) {
			events = append(events, "open "+name)
			return closer(func() error { events = append(events, "close "+name); return err }), nil
		}
	}
	for _, r := range []struct {
		key string
		err error
	}{{"a", nil}, {"b", broken}, {"a", nil}} {
		if _, err := app.Resource(r.key, open(r.key, r.err)); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := app.Resource("c", func() (io.Closer, error) { return nil, broken }); !errors.Is(err, broken) {
		t.Errorf("got %v", err)
	}
	if err := app.Close(); !errors.Is(err, broken) {
		t.Errorf("Close: %v", err)
	}
	if got, want := strings.Join(events, ", "), "open a, open b, close b, close a"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

// Shutdown waits for as long as the longest execution may take, that of what handles failures and what goes on after the
// answer included.
func TestShutdownOutlastsHandlers(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		app, _ := openApp(t, nil)
		mux := http.NewServeMux()
		entry := rt.Entry{Method: "GET", Path: "/", Timeout: time.Minute, Handlers: 20 * time.Second}
		register(t, app, mux, entry, func(x *rt.Exec, _ *rt.Endpoint[none]) error {
			x.After(func(x *rt.Exec) error {
				for _, handler := range []string{"inner", "outer"} {
					x.Caught(handler, hang(x))
				}
				return hang(x)
			})
			return x.Empty(204)
		})
		inMemory(mux)
		began := time.Now()
		if err := app.Close(); err != nil || time.Since(began) != 80*time.Second {
			t.Errorf("closed in %v: %v", time.Since(began), err)
		}
	})
}

func TestShutdownGivesUp(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		app, _ := openApp(t, nil)
		forever := make(chan bool)
		mux := http.NewServeMux()
		register(t, app, mux, rt.Entry{Method: "GET", Path: "/"}, func(x *rt.Exec, _ *rt.Endpoint[none]) error {
			x.After(func(*rt.Exec) error { <-forever; return nil })
			return x.Empty(204)
		})
		inMemory(mux)
		if err := app.Close(); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("got %v", err)
		}
		close(forever)
	})
}

// TestCORSKeepsItsVary has a Response with a Vary of its own, in place of which a cache would give one origin's answer
// to another.
func TestCORSKeepsItsVary(t *testing.T) {
	app, _ := openApp(t, nil)
	server := serve(t, app, rt.Entry{Method: "GET", Path: "/", CORS: []string{"https://one.test"}}, func(x *rt.Exec, _ *rt.Endpoint[none]) error {
		x.SetHeader("Vary", "Accept-Language")
		return x.Empty(204)
	})
	if got := strings.Join(call(t, "GET", server.URL, "").Header["Vary"], ", "); got != "Origin, Accept-Language" {
		t.Errorf("Vary is %q", got)
	}
}

func TestMalformedListen(t *testing.T) {
	for _, address := range []string{"8080", "127.0.0.1:99999", "127.0.0.1:abc", "unix:/run/shop"} {
		app, _ := openApp(t, map[string]string{"LISTEN": address})
		var config *rt.ConfigError
		if err := app.Serve(t.Context(), nil); !errors.As(err, &config) || len(config.Problems) != 1 || config.Problems[0].Name != "LISTEN" {
			t.Errorf("%s: got %v, want one problem of LISTEN", address, err)
		}
	}
}
