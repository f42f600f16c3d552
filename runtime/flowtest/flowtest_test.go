package flowtest_test

import (
	"bytes"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"testing"
	"time"

	rt "github.com/flowc-dev/flowc/runtime"
	"github.com/flowc-dev/flowc/runtime/flowtest"
	"github.com/flowc-dev/flowc/runtime/password"
)

// project is workflows by hand: /env answers what they see of the environment.
type project struct {
	app  *rt.App
	word string
}

func open(app *rt.App) (*project, error) {
	s := app.Setup()
	p := &project{app, s.Env("WORD")}
	return p, s.Err()
}

func (p *project) Register(mux *http.ServeMux) {
	mux.HandleFunc("GET /env", func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, p.word, " ", p.app.Dir()) })
}

func ask(t *testing.T, s *flowtest.Server) string {
	t.Helper()
	response, err := http.Get(s.URL + "/env")
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func TestServersAreApart(t *testing.T) {
	one := flowtest.Start(t, open, map[string]string{"WORD": "one"})
	other := flowtest.Start(t, open, map[string]string{"WORD": "other"})
	if got, want := ask(t, one), "one "+one.Dir; got != want {
		t.Errorf("answered %q, want %q", got, want)
	}
	if got, want := ask(t, other), "other "+other.Dir; got != want {
		t.Errorf("answered %q, want %q", got, want)
	}
	if one.Dir == other.Dir {
		t.Errorf("both keep their files in %s", one.Dir)
	}
}

func TestEndsWithTheTest(t *testing.T) {
	var s *flowtest.Server
	t.Run("served", func(t *testing.T) {
		s = flowtest.Start(t, open, map[string]string{"WORD": "one"})
		ask(t, s)
	})
	if response, err := http.Get(s.URL + "/env"); err == nil {
		response.Body.Close()
		t.Error("it still answers")
	}
	if _, err := os.Stat(s.Dir); !os.IsNotExist(err) {
		t.Errorf("its folder is still there (%v)", err)
	}
}

// A server that a test ends has ended once, and is gone when Close returns.
func TestClose(t *testing.T) {
	s := flowtest.Start(t, open, map[string]string{"WORD": "one"})
	ask(t, s)
	s.Close()
	s.Close()
	if response, err := http.Get(s.URL + "/env"); err == nil {
		response.Body.Close()
		t.Error("it still answers")
	}
}

// failing is a test that is told that it fails.
type failing struct {
	testing.TB
	said string
}

func (f *failing) Fatalf(format string, args ...any) {
	f.said = fmt.Sprintf(format, args...)
	panic(f)
}

// What the environment lacks is said, and neither this machine's nor a dotenv file makes up for it.
func TestWhatIsMissingIsNamed(t *testing.T) {
	t.Setenv("WORD", "of the machine")
	f := &failing{TB: t}
	defer func() {
		if recover() != any(f) || !strings.HasPrefix(f.said, "starting the project: ") || !strings.Contains(f.said, "WORD is not set") {
			t.Errorf("the test is told %q", f.said)
		}
	}()
	flowtest.Start(f, open, nil)
}

// hashing is workflows by hand that hash a password as those do that are generated.
type hashing struct {
	in     *rt.Endpoint[struct{}]
	hasher *password.Hasher
}

func openHashing(app *rt.App) (*hashing, error) {
	s := app.Setup()
	in := rt.NewEndpoint[struct{}](s, rt.Entry{Workflow: "signup", Node: "in", Method: "GET", Path: "/env"})
	h := &hashing{in, password.NewHasher(s, password.Bcrypt(10))}
	return h, s.Err()
}

func (h *hashing) Register(mux *http.ServeMux) {
	h.in.Register(mux, func(x *rt.Exec) error {
		hashed, err := h.hasher.Hash(x, "correct horse")
		if err != nil {
			return err
		}
		return x.JSON(http.StatusOK, hashed)
	})
}

// What a test asks to be quick is, and what it does not is hashed as the workflows say.
func TestQuickPasswords(t *testing.T) {
	if got := ask(t, flowtest.Start(t, flowtest.QuickPasswords(openHashing), nil)); !strings.Contains(got, `"$2a$04$`) {
		t.Errorf("quickly it is hashed as %s, want cost 4", got)
	}
	if got := ask(t, flowtest.Start(t, openHashing, nil)); !strings.Contains(got, `"$2a$10$`) {
		t.Errorf("it is hashed as %s, want cost 10", got)
	}
}

// TestOpen has a test serve by a router of its own, with the clock and the logger of its own, in variables of a test.
func TestOpen(t *testing.T) {
	now := time.Date(2030, 1, 2, 3, 4, 5, 0, time.UTC)
	var log bytes.Buffer
	var app *rt.App
	t.Run("served", func(t *testing.T) {
		app = flowtest.Open(t, map[string]string{"WORD": "one"}, rt.WithClock(func() time.Time { return now }),
			rt.WithLogger(slog.New(slog.NewJSONHandler(&log, nil))))
		p, err := open(app)
		if err != nil {
			t.Fatal(err)
		}
		app.Logger().Info("opened")
		mux := http.NewServeMux()
		p.Register(mux)
		w := httptest.NewRecorder()
		mux.ServeHTTP(w, httptest.NewRequest("GET", "/env", nil))
		if got, want := w.Body.String(), "one "+app.Dir(); got != want || app.Production() || !app.Now().Equal(now) {
			t.Errorf("answered %q, want %q; production %v, now %v", got, want, app.Production(), app.Now())
		}
	})
	if _, err := os.Stat(app.Dir()); !os.IsNotExist(err) {
		t.Errorf("its folder is still there (%v)", err)
	}
	if !strings.Contains(log.String(), "opened") {
		t.Errorf("the log of the test is %q", log.String())
	}
}
