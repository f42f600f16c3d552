package runtime_test

import (
	"io"
	"net/http"
	"runtime"
	"testing"
	"time"

	rt "github.com/flowc-dev/flowc/runtime"
)

// What rt may spend around an empty handler, and on the record of an execution, with room for noise.
const (
	aroundTime   = 700 * time.Nanosecond
	aroundAllocs = 1
	recordTime   = 500 * time.Nanosecond
	recordAllocs = 0
	roomForNoise = 1.3
)

// nowhere is the writer of an answer that nobody reads, with the deadlines of a connection.
type nowhere struct{ header http.Header }

func (n nowhere) Header() http.Header              { return n.header }
func (n nowhere) Write(p []byte) (int, error)      { return len(p), nil }
func (n nowhere) WriteHeader(int)                  {}
func (n nowhere) SetReadDeadline(time.Time) error  { return nil }
func (n nowhere) SetWriteDeadline(time.Time) error { return nil }

// BenchmarkAround measures what rt does around a handler that does nothing, in turns with the same without rt, and with the record
// in JSON. The fastest turn of each counts: what else the machine does only adds to it.
func BenchmarkAround(b *testing.B) {
	bare := http.NewServeMux()
	bare.HandleFunc("GET /", func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusNoContent) })
	handlers := []http.Handler{bare, emptyOf(b, "warn"), emptyOf(b, "info")}
	times, allocs := [3]time.Duration{}, [3]float64{}
	turn := func() {
		for i, h := range handlers {
			took, made := requests(b, h)
			if times[i] == 0 || took < times[i] {
				times[i], allocs[i] = took, made
			}
		}
	}
	for range 40 {
		turn()
	}
	for b.Loop() {
		turn()
	}
	around, record := times[1]-times[0], times[2]-times[1]
	b.ReportMetric(float64(around.Nanoseconds()), "ns/around")
	b.ReportMetric(allocs[1]-allocs[0], "allocs/around")
	b.ReportMetric(float64(record.Nanoseconds()), "ns/record")
	b.ReportMetric(allocs[2]-allocs[1], "allocs/record")
	b.ReportMetric(0, "ns/op") // of all of them: means nothing
	if around > time.Duration(float64(aroundTime)*roomForNoise) || allocs[1]-allocs[0] > aroundAllocs+0.1 {
		b.Errorf("around an empty handler: %v and %.2f allocations, may be %v and %d", around, allocs[1]-allocs[0], aroundTime, aroundAllocs)
	}
	if record > time.Duration(float64(recordTime)*roomForNoise) || allocs[2]-allocs[1] > recordAllocs+0.1 {
		b.Errorf("the record: %v and %.2f allocations, may be %v and %d", record, allocs[2]-allocs[1], recordTime, recordAllocs)
	}
}

func emptyOf(b *testing.B, level string) http.Handler {
	b.Helper()
	app, err := rt.Open(rt.WithEnv(map[string]string{"LOG_LEVEL": level, "LOG_FORMAT": "json"}), rt.WithLogWriter(io.Discard))
	if err != nil {
		b.Fatal(err)
	}
	mux := http.NewServeMux()
	register(b, app, mux, rt.Entry{Method: "GET", Path: "/", Workflow: "empty", Node: "in"}, func(x *rt.Exec, _ *rt.Endpoint[none]) error {
		x.Enter("ok")
		return x.Empty(http.StatusNoContent)
	})
	return mux
}

// requests is what a request to h takes, of many.
func requests(b *testing.B, h http.Handler) (each time.Duration, allocs float64) {
	b.Helper()
	const many = 2000
	r, err := http.NewRequestWithContext(b.Context(), http.MethodGet, "/", http.NoBody)
	if err != nil {
		b.Fatal(err)
	}
	w := nowhere{http.Header{}}
	h.ServeHTTP(w, r) // what is pooled is there
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	began := time.Now()
	for range many {
		h.ServeHTTP(w, r)
	}
	took := time.Since(began)
	runtime.ReadMemStats(&after)
	return took / many, float64(after.Mallocs-before.Mallocs) / many
}
