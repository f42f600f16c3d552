package oauth_test

import (
	"flag"
	"os"
	"testing"
)

// TestMain has tests whose provider hangs wait for it at once, as many as there are: they need no processor. What go test is told as
// -parallel counts in its stead.
func TestMain(m *testing.M) {
	if err := flag.Set("test.parallel", "8"); err != nil {
		panic(err) // the binary is none of go test
	}
	os.Exit(m.Run())
}
