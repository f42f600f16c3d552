package runtime_test

import (
	"testing"

	rt "github.com/flowc-dev/flowc/runtime"
)

// prepare is a Response that fails when all but its body is built.
func prepare(x *rt.Exec) error {
	x.SetHeader("X-First", "first")
	x.SetHeader("X-Value", "a\nb")
	x.SetCookie(rt.Cookie{Name: "session", Value: "first"})
	x.SetContentType("text/html")
	return x.Text(200, "first")
}

// TestFailedResponseLeavesNothing has a Response fail in a region, and another one answer for it.
func TestFailedResponseLeavesNothing(t *testing.T) {
	for name, fail := range map[string]func(x *rt.Exec){
		"Try/Catch": func(x *rt.Exec) { x.Caught("t", prepare(x)) },
		"Retry": func(x *rt.Exec) {
			x.Enter("r")
			if err := rt.Retry(x, rt.RetryPolicy{Attempts: 2}, func() error { return prepare(x) }); err == nil {
				t.Error("the Response does not fail")
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			app, _ := openApp(t, nil)
			server := serve(t, app, rt.Entry{Method: "GET", Path: "/"}, func(x *rt.Exec, _ *rt.Endpoint[none]) error {
				fail(x)
				x.SetHeader("X-Second", "second")
				return x.JSON(502, none{})
			})
			answer := call(t, "GET", server.URL, "")
			if answer.StatusCode != 502 || answer.Header.Get("X-Second") != "second" || answer.Header.Get("Content-Type") != "application/json" {
				t.Errorf("the second Response answers %d, %v", answer.StatusCode, answer.Header)
			}
			if answer.Header.Get("X-First") != "" || len(answer.Header["Set-Cookie"]) > 0 {
				t.Errorf("the first Response has left %v", answer.Header)
			}
		})
	}
}
