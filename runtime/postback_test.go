package runtime_test

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	rt "github.com/flowc-dev/flowc/runtime"
)

// TestPostsBack posts to a GET endpoint that an identity provider ends a login at: a form that does that gets in from a
// page of any origin, and everything else is a 405.
func TestPostsBack(t *testing.T) {
	app, err := rt.Open(rt.WithEnv(map[string]string{}), rt.WithDir(t.TempDir()), rt.WithLogWriter(t.Output()))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := app.Close(); err != nil {
			t.Error(err)
		}
	})
	setup, mux := app.Setup(), http.NewServeMux()
	in := rt.NewEndpoint[struct{}](setup, rt.Entry{Workflow: "w", Node: "in", Method: "GET", Path: "/login", PostsBack: true})
	in.Register(mux, func(x *rt.Exec) error {
		return x.JSON(http.StatusOK, x.Request().PostForm.Get("state")+x.Request().PostForm.Get("user"))
	})
	if err := setup.Err(); err != nil {
		t.Fatal(err)
	}
	const form = "application/x-www-form-urlencoded"
	for _, tt := range []struct {
		name, target, kind, body string
		want                     int
	}{
		{"the end of a login", "/login", form, "state=s&code=c&user=u", 200},
		{"a login that failed", "/login", form + "; charset=utf-8", "state=s&error=access_denied", 200},
		{"no state", "/login", form, "code=c", 405},
		{"state and code in the query", "/login?state=s&code=c", form, "", 405},
		{"neither code nor error", "/login", form, "state=s", 405},
		{"JSON", "/login", "application/json", `{"state":"s","code":"c"}`, 405},
		{"no type", "/login", "", "state=s&code=c", 405},
		{"a broken form", "/login", form, "state=s&code=%zz", 405},
		{"more than a login has", "/login", form, "state=s&code=" + strings.Repeat("c", 64<<10), 405},
	} {
		r := httptest.NewRequestWithContext(t.Context(), http.MethodPost, tt.target, strings.NewReader(tt.body))
		r.Header.Set("Content-Type", tt.kind)
		r.Header.Set("Sec-Fetch-Site", "cross-site")
		r.Header.Set("Origin", "https://appleid.apple.com")
		w := httptest.NewRecorder()
		app.Handler(mux).ServeHTTP(w, r)
		if w.Code != tt.want || w.Code == 405 && w.Header().Get("Allow") == "" {
			t.Errorf("%s: got %d %s, want %d", tt.name, w.Code, w.Body, tt.want)
		}
	}
}
