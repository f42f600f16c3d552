package attacks_test

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	rt "github.com/flowc-dev/flowc/runtime"
	_ "github.com/flowc-dev/flowc/runtime/engine/sqlite"
)

// wire is a project that is served as its program serves it, with the limits of that, which attackers write bytes to.
type wire struct {
	address       string
	dir, database string
	end           func() // waits for what goes on after an answer

	mu  sync.Mutex
	now time.Time
	log bytes.Buffer
	at  chan string // its address, once
}

// serve serves the workflows of a project until the test ends.
func serve[F interface{ Register(*http.ServeMux) }](t *testing.T, open func(*rt.App) (F, error), env map[string]string) *wire {
	t.Helper()
	s := &wire{at: make(chan string, 1), now: time.Now()}
	all := map[string]string{"FLOWC_ENV": "preview", "LISTEN": "127.0.0.1:0", "DATABASE_URL": "sqlite:flows.db", "STORAGE_URL": "memory:", "LOG_FORMAT": "json"}
	for name, value := range env {
		all[name] = value
	}
	s.dir, s.database = t.TempDir(), all["DATABASE_URL"]
	app, err := rt.Open(rt.WithEnv(all), rt.WithDir(s.dir), rt.WithLogWriter(s), rt.WithClock(s.clock))
	if err != nil {
		t.Fatal(err)
	}
	f, err := open(app)
	if err != nil {
		t.Fatal(err)
	}
	mux := http.NewServeMux()
	f.Register(mux)
	ctx, stop := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- app.Serve(ctx, mux) }()
	s.end = sync.OnceFunc(func() {
		stop()
		if err := <-ended; err != nil {
			t.Error(err)
		}
		if err := app.Close(); err != nil {
			t.Error(err)
		}
	})
	t.Cleanup(s.end)
	select {
	case s.address = <-s.at:
	case err := <-ended:
		t.Fatalf("the server does not serve: %v", err)
	}
	return s
}

func (s *wire) clock() time.Time {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.now
}

// wait lets time pass for the server.
func (s *wire) wait(d time.Duration) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.now = s.now.Add(d)
}

// Write implements io.Writer for the log, which says where the server listens.
func (s *wire) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	var record struct{ Msg, Address string }
	if json.Unmarshal(p, &record) == nil && record.Msg == "listening" {
		s.at <- strings.TrimPrefix(record.Address, "http://")
	}
	return s.log.Write(p)
}

func (s *wire) logged() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.log.String()
}

// reply is an answer with its body read.
type reply struct {
	*http.Response
	text string
}

// dial opens a connection on which nothing is waited for longer than 20 s.
func (s *wire) dial(t *testing.T) *net.TCPConn {
	t.Helper()
	c, err := net.Dial("tcp", s.address)
	if err != nil {
		t.Fatal(err)
	}
	if err := c.SetDeadline(time.Now().Add(20 * time.Second)); err != nil {
		t.Fatal(err)
	}
	return c.(*net.TCPConn)
}

// write writes bytes to a connection of their own, and returns all that is answered until the server closes it. What does not say
// so itself has to end with a request to close it.
func (s *wire) write(t *testing.T, text string) []reply {
	t.Helper()
	c := s.dial(t)
	defer c.Close()
	go io.WriteString(c, text) // the server may answer, and close, before it has read all of it
	return answered(t, c, text)
}

// answered is all that is answered to a text on a connection.
func answered(t *testing.T, c net.Conn, text string) (list []reply) {
	t.Helper()
	from := bufio.NewReader(c)
	for {
		if _, err := from.Peek(1); err != nil {
			if isTimeout(err) {
				t.Errorf("%.200q: the server hangs", text)
			}
			return list
		}
		answer, err := http.ReadResponse(from, &http.Request{Method: method(text, len(list))})
		if err != nil {
			t.Errorf("%.200q: an answer that is none: %v", text, err)
			return list
		}
		body, err := io.ReadAll(answer.Body)
		if err != nil && isTimeout(err) {
			t.Errorf("%.200q: the server hangs in an answer", text)
		}
		list = append(list, reply{answer, string(body)})
	}
}

func isTimeout(err error) bool {
	timeout, ok := err.(net.Error)
	return ok && timeout.Timeout()
}

// method is that of the first request: a HEAD is answered without a body.
func method(text string, answers int) string {
	name, _, _ := strings.Cut(text, " ")
	if name == "HEAD" && answers == 0 {
		return name
	}
	return http.MethodGet
}

// hostile is a request as it is on the wire, and what it may be answered: one status of those.
type hostile struct {
	name, text string
	statuses   []int
}

// of writes a request that closes its connection: the first line, lines of the header, the body behind an empty line.
func of(first string, lines ...string) string {
	return first + " HTTP/1.1\r\nHost: shop.example\r\nConnection: close\r\n" + strings.Join(append(lines, ""), "\r\n") + "\r\n"
}

// with is a request with a body of a content type.
func with(first, contentType, body string, lines ...string) string {
	return of(first, append(lines, "Content-Type: "+contentType, "Content-Length: "+length(body))...) + body
}

// suffer sends all requests, and wants one answer to each: of a status that is expected, with nothing of the inside in it, which names
// no secret and leads nowhere else.
func (s *wire) suffer(t *testing.T, requests []hostile, secrets ...string) {
	t.Helper()
	for _, h := range requests {
		t.Run(h.name, func(t *testing.T) {
			answers := s.write(t, h.text)
			if len(answers) != 1 {
				t.Fatalf("%.300q has %d answers: %v", h.text, len(answers), answers)
			}
			s.judge(t, h, answers[0], secrets)
		})
	}
	s.wantQuiet(t, secrets)
}

// judge wants an answer as suffer does.
func (s *wire) judge(t *testing.T, h hostile, a reply, secrets []string) {
	t.Helper()
	if !slices.Contains(h.statuses, a.StatusCode) {
		t.Errorf("%.300q is answered %d %.300s, want one of %v", h.text, a.StatusCode, a.text, h.statuses)
	}
	s.wantHarmless(t, h, a, secrets)
}

// wantQuiet wants no secret in the log, and nothing that went wrong.
func (s *wire) wantQuiet(t *testing.T, secrets []string) {
	t.Helper()
	for _, secret := range secrets {
		if strings.Contains(s.logged(), secret) {
			t.Errorf("the log holds %q", secret)
		}
	}
	for _, word := range []string{"panic", "goroutine ", `"level":"ERROR"`} {
		if strings.Contains(s.logged(), word) {
			t.Errorf("the log holds %s:\n%s", word, s.logged())
		}
	}
}

func (s *wire) wantHarmless(t *testing.T, h hostile, a reply, secrets []string) {
	t.Helper()
	if to := a.Header.Get("Location"); to != "" && (!strings.HasPrefix(to, "/") || strings.HasPrefix(to, "//") || strings.HasPrefix(to, `/\`)) {
		t.Errorf("%.300q leads to %s", h.text, to)
	}
	var header strings.Builder
	if err := a.Header.Write(&header); err != nil {
		t.Error(err)
	}
	for _, word := range append([]string{"goroutine", ".go:", "SELECT ", "sqlite", "evil.invalid"}, secrets...) {
		if strings.Contains(a.text, word) || strings.Contains(header.String(), word) {
			t.Errorf("%.300q is answered %s\n%s, which holds %q", h.text, header.String(), a.text, word)
		}
	}
	if a.StatusCode >= 400 && a.text != "" && !strings.Contains(a.Header.Get("Content-Type"), "json") {
		t.Errorf("%.300q is answered %d with a body of %s: %s", h.text, a.StatusCode, a.Header.Get("Content-Type"), a.text)
	}
}
