package docs_test

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/cookiejar"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/go-json-experiment/json"

	"github.com/flowc-dev/flowc/cmd/flowc/docs"
	"github.com/flowc-dev/flowc/golden/harness"
)

// inService is the page whose lines are run in a service, that of plain.
const (
	inService = "in-a-service"
	plain     = "../testdata/plain"
)

// TestInAService does what the page says in a service that knows nothing of flowc, and counts what that takes until its
// first route is mounted, behind the service's own login, in its log and in its traces.
func TestInAService(t *testing.T) {
	if testing.Short() {
		t.Skip("runs the commands of the page")
	}
	harness.Needs(t, "bash", "git")
	home := filepath.Join(harness.Folder(t), "notes")
	if err := os.CopyFS(home, os.DirFS(plain)); err != nil {
		t.Fatal(err)
	}
	checkout, err := filepath.Abs("../../..")
	if err != nil {
		t.Fatal(err)
	}
	harness.Modules(t)
	page, _ := docs.Find(inService)
	text := strings.ReplaceAll(page.Text, "=> ../flowc", "=> "+checkout) // which is built already
	first, second, found := strings.Cut(text, "## The user in a workflow")
	if !found {
		t.Fatal("the page has no section on the user")
	}
	if commands, lines := costs(first); commands != 5 || lines != 24 {
		t.Errorf("the first route takes %d commands and %d lines; the page says five and 24", commands, lines)
	}
	follow(t, home, first)
	checkService(t, home, `{"ok":true}`)
	follow(t, home, second)
	checkService(t, home, `{"hello":"ada"}`)
}

// costs counts the commands of a text, and the lines that it has changed by hand.
func costs(text string) (commands, lines int) {
	for _, b := range block.FindAllStringSubmatch(text, -1) {
		for line := range strings.Lines(b[2]) {
			changed := strings.HasPrefix(line, "+") || strings.HasPrefix(line, "-")
			switch blank := strings.TrimSpace(strings.TrimLeft(line, "+-")) == ""; {
			case b[1] == "sh" || b[1] == "console":
				commands++
			case b[1] == "yaml", b[1] == "diff" && changed && !blank && !strings.HasPrefix(line, "+++ ") && !strings.HasPrefix(line, "--- "):
				lines++
			}
		}
	}
	return commands, lines
}

// follow runs the sh blocks of a text in home, and applies its diffs, in their order.
func follow(t *testing.T, home, text string) {
	t.Helper()
	var script strings.Builder
	for _, b := range block.FindAllStringSubmatch(text, -1) {
		switch b[1] {
		case "sh":
			script.WriteString(b[2])
		case "diff":
			fmt.Fprintf(&script, "git apply --unidiff-zero <<'DIFF'\n%sDIFF\n", b[2])
		}
	}
	run(t, home, "bash", "-euo", "pipefail", "-c", script.String())
}

// run runs a program in a folder, with what is in the module cache alone.
func run(t *testing.T, dir, name string, args ...string) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 3*time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOPROXY=off", "GOSUMDB=off", "GOTOOLCHAIN=local", "GOWORK=off")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%s: %v\n%s", name, err, out)
	}
}

// logLine is a record of the service.
type logLine struct {
	Msg, Workflow, ID, Trace, Span, Parent, Name string
	Request                                      string `json:"request_id"`
}

// checkService runs the service: GET /hello answers want to users who have logged in, and to no other.
func checkService(t *testing.T, home, want string) {
	t.Helper()
	base, stop := startService(t, home)
	jar, _ := cookiejar.New(nil) // never fails
	client := &http.Client{Jar: jar}
	get := func() *http.Response {
		t.Helper()
		r, err := http.NewRequestWithContext(t.Context(), "GET", base+"/hello", nil)
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("Traceparent", "00-"+strings.Repeat("a", 32)+"-"+strings.Repeat("b", 16)+"-01")
		res, err := client.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		return res
	}
	stranger := get()
	stranger.Body.Close()
	if stranger.StatusCode != http.StatusUnauthorized {
		t.Errorf("a stranger gets %d", stranger.StatusCode)
	}
	login, err := client.Post(base+"/login", "application/json", strings.NewReader(`{"name": "ada", "password": "correct horse"}`))
	if err != nil {
		t.Fatal(err)
	}
	login.Body.Close()
	res := get()
	body, err := io.ReadAll(res.Body)
	res.Body.Close()
	if err != nil || res.StatusCode != http.StatusOK || strings.TrimSpace(string(body)) != want {
		t.Errorf("a user gets %d, %s, want %s", res.StatusCode, body, want)
	}
	checkLog(t, stop(), res.Header.Get("X-Request-Id"))
}

// checkLog wants one execution, with the id of the request, and its span below the request's.
func checkLog(t *testing.T, lines []logLine, id string) {
	t.Helper()
	executions := 0
	spans := map[string]logLine{}
	for _, line := range lines {
		switch line.Msg {
		case "execution":
			executions++
			if line.Workflow != "hello" || line.ID != id {
				t.Errorf("the execution is logged as %+v, want the id %s", line, id)
			}
		case "span":
			spans[line.Span] = line
		}
	}
	if executions != 1 {
		t.Errorf("%d executions are logged in %+v", executions, lines)
	}
	below := 0
	for _, s := range spans {
		parent := spans[s.Parent]
		if parent.Name == "GET /hello" && parent.Parent == strings.Repeat("b", 16) && s.Trace == strings.Repeat("a", 32) {
			below++
		}
	}
	if below != 1 {
		t.Errorf("%d spans are below the request's: %+v", below, spans)
	}
}

// startService builds and starts the service; stop ends it and returns what it has logged.
func startService(t *testing.T, home string) (base string, stop func() []logLine) {
	t.Helper()
	program := filepath.Join(t.TempDir(), "notes")
	run(t, home, "go", "build", "-o", program, "./cmd/notes")
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	addr := listener.Addr().String()
	_ = listener.Close()
	cmd := exec.CommandContext(t.Context(), program, "-debug", "-addr", addr)
	cmd.Dir = home
	log, err := cmd.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	var lines []logLine
	listens, ended := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(ended)
		once := sync.Once{}
		for s := bufio.NewScanner(log); s.Scan(); {
			var line logLine
			if json.Unmarshal(s.Bytes(), &line, json.MatchCaseInsensitiveNames(true)) != nil {
				continue
			}
			lines = append(lines, line)
			if line.Msg == "listening" {
				once.Do(func() { close(listens) })
			}
		}
	}()
	<-listens
	awaitListen(t, addr)
	return "http://" + addr, func() []logLine {
		t.Helper()
		_ = cmd.Process.Signal(syscall.SIGTERM)
		<-ended
		if err := cmd.Wait(); err != nil {
			t.Errorf("the service ends with %v: %+v", err, lines)
		}
		return lines
	}
}

// awaitListen waits until something listens at an address: the service says so a moment before.
func awaitListen(t *testing.T, addr string) {
	t.Helper()
	for t.Context().Err() == nil {
		if conn, err := net.Dial("tcp", addr); err == nil {
			_ = conn.Close()
			return
		}
	}
}
