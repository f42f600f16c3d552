package fn_test

import (
	"testing"

	"github.com/flowc-dev/flowc/runtime/fn"
)

func TestNull(t *testing.T) {
	one := int64(1)
	if fn.Or(&one, 2) != 1 || fn.Or(nil, int64(2)) != 2 || fn.Deref(&one) != 1 || fn.Deref[int64](nil) != 0 {
		t.Error("Or or Deref")
	}
	if fn.Ptr(false, 1) != nil || *fn.Ptr(true, 1) != 1 || fn.When(true, "a", "b") != "a" || fn.When(false, "a", "b") != "b" {
		t.Error("Ptr or When")
	}
	if !fn.Equal("abc", "abc") || fn.Equal("abc", "abd") || fn.Equal("abc", "ab") || !fn.Equal("", "") {
		t.Error("Equal")
	}
}
