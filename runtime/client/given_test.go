package client_test

import (
	"net/http"
	"net/http/httptest"
	"testing"

	rt "github.com/flowc-dev/flowc/runtime"
	"github.com/flowc-dev/flowc/runtime/client"
)

// given answers everything itself.
type given struct{ asked int }

// RoundTrip implements http.RoundTripper.
func (g *given) RoundTrip(r *http.Request) (*http.Response, error) {
	g.asked++
	w := httptest.NewRecorder()
	w.WriteHeader(http.StatusOK)
	answer := w.Result()
	answer.Request = r
	return answer, nil
}

// TestGivenTransport calls by way of a test's transport, but a host chosen at run time as ever.
func TestGivenTransport(t *testing.T) {
	g := &given{}
	app := openApp(t, rt.WithTransport(g))
	if _, err := sendWith(t, app, newClient[rt.Value](t, app, client.Config{}), client.Request{URL: "https://api.example.com/x"}); err != nil || g.asked != 1 {
		t.Errorf("a host of the workflow: asked %d times, %v", g.asked, err)
	}
	_, err := sendWith(t, app, newClient[rt.Value](t, app, client.Config{Guarded: true}), client.Request{URL: "http://127.0.0.1:1/x"})
	if failure(t, err); g.asked != 1 {
		t.Error("a host chosen at run time was not looked at")
	}
}
