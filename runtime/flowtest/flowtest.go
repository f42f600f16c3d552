// Package flowtest serves a project in its own tests: the whole of it, over a socket, with a database that nobody else
// has.
//
// Its README is a page on testing. Tests import it; nothing else does. It links no engine: a test in the folder of
// main.go has those that main.go names, and any other test imports the ones that it needs (runtime/engine/sqlite).
package flowtest

import (
	"maps"
	"net/http"
	"net/http/httptest"
	"slices"
	"sync"
	"testing"

	rt "github.com/flowc-dev/flowc/runtime"
	"github.com/flowc-dev/flowc/runtime/internal/rounds"
)

// Flows are the workflows of a folder, as New of its generated package returns them.
type Flows interface{ Register(mux *http.ServeMux) }

// Server is a project that is being served.
type Server struct {
	URL string // without a slash at its end: http://127.0.0.1:34567
	Dir string // a folder of the test's own; relative paths of DATABASE_URL and STORAGE_URL are in it

	end func()
}

// Close ends the server before the test ends, once what goes on after its answers is done: a mail is sent then, a row
// written. Called again it does nothing.
func (s *Server) Close() { s.end() }

// defaults are an embedded database, whose tables the migrations of the project make as it opens, and a Local Storage
// in memory.
func defaults() map[string]string {
	return map[string]string{"FLOWC_ENV": "preview", "DATABASE_URL": "sqlite:flows.db", "STORAGE_URL": "memory:"}
}

// Start serves the workflows of a folder on a free port until the test ends, and what goes on after an answer with it:
//
//	url := flowtest.Start(t, flows.New, nil).URL
//
// They see the variables of env, an empty database and an empty Local Storage, and nothing of the machine's environment
// or of dotenv files. The log is the test's output. Where the project does not start, which names what it wants of the
// environment, the test fails. Further options are as for rt.Open: a clock, a log, a transport in the place of other
// services.
func Start[F Flows](t testing.TB, open func(*rt.App) (F, error), env map[string]string, opts ...rt.Option) *Server {
	t.Helper()
	listener := httptest.NewUnstartedServer(nil)
	t.Cleanup(listener.Close)
	s := &Server{Dir: t.TempDir(), URL: "http://" + listener.Listener.Addr().String()}
	app := openIn(t, s.Dir, map[string]string{"PUBLIC_URL": s.URL}, env, opts)
	stop := func() {
		if err := app.Close(); err != nil {
			t.Errorf("closing the project: %v", err)
		}
	}
	f, err := open(app)
	if err != nil {
		stop()
		t.Fatalf("starting the project: %v", err)
	}
	mux := http.NewServeMux()
	f.Register(mux)
	listener.Config.Handler = app.Handler(mux)
	listener.Start()
	s.end = sync.OnceFunc(func() {
		listener.Close() // no more requests: what runs may then end
		stop()
	})
	t.Cleanup(s.end)
	return s
}

// Open opens an App for a test that serves it itself, below a router and a login of the program's own:
//
//	f, err := flows.New(flowtest.Open(t, env))
//	server := httptest.NewServer(web.Routes(f, users))
//
// The App has the variables, the database, the Local Storage and the log that Start gives one, without a PUBLIC_URL,
// and is closed at the end of the test.
func Open(t testing.TB, env map[string]string, opts ...rt.Option) *rt.App {
	t.Helper()
	app := openIn(t, t.TempDir(), nil, env, opts)
	t.Cleanup(func() {
		if err := app.Close(); err != nil {
			t.Errorf("closing the project: %v", err)
		}
	})
	return app
}

// openIn opens an App whose files are in dir, with the variables of a test: more, unless env says otherwise.
func openIn(t testing.TB, dir string, more, env map[string]string, opts []rt.Option) *rt.App {
	t.Helper()
	all := defaults()
	maps.Copy(all, more)
	maps.Copy(all, env)
	own := []rt.Option{rt.WithEnv(all), rt.WithDir(dir)}
	app, err := rt.Open(slices.Concat(own, []rt.Option{rt.WithLogWriter(t.Output())}, opts)...)
	if err != nil { // opts have a logger
		app, err = rt.Open(slices.Concat(own, opts)...)
	}
	if err != nil {
		t.Fatalf("opening the project: %v", err)
	}
	return app
}

// QuickPasswords is a New that hashes passwords in the fewest rounds that there are, of whichever algorithm: in a
// millisecond rather than a quarter of a second, which is most of what a test takes that signs up and logs in.
//
//	url := flowtest.Start(t, flowtest.QuickPasswords(flows.New), nil).URL
//
// Stored hashes are compared as they were made. A test of how hard passwords are to guess, or of how long a log-in
// takes, starts New itself.
func QuickPasswords[F Flows](open func(*rt.App) (F, error)) func(*rt.App) (F, error) {
	return func(app *rt.App) (F, error) {
		rounds.Reduce(app)
		return open(app)
	}
}
