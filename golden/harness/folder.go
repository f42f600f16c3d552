// Package harness is what the tests of golden share that run generated Go.
//
// Tests import it; nothing else does.
package harness

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/rogpeppe/go-internal/lockedfile"
)

// Folder makes an empty folder, removed when the test has ended, whose path is the same in each run of the test. By paths the go
// command and staticcheck know what they have built and found before: what has not changed since the last run is neither
// compiled nor looked at again. A test may ask once; who runs the same test of the same tree at the same time waits.
func Folder(t testing.TB) string {
	t.Helper()
	cache, err := os.UserCacheDir()
	if err != nil {
		return t.TempDir() // there is no home: all is built again
	}
	here, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	name := sha256.Sum256([]byte(here + "\x00" + t.Name()))
	dir := filepath.Join(cache, "flowc-golden", fmt.Sprintf("%x", name[:8]))
	if err := os.MkdirAll(filepath.Dir(dir), 0o700); err != nil {
		t.Fatal(err)
	}
	unlock, err := lockedfile.MutexAt(dir + ".lock").Lock()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(unlock)
	if err := errors.Join(os.RemoveAll(dir), os.Mkdir(dir, 0o700)); err != nil { // what a run left behind that was killed
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := os.RemoveAll(dir); err != nil {
			t.Error(err)
		}
	})
	return dir
}
