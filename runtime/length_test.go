package runtime_test

import (
	"net/http"
	"net/http/httptest"
	"slices"
	"strconv"
	"strings"
	"testing"

	rt "github.com/flowc-dev/flowc/runtime"
)

func TestAnswersSayTheirLength(t *testing.T) {
	app, _ := openApp(t, nil)
	mux := http.NewServeMux()
	length := 0
	register(t, app, mux, rt.Entry{Method: "GET", Path: "/"}, func(x *rt.Exec, _ *rt.Endpoint[none]) error {
		return x.Text(200, strings.Repeat("x", length))
	})
	for range 2 { // what is kept of the first time must be right, and nobody's to change
		for _, length = range []int{0, 9, 99, 100, 1023, 1024, 4095, 4096, 5000} {
			w := httptest.NewRecorder()
			mux.ServeHTTP(w, httptest.NewRequest("GET", "/", nil))
			if want := []string{strconv.Itoa(length)}; !slices.Equal(w.Header()["Content-Length"], want) {
				t.Errorf("got %q for %d bytes", w.Header()["Content-Length"], length)
			}
			w.Header().Add("Content-Length", "of somebody else")
			w.Header().Set("Content-Length", "of somebody else")
		}
	}
}
