// Package callers_test sends what places such as headers, URLs and numbers can't hold, and wants a 400 that names the
// field where the caller has sent it, and a 500 without a detail where it was stored.
package callers_test

import (
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"github.com/flowc-dev/flowc/golden/callers/flows"
	rt "github.com/flowc-dev/flowc/runtime"
)

// smallest is the int that -1 can't divide.
const smallest = "-9223372036854775808"

func TestWhoIsAtFault(t *testing.T) {
	server := start(t)
	for _, tt := range []struct {
		path   string // and a query, its values not escaped
		status int
		errors string // of the problem: the field and what is said of it
	}{
		{"/header?text=fine", 204, ""},
		{"/header?text=a\r\nSet-Cookie: b=c", 400, "text a header can't hold its line breaks or other control characters"},
		{"/header?text=a\x00b", 400, "text a header can't hold its line breaks or other control characters"},
		{"/stored", 500, ""},
		{"/mixed?text=fine", 500, ""},
		{"/mixed?text=a\nb", 400, "text a header can't hold its line breaks or other control characters"},
		{"/redirect?to=lamp", 302, ""},
		{"/redirect?to=a\nb", 400, "to a header can't hold its line breaks or other control characters"},
		{"/cookie?text=fine", 204, ""},
		{"/cookie?text=a;b", 400, "text a cookie can't hold its control characters, quotes, semicolons, backslashes or letters outside of ASCII"},
		{"/cookieHeader?text=fine", 204, ""},
		{"/cookieHeader?text=a; Domain=example.com", 400, "text a cookie can't hold its control characters, quotes, semicolons, backslashes or letters outside of ASCII"},
		{"/cookieStored", 500, ""},
		{"/call?text=a\nb", 400, "text a header can't hold its line breaks or other control characters"},
		{"/host?name=a/b", 400, "name a part of a URL's host has a character that hosts can't hold"},
		{"/host?name=", 400, "name a part of a URL's host is empty, or a dot or two"},
		{"/host?name=127.0.0.1", 400, "name the host is at an address that only this machine or its network can reach"},
		{"/target?url=http://169.254.169.254/latest", 400, "url the host is at an address that only this machine or its network can reach"},
		{"/target?url=ftp://example.com", 400, "url the URL must begin with http:// or https://"},
		{"/target?url=https:///path", 400, "url the URL has no host"},
		{"/number?text=12", 200, ""},
		{"/number?text=x", 400, "text the text is not an int of 64 bits"},
		{"/divide?a=1&b=0", 400, "b division by zero"},
		{"/divide?a=" + smallest + "&b=-1", 400, "b int overflow"},
		{"/share?a=1", 500, ""},
		{"/product?a=1e308&b=10", 400, "a float overflow"},
		{"/product?a=1e307&b=10", 200, ""},
		{"/quotient?a=1&b=0", 400, "b division by zero"},
		{"/quotient?a=1e308&b=1e-10", 400, "b float overflow"},
		{"/later?text=2026-01-02T03:04:05Z", 200, ""},
		{"/later?text=9999-01-02T03:04:05Z", 400, "text the time is not between the years 0 and 9999"},
		{"/later?text=9999-12-31T23:59:59-01:00", 400, "text the text is not a time (RFC 3339)"},
		{`/json?text={"age": 3}`, 200, ""},
		{`/json?text={"age": "x"}`, 400, ""},
		{"/jsonStored", 500, ""},
		{"/item?index=1", 200, ""},
		{"/item?index=2", 400, "index index 2 of a list of 2 elements"},
		{"/item?index=-1", 400, "index index -1 of a list of 2 elements"},
		{"/named/set?text=3", 200, ""},
		{"/named/set?text=x", 400, "text the text is not an int of 64 bits"},
		{"/named/entry?text=3", 200, ""},
		{"/named/entry?text=x", 400, "text the text is not an int of 64 bits"},
		{"/named/header?text=fine", 204, ""},
		{"/named/header?text=a\nb", 400, "text a header can't hold its line breaks or other control characters"},
		{"/named/json?text={}", 200, ""},
		{"/named/json?text={", 400, "text the text is not valid JSON, at byte 1"},
		{`/named/json?text={"a":1,"a":2}`, 400, "text the text has a key twice, at byte 7"},
		{"/named/echo?text=fine", 204, ""},
		{"/named/echo?text=a\nb", 400, "text a header can't hold its line breaks or other control characters"},
		{"/named/kept?text=x", 500, ""},
		{"/named/host?text=http://127.0.0.1/", 400, "text the host is at an address that only this machine or its network can reach"},
		{"/named/host?text=ftp://example.com/", 400, "text the URL must begin with http:// or https://"},
		{"/named/keptHost?text=http://127.0.0.1/", 500, ""},
		{"/named/keptHost?text=ftp://example.com/", 500, ""},
		{"/named/calledHost", 500, ""},
		{"/named/called?text=3", 200, ""},
		{"/named/called?text=x", 400, "text the text is not an int of 64 bits"},
	} {
		p := server.get(t, tt.path)
		if p.status != tt.status || tt.errors != "" && p.wrong() != tt.errors {
			t.Errorf("%q: answered %d %q, want %d %q", tt.path, p.status, p.wrong(), tt.status, tt.errors)
		}
		if p.status == 500 && (p.Detail != "" || p.Errors != nil) {
			t.Errorf("%q: the problem says more than that there is one: %+v", tt.path, p)
		}
	}
}

// What was not declared is read as it comes: text that is not UTF-8 must reach neither an answer nor a database as such.
func TestTextThatIsNotUTF8(t *testing.T) {
	server := start(t)
	r := httptest.NewRequest(http.MethodGet, "/echo?q=a%FFb", nil)
	r.Header.Set("X-Note", "\xe9")
	r.Header.Set("Cookie", "note=a")
	w := httptest.NewRecorder()
	server.handler.ServeHTTP(w, r)
	var got struct{ Query, Header, Path string }
	if err := json.Unmarshal(w.Body.Bytes(), &got); err != nil || w.Code != http.StatusOK || got.Query != "a\uFFFDb" || got.Header != "\uFFFD" || got.Path != "/echo" {
		t.Errorf("answered %d %s (%v)", w.Code, w.Body, err)
	}
}

// server is the workflows of flows.
type server struct{ handler http.Handler }

func start(t *testing.T) server {
	t.Helper()
	env := map[string]string{"FLOWC_ENV": "preview", "JWT_SECRET": secret, "GATE_KEY": gateKey}
	app, err := rt.Open(rt.WithEnv(env), rt.WithDir(t.TempDir()), rt.WithLogWriter(io.Discard))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := app.Close(); err != nil {
			t.Error(err)
		}
	})
	f, err := flows.New(app)
	if err != nil {
		t.Fatal(err)
	}
	mux := http.NewServeMux()
	f.Register(mux)
	return server{app.Handler(mux)}
}

// problem is what a caller is told.
type problem struct {
	status int
	Detail string
	Errors map[string]string
}

// wrong is the first field that is wrong, with what is said of it.
func (p problem) wrong() string {
	for field, what := range p.Errors {
		return field + " " + what
	}
	return ""
}

// get sends a request whose query is given without escapes.
func (s server) get(t *testing.T, path string) problem {
	t.Helper()
	path, query, _ := strings.Cut(path, "?")
	values := url.Values{}
	for pair := range strings.SplitSeq(query, "&") {
		if name, value, ok := strings.Cut(pair, "="); ok {
			values.Set(name, value)
		}
	}
	w := httptest.NewRecorder()
	s.handler.ServeHTTP(w, httptest.NewRequest(http.MethodGet, path+"?"+values.Encode(), nil))
	p := problem{status: w.Code}
	if w.Header().Get("Content-Type") == "application/problem+json" {
		if err := json.Unmarshal(w.Body.Bytes(), &p); err != nil {
			t.Fatalf("%s: %v", w.Body, err)
		}
	}
	return p
}
