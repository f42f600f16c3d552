package runtime_test

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	rt "github.com/flowc-dev/flowc/runtime"
)

func TestExecutionsAreCapped(t *testing.T) {
	for name, opts := range map[string][]rt.Option{
		"option":      {rt.WithLimits(rt.Limits{MaxExecutions: 2}), rt.WithEnv(map[string]string{"MAX_EXECUTIONS": "9"})},
		"environment": {rt.WithEnv(map[string]string{"MAX_EXECUTIONS": "2"})},
	} {
		t.Run(name, func(t *testing.T) {
			app, _ := openApp(t, nil, opts...)
			entered, release := make(chan bool), make(chan bool)
			server := serve(t, app, rt.Entry{Method: "GET", Path: "/{how}", CORS: []string{"*"}}, func(x *rt.Exec, _ *rt.Endpoint[none]) error {
				if x.Path() == "/after" { // goes on after its answer, and counts until then
					x.After(func(*rt.Exec) error { entered <- true; <-release; return nil })
					return x.Empty(202)
				}
				entered <- true
				<-release
				return x.Empty(204)
			})
			statuses := make(chan int, 2)
			for _, how := range []string{"/now", "/after"} {
				go func() { statuses <- call(t, "GET", server.URL+how, "").StatusCode }()
				<-entered
			}
			for range 3 { // who is turned away takes no place
				call(t, "GET", server.URL+"/now", "")
			}
			r := call(t, "GET", server.URL+"/now", "", "Origin", "https://a.test")
			if p := r.problem(t); p.Status != 503 || r.Header.Get("Retry-After") != "1" || r.Header.Get("Access-Control-Allow-Origin") != "*" {
				t.Errorf("got %s %v", r.text, r.Header)
			}
			if r := call(t, "GET", server.URL+"/healthz", ""); r.StatusCode != 200 {
				t.Errorf("a server at its limit is not healthy: %d", r.StatusCode)
			}
			close(release)
			if a, b := <-statuses, <-statuses; a+b != 204+202 {
				t.Errorf("got %d and %d", a, b)
			}
			if err := app.Close(); err != nil {
				t.Fatal(err)
			}
			go func() { <-entered }()
			if r := call(t, "GET", server.URL+"/now", ""); r.StatusCode != 204 {
				t.Errorf("the places are not given back: %d", r.StatusCode)
			}
		})
	}
}

func TestPlacesAreGivenBackWhateverHappens(t *testing.T) {
	app, _ := openApp(t, nil, rt.WithLimits(rt.Limits{MaxExecutions: 1, MaxBodies: 100}))
	server := serve(t, app, rt.Entry{Method: "POST", Path: "/{how}", MaxBody: 60}, func(x *rt.Exec, e *rt.Endpoint[formIn]) error {
		if _, err := e.Decode(x); err != nil {
			return err
		}
		if x.Path() == "/panic" {
			panic("bug")
		}
		return x.Empty(204)
	})
	for _, path := range []string{"/panic", "/", "/bad", "/large"} {
		body := map[string]string{"/panic": `{"name":"a","any":1}`, "/large": strings.Repeat("x", 70)}[path]
		for range 5 {
			call(t, "POST", server.URL+path, body, "Content-Type", "application/json")
		}
	}
	if r := call(t, "POST", server.URL+"/ok", `{"name":"a","any":1}`, "Content-Type", "application/json"); r.StatusCode != 204 {
		t.Errorf("got %d %s", r.StatusCode, r.text)
	}
}

// serveHolding serves an entry point that reads its body. At /hold an execution says that it has entered, and stays until release is
// closed.
func serveHolding(t *testing.T, app *rt.App, entry rt.Entry) (server *httptest.Server, entered, release chan bool) {
	t.Helper()
	entered, release = make(chan bool), make(chan bool)
	server = serve(t, app, entry, func(x *rt.Exec, e *rt.Endpoint[formIn]) error {
		if _, err := e.Decode(x); err != nil {
			return err
		}
		if x.Path() == "/hold" {
			entered <- true
			<-release
		}
		return x.Empty(204)
	})
	return server, entered, release
}

// An execution that has its body counts, once, and one whose body is refused no more than others that are over.
func TestPlacesOfWhoSendsABody(t *testing.T) {
	app, _ := openApp(t, nil, rt.WithLimits(rt.Limits{MaxExecutions: 1}))
	server, entered, release := serveHolding(t, app, rt.Entry{Method: "POST", Path: "/{how}", MaxBody: 60})
	send := func(path string, length int) int {
		body := `{"name":"a","any":1}`
		unannounced := io.MultiReader(strings.NewReader(body), strings.NewReader(strings.Repeat(" ", length-len(body))))
		answer, err := http.Post(server.URL+path, "application/json", unannounced)
		if err != nil {
			t.Error(err)
			return 0
		}
		answer.Body.Close()
		return answer.StatusCode
	}
	for length, want := range map[int]int{60: 204, 61: 413, 62: 413, 90: 413} {
		if status := send("/now", length); status != want {
			t.Errorf("%d bytes are answered %d, want %d", length, status, want)
		}
	}
	held := make(chan int)
	go func() { held <- send("/hold", 30) }()
	<-entered
	if status := send("/now", 30); status != 503 {
		t.Errorf("beside one that runs: %d, want 503", status)
	}
	close(release)
	if status := <-held; status != 204 {
		t.Errorf("the one that runs: %d", status)
	}
}

func TestMalformedLimits(t *testing.T) {
	for _, text := range []string{"many", "0", "-1", "1.5"} {
		app, _ := openApp(t, map[string]string{"MAX_EXECUTIONS": text, "HEALTH_LISTEN": "nowhere"})
		var config *rt.ConfigError
		if err := app.Serve(t.Context(), http.NewServeMux()); !errors.As(err, &config) || len(config.Problems) != 2 ||
			config.Problems[0].Name != "HEALTH_LISTEN" || config.Problems[1].Name != "MAX_EXECUTIONS" {
			t.Errorf("%s: got %v", text, err)
		}
	}
}

// Bodies count by what has arrived of them, for as long as an execution may hold it.
func TestMemoryOfBodiesIsCapped(t *testing.T) {
	app, _ := openApp(t, nil, rt.WithLimits(rt.Limits{MaxBodies: 5000}))
	server, entered, release := serveHolding(t, app, rt.Entry{Method: "POST", Path: "/{how}"})
	send := func(path string, length int) reply {
		return call(t, "POST", server.URL+path, `{"any":1,"name":"`+strings.Repeat("a", length)+`"}`, "Content-Type", "application/json")
	}
	held := make(chan reply)
	go func() { held <- send("/hold", 3000) }()
	<-entered
	if r := send("/now", 3000); r.problem(t).Status != 503 || r.Header.Get("Retry-After") != "1" {
		t.Errorf("got %d %v", r.StatusCode, r.Header)
	}
	if r := send("/now", 1000); r.StatusCode != 204 {
		t.Errorf("a small body: %d", r.StatusCode)
	}
	close(release)
	if r := <-held; r.StatusCode != 204 {
		t.Errorf("the first: %d", r.StatusCode)
	}
	if r := send("/now", 3000); r.StatusCode != 204 {
		t.Errorf("afterwards: %d", r.StatusCode)
	}
}

// cutOff waits until the server has closed a connection and returns what it has sent before.
func cutOff(t *testing.T, c net.Conn) string {
	t.Helper()
	text, err := io.ReadAll(c) // has the deadline of dialed
	var timeout net.Error
	if errors.As(err, &timeout) && timeout.Timeout() {
		t.Fatal("the connection stays open")
	}
	return string(text)
}

func TestSlowCallersAreCutOff(t *testing.T) {
	app, log := openApp(t, map[string]string{"LISTEN": "127.0.0.1:0"}, rt.WithLimits(rt.Limits{
		ReadHeader: 500 * time.Millisecond, Idle: 100 * time.Millisecond, Write: 300 * time.Millisecond,
	}))
	mux := http.NewServeMux()
	register(t, app, mux, rt.Entry{Method: "POST", Path: "/body", Timeout: 100 * time.Millisecond}, func(x *rt.Exec, e *rt.Endpoint[formIn]) error {
		_, err := e.Decode(x)
		return err
	})
	register(t, app, mux, rt.Entry{Method: "GET", Path: "/large"}, func(x *rt.Exec, _ *rt.Endpoint[none]) error {
		return x.Text(200, strings.Repeat("x", 64<<20))
	})
	address, _, _ := started(t, app, log, mux)
	for _, tt := range []struct{ name, send, want string }{
		{"headers", "GET /large HTTP/1.1\r\nHost: a\r\n", ""},
		{"idle", "GET /none HTTP/1.1\r\nHost: a\r\n\r\n", "404"},
		{"body", "POST /body HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{", "408"},
		{"nothing", "", ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			c := dialed(t, address)
			if _, err := io.WriteString(c, tt.send); err != nil {
				t.Fatal(err)
			}
			if got := cutOff(t, c); !strings.Contains(got, tt.want) || tt.want == "" && got != "" {
				t.Errorf("got %q", got)
			}
		})
	}
	t.Run("answer", func(t *testing.T) {
		c := dialed(t, address)
		if _, err := io.WriteString(c, "GET /large HTTP/1.1\r\nHost: a\r\n\r\n"); err != nil {
			t.Fatal(err)
		}
		awaitExecution(t, log, "/large") // which ends although nobody reads its answer
	})
}

// awaitExecution waits for the record of an execution.
func awaitExecution(t *testing.T, log *logBuffer, path string) {
	t.Helper()
	deadline := time.After(10 * time.Second)
	for {
		for _, record := range log.records(t, "execution") {
			if record["path"] == path {
				return
			}
		}
		select {
		case <-deadline:
			t.Fatalf("no execution of %s ends", path)
		case <-time.After(time.Millisecond):
		}
	}
}

// slowly keeps n connections busy with a beginning of a request, until the test ends, and says how many still are.
func slowly(t *testing.T, address string, n int, beginning string) (alive *atomic.Int64) {
	t.Helper()
	alive = &atomic.Int64{}
	var dialling sync.WaitGroup
	for i := range n {
		dialling.Go(func() {
			c, err := net.Dial("tcp", strings.TrimPrefix(address, "http://"))
			if err != nil {
				t.Errorf("connection %d: %v", i, err)
				return
			}
			t.Cleanup(func() { c.Close() })
			if _, err := io.WriteString(c, beginning); err != nil {
				t.Error(err)
			}
			alive.Add(1)
			go func() {
				_, _ = bufio.NewReader(c).ReadByte() // until it is closed
				alive.Add(-1)
			}()
		})
	}
	dialling.Wait()
	return alive
}

// 2,000 callers who send their headers, or their bodies, as slowly as they may, do not slow down another one.
func TestSlowCallersStopNobody(t *testing.T) {
	needFiles(t, 5000)
	app, log := openApp(t, map[string]string{"LISTEN": "127.0.0.1:0", "MAX_EXECUTIONS": "10"},
		rt.WithLimits(rt.Limits{ReadHeader: time.Minute}))
	mux := http.NewServeMux()
	register(t, app, mux, rt.Entry{Method: "POST", Path: "/"}, func(x *rt.Exec, e *rt.Endpoint[formIn]) error {
		in, err := e.Decode(x)
		if err != nil {
			return err
		}
		return x.JSON(200, in.Name)
	})
	address, _, _ := started(t, app, log, mux)
	headers := slowly(t, address, 1000, "POST / HTTP/1.1\r\nHost: a\r\nX-Slow: ")
	bodies := slowly(t, address, 1000, "POST / HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 1000000\r\n\r\n{\"name\":\"")
	client := &http.Client{Transport: &http.Transport{DisableKeepAlives: true}}
	best := time.Hour // a busy machine may be slow by itself; a server that is stopped is slow each time
	for range 20 {
		began := time.Now()
		res, err := client.Post(address, "application/json", strings.NewReader(`{"name":"a","any":1}`))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := io.Copy(io.Discard, res.Body); err != nil || res.StatusCode != 200 {
			t.Fatalf("status %d, %v", res.StatusCode, err)
		}
		res.Body.Close()
		best = min(best, time.Since(began))
	}
	if best > 100*time.Millisecond {
		t.Errorf("a normal request takes %v", best)
	}
	if headers.Load() != 1000 || bodies.Load() != 1000 {
		t.Errorf("only %d and %d slow connections are left: it is no proof", headers.Load(), bodies.Load())
	}
}

// A body that no handler reads does not keep its connection for ever.
func TestUnreadBodyIsCutOff(t *testing.T) {
	t.Parallel() // takes as long as the grace
	app, log := openApp(t, map[string]string{"LISTEN": "127.0.0.1:0"})
	address, _, _ := started(t, app, log, http.NewServeMux())
	c := dialed(t, address)
	if _, err := io.WriteString(c, "POST /none HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\n{"); err != nil {
		t.Fatal(err)
	}
	if got := cutOff(t, c); !strings.Contains(got, "404") {
		t.Errorf("got %q", got)
	}
}

func TestHealthHasItsOwnAddress(t *testing.T) {
	for name, env := range map[string]map[string]string{"environment": {"HEALTH_LISTEN": "127.0.0.1:0"}, "option": {}} {
		t.Run(name, func(t *testing.T) {
			env["LISTEN"] = "127.0.0.1:0"
			var opts []rt.Option
			if name == "option" {
				opts = append(opts, rt.WithHealthListen("127.0.0.1:0"))
			}
			app, log := openApp(t, env, opts...)
			mux := http.NewServeMux()
			entered, release := make(chan bool), make(chan bool)
			register(t, app, mux, rt.Entry{Method: "GET", Path: "/{any...}"}, func(x *rt.Exec, _ *rt.Endpoint[none]) error {
				entered <- true
				<-release
				return x.Empty(204)
			})
			address, stop, ended := started(t, app, log, mux)
			health := awaitRecord(t, log, "health")["address"].(string)
			for _, path := range []string{"/healthz", "/readyz"} {
				if r := call(t, "GET", health+path, ""); r.StatusCode != 200 {
					t.Errorf("%s: %d %s", path, r.StatusCode, r.text)
				}
				if r := call(t, "GET", address+path, ""); r.problem(t).Status != 404 {
					t.Errorf("%s is public: %d", path, r.StatusCode)
				}
			}
			if r := call(t, "GET", health+"/", ""); r.problem(t).Status != 404 {
				t.Errorf("the routes are on the address of health: %d", r.StatusCode)
			}
			go func() { _, _ = http.Get(address) }()
			<-entered
			stop()
			awaitRecord(t, log, "shutting down")
			if r := call(t, "GET", health+"/readyz", ""); r.problem(t).Status != 503 {
				t.Errorf("still ready: %d", r.StatusCode)
			}
			if r := call(t, "GET", health+"/healthz", ""); r.StatusCode != 200 {
				t.Errorf("not healthy while requests finish: %d", r.StatusCode)
			}
			close(release)
			if err := <-ended; err != nil {
				t.Error(err)
			}
		})
	}
}

func TestReadyCheckThatPanics(t *testing.T) {
	app, log := openApp(t, nil)
	app.Ready("store", nil)
	w := httptest.NewRecorder()
	app.Handler(http.NewServeMux()).ServeHTTP(w, httptest.NewRequest("GET", "/readyz", nil))
	if w.Code != 503 || w.Header().Get("Cache-Control") != "no-store" || len(log.records(t, "not ready")) != 1 {
		t.Errorf("got %d, log: %s", w.Code, log)
	}
}

func TestRetryAfterIsWholeSeconds(t *testing.T) {
	app, _ := openApp(t, nil)
	server := serve(t, app, rt.Entry{Method: "GET", Path: "/"}, func(*rt.Exec, *rt.Endpoint[none]) error {
		return fmt.Errorf("node: %w", &rt.Error{Status: 429, RetryAfter: 1200 * time.Millisecond})
	})
	if r := call(t, "GET", server.URL, ""); r.StatusCode != 429 || r.Header.Get("Retry-After") != "2" {
		t.Errorf("got %d %v", r.StatusCode, r.Header)
	}
	limited := serve(t, app, rt.Entry{Method: "GET", Path: "/limited"}, func(x *rt.Exec, _ *rt.Endpoint[none]) error {
		x.RetryAfter(1200 * time.Millisecond) // as a Rate limit does, whatever Response then answers
		return x.Empty(http.StatusTooManyRequests)
	})
	if r := call(t, "GET", limited.URL+"/limited", ""); r.StatusCode != 429 || r.Header.Get("Retry-After") != "2" {
		t.Errorf("of a rate limit: got %d %v", r.StatusCode, r.Header)
	}
}
