package runtime_test

import (
	"net/http"
	"testing"

	rt "github.com/flowc-dev/flowc/runtime"
)

// TestOnce does something once an execution and key, and anew in the next execution.
func TestOnce(t *testing.T) {
	app, _ := openApp(t, nil)
	calls := 0
	count := func() any {
		calls++
		return calls
	}
	server := serve(t, app, rt.Entry{Workflow: "w", Node: "in", Method: "GET", Path: "/"}, func(x *rt.Exec, _ *rt.Endpoint[none]) error {
		if first, again := x.Once("a", count), x.Once("a", count); first != again {
			t.Errorf("first %v, then %v", first, again)
		}
		if x.Once("b", count) == x.Once("a", count) {
			t.Error("two keys have one result")
		}
		return x.Empty(http.StatusNoContent)
	})
	for range 2 {
		answer, err := http.Get(server.URL)
		if err != nil {
			t.Fatal(err)
		}
		answer.Body.Close()
	}
	if calls != 4 {
		t.Errorf("called %d times, want 4", calls)
	}
}
