package client_test

import (
	"errors"
	"io"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	rt "github.com/flowc-dev/flowc/runtime"
	"github.com/flowc-dev/flowc/runtime/client"
)

func TestRequest(t *testing.T) {
	var got *http.Request
	var body string
	service := serve(t, func(w http.ResponseWriter, r *http.Request) {
		text, _ := io.ReadAll(r.Body)
		got, body = r, string(text)
	})
	_, err := send[rt.Value](t, client.Config{Method: "PUT"}, client.Request{
		URL:    service + "/users/a%2Fb?old=1&q=x+y",
		Header: http.Header{"authorization": {"Bearer t"}, "X-Shop": {"a", "b"}, "host": {"shop.example"}, "Accept-Encoding": {"br"}},
		Query:  url.Values{"q": {"ä & ö"}, "page": {"2"}},
		Body:   map[string]any{"n": 1},
	})
	if err != nil {
		t.Fatal(err)
	}
	if got.Method != "PUT" || got.URL.EscapedPath() != "/users/a%2Fb" || got.Host != "shop.example" {
		t.Errorf("got %s %s of %s", got.Method, got.URL.EscapedPath(), got.Host)
	}
	if query := got.URL.RawQuery; query != "old=1&q=x+y&page=2&q=%C3%A4%20%26%20%C3%B6" {
		t.Errorf("query %s", query)
	}
	if h := got.Header; h.Get("Authorization") != "Bearer t" || strings.Join(h["X-Shop"], ",") != "a,b" ||
		h.Get("Accept-Encoding") != "gzip" || h.Get("Content-Type") != "application/json" {
		t.Errorf("headers %v", h)
	}
	if body != `{"n":1}` {
		t.Errorf("body %s", body)
	}
}

// TestQuery sends a list as a parameter for each of its items, and leaves out null.
func TestQuery(t *testing.T) {
	var query string
	service := serve(t, func(_ http.ResponseWriter, r *http.Request) { query = r.URL.RawQuery })
	at := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	given, none := "a+b & c", []string{}
	for _, c := range []struct {
		url, want string
		query     any
	}{
		{"/", "", nil},
		{"/", "", client.Query{"none": none, "null": (*string)(nil), "any": rt.Value{}}},
		{"/?old=1", "old=1", client.Query{"null": nil}},
		{"/?old=1", "old=1&tag=a&tag=b%20c", client.Query{"tag": []string{"a", "b c"}}},
		{"/", "any=1&any=x&at=2026-01-02T03%3A04%3A05Z&filter%5Bid%5D=3&filter%5Bid%5D=4&text=a%2Bb%20%26%20c", client.Query{
			"any": rt.ValueOf([]any{int64(1), "x", nil}), "at": []time.Time{at}, "filter[id]": []int64{3, 4}, "text": &given}},
	} {
		_, err := send[rt.Value](t, client.Config{}, client.Request{URL: service + c.url, Query: c.query})
		if err != nil || query != c.want {
			t.Errorf("%v: query %s, error %v; want %s", c.query, query, err, c.want)
		}
	}
	for _, bad := range []any{client.Query{"x": client.Query{"y": 1}}, client.Query{"x": [][]string{{"a"}}}, "x=1"} {
		if _, err := send[rt.Value](t, client.Config{}, client.Request{URL: service, Query: bad}); err == nil {
			t.Errorf("%v: no error", bad)
		}
	}
}

func TestDefaultMethod(t *testing.T) {
	var method string
	service := serve(t, func(_ http.ResponseWriter, r *http.Request) { method = r.Method })
	if _, err := send[rt.Value](t, client.Config{}, client.Request{URL: service}); err != nil || method != "GET" {
		t.Errorf("method %q, error %v", method, err)
	}
}

type order struct {
	Name   string         `json:"name"`
	Count  int64          `json:"count"`
	Price  float64        `json:"price"`
	Gift   bool           `json:"gift"`
	Note   *string        `json:"note"`
	Tags   []string       `json:"tags"`
	Within time.Duration  `json:"within"`
	Extra  map[string]any `json:"extra,omitempty"`
}

func TestBodies(t *testing.T) {
	full := order{Name: "ä&b=", Count: 9007199254740993, Price: 1.5, Gift: true, Tags: []string{"x y", "z"}, Within: 15 * time.Minute}
	text, err := rt.ParseJSON(`12.50`)
	if err != nil {
		t.Fatal(err)
	}
	tests := []struct {
		name       string
		kind       client.BodyType
		body       any
		wantType   string
		want       string
		wantFailed string
	}{
		{name: "struct as JSON", kind: client.JSON, body: full, wantType: "application/json",
			want: `{"name":"ä&b=","count":9007199254740993,"price":1.5,"gift":true,"note":null,"tags":["x y","z"],"within":"15m"}`},
		{name: "struct as form", kind: client.Form, body: full, wantType: "application/x-www-form-urlencoded",
			want: `name=%C3%A4%26b%3D&count=9007199254740993&price=1.5&gift=true&tags=x+y&tags=z&within=15m`},
		{name: "map as form", kind: client.Form, body: map[string]string{"b": "2", "a": "", "c&role=admin": ""}, wantType: "application/x-www-form-urlencoded",
			want: `a=&b=2&c%26role%3Dadmin=`},
		{name: "text", kind: client.Text, body: "ä\nb", wantType: "text/plain; charset=utf-8", want: "ä\nb"},
		{name: "number of any type as text", kind: client.Text, body: text, wantType: "text/plain; charset=utf-8", want: "12.50"},
		{name: "none", kind: client.JSON, body: nil},
		{name: "object in a form", kind: client.Form, body: order{Extra: map[string]any{"a": 1}}, wantFailed: `field "extra"`},
		{name: "list of lists in a form", kind: client.Form, body: map[string][][]int{"a": {{1}}}, wantFailed: `field "a"`},
		{name: "scalar as form", kind: client.Form, body: "a=1", wantFailed: "object of scalars"},
		{name: "struct as text", kind: client.Text, body: full, wantFailed: "want a text"},
		{name: "not JSON", kind: client.JSON, body: func() {}, wantFailed: "JSON"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			called := false
			service := serve(t, func(_ http.ResponseWriter, r *http.Request) {
				called = true
				body, _ := io.ReadAll(r.Body)
				if string(body) != test.want || r.Header.Get("Content-Type") != test.wantType {
					t.Errorf("got %s %s, want %s %s", r.Header.Get("Content-Type"), body, test.wantType, test.want)
				}
			})
			_, err := send[rt.Value](t, client.Config{Method: "POST", BodyType: test.kind}, client.Request{URL: service, Body: test.body})
			if test.wantFailed == "" && (err != nil || !called) {
				t.Errorf("called: %v, error: %v", called, err)
			}
			if test.wantFailed != "" && (err == nil || called || !strings.Contains(err.Error(), test.wantFailed)) {
				t.Errorf("called: %v, error: %v, want %s", called, err, test.wantFailed)
			}
		})
	}
}

// A given Content-Type wins over that of the body type.
func TestContentType(t *testing.T) {
	var got string
	service := serve(t, func(_ http.ResponseWriter, r *http.Request) { got = r.Header.Get("Content-Type") })
	_, err := send[rt.Value](t, client.Config{Method: "POST"}, client.Request{
		URL: service, Body: 1, Header: http.Header{"content-type": {"application/vnd.api+json"}},
	})
	if err != nil || got != "application/vnd.api+json" {
		t.Errorf("Content-Type %q, error %v", got, err)
	}
}

// What can't be sent fails before anything is, and the error does not quote it.
func TestUnsendable(t *testing.T) {
	called := false
	service := serve(t, func(http.ResponseWriter, *http.Request) { called = true })
	header := func(value string) client.Request {
		return client.Request{URL: service, Header: http.Header{"X-Name": {value}}}
	}
	tests := []struct {
		name    string
		request client.Request
		want    string
	}{
		{"line break in a header", header("canary\r\nX-Admin: 1"), "X-Name"},
		{"line feed in a header", header("canary\n"), "X-Name"},
		{"zero byte in a header", header("canary\x00"), "X-Name"},
		{"DEL in a header", header("canary\x7f"), "X-Name"},
		{"no scheme", client.Request{URL: "canary.example/x"}, "http:// or https://"},
		{"file", client.Request{URL: "file:///etc/canary"}, "http:// or https://"},
		{"no host", client.Request{URL: "http:///canary"}, "no host"},
		{"port alone", client.Request{URL: "http://:80/canary"}, "no host"},
		{"bad escape", client.Request{URL: "http://x.example/%zz?canary"}, "does not parse"},
		{"control character", client.Request{URL: "http://x.example/canary\n"}, "does not parse"},
		{"empty", client.Request{}, "http:// or https://"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			_, err := send[rt.Value](t, client.Config{}, test.request)
			if err == nil || !strings.Contains(err.Error(), test.want) {
				t.Fatalf("got %v, want it to say %q", err, test.want)
			}
			if strings.Contains(err.Error(), "canary") {
				t.Errorf("the error quotes the value: %v", err)
			}
			if call := new(client.Error); errors.As(err, &call) {
				t.Errorf("%v is a call that failed, which a Retry may try again", err)
			}
		})
	}
	if called {
		t.Error("a request was sent")
	}
}
