//go:build unix

package runtime_test

import (
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
	if limit.Max < n {
		t.Skipf("the system allows %d open files, want %d", limit.Max, n)
	}
	limit.Cur = limit.Max
	if err := syscall.Setrlimit(syscall.RLIMIT_NOFILE, &limit); err != nil {
		t.Skipf("more than %d open files are not allowed: %v", limit.Cur, err)
	}
}
