package runtime_test

import (
	"bufio"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	rt "github.com/flowc-dev/flowc/runtime"
)

// dialed opens a connection to a server's address, as in http://127.0.0.1:8080.
func dialed(t *testing.T, address string) net.Conn {
	t.Helper()
	c, err := net.Dial("tcp", strings.TrimPrefix(address, "http://"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	if err := c.SetDeadline(time.Now().Add(30 * time.Second)); err != nil {
		t.Fatal(err)
	}
	return c
}

// received reads the answer to a request of a method.
func received(t *testing.T, from *bufio.Reader, method string) reply {
	t.Helper()
	res, err := http.ReadResponse(from, &http.Request{Method: method})
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

// raw sends bytes on a connection of their own and returns the answer.
func raw(t *testing.T, address, request string) reply {
	t.Helper()
	c := dialed(t, address)
	if _, err := io.WriteString(c, request); err != nil {
		t.Fatal(err)
	}
	return received(t, bufio.NewReader(c), "GET")
}

// What net/http answers itself is a problem too: no handler has seen these requests.
func TestRefusalsOfTheServerAreProblems(t *testing.T) {
	app, log := openApp(t, map[string]string{"LISTEN": "127.0.0.1:0"})
	mux := http.NewServeMux()
	register(t, app, mux, rt.Entry{Method: "POST", Path: "/"}, func(x *rt.Exec, _ *rt.Endpoint[none]) error { return x.Empty(204) })
	address, _, _ := started(t, app, log, mux)
	for _, tt := range []struct {
		name, request string
		status        int
	}{
		{"no HTTP", "hello\r\n\r\n", 400},
		{"no host", "GET / HTTP/1.1\r\n\r\n", 400},
		{"two hosts", "GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n", 400},
		{"bad host", "GET / HTTP/1.1\r\nHost: a b\r\n\r\n", 400},
		{"bad header name", "GET / HTTP/1.1\r\nHost: a\r\nX Y: 1\r\n\r\n", 400},
		{"line break in a header", "GET / HTTP/1.1\r\nHost: a\r\nX: 1\n 2\x00\r\n\r\n", 400},
		{"bad escape in the path", "GET /%zz HTTP/1.1\r\nHost: a\r\n\r\n", 400},
		{"negative length", "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: -1\r\n\r\n", 400},
		{"two lengths", "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n12", 400},
		{"unknown transfer coding", "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: br\r\n\r\n", 501},
		{"unknown expectation", "POST / HTTP/1.1\r\nHost: a\r\nExpect: tea\r\n\r\n", 417},
		{"unknown version", "GET / HTTP/3.0\r\nHost: a\r\n\r\n", 505},
		{"headers", "GET / HTTP/1.1\r\nHost: a\r\nX-S: " + strings.Repeat("s3cret", 8000) + "\r\n\r\n", 431},
	} {
		t.Run(tt.name, func(t *testing.T) {
			r := raw(t, address, tt.request)
			if p := r.problem(t); p.Status != tt.status || !r.Close || r.Header.Get("WWW-Authenticate") != "" {
				t.Errorf("got %d %v %s", r.StatusCode, r.Header, r.text)
			}
			if strings.Contains(r.text, "s3cret") {
				t.Error("the answer shows what was sent")
			}
		})
	}
	if got := log.records(t, "refused"); len(got) != 13 || got[0]["id"] == "" {
		t.Errorf("%d refusals are logged", len(got))
	}
}

// What a handler answers is its own, even where it looks like a refusal, and so is what comes after it on a connection.
func TestAnswersOfHandlersAreNotRefusals(t *testing.T) {
	app, log := openApp(t, map[string]string{"LISTEN": "127.0.0.1:0"})
	mux := http.NewServeMux()
	looksLike := "HTTP/1.1 400 Bad Request\r\nContent-Type: text/plain; charset=utf-8\r\nConnection: close\r\n\r\n400 Bad Request"
	register(t, app, mux, rt.Entry{Method: "GET", Path: "/own"}, func(x *rt.Exec, _ *rt.Endpoint[none]) error {
		return x.Text(404, looksLike+strings.Repeat("x", 1<<16))
	})
	address, _, _ := started(t, app, log, mux)
	c := dialed(t, address)
	from := bufio.NewReader(c)
	for range 3 {
		if _, err := io.WriteString(c, "GET /own HTTP/1.1\r\nHost: a\r\n\r\n"); err != nil {
			t.Fatal(err)
		}
		if r := received(t, from, "GET"); r.StatusCode != 404 || !strings.HasPrefix(r.text, looksLike) || len(r.text) != len(looksLike)+1<<16 {
			t.Fatalf("got %d with %d bytes", r.StatusCode, len(r.text))
		}
	}
	if _, err := io.WriteString(c, "GET /own HTTP/1.1\r\n\r\n"); err != nil {
		t.Fatal(err)
	}
	if p := received(t, from, "GET").problem(t); p.Status != 400 {
		t.Errorf("got %+v", p)
	}
}

// A HEAD request has no body in its answer on a socket either: what follows is the next answer.
func TestHeadHasNoBodyOnASocket(t *testing.T) {
	app, log := openApp(t, map[string]string{"LISTEN": "127.0.0.1:0"})
	mux := http.NewServeMux()
	register(t, app, mux, rt.Entry{Method: "GET", Path: "/ok"}, func(x *rt.Exec, _ *rt.Endpoint[none]) error { return x.Text(200, "body") })
	register(t, app, mux, rt.Entry{Method: "GET", Path: "/fails"}, func(*rt.Exec, *rt.Endpoint[none]) error { return rt.Fail(409, "no") })
	address, _, _ := started(t, app, log, mux)
	c := dialed(t, address)
	from := bufio.NewReader(c)
	for _, tt := range []struct {
		path   string
		status int
	}{{"/ok", 200}, {"/fails", 409}, {"/none", 404}, {"/healthz", 200}, {"/readyz", 200}} {
		if _, err := io.WriteString(c, "HEAD "+tt.path+" HTTP/1.1\r\nHost: a\r\n\r\n"); err != nil {
			t.Fatal(err)
		}
		if r := received(t, from, "HEAD"); r.StatusCode != tt.status {
			t.Fatalf("%s: got %d %v", tt.path, r.StatusCode, r.Header)
		}
	}
	if n := from.Buffered(); n > 0 {
		t.Errorf("%d bytes of a body", n)
	}
}

func TestPanicsOfOtherRoutes(t *testing.T) {
	app, log := openApp(t, map[string]string{"KEY": "s3cret-s3cret"})
	app.Setup().Secret("KEY")
	mux := http.NewServeMux()
	mux.HandleFunc("/early", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("X-Half", "done")
		panic("the key is s3cret-s3cret")
	})
	mux.HandleFunc("/late", func(w http.ResponseWriter, _ *http.Request) {
		w.(http.Flusher).Flush()
		panic("too late")
	})
	address := newServer(t, app, mux)
	r := call(t, "GET", address+"/early", "")
	if p := r.problem(t); p.Status != 500 || p.Detail != "" || r.Header.Get("X-Half") != "" {
		t.Errorf("got %s %v", r.text, r.Header)
	}
	if res, err := http.Get(address + "/late"); err == nil {
		_, err = io.ReadAll(res.Body)
		res.Body.Close()
		if err == nil {
			t.Error("half an answer looks like a whole one")
		}
	}
	failed := log.records(t, "failed")
	if len(failed) != 2 || failed[0]["error"] != "panic: the key is ••••" || failed[0]["stack"] == "" || failed[0]["path"] != "/early" {
		t.Errorf("logged as %v", failed)
	}
}

// A route of the project's own may speak another protocol on its connection.
func TestOtherRoutesMayHijack(t *testing.T) {
	app, log := openApp(t, map[string]string{"LISTEN": "127.0.0.1:0"})
	mux := http.NewServeMux()
	mux.HandleFunc("/own", func(w http.ResponseWriter, _ *http.Request) {
		c, _, err := w.(http.Hijacker).Hijack()
		if err != nil {
			t.Error(err)
			return
		}
		defer c.Close()
		_, _ = io.WriteString(c, "HTTP/1.1 404 mine\r\nContent-Length: 2\r\n\r\nok")
	})
	address, _, _ := started(t, app, log, mux)
	if r := raw(t, address, "GET /own HTTP/1.1\r\nHost: a\r\n\r\n"); r.Status != "404 mine" || r.text != "ok" {
		t.Errorf("got %s %q", r.Status, r.text)
	}
}
