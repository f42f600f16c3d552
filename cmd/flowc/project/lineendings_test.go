package project_test

import (
	"bytes"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"github.com/flowc-dev/flowc/cmd/flowc/console"
	"github.com/flowc-dev/flowc/cmd/flowc/project"
)

// TestLineEndings checks out a project as git does on Windows, with CRLF, and requires that nothing in it is stale or unproved,
// and that generate changes no file.
func TestLineEndings(t *testing.T) {
	root := t.TempDir()
	withCRLF(t, filepath.Join("..", "..", "..", "golden", "apps", "accounts"), root)
	dir := filepath.Join(root, "flows")
	write(t, filepath.Join(root, "go.mod"), "module example.com/accounts\r\n\r\ngo 1.26\r\n")
	before := contents(t, dir)
	for _, check := range []bool{true, false} {
		var said bytes.Buffer
		if err := project.Generate(&console.Console{Out: io.Discard, Err: &said}, []string{dir}, check); err != nil || said.Len() > 0 {
			t.Fatalf("check %t: %v\n%s", check, err, said.String())
		}
	}
	for name, was := range before {
		if now := read(t, filepath.Join(dir, name)); now != was {
			t.Errorf("%s was written again", name)
		}
	}
}

// withCRLF copies the text files of a folder, with CRLF at the ends of lines.
func withCRLF(t *testing.T, from, to string) {
	t.Helper()
	for name, text := range contents(t, from) {
		path := filepath.Join(to, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		write(t, path, string(bytes.ReplaceAll([]byte(text), []byte("\n"), []byte("\r\n"))))
	}
}

// contents returns the files below a folder by their paths in it, but those that version control ignores.
func contents(t *testing.T, dir string) map[string]string {
	t.Helper()
	found := map[string]string{}
	err := filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case e.IsDir() && e.Name() == ".flowc":
			return filepath.SkipDir
		case e.IsDir():
			return nil
		}
		name, err := filepath.Rel(dir, path)
		found[name] = read(t, path)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return found
}
