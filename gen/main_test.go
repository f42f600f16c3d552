package gen_test

import (
	"flag"
	"os"
	"runtime/debug"
	"testing"
)

// TestMain has tests collect garbage less often than programs do, as those of golden: they lint thousands of small folders.
// Benchmarks and fuzzing collect it as programs do.
func TestMain(m *testing.M) {
	flag.Parse()
	if flag.Lookup("test.bench").Value.String() == "" && flag.Lookup("test.fuzz").Value.String() == "" {
		debug.SetGCPercent(400)
	}
	os.Exit(m.Run())
}
