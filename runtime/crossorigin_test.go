package runtime_test

import (
	"net/http"
	"strings"
	"testing"

	rt "github.com/flowc-dev/flowc/runtime"
)

// TestCrossOrigin sends over a socket what browsers send: what a page of another origin has them send is refused where a cookie
// says who calls. Browsers before Sec-Fetch-Site send an Origin; older ones, and programs, send neither.
func TestCrossOrigin(t *testing.T) {
	app, log := openApp(t, map[string]string{"PUBLIC_URL": "https://shop.test/base"})
	ran := 0
	handle := func(x *rt.Exec, _ *rt.Endpoint[none]) error { ran++; return x.Empty(http.StatusNoContent) }
	mux := http.NewServeMux()
	register(t, app, mux, rt.Entry{Workflow: "w", Node: "in", Method: "POST", Path: "/kept", CORS: []string{"https://app.test"}, CrossOriginProtection: true}, handle)
	register(t, app, mux, rt.Entry{Workflow: "w", Node: "in", Method: "DELETE", Path: "/any", CORS: []string{"*"}, CrossOriginProtection: true}, handle)
	register(t, app, mux, rt.Entry{Workflow: "w", Node: "in", Method: "GET", Path: "/kept", CrossOriginProtection: true}, handle)
	register(t, app, mux, rt.Entry{Workflow: "w", Node: "in", Method: "POST", Path: "/open"}, handle)
	server := newServer(t, app, mux)
	for _, tt := range []struct {
		name, route string
		headers     []string
		status      int
	}{
		{"a page of this origin", "POST /kept", []string{"Sec-Fetch-Site", "same-origin", "Origin", server}, 204},
		{"the caller himself", "POST /kept", []string{"Sec-Fetch-Site", "none"}, 204},
		{"a page of another site", "POST /kept", []string{"Sec-Fetch-Site", "cross-site", "Origin", "https://evil.test"}, 403},
		{"a page of another origin of this site", "POST /kept", []string{"Sec-Fetch-Site", "same-site", "Origin", "https://blog.shop.test"}, 403},
		{"a form in a sandbox", "POST /kept", []string{"Sec-Fetch-Site", "cross-site", "Origin", "null"}, 403},
		{"a page without an Origin", "POST /kept", []string{"Sec-Fetch-Site", "cross-site"}, 403},
		{"a page of an origin that is listed", "POST /kept", []string{"Sec-Fetch-Site", "cross-site", "Origin", "https://app.test"}, 204},
		{"a page of PUBLIC_URL, behind a proxy", "POST /kept", []string{"Sec-Fetch-Site", "same-site", "Origin", "https://shop.test"}, 204},
		{"a page whose origin begins as a listed one", "POST /kept", []string{"Sec-Fetch-Site", "cross-site", "Origin", "https://app.test.evil.test"}, 403},
		{"an old browser, another site", "POST /kept", []string{"Origin", "https://evil.test"}, 403},
		{"an old browser, this origin", "POST /kept", []string{"Origin", server}, 204},
		{"an old browser, an origin that is listed", "POST /kept", []string{"Origin", "https://app.test"}, 204},
		{"an old browser, a form in a sandbox", "POST /kept", []string{"Origin", "null"}, 403},
		{"a program, or a browser that is older", "POST /kept", nil, 204},
		{"a list that is for all says nothing of cookies", "DELETE /any", []string{"Sec-Fetch-Site", "cross-site", "Origin", "https://evil.test"}, 403},
		{"a link on another site", "GET /kept", []string{"Sec-Fetch-Site", "cross-site"}, 204},
		{"where no cookie says who calls", "POST /open", []string{"Sec-Fetch-Site", "cross-site", "Origin", "https://evil.test"}, 204},
	} {
		t.Run(tt.name, func(t *testing.T) {
			before := ran
			method, path, _ := strings.Cut(tt.route, " ")
			r := call(t, method, server+path, "", append([]string{"Cookie", "sid=abc"}, tt.headers...)...)
			if r.StatusCode != tt.status || ran-before != map[int]int{204: 1, 403: 0}[tt.status] {
				t.Errorf("status %d, the workflow ran %d times; want %d", r.StatusCode, ran-before, tt.status)
			}
			if tt.status == 403 && r.Header.Get("Content-Type") != "application/problem+json" {
				t.Errorf("the answer is %q", r.Header.Get("Content-Type"))
			}
		})
	}
	for _, record := range log.records(t, "failed") {
		if record["level"] != "INFO" {
			t.Errorf("a refusal is logged as %v", record)
		}
	}
}

// TestMalformedOrigins wants what no browser sends as an Origin to be told when the service starts.
func TestMalformedOrigins(t *testing.T) {
	for value, want := range map[string]string{
		"https://app.test":                      "https://app.test",
		"https://app.test, http://localhost:80": "https://app.test|http://localhost:80",
		"*":                                     "*",
		"https://app.test/":                     "",
		"app.test":                              "",
		"https://App.test":                      "",
		"https://app.test,":                     "",
		"ftp://app.test":                        "",
		"":                                      "",
	} {
		app, _ := openApp(t, map[string]string{"PUBLIC_ORIGINS": value})
		s := app.Setup()
		got := strings.Join(s.Origins("PUBLIC_ORIGINS"), "|")
		if got != want || (s.Err() == nil) != (want != "") {
			t.Errorf("%q is read as %q (%v), want %q", value, got, s.Err(), want)
		}
	}
}

// TestCredentials wants cookies allowed for the pages of listed origins, never for all, and the headers that a workflow sets
// shown to them.
func TestCredentials(t *testing.T) {
	app, _ := openApp(t, nil)
	mux := http.NewServeMux()
	handle := func(x *rt.Exec, _ *rt.Endpoint[none]) error {
		x.SetHeader("X-Total", "7")
		x.SetHeader("Link", "</b>; rel=next")
		x.SetHeader("Cache-Control", "no-store")
		return x.Empty(http.StatusNoContent)
	}
	register(t, app, mux, rt.Entry{Method: "GET", Path: "/listed", CORS: []string{"https://app.test", "*"}, Credentials: true}, handle)
	register(t, app, mux, rt.Entry{Method: "GET", Path: "/without", CORS: []string{"https://app.test"}}, handle)
	server := newServer(t, app, mux)
	for _, tt := range []struct{ path, origin, credentials, exposed string }{
		{"/listed", "https://app.test", "true", "Link, X-Total"},
		{"/listed", "https://other.test", "", "Link, X-Total"},
		{"/listed", "", "", ""},
		{"/without", "https://app.test", "", "Link, X-Total"},
		{"/without", "https://other.test", "", ""},
	} {
		headers := []string{"Origin", tt.origin}
		if tt.origin == "" {
			headers = nil
		}
		r := call(t, "GET", server+tt.path, "", headers...)
		exposed := strings.Join(r.Header.Values("Access-Control-Expose-Headers"), ", ")
		if got := r.Header.Get("Access-Control-Allow-Credentials"); got != tt.credentials || exposed != tt.exposed {
			t.Errorf("%+v: credentials %q, exposed %q", tt, got, exposed)
		}
		asked := call(t, "OPTIONS", server+tt.path, "", append(headers, "Access-Control-Request-Method", "GET")...)
		if got := asked.Header.Get("Access-Control-Allow-Credentials"); got != tt.credentials {
			t.Errorf("%+v: the preflight allows credentials %q", tt, got)
		}
	}
}
