package client_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	rt "github.com/flowc-dev/flowc/runtime"
	"github.com/flowc-dev/flowc/runtime/client"
)

func openApp(t testing.TB, options ...rt.Option) *rt.App {
	t.Helper()
	options = append([]rt.Option{rt.WithEnv(nil), rt.WithDir(t.TempDir()), rt.WithLogWriter(&bytes.Buffer{})}, options...)
	app, err := rt.Open(options...)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := app.Close(); err != nil {
			t.Error(err)
		}
	})
	return app
}

// execute runs f as an execution; its error is how the execution fails.
func execute(t testing.TB, app *rt.App, ctx context.Context, f func(x *rt.Exec) error) *httptest.ResponseRecorder {
	t.Helper()
	mux := http.NewServeMux()
	in := rt.NewEndpoint[struct{}](app.Setup(), rt.Entry{Workflow: "notify", Node: "in", Method: "GET", Path: "/"})
	in.Register(mux, func(x *rt.Exec) error {
		x.Enter("call")
		if err := f(x); err != nil {
			return err
		}
		return x.Empty(http.StatusNoContent)
	})
	answer := httptest.NewRecorder()
	mux.ServeHTTP(answer, httptest.NewRequestWithContext(ctx, "GET", "/", nil))
	return answer
}

func newClient[T any](t testing.TB, app *rt.App, c client.Config) *client.Client[T] {
	t.Helper()
	setup := app.Setup()
	made := client.New[T](setup, c)
	if err := setup.Err(); err != nil {
		t.Fatal(err)
	}
	return made
}

// send makes one call in an app of its own.
func send[T any](t testing.TB, c client.Config, r client.Request) (response client.Response[T], err error) {
	t.Helper()
	app := openApp(t)
	return sendWith(t, app, newClient[T](t, app, c), r)
}

func sendWith[T any](t testing.TB, app *rt.App, c *client.Client[T], r client.Request) (response client.Response[T], err error) {
	t.Helper()
	execute(t, app, t.Context(), func(x *rt.Exec) error {
		response, err = c.Send(x, r)
		return nil
	})
	return response, err
}

// failure wants err to be a *client.Error.
func failure(t *testing.T, err error) *client.Error {
	t.Helper()
	var failed *client.Error
	if !errors.As(err, &failed) {
		t.Fatalf("got %T %v, want a *client.Error", err, err)
	}
	if public, host := failed.Public(), hostOf(failed.Call); public == "" || strings.Contains(public, host) {
		t.Errorf("callers may know %q, want what failed and not %s", public, host)
	}
	return failed
}

// hostOf is the host name of a call.
func hostOf(call string) string {
	_, host, _ := strings.Cut(call, "://")
	host, _, _ = strings.Cut(host, ":")
	return host
}

// serve starts a service on a socket and returns its URL.
func serve(t testing.TB, h http.HandlerFunc) string {
	t.Helper()
	server := httptest.NewServer(h)
	t.Cleanup(server.Close)
	return server.URL
}

// answering serves one answer.
func answering(t testing.TB, status int, contentType, body string) string {
	return serve(t, func(w http.ResponseWriter, _ *http.Request) {
		if contentType != "" {
			w.Header().Set("Content-Type", contentType)
		}
		w.WriteHeader(status)
		io.WriteString(w, body)
	})
}

// listen serves raw connections, each with f, until the test ends.
func listen(t *testing.T, f func(net.Conn)) string {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { listener.Close() })
	go func() {
		for {
			conn, err := listener.Accept()
			if err != nil {
				return
			}
			go f(conn)
		}
	}()
	return "http://" + listener.Addr().String()
}

// short is a time-out that a hanging service is not waited for longer than.
const short = 50 * time.Millisecond
