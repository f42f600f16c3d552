package harness

import (
	"flag"
	"runtime"
	"strconv"
)

// AtOnce has a package run so many of its parallel tests at once where it has fewer processors: tests that wait, for other
// processes more than for a processor, leave processors idle otherwise. What go test is told as -parallel counts in its stead.
// TestMain calls it first.
func AtOnce(n int) {
	if err := flag.Set("test.parallel", strconv.Itoa(max(n, runtime.GOMAXPROCS(0)))); err != nil {
		panic(err) // the binary is none of go test
	}
}
