package runtime_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	rt "github.com/flowc-dev/flowc/runtime"
)

type unreachable struct{}

func (unreachable) Error() string     { return "dial tcp db.internal:5432: refused" }
func (unreachable) Unavailable() bool { return true }

func TestFailureBecomesProblem(t *testing.T) {
	for _, tt := range []struct {
		name   string
		fail   func(x *rt.Exec) error
		status int
		detail string
		reason string
	}{
		{"unknown", func(*rt.Exec) error { return errors.New("secret detail") }, 500, "", ""},
		{"known", func(*rt.Exec) error { return fmt.Errorf("node: %w", rt.Fail(409, "is taken")) }, 409, "is taken", ""},
		{"cause stays inside", func(*rt.Exec) error { return &rt.Error{Status: 502, Detail: "no", Err: errors.New("secret detail")} }, 502, "no", ""},
		{"no status", func(*rt.Exec) error { return &rt.Error{Detail: "no"} }, 500, "no", ""},
		{"unreachable", func(*rt.Exec) error { return fmt.Errorf("node: %w", unreachable{}) }, 503, "", ""},
		{"refused", func(*rt.Exec) error { return &rt.Error{Status: 401, Reason: "expired"} }, 401, "", "expired"},
		{"reason of another status", func(*rt.Exec) error { return &rt.Error{Status: 403, Reason: "expired"} }, 403, "", ""},
		{"panic", func(*rt.Exec) error { panic("secret detail") }, 500, "", ""},
		{"index", func(x *rt.Exec) error { _ = []int{}[len(x.ID())]; return nil }, 500, "", ""},
		{"no answer", func(*rt.Exec) error { return nil }, 500, "", ""},
		{"unsendable header", func(x *rt.Exec) error { x.SetHeader("X-A", "a\nb"); return x.Empty(200) }, 500, "", ""},
		{"unsendable name", func(x *rt.Exec) error { x.SetHeader("X A", "a"); return x.Empty(200) }, 500, "", ""},
		{"unsendable cookie", func(x *rt.Exec) error { x.SetCookie(rt.Cookie{Name: "a", Value: "b;c"}); return x.Empty(200) }, 500, "", ""},
		{"unknown sameSite", func(x *rt.Exec) error { x.SetCookie(rt.Cookie{Name: "a", SameSite: "x"}); return x.Empty(200) }, 500, "", ""},
		{"unsendable body", func(x *rt.Exec) error { return x.JSON(200, func() {}) }, 500, "", ""},
		{"unsendable status", func(x *rt.Exec) error { return x.Empty(199) }, 500, "", ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			app, log := openApp(t, nil)
			server := serve(t, app, rt.Entry{Method: "GET", Path: "/"}, func(x *rt.Exec, _ *rt.Endpoint[none]) error {
				x.Enter("node")
				return tt.fail(x)
			})
			r := call(t, "GET", server.URL, "")
			p := r.problem(t)
			if p.Status != tt.status || p.Detail != tt.detail || p.Reason != tt.reason || strings.Contains(r.text, "secret") {
				t.Errorf("got %s", r.text)
			}
			if challenge := r.Header.Get("WWW-Authenticate"); (challenge != "") != (tt.status == 401) {
				t.Errorf("WWW-Authenticate %q with status %d", challenge, tt.status)
			}
			failed := log.records(t, "failed")
			if len(failed) != 1 || failed[0]["node"] != "node" || failed[0]["id"] != p.Instance {
				t.Errorf("failure is logged as %v", failed)
			}
		})
	}
}

func TestDeadline(t *testing.T) {
	app, _ := openApp(t, nil)
	server := serve(t, app, rt.Entry{Method: "GET", Path: "/", Timeout: time.Millisecond}, func(x *rt.Exec, _ *rt.Endpoint[none]) error {
		<-x.Context().Done()
		return fmt.Errorf("node: %w", x.Context().Err())
	})
	if p := call(t, "GET", server.URL, "").problem(t); p.Status != 504 {
		t.Errorf("got %+v", p)
	}
}

func TestBodyThatDoesNotArrive(t *testing.T) {
	app, _ := openApp(t, nil)
	server := serve(t, app, rt.Entry{Method: "POST", Path: "/", Timeout: 20 * time.Millisecond}, func(x *rt.Exec, e *rt.Endpoint[formIn]) error {
		_, err := e.Decode(x)
		return err
	})
	body, release := context.WithCancel(t.Context())
	defer release()
	req, err := http.NewRequest("POST", server.URL, stalled{body})
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Content-Type", "application/json")
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	if res.StatusCode != http.StatusRequestTimeout {
		t.Errorf("status %d", res.StatusCode)
	}
}

// stalled is a body that never comes.
type stalled struct{ ctx context.Context }

func (s stalled) Read([]byte) (int, error) {
	<-s.ctx.Done()
	return 0, s.ctx.Err()
}

func TestSecondAnswerIsABug(t *testing.T) {
	app, log := openApp(t, nil)
	server := serve(t, app, rt.Entry{Method: "GET", Path: "/"}, func(x *rt.Exec, _ *rt.Endpoint[none]) error {
		if err := x.Text(200, "first"); err != nil {
			return err
		}
		return x.Text(200, "second")
	})
	if r := call(t, "GET", server.URL, ""); r.StatusCode != 200 || r.text != "first" {
		t.Errorf("got %d %q", r.StatusCode, r.text)
	}
	server.Close()
	if len(log.records(t, "failed")) != 1 {
		t.Errorf("not logged: %s", log)
	}
}

func TestAnswer(t *testing.T) {
	app, _ := openApp(t, nil)
	server := serve(t, app, rt.Entry{Method: "GET", Path: "/"}, func(x *rt.Exec, _ *rt.Endpoint[none]) error {
		x.SetHeader("x-one", "1")
		x.SetContentType("application/vnd.test+json")
		x.SetCookie(rt.Cookie{Name: "a", Value: "1", MaxAge: 60})
		x.SetCookie(rt.Cookie{Name: "b", Path: "/b", MaxAge: -1, SameSite: "Strict", Insecure: true, Readable: true})
		x.SetCookie(rt.Cookie{Name: "c", MaxAge: -1})
		x.Challenge("Basic")
		return x.JSON(201, map[string]any{"b": 1, "a": 90 * time.Second})
	})
	r := call(t, "GET", server.URL, "")
	if r.StatusCode != 201 || r.text != `{"a":"90s","b":1}` {
		t.Errorf("got %d %s", r.StatusCode, r.text)
	}
	for name, want := range map[string]string{
		"X-One": "1", "Content-Type": "application/vnd.test+json", "Content-Length": "17",
		"X-Content-Type-Options": "nosniff", "Www-Authenticate": "",
	} {
		if got := r.Header.Get(name); got != want {
			t.Errorf("%s is %q, want %q", name, got, want)
		}
	}
	got := strings.Join(r.Header.Values("Set-Cookie"), "\n")
	if want := "a=1; Path=/; Max-Age=60; HttpOnly; Secure; SameSite=Lax\nb=; Path=/b; Max-Age=0; SameSite=Strict\n" +
		"c=; Path=/; Max-Age=0; HttpOnly; Secure; SameSite=Lax"; got != want {
		t.Errorf("cookies\n%s\nwant\n%s", got, want)
	}
}

func TestUnauthorizedHasChallenge(t *testing.T) {
	for _, tt := range []struct {
		name   string
		realm  string
		before func(*rt.Exec)
		want   string
	}{
		{"none given", "", func(*rt.Exec) {}, `Bearer realm="test"`},
		{"realm", "shop", func(*rt.Exec) {}, `Bearer realm="shop"`},
		{"node's", "", func(x *rt.Exec) { x.Challenge(`Basic realm="a"`) }, `Basic realm="a"`},
		{"response's own", "", func(x *rt.Exec) { x.SetHeader("WWW-Authenticate", "Digest") }, "Digest"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			app, _ := openApp(t, nil)
			server := serve(t, app, rt.Entry{Method: "GET", Path: "/", Realm: tt.realm}, func(x *rt.Exec, _ *rt.Endpoint[none]) error {
				tt.before(x)
				return x.JSON(401, none{})
			})
			if got := call(t, "GET", server.URL, "").Header.Get("WWW-Authenticate"); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

func TestStatusWithoutBody(t *testing.T) {
	for _, status := range []int{204, 304} {
		app, _ := openApp(t, nil)
		server := serve(t, app, rt.Entry{Method: "GET", Path: "/"}, func(x *rt.Exec, _ *rt.Endpoint[none]) error { return x.JSON(status, none{}) })
		if r := call(t, "GET", server.URL, ""); r.StatusCode != status || r.text != "" || r.Header.Get("Content-Type") != "" {
			t.Errorf("got %d %q %v", r.StatusCode, r.text, r.Header)
		}
	}
}

func TestHeadHasNoBody(t *testing.T) {
	app, _ := openApp(t, nil)
	mux := http.NewServeMux()
	register(t, app, mux, rt.Entry{Method: "HEAD", Path: "/ok"}, func(x *rt.Exec, _ *rt.Endpoint[none]) error { return x.JSON(200, none{}) })
	register(t, app, mux, rt.Entry{Method: "GET", Path: "/bad"}, func(*rt.Exec, *rt.Endpoint[none]) error { return errors.New("bad") })
	for _, path := range []string{"/ok", "/bad", "/none"} {
		w := httptest.NewRecorder() // unlike a socket, it would show a body
		app.Handler(mux).ServeHTTP(w, httptest.NewRequest("HEAD", path, nil))
		if w.Body.Len() > 0 {
			t.Errorf("%s: body %q", path, w.Body)
		}
	}
}

func TestAfter(t *testing.T) {
	app, log := openApp(t, nil)
	release, ran := make(chan bool), make(chan string, 1)
	server := serve(t, app, rt.Entry{Method: "GET", Path: "/{id}", Timeout: time.Minute}, func(x *rt.Exec, _ *rt.Endpoint[none]) error {
		x.Saw("s3cret-s3cret")
		x.After(func(x *rt.Exec) error {
			<-release
			x.Enter("later")
			if x.Context().Value(http.ServerContextKey) == nil {
				t.Error("the context has lost the request's values")
			}
			if err := x.Context().Err(); err != nil {
				return err
			}
			ran <- x.ID() + x.Path() + *x.Query("q")
			if err := x.Empty(200); err == nil {
				t.Error("a second answer is not refused")
			}
			return errors.New("late s3cret-s3cret")
		})
		x.Enter("ok")
		return x.Text(202, x.ID())
	})
	r := call(t, "GET", server.URL+"/a?q=b", "") // comes back although the rest waits
	close(release)
	if got := <-ran; got != r.text+"/ab" {
		t.Errorf("after the answer: %q", got)
	}
	if err := app.Close(); err != nil {
		t.Fatal(err)
	}
	failed := log.records(t, "failed after the answer")
	if len(failed) != 1 || failed[0]["id"] != r.text || failed[0]["error"] != "late ••••" || failed[0]["node"] != "later" {
		t.Errorf("failure: %v", failed)
	}
	if got := log.records(t, "execution"); len(got) != 1 || got[0]["nodes"] != "in ok later" || got[0]["status"] != 202.0 {
		t.Errorf("execution: %v", got)
	}
}

func TestAfterDoesNotRunOnFailure(t *testing.T) {
	app, _ := openApp(t, nil)
	server := serve(t, app, rt.Entry{Method: "GET", Path: "/"}, func(x *rt.Exec, _ *rt.Endpoint[none]) error {
		x.After(func(*rt.Exec) error { t.Error("runs"); return nil })
		return errors.New("failed")
	})
	call(t, "GET", server.URL, "")
}

func TestWhenAnswered(t *testing.T) {
	for _, tt := range []struct {
		name string
		end  func(x *rt.Exec) error
		want string
	}{
		{"success", func(x *rt.Exec) error { return x.Empty(204) }, "204 after"},
		{"success of a panic", func(x *rt.Exec) error { _ = x.Empty(204); panic("bug") }, "204"},
		{"refusal", func(*rt.Exec) error { return rt.Fail(404, "no such order") }, "404"},
		{"failure", func(*rt.Exec) error { return errors.New("down") }, "500"},
		{"panic", func(*rt.Exec) error { panic("bug") }, "500"},
		{"failure as a response", func(x *rt.Exec) error { return x.Empty(503) }, "503 after"},
		{"deadline", func(x *rt.Exec) error { <-x.Context().Done(); return x.Context().Err() }, "504"},
		{"repeated delivery", func(*rt.Exec) error { return rt.Replayed() }, "200"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			app, _ := openApp(t, nil)
			var ran []string
			server := serve(t, app, rt.Entry{Method: "GET", Path: "/", Timeout: 50 * time.Millisecond}, func(x *rt.Exec, _ *rt.Endpoint[none]) error {
				x.WhenAnswered(func(ctx context.Context, status int) error {
					ran = append(ran, strconv.Itoa(status))
					return ctx.Err()
				})
				x.After(func(*rt.Exec) error { ran = append(ran, "after"); return nil })
				return tt.end(x)
			})
			call(t, "GET", server.URL, "")
			if err := app.Close(); err != nil { // which waits
				t.Fatal(err)
			}
			if got := strings.Join(ran, " "); got != tt.want {
				t.Errorf("ran %q, want %q", got, tt.want)
			}
		})
	}
}

// TestWhenAnsweredIsBeforeTheCaller wants what is settled to be so for a caller who has the answer; its failure is logged
// and changes nothing.
func TestWhenAnsweredIsBeforeTheCaller(t *testing.T) {
	app, log := openApp(t, nil)
	settled := false
	server := serve(t, app, rt.Entry{Method: "GET", Path: "/"}, func(x *rt.Exec, _ *rt.Endpoint[none]) error {
		x.WhenAnswered(func(context.Context, int) error { panic("bug") })
		x.WhenAnswered(func(context.Context, int) error {
			time.Sleep(20 * time.Millisecond)
			settled = true
			return errors.New("down")
		})
		return x.Empty(202)
	})
	if r := call(t, "GET", server.URL, ""); r.StatusCode != 202 || !settled {
		t.Errorf("answered %d, settled: %v", r.StatusCode, settled)
	}
	server.Close()
	if failed := log.records(t, "failed after the answer"); len(failed) != 2 {
		t.Errorf("logged %v, want two failures", failed)
	}
}

func TestRequestAccessors(t *testing.T) {
	app, _ := openApp(t, nil)
	server := serve(t, app, rt.Entry{Method: "GET", Path: "/a/{rest...}"}, func(x *rt.Exec, _ *rt.Endpoint[none]) error {
		return x.JSON(200, []any{x.Method(), x.Path(), x.IP(), x.Header("X-Twice"), x.Header("x-none"), x.Query("q"), x.Query("none"), x.Cookie("c"), x.Cookie("none")})
	})
	r := call(t, "GET", server.URL+"/a/b%20c?q=1&q=2", "", "X-Twice", "a", "X-Twice", "b", "Cookie", "c=d")
	if want := `["GET","/a/b c","127.0.0.1","a, b",null,"1",null,"d",null]`; r.text != want {
		t.Errorf("got %s, want %s", r.text, want)
	}
	r = call(t, "GET", server.URL+"/a/%ffb?q=%ffq", "", "X-Twice", "\xfft")
	if want := `["GET","/a/\uFFFDb","127.0.0.1","\uFFFDt",null,"\uFFFDq",null,null,null]`; r.text != strings.ReplaceAll(want, `\uFFFD`, "\uFFFD") {
		t.Errorf("got %s, want %s", r.text, want)
	}
}

// Where a path has values, the mux is asked again for them.
func TestRequestKnowsItsPattern(t *testing.T) {
	for pattern, want := range map[string]string{
		"/a/fixed":   `["GET /a/fixed",""]`,
		"/a/{value}": `["GET /a/{value}","fixed"]`,
		"/a/":        `["GET /a/",""]`,
	} {
		app, _ := openApp(t, nil)
		server := serve(t, app, rt.Entry{Method: "GET", Path: pattern}, func(x *rt.Exec, _ *rt.Endpoint[none]) error {
			return x.JSON(200, []string{x.Request().Pattern, x.Request().PathValue("value")})
		})
		if r := call(t, "GET", server.URL+"/a/fixed", ""); r.text != want {
			t.Errorf("%s: got %s, want %s", pattern, r.text, want)
		}
	}
}

func TestExecutionsDoNotShareState(t *testing.T) {
	app, _ := openApp(t, nil)
	first := true
	server := serve(t, app, rt.Entry{Method: "GET", Path: "/"}, func(x *rt.Exec, _ *rt.Endpoint[none]) error {
		if first {
			first = false
			x.SetHeader("X-Left", "over")
			x.SetCookie(rt.Cookie{Name: "left"})
			x.Challenge("Left")
			x.SetHeader("bad name", "")
			return x.Empty(200)
		}
		return x.Empty(401)
	})
	call(t, "GET", server.URL, "")
	r := call(t, "GET", server.URL, "")
	if r.StatusCode != 401 || r.Header.Get("X-Left") != "" || r.Header.Get("Set-Cookie") != "" || r.Header.Get("WWW-Authenticate") != `Bearer realm="test"` {
		t.Errorf("got %d %v", r.StatusCode, r.Header)
	}
}

func TestCallerWhoLeaves(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		app, log := openApp(t, nil)
		mux := http.NewServeMux()
		register(t, app, mux, rt.Entry{Method: "GET", Path: "/"}, func(x *rt.Exec, _ *rt.Endpoint[none]) error {
			<-x.Context().Done()
			return x.Context().Err()
		})
		ctx, leave := context.WithCancel(t.Context())
		go mux.ServeHTTP(httptest.NewRecorder(), httptest.NewRequest("GET", "/", nil).WithContext(ctx))
		synctest.Wait()
		leave()
		synctest.Wait()
		if got := log.records(t, "execution"); len(got) != 1 || got[0]["status"] != 499.0 || got[0]["level"] != "INFO" {
			t.Errorf("execution: %v", got)
		}
	})
}

func TestNowIsTheAppsClock(t *testing.T) {
	then := time.Date(2030, 1, 2, 3, 4, 5, 0, time.FixedZone("", 3600))
	app, _ := openApp(t, nil, rt.WithClock(func() time.Time { return then }))
	server := serve(t, app, rt.Entry{Method: "GET", Path: "/"}, func(x *rt.Exec, _ *rt.Endpoint[none]) error { return x.JSON(200, x.Now()) })
	if r := call(t, "GET", server.URL, ""); r.text != `"2030-01-02T02:04:05Z"` {
		t.Errorf("got %s", r.text)
	}
}
