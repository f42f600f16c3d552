package runtime_test

import (
	"bufio"
	"io"
	"net/http"
	"strings"
	"testing"

	rt "github.com/flowc-dev/flowc/runtime"
)

// Where a proxy may have seen another end of the body, what follows that body is not taken for the next request.
func TestNoRequestIsSmuggled(t *testing.T) {
	app, log := openApp(t, map[string]string{"LISTEN": "127.0.0.1:0"})
	mux := http.NewServeMux()
	register(t, app, mux, rt.Entry{Method: "POST", Path: "/{$}"}, func(x *rt.Exec, e *rt.Endpoint[formIn]) error {
		if _, err := e.Decode(x); err != nil {
			return err
		}
		return x.Text(200, "read")
	})
	register(t, app, mux, rt.Entry{Method: "GET", Path: "/smuggled"}, func(x *rt.Exec, _ *rt.Endpoint[none]) error { return x.Empty(204) })
	mux.HandleFunc("POST /other", func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(200) })
	address, _, _ := started(t, app, log, mux)
	const (
		chunks = "15\r\n{\"name\":\"a\",\"any\":12}\r\n0\r\n\r\n"
		next   = "GET /smuggled HTTP/1.1\r\nHost: a\r\n\r\n"
	)
	for _, tt := range []struct {
		name, request string
		status        int
	}{
		{"both lengths", "POST / HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 70\r\nTransfer-Encoding: chunked\r\n\r\n" + chunks, 200},
		{"both, the other way round", "POST / HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\nContent-Length: 5\r\n\r\n" + chunks, 200},
		{"refused", "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 70\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", 400},
		{"unknown route", "POST /none HTTP/1.1\r\nHost: a\r\nContent-Length: 70\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", 404},
		{"route of the project's own", "POST /other HTTP/1.1\r\nHost: a\r\nContent-Length: 70\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", 200},
		{"health", "GET /healthz HTTP/1.1\r\nHost: a\r\nContent-Length: 70\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", 200},
		{"HTTP/1.0", "POST / HTTP/1.0\r\nHost: a\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n" + chunks, 400},
		{"two codings", "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n\r\n" + chunks, 501},
		{"another protocol", "PRI * HTTP/2.0\r\n\r\n", 400},
		{"coding behind a space", "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding : chunked\r\n\r\n" + chunks, 400},
		{"two lengths", "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nContent-Length: 70\r\n\r\n" + chunks, 400},
		{"signed length", "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: +5\r\n\r\n" + chunks, 400},
		{"line break in an extension", "POST / HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n1;a\n{\r\n0\r\n\r\n", 400},
	} {
		t.Run(tt.name, func(t *testing.T) {
			c := dialed(t, address)
			if _, err := io.WriteString(c, tt.request+next); err != nil {
				t.Fatal(err)
			}
			from := bufio.NewReader(c)
			if r := received(t, from, "POST"); r.StatusCode != tt.status {
				t.Errorf("got %d %v %s", r.StatusCode, r.Header, r.text)
			}
			if rest, _ := io.ReadAll(from); len(rest) > 0 {
				t.Errorf("a second answer: %s", rest)
			}
		})
	}
	for _, record := range log.records(t, "execution") {
		if record["path"] == "/smuggled" {
			t.Error("the workflow of the second request ran")
		}
	}
}

// Whom a header names as the caller, and as the method or the host, is what the caller wrote: nothing but a proxy's word
// would make it more, and this server has not been told of one.
func TestHeadersOfProxiesAreNotBelieved(t *testing.T) {
	app, _ := openApp(t, nil)
	server := serve(t, app, rt.Entry{Method: "GET", Path: "/{path}"}, func(x *rt.Exec, _ *rt.Endpoint[none]) error {
		return x.Text(200, strings.Join([]string{x.IP(), x.Method(), x.Path()}, " "))
	})
	var headers []string
	for _, name := range []string{"X-Forwarded-For", "X-Real-IP", "True-Client-IP", "CF-Connecting-IP", "X-Client-IP"} {
		headers = append(headers, name, "203.0.113.9")
	}
	headers = append(headers, "Forwarded", "for=203.0.113.9;host=evil.example", "X-HTTP-Method-Override", "DELETE",
		"X-Original-URL", "/admin", "X-Rewrite-URL", "/admin", "X-Forwarded-Host", "evil.example")
	if r := call(t, "GET", server.URL+"/a", "", headers...); r.text != "127.0.0.1 GET /a" {
		t.Errorf("got %s", r.text)
	}
	if r := call(t, "POST", server.URL+"/a", "", "X-HTTP-Method-Override", "GET", "X-Method-Override", "GET"); r.StatusCode == 200 {
		t.Errorf("another method: %d %s", r.StatusCode, r.text)
	}
}
