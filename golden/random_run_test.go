package golden_test

import (
	"bytes"
	"encoding/json"
	"io"
	"math/rand/v2"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"
)

// randomSecret signs the tokens of random workflows.
const randomSecret = "a secret of random workflows that is long enough for HS512, which takes 64 bytes"

// requestsPerEntry is how many random requests each entry point gets.
const requestsPerEntry = 8

// patience is how long a request may take: far longer than any does that ends at all.
const patience = 20 * time.Second

// runRandom builds documents into one program, as `flowc init` would lay it out, and sends requests to it.
func runRandom(t *testing.T, documents []*document) {
	t.Helper()
	// A random condition may well be redundant, as somebody's own may: vet's bools, SA4000 and SA4013 are about that.
	m := buildProgram(t, randomFiles(documents...), "-bools=false")
	m.run(t, "go", "tool", "staticcheck", "-checks", "inherit,-SA4000,-SA4013", "./...")
	if t.Failed() {
		return
	}
	s := m.serveRandom(t, documents)
	t.Run("requests", func(t *testing.T) {
		for _, d := range documents {
			t.Run(d.name, func(t *testing.T) {
				t.Parallel()
				s.sendAll(t, d)
			})
		}
	})
	records := s.stop(t)
	checkLog(t, records, s.answers)
	checkAnswers(t, records, documents)
	requests, statuses := 0, map[int]int{}
	for a, n := range s.answers {
		requests += n
		statuses[a.Status] += n
	}
	t.Logf("%d requests, answered %v", requests, statuses)
}

// serveRandom starts the program of random workflows.
func (m *module) serveRandom(t *testing.T, documents []*document) *server {
	t.Helper()
	s := m.serve(t, "JWT_SECRET="+randomSecret, "PUBLIC_NOTE=a note", "API_URL="+randomAPI(t),
		"HOOK_SECRET="+hookSecret, "OLD_HOOK_SECRET="+oldHookSecret)
	s.described = newDescribed(t, randomFiles(documents...))
	return s
}

// buildProgram compiles a folder of workflows and builds it, after vet has passed it.
func buildProgram(t *testing.T, files fileSet, vetFlags ...string) *module {
	t.Helper()
	m := writeProgram(t, files)
	m.vet(t, vetFlags...)
	m.build(t)
	return m
}

// writeProgram compiles a folder of workflows into a program, as `flowc init` would lay it out.
func writeProgram(t *testing.T, files fileSet) *module {
	t.Helper()
	generated, _ := compile(t, files)
	main, err := os.ReadFile("apps/auth/main.go")
	if err != nil {
		t.Fatal(err)
	}
	main = bytes.Replace(main, []byte("github.com/flowc-dev/flowc/golden/apps/auth/flows"), []byte("golden.test/flows"), 1)
	m := newModule(t)
	m.add(t, "flows", files, generated)
	m.add(t, ".", fileSet{"main.go": main})
	return m
}

// server is a program of workflows, as a process.
type server struct {
	cmd     *exec.Cmd
	address string
	client  *http.Client
	records chan []record // what it logged, once it has ended

	described described // what it promises

	mu      sync.Mutex
	answers map[answered]int // that callers got
}

// serve starts the program on a free port, with those environment variables, and waits until it listens.
func (m *module) serve(t *testing.T, environment ...string) *server {
	t.Helper()
	s := &server{cmd: exec.CommandContext(t.Context(), filepath.Join(m.dir, "bin", "golden.test")), records: make(chan []record, 1), answers: map[answered]int{}}
	s.client = &http.Client{
		Timeout:       patience,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
	s.cmd.Dir = t.TempDir()
	s.cmd.Env = append([]string{"LISTEN=127.0.0.1:0", "LOG_FORMAT=json"}, environment...)
	log, err := s.cmd.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := s.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	listening := make(chan string, 1)
	go s.read(log, listening)
	select {
	case s.address = <-listening:
	case <-time.After(patience):
	}
	if s.address == "" {
		t.Fatal("the server does not start")
	}
	return s
}

// read collects the log until the process ends.
func (s *server) read(log io.Reader, listening chan<- string) {
	defer close(listening)
	var records []record
	readLog(log, func(r record) {
		if r.Msg == "listening" {
			listening <- r.Address
		}
		records = append(records, r)
	})
	s.records <- records
}

func (s *server) sendAll(t *testing.T, d *document) {
	r := rand.New(rand.NewPCG(*randomSeed, uint64(len(d.nodes))))
	for _, e := range d.entries {
		for range requestsPerEntry {
			s.send(t, r, d, e)
		}
	}
}

// send sends one random request.
func (s *server) send(t *testing.T, r *rand.Rand, d *document, e entryPoint) {
	t.Helper()
	s.exchange(t, d, e, d.request(t, r, e, s.address))
}

// exchange sends a request to an entry point and wants an answer that HTTP allows, which it returns with its body.
func (s *server) exchange(t *testing.T, d *document, e entryPoint, request *http.Request) (*http.Response, []byte) {
	t.Helper()
	route := e.method + " " + e.path
	response, err := s.client.Do(request)
	if err != nil {
		t.Fatalf("%s is not answered: %v", route, err)
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatalf("%s: %v", route, err)
	}
	kind := response.Header.Get("Content-Type")
	if request.Method != http.MethodHead && strings.HasSuffix(kind, "json") && !json.Valid(body) {
		t.Errorf("%s: the body is no JSON: %s", route, body)
	}
	if response.StatusCode == http.StatusUnauthorized && response.Header.Get("WWW-Authenticate") == "" {
		t.Errorf("%s: a 401 without a challenge", route)
	}
	checkPage(t, route, response, body)
	s.described.check(t, request, response, body)
	s.count(answered{d.name, e.node, response.StatusCode})
	return response, body
}

// count counts an answer that a caller got.
func (s *server) count(a answered) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.answers[a]++
}

// stop ends the program as an operator does, and returns what it has logged.
func (s *server) stop(t *testing.T) []record {
	t.Helper()
	if err := s.cmd.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	records := <-s.records
	if err := s.cmd.Wait(); err != nil {
		t.Errorf("the server did not end well: %v", err)
	}
	return records
}
