package runtime_test

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/go-json-experiment/json"

	rt "github.com/flowc-dev/flowc/runtime"
)

// TestPlacesAreOfThisRequest ends a body inside of a member and then sends none, again and again: the places in an answer are those
// of its own request, though the memory to read a body with is that of the one before.
func TestPlacesAreOfThisRequest(t *testing.T) {
	type order struct {
		Email string `json:"email"`
	}
	app, _ := openApp(t, nil)
	mux := http.NewServeMux()
	register(t, app, mux, rt.Entry{Method: "POST", Path: "/"}, func(x *rt.Exec, e *rt.Endpoint[order]) error {
		_, err := e.Decode(x)
		return err
	})
	for _, body := range []string{``, `email=%zz`, `other=1`} {
		for range 20 {
			for _, body := range []string{`{"email":{"secret":`, body} {
				r := httptest.NewRequest("POST", "/", strings.NewReader(body))
				r.Header.Set("Content-Type", "application/json")
				if !strings.HasPrefix(body, "{") && body != "" {
					r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
				}
				w := httptest.NewRecorder()
				mux.ServeHTTP(w, r)
				var p problem
				if err := json.Unmarshal(w.Body.Bytes(), &p); err != nil || w.Code != http.StatusBadRequest {
					t.Fatalf("%q is answered %d %s (%v)", body, w.Code, w.Body, err)
				}
				for name := range p.Errors {
					if name != "email" {
						t.Fatalf("%q is answered %s", body, w.Body)
					}
				}
			}
		}
	}
}
