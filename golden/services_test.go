package golden_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// TestServices runs the tests of services, each a module of its own, which have workflows beside code that is not flowc's.
func TestServices(t *testing.T) {
	t.Parallel()
	modules, err := filepath.Glob("services/*/go.mod")
	if err != nil || len(modules) == 0 {
		t.Fatalf("there is no service: %v", err)
	}
	for _, module := range modules {
		dir := filepath.Dir(module)
		t.Run(filepath.Base(dir), func(t *testing.T) {
			t.Parallel()
			for _, command := range []string{"vet", "test"} {
				cmd := exec.CommandContext(t.Context(), "go", command, "./...")
				cmd.Dir, cmd.Env = dir, append(os.Environ(), "GOWORK=off")
				if out, err := cmd.CombinedOutput(); err != nil {
					t.Fatalf("go %s: %v\n%s", command, err, out)
				}
			}
		})
	}
}
