package runtime_test

import (
	"errors"
	"fmt"
	"regexp"
	"strings"
	"testing"

	rt "github.com/flowc-dev/flowc/runtime"
)

func TestExecutionRecord(t *testing.T) {
	app, log := openApp(t, nil)
	server := serve(t, app, rt.Entry{Workflow: "login", Method: "GET", Path: "/login"}, func(x *rt.Exec, e *rt.Endpoint[none]) error {
		if _, err := e.Decode(x); err != nil {
			return err
		}
		x.Enter("check")
		x.LogOutput("invalid")
		x.Enter("if")
		if x.LogIf(false) || !x.LogIf(true) {
			t.Error("Test changes the condition")
		}
		x.Caught("try", errors.New("caught this"))
		x.Enter("no")
		return x.Text(401, x.ID())
	})
	id := call(t, "GET", server.URL+"/login?secret=1", "").text
	server.Close()
	records := log.records(t, "execution")
	if len(records) != 1 {
		t.Fatalf("log: %s", log)
	}
	for name, want := range map[string]any{
		"id": id, "workflow": "login", "entry": "in", "method": "GET", "path": "/login", "status": 401.0, "nodes": "in check:invalid if:true no",
	} {
		if got := records[0][name]; got != want {
			t.Errorf("%s is %v, want %v", name, got, want)
		}
	}
	if caught := log.records(t, "caught"); len(caught) != 1 || caught[0]["by"] != "try" || caught[0]["error"] != "caught this" {
		t.Errorf("caught: %v", caught)
	}
}

// TestTextLogHasUnits wants a log for people to say the unit of a duration, which that for programs has in nanoseconds.
func TestTextLogHasUnits(t *testing.T) {
	for format, want := range map[string]string{
		"text": `level=INFO msg=execution workflow=login entry=in path=/login id=\w+ method=GET status=204 duration=[0-9.]+(ns|µs|ms|s) nodes=in\n`,
		"json": `"status":204,"duration":\d+,"nodes":"in"}\n`,
	} {
		app, log := openApp(t, map[string]string{"LOG_FORMAT": format})
		server := serve(t, app, rt.Entry{Workflow: "login", Method: "GET", Path: "/login"}, func(x *rt.Exec, _ *rt.Endpoint[none]) error { return x.Empty(204) })
		call(t, "GET", server.URL+"/login", "")
		server.Close()
		if !regexp.MustCompile(want).MatchString(log.String()) {
			t.Errorf("the %s log holds\n%s\nwant %s", format, log, want)
		}
	}
}

func TestDebugRecords(t *testing.T) {
	app, log := openApp(t, map[string]string{"LOG_LEVEL": "debug"})
	server := serve(t, app, rt.Entry{Method: "GET", Path: "/"}, func(x *rt.Exec, _ *rt.Endpoint[none]) error {
		x.Enter("one")
		if x.Debug() {
			x.Values(credential{User: "ann", Password: "short"})
		}
		x.LogOutput("out")
		x.Enter("two")
		return x.Empty(204)
	})
	call(t, "GET", server.URL, "")
	server.Close()
	nodes := log.left(t)
	if len(nodes) != 3 || nodes[0]["node"] != "in" || nodes[1]["node"] != "one" || nodes[1]["output"] != "out" || nodes[2]["node"] != "two" {
		t.Fatalf("nodes: %v", nodes)
	}
	if got := fmt.Sprint(nodes[1]["values"]); !strings.Contains(got, "user:ann") || !strings.Contains(got, "password:••••") {
		t.Errorf("values: %s", got)
	}
}

func TestDebugRecordsOfEntryAndAnswer(t *testing.T) {
	app, log := openApp(t, map[string]string{"LOG_LEVEL": "debug"})
	type in struct {
		User     string `json:"user"`
		Password string `json:"password" flowc:"password"`
	}
	server := serve(t, app, rt.Entry{Method: "POST", Path: "/"}, func(x *rt.Exec, e *rt.Endpoint[in]) error {
		given, err := e.Decode(x)
		if err != nil {
			return err
		}
		x.Enter("ok")
		return x.JSON(200, credential{User: given.User, Password: given.Password})
	})
	call(t, "POST", server.URL, `{"user": "ann", "password": "short"}`, "Content-Type", "application/json")
	server.Close()
	nodes := log.left(t)
	if len(nodes) != 2 {
		t.Fatalf("nodes: %v", nodes)
	}
	for _, n := range nodes {
		if got := fmt.Sprint(n["values"]); !strings.Contains(got, "ann") || !strings.Contains(got, "••••") || strings.Contains(got, "short") {
			t.Errorf("values of %s: %s", n["node"], got)
		}
	}
}

// TestRecordNamesOutputsOfRegions wants the record to say what became of a region at the node that it belongs to.
func TestRecordNamesOutputsOfRegions(t *testing.T) {
	app, log := openApp(t, nil)
	server := serve(t, app, rt.Entry{Method: "GET", Path: "/"}, func(x *rt.Exec, _ *rt.Endpoint[none]) error {
		x.Enter("try")
		x.Enter("again")
		err := rt.Retry(x, rt.RetryPolicy{Attempts: 1}, func() error {
			x.Enter("call")
			return errors.New("down")
		})
		x.Caught("try", err)
		x.Enter("ok")
		return x.Empty(204)
	})
	call(t, "GET", server.URL, "")
	server.Close()
	if got := log.records(t, "execution")[0]["nodes"]; got != "in try:catch again:failed call ok" {
		t.Errorf("nodes: %v", got)
	}
}

// TestFailuresAreLoggedOnce wants a record a failed attempt, and none twice for the last one, whoever handles it.
func TestFailuresAreLoggedOnce(t *testing.T) {
	down := rt.RetryPolicy{Attempts: 2}
	for name, tt := range map[string]struct {
		handle func(x *rt.Exec, err error) error
		last   string // the message of the last attempt's record
	}{
		"nobody":    {func(_ *rt.Exec, err error) error { return err }, "failed"},
		"Try/Catch": {func(x *rt.Exec, err error) error { x.Caught("try", err); return x.Empty(204) }, "caught"},
		"Retry":     {func(x *rt.Exec, err error) error { x.Caught("again", err); return x.Empty(204) }, "caught"},
	} {
		log := execute(t, rt.Entry{}, func(x *rt.Exec) error {
			x.Enter("try")
			x.Enter("again")
			return tt.handle(x, rt.Retry(x, down, func() error {
				x.Enter("call")
				return unreachable{}
			}))
		})
		attempts, last := log.records(t, "attempt failed"), log.records(t, tt.last)
		if len(attempts) != 1 || len(last) != 1 || last[0]["node"] != "call" || strings.Count(log.String(), "refused") != 2 {
			t.Errorf("%s handles it: logged as %s", name, log)
		}
		if nodes := log.records(t, "execution")[0]["nodes"]; !strings.Contains(nodes.(string), " again:failed call call") {
			t.Errorf("%s handles it: nodes are %s", name, nodes)
		}
	}
}
