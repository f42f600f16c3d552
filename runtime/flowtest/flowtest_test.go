package flowtest_test

import (
	"fmt"
	"io"
	"net/http"
	"os"
	"strings"
	"testing"

	rt "github.com/flowc-dev/flowc/runtime"
	"github.com/flowc-dev/flowc/runtime/flowtest"
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
