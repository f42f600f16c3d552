// Package requests_test sends requests of every form over a socket, and hostile ones.
package requests_test

import (
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/flowc-dev/flowc/golden/requests/flows"
	rt "github.com/flowc-dev/flowc/runtime"
	"github.com/flowc-dev/flowc/runtime/flowtest"
)

// env is what the workflows need.
var env = map[string]string{
	"PUBLIC_ORDERS_URL": "http://127.0.0.1:1", "PUBLIC_ECHO_URL": "http://127.0.0.1:1", "PUBLIC_TOKEN_URL": "http://127.0.0.1:1", "CLIENT_SECRET": "a-secret-of-32-bytes-for-the-test",
}

// start serves the workflows, and returns their URL.
func start(t *testing.T, options ...rt.Option) string {
	t.Helper()
	return flowtest.Start(t, flows.New, env, options...).URL
}

const (
	jsonType = "application/json"
	formType = "application/x-www-form-urlencoded"
)

// send returns the answer to a request with a body of that type.
func send(t *testing.T, method, url, contentType, body string) (int, string) {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), method, url, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Content-Type", contentType)
	w, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer w.Body.Close()
	answer, err := io.ReadAll(w.Body)
	if err != nil {
		t.Fatal(err)
	}
	return w.StatusCode, string(answer)
}
