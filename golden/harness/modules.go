package harness

import (
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
)

// Modules fetches the modules that `go mod tidy` reads in a project that uses flowc, once in a process. Tests then
// forbid the go command the network: the project of a test finds what it needs among the modules that flowc needs. These
// include the tests of flowc's dependencies, which no build of flowc fetches.
func Modules(t testing.TB) {
	t.Helper()
	if out, err := fetchModules(); err != nil {
		t.Fatalf("go mod tidy -diff: %v\n%s", err, out)
	}
}

var fetchModules = sync.OnceValues(func() ([]byte, error) {
	file, err := exec.Command("go", "env", "GOMOD").Output()
	if err != nil {
		return nil, err
	}
	tidy := exec.Command("go", "mod", "tidy", "-diff")
	tidy.Dir = filepath.Dir(strings.TrimSpace(string(file)))
	return tidy.CombinedOutput()
})
