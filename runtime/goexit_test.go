package runtime_test

import (
	"context"
	"errors"
	"net/http"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	rt "github.com/flowc-dev/flowc/runtime"
)

// leave is a function that ends its goroutine, as FailNow of package testing does.
func leave(context.Context) error {
	runtime.Goexit()
	return nil
}

// TestGoexit wants a function that ends its goroutine to be a failed execution like any other: answered, logged, and its
// place free again.
func TestGoexit(t *testing.T) {
	app, log := openApp(t, nil, rt.WithLimits(rt.Limits{MaxExecutions: 1}))
	var statuses []int
	server := serve(t, app, rt.Entry{Method: "GET", Path: "/"}, func(x *rt.Exec, _ *rt.Endpoint[none]) error {
		x.WhenAnswered(func(_ context.Context, status int) error {
			statuses = append(statuses, status)
			return nil
		})
		x.Enter("code")
		if err := rt.Run(x, leave); err != nil {
			return err
		}
		return x.Empty(204)
	})
	for range 3 {
		p := call(t, "GET", server.URL, "").problem(t)
		for until := time.Now().Add(10 * time.Second); p.Status == 503 && time.Now().Before(until); {
			p = call(t, "GET", server.URL, "").problem(t) // the place is free once what follows the answer has run
		}
		if p.Status != 500 || p.Detail != "" {
			t.Errorf("answered %+v", p)
		}
	}
	server.Close()
	if err := app.Close(); err != nil { // waits for what goes on after answers
		t.Error(err)
	}
	failed := slices.DeleteFunc(log.records(t, "failed"), func(r map[string]any) bool { return r["node"] != "code" })
	executions := slices.DeleteFunc(log.records(t, "execution"), func(r map[string]any) bool { return r["status"] != 500.0 })
	if len(failed) != 3 || len(executions) != 3 {
		t.Fatalf("3 executions, logged as %s", log)
	}
	if f := failed[0]; !strings.Contains(f["error"].(string), "Goexit") || !strings.Contains(f["stack"].(string), "runtime_test.leave") {
		t.Errorf("logged as %v", f)
	}
	if !slices.Equal(statuses, []int{500, 500, 500}) {
		t.Errorf("answered %v, want three times 500", statuses)
	}
}

// TestGoexitAfterTheAnswer wants what else goes on after the answer to run.
func TestGoexitAfterTheAnswer(t *testing.T) {
	app, log := openApp(t, nil)
	ran := make(chan bool, 1)
	server := serve(t, app, rt.Entry{Method: "GET", Path: "/"}, func(x *rt.Exec, _ *rt.Endpoint[none]) error {
		x.After(func(x *rt.Exec) error { return rt.Run(x, leave) })
		x.After(func(*rt.Exec) error { ran <- true; return errors.New("the next one") })
		return x.Empty(204)
	})
	if status := call(t, "GET", server.URL, "").StatusCode; status != 204 {
		t.Errorf("status %d", status)
	}
	server.Close()
	if err := app.Close(); err != nil {
		t.Error(err)
	}
	select {
	case <-ran:
	default:
		t.Error("what follows did not run")
	}
	failed := log.records(t, "failed after the answer")
	if len(failed) != 2 || !strings.Contains(failed[0]["error"].(string), "Goexit") || failed[1]["error"] != "the next one" {
		t.Errorf("logged as %v", failed)
	}
	if n := len(log.records(t, "execution")); n != 1 {
		t.Errorf("%d records of the execution", n)
	}
}

// TestGoexitOnceAnswered wants an answer that is written already to arrive.
func TestGoexitOnceAnswered(t *testing.T) {
	app, log := openApp(t, nil)
	server := serve(t, app, rt.Entry{Method: "GET", Path: "/"}, func(x *rt.Exec, _ *rt.Endpoint[none]) error {
		if err := x.JSON(http.StatusAccepted, "done"); err != nil {
			return err
		}
		return rt.Run(x, leave)
	})
	if got := call(t, "GET", server.URL, ""); got.StatusCode != http.StatusAccepted || got.text != `"done"` {
		t.Errorf("answered %d %s", got.StatusCode, got.text)
	}
	server.Close()
	if len(log.records(t, "failed")) != 1 {
		t.Errorf("logged as %s", log)
	}
}
