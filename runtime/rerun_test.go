package runtime_test

import (
	"io"
	"net/http"
	"strings"
	"testing"

	rt "github.com/flowc-dev/flowc/runtime"
)

// TestRewind takes an execution back twice: of what was prepared of the answer, of the trail and of the outputs taken, only the
// last run is left, beside what was there before.
func TestRewind(t *testing.T) {
	app, log := openApp(t, nil)
	server := serve(t, app, rt.Entry{Workflow: "w", Node: "in", Method: "GET", Path: "/"}, func(x *rt.Exec, _ *rt.Endpoint[none]) error {
		x.SetHeader("X-Before", "kept")
		x.RateLimit(`"a";q=1`, `"a";r=0`)
		x.Enter("all")
		begun := x.Mark()
		for run := range 3 {
			x.Enter("work")
			x.LogOutput(strings.Repeat("i", run+1))
			x.SetHeader("X-Before", "changed")
			x.SetHeader("X-Run", strings.Repeat("i", run+1))
			x.RateLimit(`"b";q=1`, `"b";r=0`)
			x.Challenge("Custom")
			if run < 2 {
				x.SetHeader("X-First", "only")
				x.Rewind(begun)
			}
		}
		x.Rewind(begun)
		x.Enter("last")
		return x.Empty(http.StatusUnauthorized)
	})
	answer, err := http.Get(server.URL)
	if err != nil {
		t.Fatal(err)
	}
	_, _ = io.Copy(io.Discard, answer.Body)
	answer.Body.Close()
	h := answer.Header
	if h.Get("X-Before") != "kept" || h.Get("X-Run") != "" || h.Get("X-First") != "" || strings.Contains(h.Get("RateLimit"), `"b"`) {
		t.Errorf("answered with %v", h)
	}
	if strings.Contains(h.Get("WWW-Authenticate"), "Custom") {
		t.Errorf("the challenge is %q", h.Get("WWW-Authenticate"))
	}
	server.Close()
	if !strings.Contains(log.String(), `"nodes":"in all last","reruns":3}`) {
		t.Errorf("the log is:\n%s", log)
	}
}
