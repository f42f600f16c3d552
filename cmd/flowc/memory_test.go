//go:build linux

package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/flowc-dev/flowc/golden/harness"
)

// maxMemory is what `flowc generate` of a thousand workflows may take of memory, in bytes: the most that is resident.
const maxMemory = 200 << 20

// BenchmarkGenerateMemory runs `flowc generate` over the login workflow a thousand times: as if it had never been done, and with
// nothing changed. Each run is a process of its own; the one that took least counts, as when memory is given back is a matter of
// how busy the machine is.
func BenchmarkGenerateMemory(b *testing.B) {
	dir := b.TempDir()
	harness.WriteLogins(b, dir, filepath.Join("..", "..", "golden", "apps", "auth", "flows"), 1000)
	least := map[string]int64{}
	measure := func(what string) {
		if took := residentAtMost(b, "flowc", "generate", dir); least[what] == 0 || took < least[what] {
			least[what] = took
		}
	}
	for range 3 {
		if err := os.RemoveAll(filepath.Join(dir, ".flowc")); err != nil {
			b.Fatal(err)
		}
		measure("cold")
		measure("again")
	}
	b.ReportMetric(0, "ns/op") // BenchmarkGenerate says how long it takes
	for what, took := range least {
		b.ReportMetric(float64(took)/(1<<20), "MiB/"+what)
		if took > maxMemory {
			b.Errorf("%s: took %d MiB, may take %d", what, took>>20, maxMemory>>20)
		}
	}
}

// residentAtMost runs a command and returns the most memory that it had resident, in bytes.
func residentAtMost(b *testing.B, name string, args ...string) int64 {
	b.Helper()
	command := exec.Command(name, args...)
	if out, err := command.CombinedOutput(); err != nil {
		b.Fatalf("%v\n%s", err, out)
	}
	return command.ProcessState.SysUsage().(*syscall.Rusage).Maxrss << 10 // Linux counts in KiB
}
