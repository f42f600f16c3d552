package main

import (
	"bufio"
	"bytes"
	"errors"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/flowc-dev/flowc/golden/harness"
)

// TestDev does what someone does on the first day: runs a new project, tries the printed lines, makes a mistake, mends
// it, and stops.
func TestDev(t *testing.T) {
	if testing.Short() {
		t.Skip("builds a project")
	}
	t.Parallel()
	shop := newProject(t, "auth")
	if err := os.Remove(filepath.Join(shop, ".env")); err != nil {
		t.Fatal(err)
	}
	dev := startDev(t, shop, "127.0.0.1:0")
	dev.await("made " + filepath.Join(shop, ".env"))
	base := strings.TrimPrefix(dev.await("Serving http://"), "Serving ")
	dev.await("GET " + base + "/me")
	dev.await("Bearer $TOKEN")

	t.Run("printed lines work when pasted", func(t *testing.T) { pasteAll(t, dev.commands()) })
	t.Run("a taken port", func(t *testing.T) { takenPort(t, shop, strings.TrimPrefix(base, "http://")) })

	document := filepath.Join(shop, "flows", "me.flow.json")
	good := harness.Read(t, document)
	harness.Write(t, document, strings.Replace(good, `"/me"`, `"/me`, 1))
	dev.await("[FC001]")
	dev.await("not restarted: the earlier server continues")
	wantStatus(t, base+"/me", http.StatusUnauthorized)

	harness.Write(t, document, strings.Replace(good, `"/me"`, `"/whoami"`, 1))
	dev.await("GET " + base + "/whoami")
	wantStatus(t, base+"/whoami", http.StatusUnauthorized)
	wantStatus(t, base+"/me", http.StatusNotFound)

	other := filepath.Join(shop, "reports")
	if err := os.Mkdir(other, 0o755); err != nil {
		t.Fatal(err)
	}
	harness.Write(t, filepath.Join(other, "daily.flow.json"), daily)
	dev.await("Not served: " + other)
	wantStatus(t, base+"/daily", http.StatusNotFound)

	code := filepath.Join(shop, "main.go")
	harness.Write(t, code, harness.Read(t, code)+"\nvar _ int = true\n")
	dev.await("main.go:")
	dev.await("not restarted")
	wantStatus(t, base+"/whoami", http.StatusUnauthorized)

	t.Run("the environment", func(t *testing.T) { breakEnvironment(t, dev, shop, base) })

	dev.stop()
	if _, err := http.Get(base + "/healthz"); err == nil {
		t.Error("something still listens after flowc dev has ended")
	}
}

// breakEnvironment makes mistakes in .env, for which a server that runs is not stopped, and mends all that is broken.
func breakEnvironment(t *testing.T, dev *devProcess, shop, base string) {
	env, code := filepath.Join(shop, ".env"), filepath.Join(shop, "main.go")
	harness.Write(t, code, strings.TrimSuffix(harness.Read(t, code), "\nvar _ int = true\n"))
	dev.await(`"msg":"listening"`)
	good := harness.Read(t, env)

	harness.Write(t, env, good+"THIS IS NO DOTENV FILE\n")
	dev.await(".env is not a dotenv file: line ")
	dev.await("not restarted: the earlier server continues")
	wantStatus(t, base+"/whoami", http.StatusUnauthorized)

	harness.Write(t, env, "DATABASE_URL=sqlite:flows.db\n")
	dev.await("flowc: set JWT_SECRET in " + env + ", where comments say what they are")
	dev.await("not restarted: the earlier server continues")
	wantStatus(t, base+"/whoami", http.StatusUnauthorized)

	harness.Write(t, env, good)
	dev.await(`"msg":"listening"`)
	wantStatus(t, base+"/whoami", http.StatusUnauthorized)
}

// daily is a workflow of a folder that no program serves.
const daily = `{
  "version": 1,
  "id": "d4a6i2l7y3d5a4i6l7y2d3a5i4",
  "name": "daily",
  "nodes": [
    {"id": "in", "type": "apiEndpoint", "data": {"endpointMethod": "GET", "endpointPath": "/daily"}},
    {"id": "ok", "type": "response", "data": {"responseStatus": 200, "responseBody": "all well"}}
  ],
  "edges": [{"source": "in", "target": "ok"}]
}`

// pasteAll runs what dev printed as one would paste it: the last line calls a route with the token of an earlier one.
func pasteAll(t *testing.T, commands string) {
	harness.Needs(t, "curl")
	out, err := exec.CommandContext(t.Context(), "sh", "-ec", commands).CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s\n%s", err, commands, out)
	}
	for _, want := range []string{`"token":"ey`, `"email":"ada@example.com"`} {
		if !bytes.Contains(out, []byte(want)) {
			t.Errorf("the answers lack %s:\n%s\n%s", want, commands, out)
		}
	}
	if bytes.Contains(out, []byte("error")) {
		t.Errorf("a printed line fails:\n%s\n%s", commands, out)
	}
}

func takenPort(t *testing.T, shop, address string) {
	cmd := exec.CommandContext(t.Context(), "flowc", "dev", shop)
	cmd.Env = append(os.Environ(), "LISTEN="+address)
	out, err := cmd.CombinedOutput()
	if exit := (*exec.ExitError)(nil); !errors.As(err, &exit) || exit.ExitCode() != 2 {
		t.Errorf("it ends with %v, want exit code 2", err)
	}
	want := regexp.MustCompile("^flowc: " + regexp.QuoteMeta(address) + ` is taken by (another process|\S+ \(pid \d+\)); set LISTEN to an address that is free\n$`)
	if !want.Match(out) {
		t.Errorf("it prints %q, want %s", out, want)
	}
}

// newProject makes a project outside of the repository.
func newProject(t testing.TB, starter string) string {
	t.Helper()
	shop := filepath.Join(harness.Folder(t), "shop")
	if out, err := exec.CommandContext(t.Context(), "flowc", "init", shop, "--starter", starter).CombinedOutput(); err != nil {
		t.Fatalf("making a project: %v\n%s", err, out)
	}
	return shop
}

func wantStatus(t *testing.T, url string, want int) {
	t.Helper()
	res, err := http.Get(url)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	if res.StatusCode != want {
		t.Errorf("GET %s answers %d, want %d", url, res.StatusCode, want)
	}
}

// devProcess is a running flowc dev, and what it and its server have printed.
type devProcess struct {
	t     testing.TB
	cmd   *exec.Cmd
	lines chan string // closed when nothing is left that could print
	seen  []string
}

func startDev(t testing.TB, dir, listen string) *devProcess {
	t.Helper()
	return startFlowc(t, ".", []string{"LISTEN=" + listen}, "dev", dir)
}

// startFlowc runs flowc in a folder.
func startFlowc(t testing.TB, in string, env []string, args ...string) *devProcess {
	t.Helper()
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	d := &devProcess{t: t, cmd: exec.CommandContext(t.Context(), "flowc", args...), lines: make(chan string)}
	d.cmd.Dir, d.cmd.Env = in, append(os.Environ(), env...)
	d.cmd.Stdout, d.cmd.Stderr = w, w
	d.cmd.Cancel = func() error { return d.cmd.Process.Signal(syscall.SIGTERM) }
	if err := d.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	_ = w.Close() // the process has it now
	go func() {
		defer close(d.lines)
		for s := bufio.NewScanner(r); s.Scan(); {
			d.lines <- s.Text()
		}
	}()
	return d
}

// await returns the next line that contains text.
func (d *devProcess) await(text string) string {
	d.t.Helper()
	late := time.After(2 * time.Minute)
	for {
		select {
		case line, ok := <-d.lines:
			if !ok {
				d.t.Fatalf("it ended without printing %q:\n%s", text, strings.Join(d.seen, "\n"))
			}
			d.seen = append(d.seen, line)
			if strings.Contains(line, text) {
				return line
			}
		case <-late:
			d.t.Fatalf("it does not print %q:\n%s", text, strings.Join(d.seen, "\n"))
		}
	}
}

// commands are the shell commands printed so far: what is indented.
func (d *devProcess) commands() string {
	var commands []string
	for _, line := range d.seen {
		if strings.HasPrefix(line, "  ") {
			commands = append(commands, line)
		}
	}
	return strings.Join(commands, "\n")
}

// stop interrupts it, and wants it gone with all that it started, and fine.
func (d *devProcess) stop() {
	d.t.Helper()
	if err := d.cmd.Process.Signal(os.Interrupt); err != nil {
		d.t.Fatal(err)
	}
	late := time.After(time.Minute)
	for running := true; running; {
		select {
		case line, ok := <-d.lines:
			running = ok
			d.seen = append(d.seen, line)
		case <-late:
			d.t.Fatalf("it does not stop:\n%s", strings.Join(d.seen, "\n"))
		}
	}
	if err := d.cmd.Wait(); err != nil {
		d.t.Errorf("it ends with %v:\n%s", err, strings.Join(d.seen, "\n"))
	}
}
