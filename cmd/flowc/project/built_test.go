package project

import (
	"bytes"
	"os"
	"path/filepath"
	"runtime"
	"testing"
	"time"

	"github.com/flowc-dev/flowc/cmd/flowc/console"
)

// TestBuiltIsKept builds a program again: what is kept of it is taken where it would be linked so again, and else nothing of it.
func TestBuiltIsKept(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("the user's cache is set by a variable of Linux")
	}
	goCache(t)
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	dir := filepath.Join(t.TempDir(), "shop")
	t.Setenv("TMPDIR", filepath.Join(t.TempDir(), "elsewhere")) // or the project would be a temporary one
	writeAll(t, dir, map[string]string{"go.mod": "module shop\n\ngo 1.26.0\n", "main.go": "package main\n\nfunc main() { println(1) }\n"})
	if err := os.Mkdir(os.TempDir(), 0o700); err != nil {
		t.Fatal(err)
	}

	program, content := buildInto(t, dir)
	KeepBuilt(dir, program)
	marked := append(content, "a mark that no linker writes"...)
	if err := os.WriteFile(program, marked, 0o700); err != nil {
		t.Fatal(err)
	}
	KeepBuilt(dir, program) // another than is kept
	if _, got := buildInto(t, dir); !bytes.Equal(got, marked) {
		t.Error("what is kept is linked again")
	}

	writeAll(t, dir, map[string]string{"main.go": "package main\n\nfunc main() { println(2) }\n"})
	if _, got := buildInto(t, dir); bytes.Contains(got, marked[len(content):]) {
		t.Error("what is kept is taken, and the project has changed")
	}

	writeAll(t, dir, map[string]string{"go.mod": "module store\n\ngo 1.26.0\n"})
	if got, _ := buildInto(t, dir); filepath.Base(got) != "store" {
		t.Errorf("under another name, the program is %s", got)
	}
}

// TestBuiltIsForgotten keeps nothing of temporary projects, and of no other for long.
func TestBuiltIsForgotten(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("the user's cache is set by a variable of Linux")
	}
	cache, program := t.TempDir(), filepath.Join(t.TempDir(), "shop")
	t.Setenv("XDG_CACHE_HOME", cache)
	if err := os.WriteFile(program, []byte("a program"), 0o700); err != nil {
		t.Fatal(err)
	}
	KeepBuilt(t.TempDir(), program)
	if _, err := os.Stat(filepath.Join(cache, "flowc")); !os.IsNotExist(err) {
		t.Error("the program of a temporary project is kept")
	}

	KeepBuilt("/srv/long-ago", program)
	old := time.Now().Add(-2 * builtFor)
	if err := os.Chtimes(builtFolder("/srv/long-ago"), old, old); err != nil {
		t.Fatal(err)
	}
	KeepBuilt("/srv/now", program)
	entries, err := os.ReadDir(filepath.Join(cache, "flowc", "built"))
	if err != nil || len(entries) != 1 || entries[0].Name() != filepath.Base(builtFolder("/srv/now")) {
		t.Errorf("%v (%v) are kept, want that of /srv/now alone", entries, err)
	}
}

// goCache has the go command go on with the cache that it has.
func goCache(t *testing.T) {
	t.Helper()
	cache, err := os.UserCacheDir()
	if err != nil {
		t.Skip(err)
	}
	if os.Getenv("GOCACHE") == "" {
		t.Setenv("GOCACHE", filepath.Join(cache, "go-build"))
	}
}

// buildInto builds a project for the first time in a process, and returns its program.
func buildInto(t *testing.T, dir string) (path string, content []byte) {
	t.Helper()
	var said bytes.Buffer
	target := &Target{Dir: dir, Program: dir}
	path, err := target.Build(t.Context(), &console.Console{Out: &said, Err: &said}, t.TempDir(), "", false)
	if err != nil {
		t.Fatalf("%v\n%s", err, &said)
	}
	if content, err = os.ReadFile(path); err != nil {
		t.Fatal(err)
	}
	return path, content
}

func writeAll(t *testing.T, dir string, files map[string]string) {
	t.Helper()
	if err := os.MkdirAll(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}
