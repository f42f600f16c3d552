package runtime_test

import (
	"net/http"
	"testing"

	rt "github.com/flowc-dev/flowc/runtime"
	"github.com/flowc-dev/flowc/runtime/fn"
)

// An answer to who proved something with a secret, or one that holds a secret, is for that caller alone: a cache between
// them would give it to others, and knows nothing of keys in headers of our own.
func TestAnswersToSecretsAreNotStored(t *testing.T) {
	for _, tt := range []struct {
		name   string
		header []string
		run    func(x *rt.Exec) error
		want   string
	}{
		{"nothing secret", nil, func(x *rt.Exec) error { return x.Text(200, "a") }, ""},
		{"a cookie that nobody reads", []string{"Cookie", "visits=1"}, func(x *rt.Exec) error { return x.Text(200, "a") }, ""},
		{"a cookie that is read", []string{"Cookie", "session=1"}, func(x *rt.Exec) error {
			return x.Text(200, fn.Or(x.Cookie("session"), "none"))
		}, "no-store"},
		{"a cookie that is read and absent", nil, func(x *rt.Exec) error {
			return x.Text(200, fn.Or(x.Cookie("session"), "none"))
		}, "no-store"},
		{"a credential", []string{"Authorization", "Bearer x"}, func(x *rt.Exec) error { return x.Text(200, "a") }, "no-store"},
		{"a key", nil, func(x *rt.Exec) error { x.Saw("short"); return x.Text(200, "a") }, "no-store"},
		{"a token made here", nil, func(x *rt.Exec) error {
			token, err := rt.RandomToken(x, 32)
			if err != nil {
				return err
			}
			return x.JSON(200, token)
		}, "no-store"},
		{"a cookie that is set", nil, func(x *rt.Exec) error {
			x.SetCookie(rt.Cookie{Name: "session", Value: "1"})
			return x.Empty(204)
		}, "no-store"},
		{"a cookie that is deleted", nil, func(x *rt.Exec) error {
			x.SetCookie(rt.Cookie{Name: "session", MaxAge: -1})
			return x.Empty(204)
		}, "no-store"},
		{"a refusal", nil, func(x *rt.Exec) error { x.Saw("a-key"); return rt.Fail(404, "no such order") }, "no-store"},
		{"the workflow knows better", nil, func(x *rt.Exec) error {
			x.Saw("a-key")
			x.SetHeader("cache-control", "private, max-age=60")
			return x.Text(200, "a")
		}, "private, max-age=60"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			app, _ := openApp(t, nil)
			server := serve(t, app, rt.Entry{Method: "GET", Path: "/{$}"}, func(x *rt.Exec, _ *rt.Endpoint[none]) error { return tt.run(x) })
			for range 2 { // the second has the memory of the first
				if got := call(t, http.MethodGet, server.URL, "", tt.header...).Header.Get("Cache-Control"); got != tt.want {
					t.Errorf("Cache-Control is %q, want %q", got, tt.want)
				}
			}
			if got := call(t, http.MethodGet, server.URL+"/none", "").Header.Get("Cache-Control"); got != "" {
				t.Errorf("of another route it is %q", got)
			}
		})
	}
}
