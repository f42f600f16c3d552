package fn_test

import (
	"regexp"
	"testing"

	"github.com/flowc-dev/flowc/runtime/fn"
)

func TestUUID(t *testing.T) {
	form := regexp.MustCompile(`^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$`)
	if a, b := fn.UUID(), fn.UUID(); !form.MatchString(a) || a == b {
		t.Errorf("%s and %s", a, b)
	}
}

// TestRandomCode wants all letters of an alphabet, about as often.
func TestRandomCode(t *testing.T) {
	count := map[rune]int{}
	for _, r := range fn.RandomCode(30000, "aé😀") {
		count[r]++
	}
	for _, r := range "aé😀" {
		if n := count[r]; n < 9000 || n > 11000 {
			t.Errorf("%q is there %d times of 30000, want a third", r, n)
		}
	}
	if len(count) != 3 {
		t.Errorf("the code holds %v", count)
	}
}
