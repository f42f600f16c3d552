package jwt_test

import (
	"io"
	"net/http"
	"net/http/httptest"
	"testing"

	rt "github.com/flowc-dev/flowc/runtime"
	"github.com/flowc-dev/flowc/runtime/jwt"
	"github.com/flowc-dev/flowc/runtime/jwt/jwttest"
)

func openApp(t testing.TB, options ...rt.Option) *rt.App {
	t.Helper()
	options = append([]rt.Option{rt.WithEnv(nil), rt.WithDir(t.TempDir()), rt.WithLogWriter(io.Discard),
		rt.WithClock(jwttest.Now)}, options...)
	app, err := rt.Open(options...)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { app.Close() })
	return app
}

// execute runs f as an execution that answers r. What f leaves unanswered is a 401, as after a refusal.
func execute(t testing.TB, app *rt.App, r *http.Request, f func(x *rt.Exec)) *httptest.ResponseRecorder {
	t.Helper()
	mux := http.NewServeMux()
	in := rt.NewEndpoint[struct{}](app.Setup(), rt.Entry{Workflow: "profile", Node: "in", Method: "GET", Path: "/"})
	in.Register(mux, func(x *rt.Exec) error {
		f(x)
		return x.Empty(http.StatusUnauthorized)
	})
	answer := httptest.NewRecorder()
	mux.ServeHTTP(answer, r)
	return answer
}

// verify returns what a Verifier of c says of token.
func verify(t testing.TB, c jwt.VerifierConfig, token string) jwt.User[struct{}] {
	t.Helper()
	return verifyTyped[struct{}](t, c, token)
}

func verifyTyped[C any](t testing.TB, c jwt.VerifierConfig, token string) jwt.User[C] {
	t.Helper()
	app := openApp(t)
	setup := app.Setup()
	v := jwt.NewVerifier[C](setup, c)
	if err := setup.Err(); err != nil {
		t.Fatal(err)
	}
	return verifyWith(t, app, v, token)
}

func verifyWith[C any](t testing.TB, app *rt.App, v *jwt.Verifier[C], token string) (user jwt.User[C]) {
	t.Helper()
	execute(t, app, httptest.NewRequest("GET", "/", nil), func(x *rt.Exec) { user = v.Verify(x, token) })
	return user
}

func hs256Config() jwt.VerifierConfig {
	return jwt.VerifierConfig{Algorithms: []string{"HS256"}, Key: jwttest.Secret, KeyName: "JWT_SECRET", Realm: "me"}
}

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}
