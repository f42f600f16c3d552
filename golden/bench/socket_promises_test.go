//go:build unix

package bench_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"text/tabwriter"
)

// promise is what a request pays for, by the functions in which samples of it are.
type promise struct{ name, functions, without string }

// promises are of what runtime/README.md says, and what net/http itself takes. They overlap where one is within another.
func promises() []promise {
	const rt = `flowc/runtime\.`
	return []promise{
		{"net/http reads the request", `net/http\.\(\*conn\)\.readRequest`, ""},
		{"net/http writes the answer", `net/http\.\(\*response\)\.finishRequest`, ""},
		{"the route is found", `net/http\.\(\*ServeMux\)`, rt + `\(\*handler\)`},
		{"net/http's own refusals are problems: a wrapper of the connection", rt + `\(\*connection\)`, `net\.\(\*conn\)`},
		{"an answer by a deadline: of the connection, for each request", `setDeadlineImpl|SetReadDeadline|SetWriteDeadline`, ""},
		{"an answer by a deadline: the context", rt + `\(\*deadline\)`, ""},
		{"an id for each execution", rt + `\(\*executionID\)`, ""},
		{"no more executions than MAX_EXECUTIONS", rt + `\(\*Exec\)\.admit`, ""},
		{"an execution begins and ends", rt + `\(\*handler\)\.begin|` + rt + `\(\*Exec\)\.end\b`, ""},
		{"bodies are limited and skimmed", rt + `(endBody|\(\*Exec\)\.(sized|skim))`, `SetReadDeadline`},
		{"the answer is built before it is sent", rt + `\(\*Exec\)\.(JSON|Text|Empty)`, ""},
		{"the record, masked, and its writing", rt + `\(\*Exec\)\.logExecution|` + rt + `\(\*(direct|queued)Lines\)`, ""},
		{"all within rt's handler", rt + `\(\*handler\)\.ServeHTTP`, ""},
		{"all", `.`, ""},
	}
}

// printPromises loads a server while it samples itself, and prints where the time of its processors goes.
func printPromises(t *testing.T, p *process, name string, e exchange, requests int) {
	t.Helper()
	file := filepath.Join(t.TempDir(), "profile")
	p.say(t, "profile "+file)
	took := p.load(t, e, 10*requests).processor
	p.say(t, "stop")
	var b strings.Builder
	w := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	for _, of := range promises() {
		share := of.share(t, file)
		fmt.Fprintf(w, "%s\t%.2f µs\t%.1f %%\n", of.name, took*share/100, share)
	}
	if err := w.Flush(); err != nil {
		t.Fatal(err)
	}
	t.Logf("%s of the server %s, %.1f µs of the processors a request:\n%s", name, p.kind, took, b.String())
}

// shown is how much of all samples pprof shows: "Showing nodes accounting for 120ms, 12% of 1000ms total".
var shown = regexp.MustCompile(`accounting for \S+, (\S+)% of`)

// share is the part of the samples, in percent, that are in its functions.
func (p promise) share(t *testing.T, profile string) float64 {
	t.Helper()
	args := []string{"tool", "pprof", "-top", "-nodefraction=0", "-focus=" + p.functions}
	if p.without != "" {
		args = append(args, "-ignore="+p.without)
	}
	out, err := exec.CommandContext(t.Context(), "go", append(args, os.Args[0], profile)...).Output()
	if err != nil {
		t.Fatalf("reading the profile: %v", err)
	}
	found := shown.FindSubmatch(out)
	if found == nil {
		return 0
	}
	share, err := strconv.ParseFloat(string(found[1]), 64)
	if err != nil {
		t.Fatal(err)
	}
	return share
}
