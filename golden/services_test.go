package golden_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
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

// TestServicesLink holds services to the engine of their own database.
func TestServicesLink(t *testing.T) {
	t.Parallel()
	for _, service := range []struct {
		name, program string
		without       []string
	}{
		{"ledger", "./cmd/ledger", []string{"modernc.org/", "github.com/redis/"}},
		{"tracker", ".", []string{"github.com/jackc/", "github.com/redis/"}},
	} {
		cmd := exec.CommandContext(t.Context(), "go", "list", "-deps", service.program)
		cmd.Dir, cmd.Env = filepath.Join("services", service.name), append(os.Environ(), "GOWORK=off")
		out, err := cmd.Output()
		if err != nil {
			t.Fatalf("%s: %v", service.name, err)
		}
		for pkg := range strings.Lines(string(out)) {
			if slices.ContainsFunc(service.without, func(prefix string) bool { return strings.HasPrefix(pkg, prefix) }) {
				t.Errorf("%s links %s", service.name, pkg)
			}
		}
	}
}
