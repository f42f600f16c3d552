package serve

import (
	"os"
	"os/exec"
	"testing"
)

// needProgram skips a test where a program is missing, and fails it in CI.
func needProgram(t *testing.T, program string) {
	t.Helper()
	if _, err := exec.LookPath(program); err != nil {
		if os.Getenv("FLOWC_TEST_REQUIRE_SERVICES") != "" {
			t.Fatalf("there is no %s", program)
		}
		t.Skipf("there is no %s", program)
	}
}

func readFile(t *testing.T, path string) string {
	t.Helper()
	content, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(content)
}

func writeFile(t *testing.T, path, content string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(content), 0o644); err != nil {
		t.Fatal(err)
	}
}
