package password_test

import (
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"testing"

	rt "github.com/flowc-dev/flowc/runtime"
	"github.com/flowc-dev/flowc/runtime/password"
)

func openApp(t testing.TB, options ...rt.Option) *rt.App {
	t.Helper()
	options = append([]rt.Option{rt.WithEnv(nil), rt.WithDir(t.TempDir()), rt.WithLogWriter(io.Discard)}, options...)
	app, err := rt.Open(options...)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { app.Close() })
	return app
}

// execute runs f as an execution whose request has the context ctx.
func execute(t testing.TB, app *rt.App, ctx context.Context, f func(x *rt.Exec)) {
	t.Helper()
	mux := http.NewServeMux()
	in := rt.NewEndpoint[struct{}](app.Setup(), rt.Entry{Workflow: "login", Node: "in", Method: "GET", Path: "/"})
	in.Register(mux, func(x *rt.Exec) error {
		f(x)
		return x.Empty(http.StatusNoContent)
	})
	mux.ServeHTTP(httptest.NewRecorder(), httptest.NewRequestWithContext(ctx, "GET", "/", nil))
}

func hash(t testing.TB, p password.Params, plain string) (hashed password.Hashed, err error) {
	t.Helper()
	app := openApp(t)
	setup := app.Setup()
	h := password.NewHasher(setup, p)
	if err := setup.Err(); err != nil {
		return password.Hashed{}, err
	}
	execute(t, app, t.Context(), func(x *rt.Exec) { hashed, err = h.Hash(x, plain) })
	return hashed, err
}

func verify(t testing.TB, p password.Params, stored, given string) (match password.Match, err error) {
	t.Helper()
	app := openApp(t)
	setup := app.Setup()
	v := password.NewVerifier(setup, p)
	if err := setup.Err(); err != nil {
		t.Fatal(err)
	}
	execute(t, app, t.Context(), func(x *rt.Exec) { match, err = v.Verify(x, stored, given) })
	return match, err
}
