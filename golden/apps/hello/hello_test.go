package main

import (
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/flowc-dev/flowc/golden/apps/hello/flows"
	rt "github.com/flowc-dev/flowc/runtime"
)

// start serves the project on a socket and returns its address.
func start(t *testing.T) string {
	t.Helper()
	app, err := rt.Open(rt.WithEnv(map[string]string{"LOG_FORMAT": "json"}), rt.WithDir(t.TempDir()), rt.WithLog(t.Output()))
	if err != nil {
		t.Fatal(err)
	}
	f, err := flows.New(app)
	if err != nil {
		t.Fatal(err)
	}
	mux := http.NewServeMux()
	f.Register(mux)
	listener := httptest.NewServer(app.Handler(mux))
	t.Cleanup(func() {
		listener.Close()
		if err := app.Close(); err != nil {
			t.Error(err)
		}
	})
	return listener.URL
}

func TestHello(t *testing.T) {
	t.Parallel()
	url := start(t)
	for _, test := range []struct {
		query  string
		status int
		want   string
	}{
		{"?name=Ada", http.StatusOK, `{"message":"Hello, Ada!"}`},
		{"", http.StatusOK, `{"message":"Hello, world!"}`},
		{"?name=%22%7D", http.StatusOK, `{"message":"Hello, \"}!"}`},
		{"?name=" + strings.Repeat("x", 101), http.StatusBadRequest, `"errors":{"name":`},
	} {
		t.Run(test.query, func(t *testing.T) {
			response, err := http.Get(url + "/hello" + test.query)
			if err != nil {
				t.Fatal(err)
			}
			defer response.Body.Close()
			body, err := io.ReadAll(response.Body)
			if err != nil {
				t.Fatal(err)
			}
			if response.StatusCode != test.status || !strings.Contains(string(body), test.want) {
				t.Errorf("answered %d %s, want %d %s", response.StatusCode, body, test.status, test.want)
			}
		})
	}
}
