package bench_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"net/http"
	"slices"
	"testing"
	"time"

	rt "github.com/flowc-dev/flowc/runtime"
)

// registrar is the Flows of a generated package.
type registrar interface{ Register(*http.ServeMux) }

// handlerOf is a generated package as a server has it, with a log at its usual level.
func handlerOf[F registrar](b *testing.B, env map[string]string, build func(*rt.App) (F, error)) http.Handler {
	b.Helper()
	all := map[string]string{"FLOWC_ENV": "preview"}
	maps.Copy(all, env)
	app, err := rt.Open(rt.WithEnv(all), rt.WithDir(b.TempDir()), rt.WithLogWriter(io.Discard))
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

// exchange is a request with a header, and the status of its answer; 0 is 200.
type exchange struct {
	method, path, body string
	header, value      string
	status             int
	times              int // that it is sent in a turn of a comparison; 0 is 2,000
}

func (e exchange) wanted() int { return max(e.status, http.StatusOK) }

func (e exchange) request(b *testing.B, body io.Reader) *http.Request {
	b.Helper()
	request, err := http.NewRequest(e.method, e.path, io.NopCloser(body))
	if err != nil {
		b.Fatal(err)
	}
	request.ContentLength = int64(len(e.body))
	request.Header.Set("Content-Type", "application/json")
	if e.header != "" {
		request.Header.Set(e.header, e.value)
	}
	return request
}

// sender returns a function that sends the request again and again, allocating nothing itself.
func (e exchange) sender(b *testing.B, h http.Handler) func() {
	b.Helper()
	body := bytes.NewReader(nil)
	request := e.request(b, body)
	text := []byte(e.body)
	w := &writer{header: http.Header{}}
	return func() {
		body.Reset(text)
		w.reset()
		h.ServeHTTP(w, request)
		if w.status != e.wanted() {
			b.Fatalf("%s %s answered %d %s", e.method, e.path, w.status, w.body.Bytes())
		}
	}
}

// wantAlike fails the benchmark unless both servers answer with the same fields: else they would do different work.
func wantAlike(b *testing.B, e exchange, ours, theirs http.Handler) {
	b.Helper()
	if our, their := e.fields(b, ours), e.fields(b, theirs); !slices.Equal(our, their) {
		b.Fatalf("the generated handler answers %v, the twin %v", our, their)
	}
}

// fields are those of the answer, sorted.
func (e exchange) fields(b *testing.B, h http.Handler) []string {
	b.Helper()
	w := e.ask(b, h)
	var fields map[string]json.RawMessage
	if err := json.Unmarshal(w.body.Bytes(), &fields); err != nil || w.status != e.wanted() {
		b.Fatalf("%s %s answered %d %s", e.method, e.path, w.status, w.body.Bytes())
	}
	return slices.Sorted(maps.Keys(fields))
}

// ask sends the request once.
func (e exchange) ask(b *testing.B, h http.Handler) *writer {
	b.Helper()
	w := &writer{header: http.Header{}}
	h.ServeHTTP(w, e.request(b, bytes.NewReader([]byte(e.body))))
	return w
}

// tokenOf logs in.
func (e exchange) tokenOf(b *testing.B, h http.Handler) string {
	b.Helper()
	w := e.ask(b, h)
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
