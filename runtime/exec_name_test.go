package runtime_test

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"testing"

	rt "github.com/flowc-dev/flowc/runtime"
)

// seenByObserver is an Observer that keeps the ids of executions.
type seenByObserver struct{ ids []string }

func (o *seenByObserver) Begin(ctx context.Context, e rt.Execution) context.Context {
	o.ids = append(o.ids, e.ID)
	return ctx
}
func (o *seenByObserver) Enter(ctx context.Context, _ string) context.Context { return ctx }
func (o *seenByObserver) Leave(context.Context, string, string)               {}
func (o *seenByObserver) Rerun(context.Context, string)                       {}
func (o *seenByObserver) End(context.Context, int, string)                    {}
func (o *seenByObserver) Send(context.Context, http.Header)                   {}

// TestExecutionID names executions as the house does, in all that shows them, and keeps flowc's own id beside it.
func TestExecutionID(t *testing.T) {
	for header, want := range map[string]string{
		"req-7f3a":                             "req-7f3a",
		"AZaz09._:/+=@-":                       "AZaz09._:/+=@-",
		strings.Repeat("x", 128):               strings.Repeat("x", 128),
		"":                                     "",
		strings.Repeat("x", 129):               "",
		"two words":                            "",
		"quoted\"":                             "",
		"größe":                                "",
		"panic":                                "",
		"secret-of-the-caller":                 "••••",
		"of-secret-of-the-caller-and-more-too": "of-••••-and-more-too",
	} {
		o := &seenByObserver{}
		app, log := openApp(t, nil, rt.WithExecutionID(func(r *http.Request) string {
			if id := r.Header.Get("X-Request-Id"); id != "panic" {
				return id
			}
			panic("no id")
		}))
		app.Observe(o)
		var own, named string
		var ok bool
		server := serve(t, app, rt.Entry{Method: "GET", Path: "/"}, func(x *rt.Exec, _ *rt.Endpoint[none]) error {
			own = x.ID()
			named, ok = rt.ExecutionID(x.Context())
			return errors.New("no")
		})
		answer := call(t, "GET", server.URL, "", "X-Request-Id", header, "Authorization", "Bearer secret-of-the-caller")
		server.Close()
		wanted, beside := want, any(own)
		if want == "" {
			wanted, beside = own, nil
		}
		if len(own) != 26 || own == header {
			t.Errorf("%q: flowc's own id is %q", header, own)
		}
		if named != wanted || !ok || o.ids[0] != wanted || answer.problem(t).Instance != wanted {
			t.Errorf("%q: ExecutionID %q %v, observed %q, instance %q, want %q", header, named, ok, o.ids, answer.problem(t).Instance, wanted)
		}
		for _, message := range []string{"execution", "failed"} {
			if r := log.records(t, message)[0]; r["id"] != wanted || r["execution"] != beside {
				t.Errorf("%q: the record %s has id %v and execution %v, want %q and %v", header, message, r["id"], r["execution"], wanted, beside)
			}
		}
	}
	if id, ok := rt.ExecutionID(t.Context()); ok || id != "" {
		t.Errorf("a context of no execution has the id %q", id)
	}
}

// TestUnfitIDsAreToldOnce keeps callers from filling the log with ids that are none, and from writing to it.
func TestUnfitIDsAreToldOnce(t *testing.T) {
	app, log := openApp(t, nil, rt.WithExecutionID(func(r *http.Request) string { return r.Header.Get("X-Request-Id") }))
	server := serve(t, app, rt.Entry{Method: "GET", Path: "/"}, func(x *rt.Exec, _ *rt.Endpoint[none]) error {
		return x.Empty(http.StatusNoContent)
	})
	for range 3 {
		call(t, "GET", server.URL, "", "X-Request-Id", "written by a caller")
	}
	call(t, "GET", server.URL, "")
	server.Close()
	if n := len(log.records(t, "executions have ids of flowc's own")); n != 1 || strings.Contains(log.String(), "written by") {
		t.Errorf("told %d times: %s", n, log)
	}
}
