package main

import (
	"bytes"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"runtime"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/flowc-dev/flowc/golden/faults/flows"
	rt "github.com/flowc-dev/flowc/runtime"
	"github.com/flowc-dev/flowc/runtime/database/dbtest"
	"github.com/flowc-dev/flowc/runtime/storage/storagetest"
)

// inTime is how long an answer may take where a server is at fault: the deadline of the workflows, and some more for a
// machine that is busy.
const inTime = time.Second + 2*time.Second

// patience is how long it may take until all is well again.
const patience = 20 * time.Second

// service is what runs under test.
type service struct {
	*httptest.Server
	log *bytes.Buffer
}

// start starts the service on servers of these addresses.
func start(t *testing.T, database, storage string) *service {
	t.Helper()
	s := &service{log: &bytes.Buffer{}}
	app, err := rt.Open(rt.WithDir(t.TempDir()), rt.WithLogWriter(s.log), rt.WithEnv(map[string]string{
		"DATABASE_URL": database, "STORAGE_URL": storage,
	}))
	if err != nil {
		t.Fatal(err)
	}
	f, err := flows.New(app)
	if err != nil {
		t.Fatal(err)
	}
	if err := app.Check(t.Context()); err != nil { // so that the first execution has no look at the database beside it
		t.Fatal(err)
	}
	mux := http.NewServeMux()
	f.Register(mux)
	s.Server = httptest.NewServer(app.Handler(mux))
	t.Cleanup(func() {
		s.Close()
		if err := app.Close(); err != nil {
			t.Error(err)
		}
	})
	return s
}

// answer is what a caller gets, and how long it took.
type answer struct {
	status int
	kind   string // its Content-Type
	body   string
	took   time.Duration
}

func (s *service) send(t *testing.T, method, path, body string) answer {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), method, s.URL+path, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/json")
	began := time.Now()
	response, err := s.Client().Do(r)
	if err != nil {
		t.Fatalf("%s %s: %v", method, path, err)
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatalf("%s %s: %v", method, path, err)
	}
	return answer{response.StatusCode, response.Header.Get("Content-Type"), string(text), time.Since(began)}
}

// refused wants an answer in time that says no more than that it is not ours to give now.
func (a answer) refused(t *testing.T, what string, hidden string, statuses ...int) {
	t.Helper()
	ok := false
	for _, status := range statuses {
		ok = ok || a.status == status
	}
	if !ok || a.took > inTime {
		t.Errorf("%s: answered %d after %v, want %v within %v: %s", what, a.status, a.took, statuses, inTime, a.body)
	}
	if a.kind != "application/problem+json" || strings.Contains(a.body, hidden) {
		t.Errorf("%s: answered %s %s, want a problem without the address", what, a.kind, a.body)
	}
}

// recovers wants the request to be answered with status again, soon, without a restart.
func (s *service) recovers(t *testing.T, what string, status int, send func() answer) {
	t.Helper()
	var last answer
	for end := time.Now().Add(patience); time.Now().Before(end); {
		if last = send(); last.status == status {
			return
		}
	}
	t.Errorf("%s: still answered %d: %s", what, last.status, last.body)
}

// faults are what happens to a server, with how its absence may be answered: a deadline that passes is a 504.
var faults = []struct {
	name     string
	fault    fault
	statuses []int
}{
	{"down", down, []int{503}},
	{"silent", silent, []int{503, 504}},
	{"cut", cut, []int{503}},
}

func TestPostgresFails(t *testing.T) {
	t.Setenv("FLOWC_TEST_DATABASE_URL", dbtest.Postgres(t))
	address, err := url.Parse(dbtest.Chosen(t, "", "flows"))
	if err != nil {
		t.Fatal(err)
	}
	p := newProxy(t, address.Host)
	address.Host = p.address
	var n atomic.Int64
	check(t, p, address.String(), "memory:", func(s *service) answer {
		a := s.send(t, "POST", "/numbers", `{"n": `+strconv.FormatInt(n.Add(1), 10)+`, "text": "one"}`)
		if a.status == http.StatusCreated {
			a.status = http.StatusOK
		}
		return a
	})
}

func TestRedisFails(t *testing.T) {
	address, err := url.Parse(storagetest.Redis(t))
	if err != nil {
		t.Fatal(err)
	}
	p := newProxy(t, address.Host)
	address.Host = p.address
	check(t, p, "sqlite::memory:", address.String(), func(s *service) answer { return s.send(t, "POST", "/visits", "") })
}

// check takes a server away from a service in each way, and gives it back.
func check(t *testing.T, p *proxy, database, storage string, use func(*service) answer) {
	goroutines := runtime.NumGoroutine()
	t.Run("faults", func(t *testing.T) {
		s := start(t, database, storage)
		s.recovers(t, "at first", http.StatusOK, func() answer { return use(s) })

		p.set(t, slow)
		if a := use(s); a.status != http.StatusOK || a.took < lateness {
			t.Errorf("slow: answered %d after %v, want 200 after %v or more", a.status, a.took, lateness)
		}
		for _, f := range faults {
			p.set(t, f.fault)
			for range 3 {
				a := use(s)
				t.Logf("%s: %d after %v", f.name, a.status, a.took.Round(time.Millisecond))
				a.refused(t, f.name, p.address, f.statuses...)
			}
			s.send(t, "GET", "/readyz", "").refused(t, f.name+": /readyz", p.address, http.StatusServiceUnavailable)
			if a := s.send(t, "GET", "/healthz", ""); a.status != http.StatusOK {
				t.Errorf("%s: /healthz is answered %d: the process itself is well", f.name, a.status)
			}
			p.set(t, none)
			s.recovers(t, "after "+f.name, http.StatusOK, func() answer { return use(s) })
			s.recovers(t, "/readyz after "+f.name, http.StatusOK, func() answer { return s.send(t, "GET", "/readyz", "") })
		}
	})
	noMore(t, goroutines)
}

// noMore wants what was started to have ended.
func noMore(t *testing.T, goroutines int) {
	t.Helper()
	for end := time.Now().Add(patience); runtime.NumGoroutine() > goroutines; runtime.Gosched() {
		if time.Now().After(end) {
			stacks := make([]byte, 1<<20)
			t.Fatalf("%d goroutines, %d before:\n%s", runtime.NumGoroutine(), goroutines, stacks[:runtime.Stack(stacks, true)])
		}
	}
}
