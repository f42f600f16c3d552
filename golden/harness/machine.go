package harness

import (
	"os"
	"os/exec"
	"testing"
)

// Missing skips a test that this machine lacks something for, and fails it where everything has to be there, as in CI.
func Missing(t testing.TB, format string, args ...any) {
	t.Helper()
	if os.Getenv("FLOWC_TEST_REQUIRE_SERVICES") != "" {
		t.Fatalf(format, args...)
	}
	t.Skipf(format, args...)
}

// Needs asks for programs of this machine by their names.
func Needs(t testing.TB, programs ...string) {
	t.Helper()
	for _, program := range programs {
		if _, err := exec.LookPath(program); err != nil {
			Missing(t, "there is no %s", program)
		}
	}
}

// Read is the text of a file.
func Read(t testing.TB, path string) string {
	t.Helper()
	content, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(content)
}

// Write makes a file, or another one of it.
func Write(t testing.TB, path, content string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(content), 0o644); err != nil {
		t.Fatal(err)
	}
}
