package harness

import (
	"fmt"
	"os"

	"github.com/flowc-dev/flowc/runtime/database/localpg"
)

// Tests are those of a package, as testing.M is.
type Tests interface{ Run() int }

// InMemory has the temporary files of tests, and of what they start, made in memory where this machine has room there: of tests
// that make programs and databases, a third is the disk's bookkeeping otherwise. TestMain calls it.
func InMemory(tests Tests) Tests { return inMemory{tests} }

type inMemory struct{ Tests }

func (m inMemory) Run() int {
	memory := localpg.Memory()
	if memory == "" {
		return m.Tests.Run()
	}
	dir, err := passable(memory)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	defer os.RemoveAll(dir)
	return m.Tests.Run()
}

// passable makes a folder for temporary files that other users find their way through: a PostgreSQL that runs as one of them.
func passable(memory string) (dir string, err error) {
	if dir, err = os.MkdirTemp(memory, "flowc-tests-"); err != nil {
		return "", err
	}
	if err := os.Chmod(dir, 0o711); err != nil {
		return "", err
	}
	return dir, os.Setenv("TMPDIR", dir)
}
