package runtime_test

import (
	"errors"
	"io"
	"net/http"
	"strings"
	"testing"

	rt "github.com/flowc-dev/flowc/runtime"
)

// TestAttachCookie attaches a cookie to whichever answer there is, which no cache may keep then.
func TestAttachCookie(t *testing.T) {
	for _, test := range []struct {
		name   string
		answer func(x *rt.Exec) error
		status int
	}{
		{"a Response", func(x *rt.Exec) error { return x.JSON(http.StatusOK, none{}) }, 200},
		{"a Response that caches may keep", func(x *rt.Exec) error {
			x.SetHeader("Cache-Control", "public, max-age=60")
			return x.Empty(http.StatusNoContent)
		}, 204},
		{"a redirect", func(x *rt.Exec) error {
			x.SetHeader("Location", "/me")
			return x.Empty(http.StatusSeeOther)
		}, 303},
		{"a failure", func(*rt.Exec) error { return errors.New("out of order") }, 500},
		{"a panic", func(*rt.Exec) error { panic("out of order") }, 500},
	} {
		t.Run(test.name, func(t *testing.T) {
			app, log := openApp(t, nil)
			server := serve(t, app, rt.Entry{Workflow: "w", Node: "in", Method: "GET", Path: "/"}, func(x *rt.Exec, _ *rt.Endpoint[none]) error {
				x.AttachCookie(rt.Cookie{Name: "login", Value: "the first value", MaxAge: 600})
				x.AttachCookie(rt.Cookie{Name: "login", Value: "the-value-that-counts", MaxAge: 600})
				x.SetCookie(rt.Cookie{Name: "session", Value: "s"})
				x.Logger().Info("attached", "value", "the-value-that-counts")
				return test.answer(x)
			})
			client := http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
			answer, err := client.Get(server.URL)
			if err != nil {
				t.Fatal(err)
			}
			defer answer.Body.Close()
			if _, err := io.Copy(io.Discard, answer.Body); err != nil {
				t.Fatal(err)
			}
			checkAttached(t, answer, test.status)
			if strings.Contains(log.String(), "the-value-that-counts") {
				t.Error("the cookie is in the log")
			}
		})
	}
}

func checkAttached(t *testing.T, answer *http.Response, status int) {
	t.Helper()
	if answer.StatusCode != status || answer.Header.Get("Cache-Control") != "no-store" {
		t.Errorf("got %d, Cache-Control %q; want %d, no-store", answer.StatusCode, answer.Header.Get("Cache-Control"), status)
	}
	var attached []string
	for _, cookie := range answer.Cookies() {
		if cookie.Name == "login" {
			attached = append(attached, cookie.Value)
		}
	}
	if len(attached) != 1 || attached[0] != "the-value-that-counts" {
		t.Errorf("attached are %q", attached)
	}
}

// TestAttachedToOneAnswer keeps a cookie out of the next answer, which the same memory may serve.
func TestAttachedToOneAnswer(t *testing.T) {
	app, _ := openApp(t, nil)
	server := serve(t, app, rt.Entry{Workflow: "w", Node: "in", Method: "GET", Path: "/"}, func(x *rt.Exec, _ *rt.Endpoint[none]) error {
		if x.Query("attach") != nil {
			x.AttachCookie(rt.Cookie{Name: "login", Value: "v"})
			x.AttachCookie(rt.Cookie{Name: "other", Value: "v"})
			x.SetCookie(rt.Cookie{Name: "session", Value: "v"})
			x.SetHeader("X-First", "v")
		}
		return x.Empty(http.StatusNoContent)
	})
	for i := range 20 {
		query := []string{"?attach", ""}[i%2]
		answer, err := http.Get(server.URL + "/" + query)
		if err != nil {
			t.Fatal(err)
		}
		answer.Body.Close()
		want := map[string]int{"?attach": 3}[query]
		if got := answer.Header["Set-Cookie"]; len(got) != want || (answer.Header.Get("Cache-Control") != "") != (want > 0) || (answer.Header.Get("X-First") != "") != (want > 0) {
			t.Errorf("%q: answered with %v", query, answer.Header)
		}
	}
}
