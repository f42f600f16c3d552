package postgres_test

import (
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	ask "github.com/flowc-dev/flowc/cmd/flowc/postgres"
	"github.com/flowc-dev/flowc/gen/sql/postgres"
	"github.com/flowc-dev/flowc/golden/harness"
	"github.com/flowc-dev/flowc/runtime/database/dbtest"
)

// TestSameBytes generates the same files with a server at hand, with the programs of one alone and, once a server was asked, with
// neither; and with a server out of reach, as nothing has changed that it would have to be asked about.
func TestSameBytes(t *testing.T) {
	command := flowc(t)
	home := t.TempDir()
	dir := filepath.Join(home, "flows")
	if err := os.WriteFile(filepath.Join(home, "main.go"), []byte(program), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name, url string
		asks      bool
	}{
		{"server", dbtest.Postgres(t), true}, {"programs", "", true}, {"neither", "off", false}, {"out of reach", "postgres://nobody@127.0.0.1:1/none", false},
	} {
		forget(t, dir, c.asks)
		if err := os.CopyFS(dir, without{os.DirFS("flows")}); err != nil {
			t.Fatal(err)
		}
		generate := exec.CommandContext(t.Context(), command, "generate", dir)
		generate.Env = append(os.Environ(), ask.Variable+"="+c.url)
		if out, err := generate.CombinedOutput(); err != nil || len(out) > 0 {
			t.Fatalf("%s: %v\n%s", c.name, err, out)
		}
		same(t, c.name, dir)
	}
}

// program names the engines, as the tests here do.
const program = "package main\n\nimport _ \"github.com/flowc-dev/flowc/runtime/engine/postgres\"\n\nfunc main() {}\n"

// forget removes a folder but, unless a server is to be asked, for what it said.
func forget(t *testing.T, dir string, asks bool) {
	t.Helper()
	said, err := os.ReadFile(filepath.Join(dir, postgres.FactsFile))
	if err := os.RemoveAll(dir); err != nil {
		t.Fatal(err)
	}
	if asks {
		return
	}
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, postgres.FactsFile), said, 0o600); err != nil {
		t.Fatal(err)
	}
}

// without is a folder without what is generated.
type without struct{ fs.FS }

// ReadDir leaves out what is generated.
func (w without) ReadDir(name string) ([]fs.DirEntry, error) {
	all, err := fs.ReadDir(w.FS, name)
	var list []fs.DirEntry
	for _, e := range all {
		if e.Name() != ".flowc" && e.Name() != postgres.FactsFile && !strings.HasSuffix(e.Name(), ".flow.go") {
			list = append(list, e)
		}
	}
	return list, err
}

// same wants the generated files of a folder to be those that are committed.
func same(t *testing.T, name, dir string) {
	t.Helper()
	files, err := filepath.Glob("flows/*.flow.go")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	for _, path := range append(files, filepath.Join("flows", postgres.FactsFile)) {
		want, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if got, err := os.ReadFile(filepath.Join(dir, filepath.Base(path))); err != nil || string(got) != string(want) {
			t.Errorf("%s: %s is another one (%v)", name, path, err)
		}
	}
}

// flowc builds the command, and returns where it is.
func flowc(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	harness.Build(t, "flowc", dir, filepath.Join("..", ".."), "build", "-ldflags=-w", "./cmd/flowc")
	return filepath.Join(dir, "flowc")
}
