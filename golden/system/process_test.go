// Package system_test runs the projects of golden as an operator does: built once, as processes with an environment, on
// real servers.
package system_test

import (
	"bufio"
	"encoding/json"
	"io"
	"os/exec"
	"strings"
	"syscall"
	"testing"
	"time"
)

// patience is how long a process may take to start, to log something or to end: far longer than any does that works.
const patience = 30 * time.Second

// process is a running project.
type process struct {
	url string
	dir string // holds its files

	cmd     *exec.Cmd
	records chan record // of its log, until it ends
}

// record is one line of a log.
type record struct {
	Message string `json:"msg"`
	Level   string `json:"level"`
	Address string `json:"address"`
	Line    string `json:"-"` // as it was written
}

// start starts a program on a free port, in a folder of its own and with that environment alone, and waits until it
// listens.
func start(t *testing.T, program string, environment ...string) *process {
	t.Helper()
	p := &process{dir: t.TempDir(), cmd: exec.Command(program), records: make(chan record, 1<<16)}
	p.cmd.Dir = p.dir
	p.cmd.Env = append([]string{"LISTEN=127.0.0.1:0", "LOG_FORMAT=json"}, environment...)
	log, err := p.cmd.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := p.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	go p.read(log)
	t.Cleanup(p.kill)
	p.url = p.await(t, "listening").Address
	return p
}

// kill ends a process that a test did not end.
func (p *process) kill() {
	_ = p.cmd.Process.Kill()
	for range p.records {
		continue // Wait must not come before the end of the log
	}
	_ = p.cmd.Wait()
}

// read passes the log on, line by line.
func (p *process) read(log io.Reader) {
	defer close(p.records)
	lines := bufio.NewScanner(log)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		r := record{Line: lines.Text()}
		_ = json.Unmarshal(lines.Bytes(), &r) // a crash is no JSON
		p.records <- r
	}
}

// await returns the next record with that message. Those before it are gone.
func (p *process) await(t *testing.T, message string) record {
	t.Helper()
	var seen strings.Builder
	timeout := time.After(patience)
	for {
		select {
		case r, more := <-p.records:
			if !more {
				t.Fatalf("the process ended before it logged %q:\n%s", message, seen.String())
			}
			if r.Message == message {
				return r
			}
			seen.WriteString(r.Line + "\n")
		case <-timeout:
			t.Fatalf("the process does not log %q:\n%s", message, seen.String())
		}
	}
}

// terminate tells the process to end, as kill -TERM does, and returns once it is about to.
func (p *process) terminate(t *testing.T) {
	t.Helper()
	if err := p.cmd.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	p.await(t, "shutting down")
}

// end waits for a process that was told to end: its status must be 0, and nothing may have failed meanwhile.
func (p *process) end(t *testing.T) {
	t.Helper()
	for r := range p.records {
		if r.Level != "INFO" {
			t.Errorf("logged: %s", r.Line)
		}
	}
	if err := p.cmd.Wait(); err != nil {
		t.Errorf("the process did not end with status 0: %v", err)
	}
}
