package system_test

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"github.com/flowc-dev/flowc/golden/harness"
)

// programs is a folder of what the tests have built.
var programs struct {
	sync.Mutex
	dir string
}

func TestMain(m *testing.M) { os.Exit(harness.InMemory(withPrograms{m}).Run()) }

// withPrograms are tests with a folder for what they build.
type withPrograms struct{ harness.Tests }

func (m withPrograms) Run() int {
	dir, err := os.MkdirTemp("", "flowc-programs-")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	defer os.RemoveAll(dir)
	programs.dir = dir
	return m.Tests.Run()
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
	program := filepath.Join(dir, filepath.Base(pkg))
	programs.Lock()
	defer programs.Unlock()
	if _, err := os.Stat(program); err == nil {
		return program
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	name := "system " + pkg
	if len(changed) > 0 {
		name += " " + t.Name() // one of its own; and of what is random in it, one alone
	}
	harness.Build(t, name, dir, filepath.Join("..", ".."), "build", "-ldflags=-w", "-overlay", writeOverlay(t, dir, changed), pkg)
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
