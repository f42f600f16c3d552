package requests_test

import (
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/flowc-dev/flowc/golden/requests/flows"
	"github.com/flowc-dev/flowc/runtime/flowtest"
)

// TestQueryParameters has each parameter absent, empty and repeated: one that is no list is given once.
func TestQueryParameters(t *testing.T) {
	url := start(t) + "/search?"
	for _, test := range []struct {
		query  string
		status int
		want   string
	}{
		{"q=a", 200, `{"ids":null,"near":null,"page":null,"paged":false,"q":"a","tagged":false,"tags":null}`},
		{"q=a&page=2&near=b&tag=x&id=7", 200, `{"ids":[7],"near":"b","page":2,"paged":true,"q":"a","tagged":true,"tags":["x"]}`},
		{"tag=x&q=a&tag=y&id=1&tag=x&id=2", 200, `{"ids":[1,2],"near":null,"page":null,"paged":false,"q":"a","tagged":true,"tags":["x","y","x"]}`},
		{"q=a&page=&near=", 200, `{"ids":null,"near":"","page":null,"paged":false,"q":"a","tagged":false,"tags":null}`},
		{"q=a&tag=", 200, `"tagged":true,"tags":[""]`},
		{"q=a&tag=x,y", 200, `"tags":["x,y"]`},
		{"q=", 200, `"q":""`},
		{"q=a&Q=b&page[]=2", 200, `{"ids":null,"near":null,"page":null,"paged":false,"q":"a","tagged":false,"tags":null}`},

		{"", 400, `"errors":{"q":"is required"}`},
		{"Q=a", 400, `"errors":{"q":"is required"}`},
		{"q=a&q=a", 400, `"errors":{"q":"must be given once"}`},
		{"q=a&page=1&page=2&near=b&near=c", 400, `"errors":{"near":"must be given once","page":"must be given once"}`},
		{"q=a&page=&page=1", 400, `"errors":{"page":"must be given once"}`},
		{"q=a&id=1&id=x", 400, `"errors":{"id":"must be an int"}`},
		{"q=a&page=0", 400, `"errors":{"page":"must be at least 1"}`},
	} {
		status, answer := send(t, http.MethodGet, url+test.query, "", "")
		if status != test.status || !strings.Contains(answer, test.want) {
			t.Errorf("%s\nanswered %d %s\nwant %d %s", test.query, status, answer, test.status, test.want)
		}
	}
}

// TestNumbersByThemselves wants a number that is all of an answer, or of the body of a call, to keep each of its digits.
func TestNumbersByThemselves(t *testing.T) {
	echo := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		if err != nil || r.Header.Get("Content-Type") != jsonType {
			http.Error(w, fmt.Sprintf("%v, %s", err, r.Header.Get("Content-Type")), http.StatusBadRequest)
			return
		}
		w.Header().Set("Content-Type", jsonType)
		if _, err := w.Write(body); err != nil {
			t.Error(err)
		}
	}))
	defer echo.Close()
	with := maps.Clone(env)
	with["PUBLIC_ECHO_URL"] = echo.URL
	url := flowtest.Start(t, flows.New, with).URL
	for _, path := range []string{"/alone", "/through"} {
		for _, number := range []string{
			"0", "-0", "7", "1.10", "-3.00", "9007199254740993", "12345678901234567890", "0.12345678901234567890", "1e2", "1.5E-7",
		} {
			status, answer := send(t, http.MethodPost, url+path, jsonType, `{"value":`+number+`}`)
			if status != http.StatusOK || answer != number {
				t.Errorf("%s of %s answered %d %s", path, number, status, answer)
			}
		}
	}
}
