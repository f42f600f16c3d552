package harness

import (
	"crypto/sha256"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"

	"github.com/rogpeppe/go-internal/lockedfile"
)

// Build has the go command build programs into a folder: with the arguments of go build or go test -c, but for -o, in the folder
// from. Of each there is one copy in the user's cache, by a name that says what it is built of; the go command links that again only
// where something in it has changed since anybody built it last, and linking is most of the work where nothing has.
func Build(t testing.TB, name, to, from, command string, args ...string) {
	t.Helper()
	kept, unlock := keep(t, name)
	defer unlock()
	run(t, from, "go", slices.Concat([]string{command, "-o", kept + string(filepath.Separator)}, args)...)
	// A process of its own writes what is run: a child of this one, started meanwhile, would hold the file open.
	run(t, "", "cp", "-R", kept+"/.", to)
}

// keep locks the folder of that name in the user's cache, or makes one for this test alone where there is no home.
func keep(t testing.TB, name string) (dir string, unlock func()) {
	t.Helper()
	cache, err := os.UserCacheDir()
	if err != nil {
		return t.TempDir(), func() {}
	}
	dir = filepath.Join(cache, "flowc-golden", fmt.Sprintf("built-%x", sha256.Sum256([]byte(name)))[:24])
	if err := os.MkdirAll(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	unlock, err = lockedfile.MutexAt(dir + ".lock").Lock()
	if err != nil {
		t.Fatal(err)
	}
	return dir, unlock
}

func run(t testing.TB, dir, name string, args ...string) {
	t.Helper()
	// The context is not the test's: others may want what is built.
	cmd := exec.Command(name, args...)
	cmd.Dir = dir
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%s %v: %v\n%s", name, args, err, out)
	}
}
