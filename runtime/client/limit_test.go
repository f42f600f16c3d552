package client_test

import (
	"compress/gzip"
	"net/http"
	"runtime"
	"strings"
	"testing"

	rt "github.com/flowc-dev/flowc/runtime"
	"github.com/flowc-dev/flowc/runtime/client"
)

const gigabyte = 1 << 30

// huge are services whose answer has a gigabyte.
func huge(t *testing.T) map[string]string {
	return map[string]string{
		"announced": serve(t, func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Length", "1073741824")
			writeZeros(w)
		}),
		"streamed":  serve(t, func(w http.ResponseWriter, _ *http.Request) { writeZeros(w) }),
		"gzip bomb": serve(t, bomb),
		"gzip bomb as a failure": serve(t, func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Encoding", "gzip")
			w.WriteHeader(http.StatusBadGateway)
			bomb(w, r)
		}),
		"headers": serve(t, func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("X-Long", strings.Repeat("x", 1<<20))
		}),
	}
}

func bomb(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Encoding", "gzip")
	zip, _ := gzip.NewWriterLevel(w, gzip.BestSpeed)
	writeZeros(zip)
}

// writeZeros writes until a gigabyte or until nobody reads any more.
func writeZeros(w interface{ Write([]byte) (int, error) }) {
	chunk := make([]byte, 64<<10)
	for range gigabyte / len(chunk) {
		if _, err := w.Write(chunk); err != nil {
			return
		}
	}
}

// A response that is too large costs no more memory than the limit allows, however it is sent.
func TestHugeResponses(t *testing.T) {
	const limit = 1 << 20
	const allowed = 12 * limit // in all allocations together, those of the service and of a growing buffer included
	for name, service := range huge(t) {
		t.Run(name, func(t *testing.T) {
			app := openApp(t)
			c := newClient[rt.Value](t, app, client.Config{MaxResponse: limit})
			before := allocated()
			_, err := sendWith(t, app, c, client.Request{URL: service})
			failed := failure(t, err)
			if used := allocated() - before; used > allowed {
				t.Errorf("%d bytes were allocated for a limit of %d", used, limit)
			}
			if name == "announced" || name == "streamed" || name == "gzip bomb" {
				if failed.Status() != 200 || failed.Temporary() || !strings.Contains(err.Error(), "too large") {
					t.Errorf("status %d, temporary %v: %v", failed.Status(), failed.Temporary(), err)
				}
			}
		})
	}
}

func allocated() uint64 {
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.TotalAlloc
}

func TestLimitIsExact(t *testing.T) {
	for _, test := range []struct {
		length int
		fits   bool
	}{{1000, true}, {1001, false}} {
		body := strings.Repeat("x", test.length)
		for kind, service := range map[string]string{
			"announced": answering(t, 200, "text/plain", body),
			"chunked": serve(t, func(w http.ResponseWriter, _ *http.Request) {
				w.(http.Flusher).Flush()
				w.Write([]byte(body))
			}),
		} {
			_, err := send[rt.Value](t, client.Config{MaxResponse: 1000}, client.Request{URL: service})
			if (err == nil) != test.fits {
				t.Errorf("%d bytes, %s: %v", test.length, kind, err)
			}
		}
	}
}
