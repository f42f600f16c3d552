//go:build unix

package project_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/flowc-dev/flowc/cmd/flowc/project"
)

// TestNoPlainFile wants nothing but a plain file replaced: a pipe, as a device is one, gets what is written, and stays.
func TestNoPlainFile(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "pipe.svg")
	if err := syscall.Mkfifo(path, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := project.Replace(path, []byte("new")); err == nil || !strings.Contains(err.Error(), path+": it is a pipe") {
		t.Errorf("replacing a pipe: %v", err)
	}
	pipe, err := os.OpenFile(path, os.O_RDWR|syscall.O_NONBLOCK, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer pipe.Close()
	if err := project.WriteTo(path, []byte("a picture")); err != nil {
		t.Fatal(err)
	}
	if info, err := os.Stat(path); err != nil || info.Mode().Type() != fs.ModeNamedPipe {
		t.Fatalf("the pipe is %v, %v", info, err)
	}
	read := make([]byte, 64)
	if err := pipe.SetReadDeadline(time.Now().Add(10 * time.Second)); err != nil {
		t.Fatal(err)
	}
	if n, err := pipe.Read(read); string(read[:n]) != "a picture" {
		t.Errorf("read is %q, %v", read[:n], err)
	}
	if err := project.WriteTo(dir, []byte("a picture")); err == nil || !strings.Contains(err.Error(), dir+": it is a folder") {
		t.Errorf("replacing a folder: %v", err)
	}
	if left, err := filepath.Glob(filepath.Join(dir, ".flowc-*")); len(left) > 0 || err != nil {
		t.Errorf("left are %v, %v", left, err)
	}
}
