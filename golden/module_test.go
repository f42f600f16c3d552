package golden_test

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"testing"

	"github.com/flowc-dev/flowc/golden/harness"
)

// module is a Go module outside of this one, as a project's is, in which generated Go is built.
type module struct{ dir string }

// newModule makes a module that requires this one, and with it exactly the versions that this one requires.
func newModule(t *testing.T) *module {
	t.Helper()
	root, err := filepath.Abs("..")
	if err != nil {
		t.Fatal(err)
	}
	mod, err := os.ReadFile(filepath.Join(root, "go.mod"))
	if err != nil {
		t.Fatal(err)
	}
	sum, err := os.ReadFile(filepath.Join(root, "go.sum"))
	if err != nil {
		t.Fatal(err)
	}
	const ours = "github.com/flowc-dev/flowc"
	mod = bytes.Replace(mod, []byte("module "+ours+"\n"), []byte("module golden.test\n"), 1)
	mod = fmt.Appendf(mod, "\nrequire %s v0.0.0\n\nreplace %[1]s => %s\n", ours, root)
	m := &module{dir: harness.Folder(t)}
	if err := (fileSet{"go.mod": mod, "go.sum": sum}).write(m.dir); err != nil {
		t.Fatal(err)
	}
	return m
}

// add writes a package.
func (m *module) add(t *testing.T, name string, sets ...fileSet) {
	t.Helper()
	dir := filepath.Join(m.dir, filepath.FromSlash(path.Clean(name)))
	if err := os.MkdirAll(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	for _, files := range sets {
		if err := files.write(dir); err != nil {
			t.Fatal(err)
		}
	}
}

// vet type-checks and vets all packages.
func (m *module) vet(t *testing.T, flags ...string) {
	t.Helper()
	m.run(t, "go", append(append([]string{"vet"}, flags...), "./...")...)
}

// build builds the program of the module into its folder bin.
func (m *module) build(t *testing.T) {
	t.Helper()
	bin := filepath.Join(m.dir, "bin")
	if err := os.Mkdir(bin, 0o755); err != nil {
		t.Fatal(err)
	}
	harness.Build(t, "golden "+t.Name(), bin, m.dir, "build", "-ldflags=-w", ".")
}

// run runs a command in the module.
func (m *module) run(t *testing.T, name string, args ...string) {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), name, args...)
	cmd.Dir = m.dir
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("%s %v: %v\n%s", name, args, err, out)
	}
}
