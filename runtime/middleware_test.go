package runtime_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"testing"

	rt "github.com/flowc-dev/flowc/runtime"
)

// registered are routes of workflows.
type registered func(mux *http.ServeMux)

func (f registered) Register(mux *http.ServeMux) { f(mux) }

// TestMiddleware serves what the workflows have, with the values of its path, and hands all else to the router of the house as it
// came: other methods, redirects, health, and what panics there.
func TestMiddleware(t *testing.T) {
	app, _ := openApp(t, nil)
	flows := registered(func(mux *http.ServeMux) {
		type in struct {
			ID string `path:"id"`
		}
		register(t, app, mux, rt.Entry{Method: "GET", Path: "/orders/{id}"}, func(x *rt.Exec, e *rt.Endpoint[in]) error {
			got, err := e.Decode(x)
			if err != nil {
				return err
			}
			return x.Text(http.StatusOK, "order "+got.ID)
		})
		register(t, app, mux, rt.Entry{Method: "POST", Path: "/orders", CORS: []string{"https://shop.test"}},
			func(x *rt.Exec, _ *rt.Endpoint[none]) error { return x.Text(http.StatusCreated, "placed") })
	})
	var pattern string
	house := http.NewServeMux()
	house.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) {
		pattern = r.Pattern
		w.WriteHeader(http.StatusTeapot)
		fmt.Fprintf(w, "house %s %s", r.Method, r.URL.Path)
	})
	house.HandleFunc("/broken", func(http.ResponseWriter, *http.Request) { panic("of the house") })
	h := rt.Middleware(flows, house)
	for _, test := range []struct {
		method, path string
		status       int
		want         string
	}{
		{"GET", "/orders/7", 200, "order 7"},
		{"HEAD", "/orders/7", 200, ""},
		{"POST", "/orders", 201, "placed"},
		{"OPTIONS", "/orders", 204, ""},
		{"DELETE", "/orders/7", 418, "house DELETE /orders/7"},
		{"GET", "/orders", 418, "house GET /orders"},
		{"GET", "/healthz", 418, "house GET /healthz"},
		{"GET", "/readyz", 418, "house GET /readyz"},
		{"GET", "/", 418, "house GET /"},
		{"GET", "/orders/7/more", 418, "house GET /orders/7/more"},
	} {
		pattern = ""
		w := httptest.NewRecorder()
		h.ServeHTTP(w, httptest.NewRequest(test.method, test.path, nil))
		if w.Code != test.status || w.Body.String() != test.want || test.status == 418 && pattern != "/" {
			t.Errorf("%s %s: %d %q, pattern %q; want %d %q", test.method, test.path, w.Code, w.Body, pattern, test.status, test.want)
		}
	}
	seen := ""
	rt.Middleware(flows, http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { seen = r.URL.Path + r.Pattern })).
		ServeHTTP(httptest.NewRecorder(), httptest.NewRequest("GET", "//orders/../orders/7", nil))
	if seen != "//orders/../orders/7" {
		t.Errorf("the house gets %q of a path that is to be cleaned", seen)
	}
	defer func() {
		if p := recover(); p != "of the house" {
			t.Errorf("a panic of the house arrives as %v", p)
		}
	}()
	h.ServeHTTP(httptest.NewRecorder(), httptest.NewRequest("GET", "/broken", nil))
}
