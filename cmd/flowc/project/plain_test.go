//go:build unix

package project_test

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/flowc-dev/flowc/cmd/flowc/project"
)

// TestPipes wants an error, at once, where a file of a project is a named pipe that nobody writes to.
func TestPipes(t *testing.T) {
	for _, name := range []string{"a.flow.json", "schema.sql", "code.go", "a.flow.go"} {
		dir := t.TempDir()
		if err := syscall.Mkfifo(filepath.Join(dir, name), 0o600); err != nil {
			t.Fatal(err)
		}
		done := make(chan error, 1)
		go func() {
			_, err := project.ReadFolder(dir)
			done <- err
		}()
		select {
		case err := <-done:
			if err == nil || !strings.Contains(err.Error(), "no plain file") || !strings.Contains(err.Error(), name) {
				t.Errorf("%s: %v", name, err)
			}
		case <-time.After(10 * time.Second):
			t.Errorf("%s: it is waited for", name)
		}
	}
}

// TestLinksAreRead wants a link to a plain file read as that.
func TestLinksAreRead(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "tables"), []byte("CREATE TABLE a (b);"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("tables", filepath.Join(dir, "schema.sql")); err != nil {
		t.Fatal(err)
	}
	f, err := project.ReadFolder(dir)
	if err != nil || f.Schema == nil || string(f.Schema.Src) != "CREATE TABLE a (b);" {
		t.Errorf("a link is read as %v (%v)", f, err)
	}
}
