package runtime_test

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	rt "github.com/flowc-dev/flowc/runtime"
)

// BenchmarkEnter is the cost that each node of a workflow pays.
func BenchmarkEnter(b *testing.B) {
	const nodes = 1000 // an execution, so that the trail does not grow without end
	app, _ := rt.Open(rt.WithEnv(map[string]string{}), rt.WithLogWriter(discard{}))
	mux := http.NewServeMux()
	register(b, app, mux, rt.Entry{Method: "GET", Path: "/"}, func(x *rt.Exec, _ *rt.Endpoint[none]) error {
		for range nodes {
			x.Enter("node")
		}
		b.StopTimer()
		return x.Empty(204)
	})
	for range b.N/nodes + 1 {
		b.StartTimer()
		mux.ServeHTTP(httptest.NewRecorder(), httptest.NewRequest("GET", "/", nil))
	}
}

// BenchmarkExecution is a whole execution but for the socket: decode, answer, log.
func BenchmarkExecution(b *testing.B) {
	app, _ := rt.Open(rt.WithEnv(map[string]string{}), rt.WithLogWriter(discard{}))
	mux := http.NewServeMux()
	register(b, app, mux, rt.Entry{Method: "POST", Path: "/login"}, func(x *rt.Exec, e *rt.Endpoint[small]) error {
		in, err := e.Decode(x)
		if err != nil {
			return err
		}
		x.Enter("ok")
		return x.JSON(200, in)
	})
	w := httptest.NewRecorder()
	b.ReportAllocs()
	for b.Loop() {
		w.Body.Reset()
		mux.ServeHTTP(w, smallRequest())
	}
}

// BenchmarkDecode decodes a small struct of scalars, over and over in one execution.
func BenchmarkDecode(b *testing.B) {
	app, _ := rt.Open(rt.WithEnv(map[string]string{}), rt.WithLogWriter(discard{}))
	mux := http.NewServeMux()
	register(b, app, mux, rt.Entry{Method: "POST", Path: "/login"}, func(x *rt.Exec, e *rt.Endpoint[small]) error {
		b.ReportAllocs()
		body := &rewound{}
		x.Request().Body = body
		for b.Loop() {
			body.Reset(smallBody)
			if _, err := e.Decode(x); err != nil {
				b.Fatal(err)
			}
		}
		return x.Empty(204)
	})
	mux.ServeHTTP(deadlines{httptest.NewRecorder()}, smallRequest())
}

// deadlines is a recorder that takes deadlines, as connections do.
type deadlines struct{ *httptest.ResponseRecorder }

func (deadlines) SetReadDeadline(time.Time) error { return nil }

type small struct {
	Email    string  `json:"email"`
	Password string  `json:"password"`
	Age      int64   `json:"age"`
	On       bool    `json:"on"`
	Nick     *string `json:"nick"`
}

const smallBody = `{"email":"ann@example.com","password":"correct horse","age":41,"on":true}`

func smallRequest() *http.Request {
	r := httptest.NewRequest("POST", "/login", strings.NewReader(smallBody))
	r.Header.Set("Content-Type", "application/json")
	return r
}

type rewound struct{ strings.Reader }

func (*rewound) Close() error { return nil }

type discard struct{}

func (discard) Write(p []byte) (int, error) { return len(p), nil }

// inExecution runs f inside of an execution.
func inExecution(b testing.TB, f func(*rt.Exec)) {
	b.Helper()
	app, err := rt.Open(rt.WithEnv(map[string]string{}), rt.WithLogWriter(discard{}))
	if err != nil {
		b.Fatal(err)
	}
	mux := http.NewServeMux()
	register(b, app, mux, rt.Entry{Method: "GET", Path: "/"}, func(x *rt.Exec, _ *rt.Endpoint[none]) error {
		f(x)
		return x.Empty(204)
	})
	mux.ServeHTTP(httptest.NewRecorder(), httptest.NewRequest("GET", "/", nil))
}
