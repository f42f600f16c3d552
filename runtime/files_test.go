//go:build unix

package runtime_test

import (
	"os"
	"syscall"
	"testing"
)

// needFiles makes sure that the process may have n files open, as far as the system lets it.
func needFiles(t *testing.T, n uint64) {
	t.Helper()
	var limit syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_NOFILE, &limit); err != nil {
		t.Fatal(err)
	}
	if limit.Cur >= n {
		return
	}
	missing := t.Skipf
	if os.Getenv("FLOWC_TEST_REQUIRE_SERVICES") != "" {
		missing = t.Fatalf
	}
	if limit.Max < n {
		missing("the system allows %d open files, want %d", limit.Max, n)
	}
	limit.Cur = limit.Max
	if err := syscall.Setrlimit(syscall.RLIMIT_NOFILE, &limit); err != nil {
		missing("more than %d open files are not allowed: %v", limit.Cur, err)
	}
}
