package bench_test

import (
	"bytes"
	"fmt"
	"io"
	"net/http"
	"runtime"
	"testing"
	"time"

	auth "github.com/flowc-dev/flowc/golden/apps/auth/flows"
	bench "github.com/flowc-dev/flowc/golden/bench/flows"
	rt "github.com/flowc-dev/flowc/runtime"
)

// BenchmarkBesideTwin measures generated handlers beside hand-written twins, in turns, in one process and without a
// socket, and fails where a generated one takes more time or more than half of the allocations. What both would spend
// alike is left out of the workflows: the database (some 15 µs of SQLite) and bcrypt (some 250 ms). BenchmarkAuth has it.
func BenchmarkBesideTwin(b *testing.B) {
	const secret = "a secret of the benchmarks, long enough for HS256"
	generated, twin := handlerOf(b, secret, bench.New), newTwin(secret)
	login := exchange{method: http.MethodPost, path: "/token", body: `{"email": "ada@example.com", "password": "correct horse battery"}`}
	who := exchange{method: http.MethodGet, path: "/who", token: login.tokenOf(b, generated)}
	for name, e := range map[string]exchange{"login": login, "who": who} {
		b.Run(name, func(b *testing.B) {
			ours, theirs := compare(b, e, generated, twin)
			b.ReportMetric(ours.time, "ns/generated")
			b.ReportMetric(theirs.time, "ns/twin")
			b.ReportMetric(ours.allocs, "allocs/generated")
			b.ReportMetric(theirs.allocs, "allocs/twin")
			b.ReportMetric(0, "ns/op") // of the whole comparison: means nothing
			if ours.time > theirs.time {
				b.Fatalf("the generated handler takes %.0f ns, the twin %.0f", ours.time, theirs.time)
			}
			if ours.allocs > theirs.allocs/2 {
				b.Fatalf("the generated handler makes %.0f allocations, the twin %.0f", ours.allocs, theirs.allocs)
			}
		})
	}
}

// cost is what one request costs.
type cost struct {
	time   float64 // nanoseconds
	allocs float64
}

// compare measures both handlers in turns, so that what else the machine does hits both, and takes the best of each.
func compare(b *testing.B, e exchange, ours, theirs http.Handler) (our, their cost) {
	b.Helper()
	for b.Loop() {
		our = our.orBetter(e.measure(b, ours))
		their = their.orBetter(e.measure(b, theirs))
	}
	return our, their
}

func (c cost) orBetter(d cost) cost {
	if c.time == 0 || d.time < c.time {
		return d
	}
	return c
}

func (e exchange) measure(b *testing.B, h http.Handler) cost {
	b.Helper()
	const requests = 2000
	send := e.sender(b, h)
	send() // what is pooled is there
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	began := time.Now()
	for range requests {
		send()
	}
	took := time.Since(began)
	runtime.ReadMemStats(&after)
	return cost{float64(took.Nanoseconds()) / requests, float64(after.Mallocs-before.Mallocs) / requests}
}

// BenchmarkAuth is the auth app with its real database, for information. Logging in is bcrypt of cost 12 and little else.
func BenchmarkAuth(b *testing.B) {
	h := handlerOf(b, "a secret of the benchmarks, long enough for HS256", auth.New)
	account := `{"email": "ada@example.com", "password": "correct horse battery"}`
	exchange{method: http.MethodPost, path: "/signup", body: account, status: http.StatusCreated}.sender(b, h)()
	login := exchange{method: http.MethodPost, path: "/login", body: account}
	me := exchange{method: http.MethodGet, path: "/me", token: login.tokenOf(b, h)}
	for name, e := range map[string]exchange{"login": login, "me": me} {
		b.Run(name, func(b *testing.B) {
			send := e.sender(b, h)
			b.ReportAllocs()
			for b.Loop() {
				send()
			}
		})
	}
}

// registrar is the Flows of a generated package.
type registrar interface{ Register(*http.ServeMux) }

// handlerOf is a generated package as a server has it, with a log at its usual level.
func handlerOf[F registrar](b *testing.B, secret string, build func(*rt.App) (F, error)) http.Handler {
	b.Helper()
	app, err := rt.Open(rt.WithEnv(map[string]string{"JWT_SECRET": secret}), rt.WithDir(b.TempDir()), rt.WithLog(io.Discard))
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() {
		if err := app.Close(); err != nil {
			b.Error(err)
		}
	})
	f, err := build(app)
	if err != nil {
		b.Fatal(err)
	}
	mux := http.NewServeMux()
	f.Register(mux)
	return app.Handler(mux)
}

// exchange is a request, and the status of its answer; 0 is 200.
type exchange struct {
	method, path, body, token string
	status                    int
}

// sender returns a function that sends the request again and again, allocating nothing itself.
func (e exchange) sender(b *testing.B, h http.Handler) func() {
	b.Helper()
	body := bytes.NewReader(nil)
	request, err := http.NewRequest(e.method, e.path, body)
	if err != nil {
		b.Fatal(err)
	}
	request.Header.Set("Content-Type", "application/json")
	if e.token != "" {
		request.Header.Set("Authorization", "Bearer "+e.token)
	}
	request.ContentLength = int64(len(e.body))
	request.Body = io.NopCloser(body)
	text := []byte(e.body)
	w := &writer{header: http.Header{}}
	return func() {
		body.Reset(text)
		w.reset()
		h.ServeHTTP(w, request)
		if w.status != max(e.status, http.StatusOK) {
			b.Fatalf("%s %s answered %d %s", e.method, e.path, w.status, w.body.Bytes())
		}
	}
}

// tokenOf logs in.
func (e exchange) tokenOf(b *testing.B, h http.Handler) string {
	b.Helper()
	w := &writer{header: http.Header{}}
	request, err := http.NewRequest(e.method, e.path, bytes.NewReader([]byte(e.body)))
	if err != nil {
		b.Fatal(err)
	}
	request.Header.Set("Content-Type", "application/json")
	h.ServeHTTP(w, request)
	var token string
	if _, err := fmt.Sscanf(w.body.String(), `{"token":%q}`, &token); err != nil {
		b.Fatalf("answered %d %s", w.status, w.body.Bytes())
	}
	return token
}

// writer is a response writer that is used again.
type writer struct {
	header http.Header
	status int
	body   bytes.Buffer
}

// As on a connection, where deadlines can be set.
func (w *writer) SetReadDeadline(time.Time) error  { return nil }
func (w *writer) SetWriteDeadline(time.Time) error { return nil }

func (w *writer) reset() {
	clear(w.header)
	w.status = 0
	w.body.Reset()
}

func (w *writer) Header() http.Header         { return w.header }
func (w *writer) Write(p []byte) (int, error) { return w.body.Write(p) }
func (w *writer) WriteHeader(status int)      { w.status = status }
