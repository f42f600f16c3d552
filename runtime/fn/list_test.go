package fn_test

import (
	"testing"

	"github.com/flowc-dev/flowc/runtime/fn"
)

func TestItemRefusesIndexesOutsideTheList(t *testing.T) {
	list := []string{"a", "b"}
	if got, err := fn.Item(list, 1); got != "b" || err != nil {
		t.Errorf("Item(list, 1) = %q, %v", got, err)
	}
	for _, index := range []int64{-1, 2, 1 << 62} {
		if _, err := fn.Item(list, index); err == nil {
			t.Errorf("Item(list, %d) gave no error", index)
		}
	}
}

func TestLookupTellsAbsentFromZero(t *testing.T) {
	members := map[string]int64{"zero": 0}
	if got := fn.Lookup(members, "zero"); got == nil || *got != 0 {
		t.Errorf("Lookup of a member that is zero = %v", got)
	}
	if got := fn.Lookup(members, "other"); got != nil {
		t.Errorf("Lookup of an absent member = %v", *got)
	}
}
