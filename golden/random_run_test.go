package golden_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"io"
	"math/rand/v2"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"
)

// randomSecret signs the tokens of random workflows.
const randomSecret = "a secret of random workflows that is long enough for HS512, which takes 64 bytes"

// requestsPerRoute is how many random requests each entry point gets.
const requestsPerRoute = 5

// patience is how long a request may take: far longer than any does that ends at all.
const patience = 20 * time.Second

// runRandom builds documents into one program, as `flowc init` would lay it out, and sends requests to it.
func runRandom(t *testing.T, documents []*document) {
	t.Helper()
	m := buildProgram(t, randomFiles(documents...), "-bools=false") // a random condition may well be redundant, as somebody's own may
	if t.Failed() {
		return
	}
	s := m.serve(t, "JWT_SECRET="+randomSecret, "PUBLIC_NOTE=a note", "API_URL="+randomAPI(t))
	t.Run("requests", func(t *testing.T) {
		for _, d := range documents {
			t.Run(d.name, func(t *testing.T) {
				t.Parallel()
				s.sendAll(t, d)
			})
		}
	})
	s.stop(t)
}

// buildProgram compiles a folder of workflows and builds it, as `flowc init` would lay it out, after vet has passed it.
func buildProgram(t *testing.T, files fileSet, vetFlags ...string) *module {
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
	m.vet(t, vetFlags...)
	m.run(t, "go", "build", "-o", "server", ".")
	return m
}

// server is a program of workflows, as a process.
type server struct {
	cmd     *exec.Cmd
	address string
	records chan []map[string]any // what it logged, once it has ended
	sent    atomic.Int64
}

// serve starts the program on a free port, with those environment variables, and waits until it listens.
func (m *module) serve(t *testing.T, environment ...string) *server {
	t.Helper()
	s := &server{cmd: exec.CommandContext(t.Context(), filepath.Join(m.dir, "server")), records: make(chan []map[string]any, 1)}
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
	var records []map[string]any
	lines := bufio.NewScanner(log)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		record := map[string]any{"msg": lines.Text()} // where it is no JSON: a crash
		_ = json.Unmarshal(lines.Bytes(), &record)
		if address, ok := record["address"].(string); ok {
			listening <- address
		}
		records = append(records, record)
	}
	s.records <- records
}

func (s *server) sendAll(t *testing.T, d *document) {
	r := rand.New(rand.NewPCG(*randomSeed, uint64(len(d.nodes))))
	for _, route := range d.routes {
		for range requestsPerRoute {
			s.send(t, r, d, route)
		}
	}
}

// send sends one random request and wants an answer that HTTP allows.
func (s *server) send(t *testing.T, r *rand.Rand, d *document, route string) {
	t.Helper()
	method, path, _ := strings.Cut(route, " ")
	request := d.request(t, r, method, s.address+path)
	response, err := (&http.Client{
		Timeout:       patience,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}).Do(request)
	if err != nil {
		t.Fatalf("%s is not answered: %v", route, err)
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatalf("%s: %v", route, err)
	}
	kind := response.Header.Get("Content-Type")
	if strings.HasSuffix(kind, "json") && !json.Valid(body) {
		t.Errorf("%s: the body is no JSON: %s", route, body)
	}
	if response.StatusCode == http.StatusUnauthorized && response.Header.Get("WWW-Authenticate") == "" {
		t.Errorf("%s: a 401 without a challenge", route)
	}
	s.sent.Add(1)
}

// byRight are failures that are no mistake of the compiler: a conflict without a wire, and sums of what is stored.
var byRight = []string{"conflict with a unique or foreign key", "int overflow", "division by zero"}

func isByRight(problem string) bool {
	return slices.ContainsFunc(byRight, func(known string) bool { return strings.Contains(problem, known) })
}

// stop ends the program as an operator does, and reads in its log that each request was one execution, and that what
// failed was the caller's fault.
func (s *server) stop(t *testing.T) {
	t.Helper()
	if err := s.cmd.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	records := <-s.records
	if err := s.cmd.Wait(); err != nil {
		t.Errorf("the server did not end well: %v", err)
	}
	executions := map[any]int{}
	statuses := map[any]int{}
	for _, record := range records {
		problem, _ := record["error"].(string)
		switch message, _ := record["msg"].(string); {
		case message == "execution":
			executions[record["id"]]++
			statuses[record["status"]]++
		case record["stack"] != nil, record["level"] == nil, message == "failed" && record["level"] == "ERROR" && !isByRight(problem):
			t.Errorf("logged: %v", record)
		}
	}
	t.Logf("%d requests, answered %v", s.sent.Load(), statuses)
	if sent := int(s.sent.Load()); len(executions) != sent {
		t.Errorf("%d requests were %d executions", sent, len(executions))
	}
	for id, n := range executions {
		if n != 1 {
			t.Errorf("execution %v has %d records", id, n)
		}
	}
}
