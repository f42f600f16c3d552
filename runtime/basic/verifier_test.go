package basic_test

import (
	"bytes"
	"context"
	"encoding/base64"
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"golang.org/x/crypto/bcrypt"

	rt "github.com/flowc-dev/flowc/runtime"
	"github.com/flowc-dev/flowc/runtime/basic"
)

const (
	adaPassword = "correct horse: battery"
	bobPassword = "Passwörter für Bob"
)

func openApp(t testing.TB, options ...rt.Option) *rt.App {
	t.Helper()
	options = append([]rt.Option{rt.WithEnv(nil), rt.WithDir(t.TempDir()), rt.WithLogWriter(&bytes.Buffer{})}, options...)
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
	in := rt.NewEndpoint[struct{}](app.Setup(), rt.Entry{Workflow: "me", Node: "in", Method: "GET", Path: "/"})
	in.Register(mux, func(x *rt.Exec) error {
		x.Enter("auth")
		f(x)
		return x.Empty(http.StatusUnauthorized)
	})
	answer := httptest.NewRecorder()
	mux.ServeHTTP(answer, r)
	return answer
}

func hash(t testing.TB, plain string, cost int) string {
	t.Helper()
	hashed, err := bcrypt.GenerateFromPassword([]byte(plain), cost)
	if err != nil {
		t.Fatal(err)
	}
	return string(hashed)
}

func newVerifier(t testing.TB, app *rt.App, list string) *basic.Verifier {
	t.Helper()
	setup := app.Setup()
	v := basic.NewVerifier(setup, basic.Config{Users: list, UsersName: "BASIC_AUTH_USERS", Realm: `the "shop"`})
	if err := setup.Err(); err != nil {
		t.Fatal(err)
	}
	return v
}

func encoded(credentials string) string {
	return "Basic " + base64.StdEncoding.EncodeToString([]byte(credentials))
}

func TestCheck(t *testing.T) {
	ada := hash(t, adaPassword, bcrypt.MinCost)
	bob := strings.Replace(hash(t, bobPassword, bcrypt.MinCost), "$2a$", "$2y$", 1)
	long := hash(t, strings.Repeat("x", 72), bcrypt.MinCost)
	app := openApp(t)
	v := newVerifier(t, app, "# users\r\nada:"+ada+"\r\n\r\n bob:"+bob+", long:"+long+"\n")

	valid := func(sub string) basic.User { return basic.User{Valid: true, Sub: sub} }
	missing := basic.User{Reason: "missing credentials"}
	wrong := basic.User{Reason: "wrong credentials"}
	tests := []struct {
		name    string
		headers []string
		want    basic.User
	}{
		{"password with a colon", []string{encoded("ada:" + adaPassword)}, valid("ada")},
		{"$2y$ and UTF-8", []string{encoded("bob:" + bobPassword)}, valid("bob")},
		{"scheme in another case", []string{"bASIC" + encoded("ada:" + adaPassword)[5:]}, valid("ada")},
		{"72 bytes", []string{encoded("long:" + strings.Repeat("x", 72))}, valid("long")},
		{"73 bytes", []string{encoded("long:" + strings.Repeat("x", 73))}, wrong},
		{"wrong password", []string{encoded("ada:" + bobPassword)}, wrong},
		{"no password", []string{encoded("ada:")}, wrong},
		{"the hash as password", []string{encoded("ada:" + ada)}, wrong},
		{"unknown user", []string{encoded("eve:" + adaPassword)}, wrong},
		{"no user", []string{encoded(":")}, wrong},
		{"user in another case", []string{encoded("Ada:" + adaPassword)}, wrong},
		{"no colon", []string{encoded("ada")}, wrong},
		{"not base64", []string{"Basic ???"}, wrong},
		{"scheme alone", []string{"Basic"}, wrong},
		{"two headers", []string{encoded("ada:" + adaPassword), encoded("ada:" + adaPassword)}, wrong},
		{"another scheme", []string{"Bearer " + encoded("ada:" + adaPassword)[6:]}, missing},
		{"no header", nil, missing},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			r := httptest.NewRequest("GET", "/", nil)
			r.Header["Authorization"] = test.headers
			var got basic.User
			answer := execute(t, app, r, func(x *rt.Exec) { got = v.Check(x) })
			if got != test.want {
				t.Errorf("got %+v, want %+v", got, test.want)
			}
			const challenge = `Basic realm="the \"shop\"", charset="UTF-8"`
			if header := answer.Header().Get("WWW-Authenticate"); header != challenge {
				t.Errorf("challenge %s, want %s", header, challenge)
			}
		})
	}
	if status := (basic.User{}).Status(); status != http.StatusUnauthorized {
		t.Errorf("status %d, want 401", status)
	}
}

func TestMalformedLists(t *testing.T) {
	good := hash(t, "planted", bcrypt.MinCost)
	tests := []struct{ list, want string }{
		{"planted", "entry 1 must be user:hash"},
		{"ada:" + good + ",:" + good, "entry 2 must be user:hash"},
		{"ada:planted", "the hash of entry 1 is not bcrypt"},
		{"ada:{SHA}planted", "the hash of entry 1 is not bcrypt"},
		{"ada:$apr1$planted", "the hash of entry 1 is not bcrypt"},
		{"ada:$2x$" + good[4:], "the hash of entry 1 is not bcrypt"},
		{"ada:$2a$03$" + good[7:], "the hash of entry 1 is not bcrypt"},
		{"ada:$2a$17$" + good[7:], "the hash of entry 1 has a cost above 16"},
		{"ada:" + good[:59], "the hash of entry 1 is not bcrypt"},
		{"ada:" + good[:59] + "!", "the hash of entry 1 is not bcrypt"},
		{"ada:" + good + "\nbob:" + good + "\nada:" + good, "entry 3 has a user who is there already"},
		{"# nobody", "it is empty"},
	}
	for _, test := range tests {
		setup := openApp(t).Setup()
		basic.NewVerifier(setup, basic.Config{Users: test.list, UsersName: "BASIC_AUTH_USERS"})
		err := setup.Err()
		var config *rt.ConfigError
		if !errors.As(err, &config) || len(config.Problems) != 1 || config.Problems[0].Name != "BASIC_AUTH_USERS" {
			t.Fatalf("%s: got %v, want one problem of BASIC_AUTH_USERS", test.list, err)
		}
		if !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: got %v, want it to say %q", test.list, err, test.want)
		}
		if strings.Contains(err.Error(), "planted") || strings.Contains(err.Error(), good[7:50]) {
			t.Errorf("%s: the problem quotes the list: %v", test.list, err)
		}
	}
}

// A variable that is not set is one problem, reported by Setup.Secret, and lets nobody in.
func TestNoUsers(t *testing.T) {
	app := openApp(t)
	setup := app.Setup()
	v := basic.NewVerifier(setup, basic.Config{Users: setup.Secret("BASIC_AUTH_USERS"), UsersName: "BASIC_AUTH_USERS"})
	var config *rt.ConfigError
	if err := setup.Err(); !errors.As(err, &config) || len(config.Problems) != 1 {
		t.Fatalf("got %v, want one problem", err)
	}
	r := httptest.NewRequest("GET", "/", nil)
	r.SetBasicAuth("", "")
	execute(t, app, r, func(x *rt.Exec) {
		if user := v.Check(x); user.Valid {
			t.Error("a Verifier without users accepted one")
		}
	})
}

// A caller who leaves while waiting for a turn is refused, never let in.
func TestCallerGone(t *testing.T) {
	app := openApp(t)
	v := newVerifier(t, app, "ada:"+hash(t, adaPassword, bcrypt.MinCost))
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	r := httptest.NewRequestWithContext(ctx, "GET", "/", nil)
	r.SetBasicAuth("ada", adaPassword)
	execute(t, app, r, func(x *rt.Exec) {
		if user := v.Check(x); user.Valid {
			t.Error("credentials that were not compared are valid")
		}
	})
}

// An unknown user takes the time of a wrong password: a bcrypt of the same cost, where the next one takes twice as long.
func TestUnknownUserTakesAsLong(t *testing.T) {
	app := openApp(t)
	v := newVerifier(t, app, "ada:"+hash(t, adaPassword, 5))
	unknown, wrong := fastest(t, app, v, encoded("eve:"+adaPassword), encoded("ada:"+bobPassword))
	if ratio := float64(unknown) / float64(wrong); ratio < 0.8 || ratio > 1.25 {
		t.Errorf("an unknown user takes %v, a wrong password %v", unknown, wrong)
	}
}

// fastest times checks of two Authorization headers, by turns. Some of such short ones fit between what else the
// machine does, however busy it is.
func fastest(t *testing.T, app *rt.App, v *basic.Verifier, a, b string) (ofA, ofB time.Duration) {
	const rounds = 100
	var times [2]time.Duration
	for range rounds {
		for i, header := range []string{a, b} {
			r := httptest.NewRequest("GET", "/", nil)
			r.Header.Set("Authorization", header)
			execute(t, app, r, func(x *rt.Exec) {
				start := time.Now()
				v.Check(x)
				if took := time.Since(start); times[i] == 0 || took < times[i] {
					times[i] = took
				}
			})
		}
	}
	return times[0], times[1]
}

// The log shows which output was taken, and no password.
func TestLog(t *testing.T) {
	var log bytes.Buffer
	app := openApp(t, rt.WithLogWriter(&log), rt.WithEnv(map[string]string{"LOG_LEVEL": "debug"}))
	v := newVerifier(t, app, "ada:"+hash(t, adaPassword, bcrypt.MinCost))
	r := httptest.NewRequest("GET", "/", nil)
	r.SetBasicAuth("ada", adaPassword)
	execute(t, app, r, func(x *rt.Exec) {
		v.Check(x)
		x.Logger().Info("called", "password", adaPassword, "header", r.Header.Get("Authorization"))
	})
	if !strings.Contains(log.String(), "auth:valid") {
		t.Errorf("the log does not show the output: %s", log.String())
	}
	if strings.Contains(log.String(), adaPassword) || strings.Contains(log.String(), encoded("ada:" + adaPassword)[6:]) {
		t.Errorf("the log shows the password: %s", log.String())
	}
}

// Each hash is masked wherever it stands, not only the list as a whole.
func TestLogHoldsNoHashOfTheList(t *testing.T) {
	var log bytes.Buffer
	app := openApp(t, rt.WithLogWriter(&log))
	ada, bob := hash(t, adaPassword, bcrypt.MinCost), hash(t, bobPassword, bcrypt.MinCost)
	newVerifier(t, app, "ada:"+ada+"\nbob:"+bob)
	app.Logger().Info("hashes", "ada", ada, "bob", bob)
	if strings.Contains(log.String(), ada[:20]) || strings.Contains(log.String(), bob[:20]) {
		t.Error("the log holds a hash")
	}
}

// A hash is known by its form; what was put in its place is not, and its encodings are not either.
func TestLogHoldsNothingOfAMalformedList(t *testing.T) {
	var log bytes.Buffer
	app := openApp(t, rt.WithLogWriter(&log))
	ada := hash(t, adaPassword, bcrypt.MinCost)
	basic.NewVerifier(app.Setup(), basic.Config{Users: "ada:" + ada + "\nbob:" + bobPassword + "\na-forgotten-name", UsersName: "USERS"})
	app.Logger().Info("list", "bob", bobPassword, "forgotten", "a-forgotten-name", "encoded", encoded(ada)[6:])
	for _, secret := range []string{bobPassword, "a-forgotten-name", encoded(ada)[6:]} {
		if strings.Contains(log.String(), secret) {
			t.Errorf("the log holds %q: %s", secret, log.String())
		}
	}
}
