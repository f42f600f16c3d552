//go:build unix

package project_test

import (
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/fsnotify/fsnotify"

	"github.com/flowc-dev/flowc/cmd/flowc/console"
	"github.com/flowc-dev/flowc/cmd/flowc/project"
)

// generatedHere is the folder that TestKilledGenerate is to generate as a process.
const generatedHere = "FLOWC_TEST_GENERATED"

// TestKilledGenerate kills generate while it writes. The files that git knows may have changed by then; there is none that it does
// not know.
func TestKilledGenerate(t *testing.T) {
	if dir := os.Getenv(generatedHere); dir != "" {
		_ = project.Generate(&console.Console{Out: io.Discard, Err: io.Discard}, []string{dir}, false)
		return
	}
	for _, events := range []int{1, 10, 40} {
		dir := logins(t, 40)
		generate(t, dir)
		git(t, dir, "init", "-q")
		git(t, dir, "add", ".")
		git(t, dir, "-c", "user.name=t", "-c", "user.email=t@example.com", "commit", "-q", "-m", "all")
		for _, name := range glob(t, dir, "*.flow.json") {
			write(t, name, strings.ReplaceAll(read(t, name), "15m", "20m"))
		}
		if err := os.RemoveAll(filepath.Join(dir, ".flowc")); err != nil { // as in a fresh clone
			t.Fatal(err)
		}
		killed(t, dir, events)
		for line := range strings.Lines(git(t, dir, "status", "--porcelain", "--untracked-files=all")) {
			if strings.HasPrefix(line, "??") {
				t.Errorf("killed after %d events, it leaves %s", events, line)
			}
		}
	}
}

// killed generates a folder in a process that is killed once so many files there have been made or changed.
func killed(t *testing.T, dir string, events int) {
	t.Helper()
	watcher, err := fsnotify.NewWatcher()
	if err != nil {
		t.Fatal(err)
	}
	defer watcher.Close()
	if err := watcher.Add(dir); err != nil {
		t.Fatal(err)
	}
	process := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^TestKilledGenerate$")
	process.Env = append(os.Environ(), generatedHere+"="+dir)
	if err := process.Start(); err != nil {
		t.Fatal(err)
	}
	for ; events > 0; events-- {
		select {
		case event := <-watcher.Events:
			if filepath.Base(event.Name) == ".flowc" {
				_ = watcher.Add(event.Name) // where it may not be any more
			}
		case err := <-watcher.Errors:
			t.Error(err)
		}
	}
	if err := process.Process.Kill(); err != nil {
		t.Error(err)
	}
	_ = process.Wait() // it was killed
}

func git(t *testing.T, dir string, args ...string) string {
	t.Helper()
	out, err := exec.CommandContext(t.Context(), "git", append([]string{"-C", dir}, args...)...).CombinedOutput()
	if err != nil {
		t.Fatalf("git %v: %v\n%s", args, err, out)
	}
	return string(out)
}

func glob(t *testing.T, dir, pattern string) []string {
	t.Helper()
	names, err := filepath.Glob(filepath.Join(dir, pattern))
	if err != nil {
		t.Fatal(err)
	}
	return names
}
