//go:build unix

package runtime_test

import (
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	rt "github.com/flowc-dev/flowc/runtime"
)

// TestPipesAreNotWaitedFor wants a server that says so, at once, where .env or a secret's file is a named pipe.
func TestPipesAreNotWaitedFor(t *testing.T) {
	for _, name := range []string{".env", ".env.preview"} {
		dir := t.TempDir()
		if err := syscall.Mkfifo(filepath.Join(dir, name), 0o600); err != nil {
			t.Skip(err)
		}
		done := make(chan error, 1)
		go func() {
			app, err := rt.Open(rt.WithDir(dir), rt.WithEnv(map[string]string{}), rt.WithLogWriter(t.Output()))
			if app != nil {
				_ = app.Close()
			}
			_, problems := rt.Environ(dir)
			if err == nil && problems != nil {
				err = problems
			}
			done <- err
		}()
		select {
		case err := <-done:
			if err == nil || !strings.Contains(err.Error(), "no plain file") {
				t.Errorf("%s: %v", name, err)
			}
		case <-time.After(10 * time.Second):
			t.Fatalf("%s: it is waited for", name)
		}
	}
}

// TestLargeIntsOfValues wants an int of more than 64 bits exact in JSON, and an error where it would lose digits.
func TestLargeIntsOfValues(t *testing.T) {
	for _, text := range []string{"9223372036854775808", "-9223372036854775809", "123456789012345678901234567890"} {
		v, err := rt.ParseJSON(text)
		if err != nil {
			t.Fatal(err)
		}
		if got := v.String(); got != text {
			t.Errorf("%s is written as %s", text, got)
		}
		if stored, err := v.Value(); err == nil {
			t.Errorf("%s is stored as %v", text, stored)
		}
		if n, err := v.Int(); err == nil {
			t.Errorf("%s is the int %d", text, n)
		}
	}
	for _, text := range []string{"9223372036854775807", "1e19", "-0.5"} {
		v, err := rt.ParseJSON(text)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := v.Value(); err != nil {
			t.Errorf("%s is not stored: %v", text, err)
		}
	}
}
