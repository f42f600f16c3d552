package system_test

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"testing"
)

// programs is a folder of what the tests have built.
var programs struct {
	sync.Mutex
	dir string
}

func TestMain(m *testing.M) {
	os.Exit(func() int {
		dir, err := os.MkdirTemp("", "flowc-programs-")
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			return 1
		}
		defer os.RemoveAll(dir)
		programs.dir = dir
		return m.Run()
	}())
}

// build builds a command of this module, with some files of it changed, and returns the path of its program. However many
// tests run it, it is built once; and without what only debuggers read, which is half of the linker's work.
func build(t *testing.T, pkg string, changed map[string][]byte) string {
	t.Helper()
	text, err := json.Marshal(changed) // sorted by path
	if err != nil {
		t.Fatal(err)
	}
	dir := filepath.Join(programs.dir, fmt.Sprintf("%x", sha256.Sum256(append(text, pkg...))))
	program := filepath.Join(dir, "program")
	programs.Lock()
	defer programs.Unlock()
	if _, err := os.Stat(program); err == nil {
		return program
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	// The context is not the test's: others run the program too.
	cmd := exec.CommandContext(context.Background(), "go", "build", "-ldflags=-w", "-overlay", writeOverlay(t, dir, changed), "-o", program, pkg)
	cmd.Dir = filepath.Join("..", "..")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("build %s: %v\n%s", pkg, err, out)
	}
	return program
}

// writeOverlay writes, into a folder, what go build takes in place of files by their paths, and returns the path of the
// list of it.
func writeOverlay(t *testing.T, dir string, changed map[string][]byte) string {
	t.Helper()
	replace := map[string]string{}
	for path, content := range changed {
		replace[path] = filepath.Join(dir, fmt.Sprintf("%d-%s", len(replace), filepath.Base(path)))
		if err := os.WriteFile(replace[path], content, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	text, err := json.Marshal(struct{ Replace map[string]string }{replace})
	if err != nil {
		t.Fatal(err)
	}
	overlay := filepath.Join(dir, "overlay.json")
	if err := os.WriteFile(overlay, text, 0o600); err != nil {
		t.Fatal(err)
	}
	return overlay
}
