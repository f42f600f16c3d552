//go:build unix

package project_test

import (
	"bytes"
	"go/ast"
	"go/parser"
	"go/token"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/flowc-dev/flowc/cmd/flowc/console"
	"github.com/flowc-dev/flowc/cmd/flowc/project"
	"github.com/flowc-dev/flowc/golden/harness"
)

// logins makes a project with the login workflow n times, each with an id, a name and a path of its own.
func logins(t testing.TB, n int) string {
	t.Helper()
	dir := t.TempDir()
	harness.WriteLogins(t, dir, filepath.Join("..", "..", "..", "golden", "apps", "auth", "flows"), n)
	return dir
}

func generate(t testing.TB, dir string) {
	t.Helper()
	var out bytes.Buffer
	if err := project.Generate(&console.Console{Out: io.Discard, Err: &out}, []string{dir}, false); err != nil {
		t.Fatalf("%v\n%s", err, out.String())
	}
}

// TestGenerateAgain changes one thing after the other, of which the Go of a workflow is made or which it is, and wants what a
// folder that was never generated gets.
func TestGenerateAgain(t *testing.T) {
	dir := logins(t, 3)
	generate(t, dir)
	login := filepath.Join(dir, "login1.flow.json")
	changes := []struct{ what, path, old, new string }{
		{"the document", login, "15m", "20m"},
		{"a type in schema.sql", filepath.Join(dir, "schema.sql"), "INTEGER PRIMARY KEY", "TEXT NOT NULL PRIMARY KEY"},
		{"schema.sql again", filepath.Join(dir, "schema.sql"), "TEXT NOT NULL PRIMARY KEY", "INTEGER PRIMARY KEY"},
		{"generated Go, by hand", filepath.Join(dir, "login2.flow.go"), "15 *", "16 *"},
		{"generated Go, by hand again", filepath.Join(dir, "login0.flow.go"), "package", "package "},
		{"what was kept", filepath.Join(dir, ".flowc", "generated.json"), "{", "["},
		{"the name in another document", filepath.Join(dir, "login2.flow.json"), `"name": "login2"`, `"name": "other"`},
	}
	for _, c := range changes {
		if !strings.Contains(read(t, c.path), c.old) {
			t.Fatalf("%s holds no %q", c.path, c.old)
		}
		write(t, c.path, strings.Replace(read(t, c.path), c.old, c.new, 1))
		generate(t, dir)
		fresh := logins(t, 3)
		for _, name := range []string{"schema.sql", "login0.flow.json", "login1.flow.json", "login2.flow.json"} {
			write(t, filepath.Join(fresh, name), read(t, filepath.Join(dir, name)))
		}
		generate(t, fresh)
		for _, name := range []string{"login0.flow.go", "login1.flow.go", "login2.flow.go", "flows.flow.go"} {
			got := strings.ReplaceAll(read(t, filepath.Join(dir, name)), filepath.Base(dir), filepath.Base(fresh))
			if got != read(t, filepath.Join(fresh, name)) {
				t.Errorf("after a change of %s, %s is not what is generated anew", c.what, name)
			}
		}
	}
}

// TestGenerateKeeps wants the Go that is there to be taken where nothing has changed.
func TestGenerateKeeps(t *testing.T) {
	dir := logins(t, 2)
	generate(t, dir)
	keptIn := filepath.Join(dir, ".flowc", "generated.json")
	before := read(t, keptIn)
	generate(t, dir)
	if read(t, keptIn) != before {
		t.Error("what is kept of the same workflows is another")
	}
	if strings.Count(before, `"meaning"`) != 2 {
		t.Errorf("kept: %s", before)
	}
	write(t, filepath.Join(dir, "login1.flow.json"), "{")
	if err := project.Generate(&console.Console{Out: io.Discard, Err: io.Discard}, []string{dir}, false); err == nil {
		t.Error("a document with a mistake is generated, as its Go was kept")
	}
}

// What `flowc generate` of a thousand workflows may take on two cores, files included, is so many times what go/parser takes for
// the files that it writes: the same machine was seen a fifth slower three hours later, for old and new code alike. Six and
// twelve times are usual, half a second and one. What it may take of memory is measured in a process of its own:
// BenchmarkGenerateMemory of package main.
const (
	coldTimes  = 14
	againTimes = 7
)

// BenchmarkGenerate generates a thousand workflows: as if it had never been done, with nothing changed, and with one document
// changed.
func BenchmarkGenerate(b *testing.B) {
	dir := logins(b, 1000)
	one := filepath.Join(dir, "login500.flow.json")
	lifetimes := [2]string{"15m", "20m"}
	best := map[string]time.Duration{}
	note := func(what string, took time.Duration) {
		if best[what] == 0 || took < best[what] {
			best[what] = took
		}
	}
	for b.Loop() {
		if err := os.RemoveAll(filepath.Join(dir, ".flowc")); err != nil {
			b.Fatal(err)
		}
		note("cold", measured(b, dir))
		note("again", measured(b, dir))
		write(b, one, strings.Replace(read(b, one), lifetimes[0], lifetimes[1], 1))
		lifetimes[0], lifetimes[1] = lifetimes[1], lifetimes[0]
		note("one", measured(b, dir))
		note("parse", parsed(b, dir))
	}
	for what, times := range map[string]float64{"cold": coldTimes, "again": againTimes, "one": againTimes} {
		took := best[what].Seconds() / best["parse"].Seconds()
		b.ReportMetric(float64(best[what].Milliseconds()), "ms/"+what)
		b.ReportMetric(took, "times/"+what)
		if took > times {
			b.Errorf("%s: took %v, %.2f times what go/parser takes, may be %.2f", what, best[what], took, times)
		}
	}
	b.ReportMetric(float64(best["parse"].Milliseconds()), "ms/parse")
	b.ReportMetric(0, "ns/op") // of all: means nothing
}

// parsed returns what go/parser takes for the generated files of a folder, measured as a generation is.
func parsed(b *testing.B, dir string) time.Duration {
	b.Helper()
	files, err := filepath.Glob(filepath.Join(dir, "*.flow.go"))
	if err != nil || len(files) < 1000 {
		b.Fatalf("%d generated files, %v", len(files), err)
	}
	used := processorTime(b)
	var both sync.WaitGroup
	for range 2 {
		both.Go(func() {
			all := make([]*ast.File, len(files))
			for i, file := range files {
				var err error
				if all[i], err = parser.ParseFile(token.NewFileSet(), file, nil, parser.ParseComments|parser.SkipObjectResolution); err != nil {
					b.Error(err)
				}
			}
			runtime.KeepAlive(all)
		})
	}
	both.Wait()
	return (processorTime(b) - used) / 2
}

// maxGrowth is how many times as long ten times as many workflows may take, with room for noise: ten to twelve are wanted.
const maxGrowth = 12 * 1.2

// BenchmarkGenerateTenThousand generates a thousand workflows and ten thousand, as if that had never been done: once, as it takes
// seconds.
func BenchmarkGenerateTenThousand(b *testing.B) {
	few := measured(b, logins(b, 1000))
	for range 2 {
		few = min(few, measured(b, logins(b, 1000)))
	}
	many := measured(b, logins(b, 10_000))
	for b.Loop() { // what takes so long is done
	}
	b.ReportMetric(few.Seconds(), "s/1000")
	b.ReportMetric(many.Seconds(), "s/10000")
	b.ReportMetric(0, "ns/op") // means nothing
	if growth := many.Seconds() / few.Seconds(); growth > maxGrowth {
		b.Errorf("ten times as many take %.1f times as long, may take %.1f", growth, maxGrowth)
	}
}

// measured is how long generating takes. Where others use the machine too, the processors' time says more than the clock.
func measured(b *testing.B, dir string) time.Duration {
	b.Helper()
	began, used := time.Now(), processorTime(b)
	generate(b, dir)
	return min(time.Since(began), (processorTime(b)-used)/2)
}

// processorTime is how long processors have worked for this process.
func processorTime(b *testing.B) time.Duration {
	b.Helper()
	var usage syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &usage); err != nil {
		b.Fatal(err)
	}
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
}

// TestGenerateCalled changes a workflow that another one calls, and wants of both what a folder gets that was never generated.
func TestGenerateCalled(t *testing.T) {
	called := func(field, returns string) string {
		return `{"version": 1, "id": "calledq2w3e4r5t6z7u2i3o4p5", "name": "called", "nodes": [
			{"id": "in", "type": "subflow", "data": {"subflowFields": {` + field + `}}},
			{"id": "back", "type": "return", "data": {"returnOutput": "out", "returnValues": {` + returns + `}}}
		], "edges": [{"source": "in", "target": "back"}]}`
	}
	caller := `{"version": 1, "id": "callerq2w3e4r5t6z7u2i3o4p5", "name": "caller", "nodes": [
		{"id": "in", "type": "apiEndpoint", "data": {"endpointMethod": "GET", "endpointPath": "/call", "endpointPublic": true}},
		{"id": "call", "type": "call", "data": {"callWorkflow": "called", "callInput": {"n": 7}}},
		{"id": "ok", "type": "response", "data": {"responseStatus": 200, "responseBody": {"call": "{{call}}"}}}
	], "edges": [{"source": "in", "target": "call"}, {"source": "call", "target": "ok"}]}`
	folder := func() string {
		dir := filepath.Join(t.TempDir(), "flows")
		if err := os.Mkdir(dir, 0o700); err != nil {
			t.Fatal(err)
		}
		write(t, filepath.Join(dir, "go.mod"), "module called\n")
		write(t, filepath.Join(dir, "caller.flow.json"), caller)
		return dir
	}
	dir := folder()
	for _, text := range []string{
		called(`"n": {"type": "int", "required": true}`, `"m": "{{n}}"`),
		called(`"n": {"type": "int"}`, `"m": "{{n}}"`),
		called(`"n": {"type": "float", "required": true}`, `"m": "{{n}}"`),
		called(`"n": {"type": "any"}`, `"m": "{{n}}"`),
		called(`"n": {"type": "int", "required": true}`, `"m": "{{n}}", "at": "{{now()}}"`),
	} {
		write(t, filepath.Join(dir, "called.flow.json"), text)
		generate(t, dir)
		fresh := folder()
		write(t, filepath.Join(fresh, "called.flow.json"), text)
		generate(t, fresh)
		for _, name := range []string{"called.flow.go", "caller.flow.go", "flows.flow.go"} {
			if got, want := read(t, filepath.Join(dir, name)), read(t, filepath.Join(fresh, name)); got != want {
				t.Errorf("after a change to %s, %s is\n%s\nand generated anew\n%s", text, name, got, want)
			}
		}
	}
}
