package runtime_test

import (
	"strings"
	"testing"
	"time"

	rt "github.com/flowc-dev/flowc/runtime"
)

func TestItemRefusesIndexesOutsideTheList(t *testing.T) {
	list := []string{"a", "b"}
	if got, err := rt.Item(list, 1); got != "b" || err != nil {
		t.Errorf("Item(list, 1) = %q, %v", got, err)
	}
	for _, index := range []int64{-1, 2, 1 << 62} {
		if _, err := rt.Item(list, index); err == nil {
			t.Errorf("Item(list, %d) gave no error", index)
		}
	}
}

func TestLookupTellsAbsentFromZero(t *testing.T) {
	members := map[string]int64{"zero": 0}
	if got := rt.Lookup(members, "zero"); got == nil || *got != 0 {
		t.Errorf("Lookup of a member that is zero = %v", got)
	}
	if got := rt.Lookup(members, "other"); got != nil {
		t.Errorf("Lookup of an absent member = %v", *got)
	}
}

func TestContainsValueComparesKinds(t *testing.T) {
	list, err := rt.ValueOf([]any{"1", 2, true}).List()
	if err != nil {
		t.Fatal(err)
	}
	for x, want := range map[any]bool{"1": true, int64(1): false, int64(2): true, true: true, false: false} {
		if got := rt.ContainsValue(list, x); got != want {
			t.Errorf("ContainsValue(list, %#v) = %v", x, got)
		}
	}
}

func TestEqualTextIsOfTextsOnly(t *testing.T) {
	if !rt.EqualText(rt.ValueOf("a\"1"), "a\"1") {
		t.Error("a text is not equal to itself")
	}
	for _, v := range []any{1, nil, "12", true} {
		if rt.EqualText(rt.ValueOf(v), "1") {
			t.Errorf("EqualText(%v, \"1\") is true", v)
		}
	}
}

func TestAsNamesThePlaceAndNotTheValue(t *testing.T) {
	v, err := rt.ParseJSON(`{"tags": ["a", 77231]}`)
	if err != nil {
		t.Fatal(err)
	}
	_, err = rt.As[[]string](v.At("tags"))
	if err == nil || strings.Contains(err.Error(), "77231") || !strings.Contains(err.Error(), "/1") {
		t.Errorf("As[[]string] of a number: %v", err)
	}
	if _, err := rt.As[[]string](v.At("none")); err == nil {
		t.Error("As of null gave no error")
	}
	counts, err := rt.As[map[string]int64](rt.ValueOf(map[string]int{"a": 1}))
	if err != nil || counts["a"] != 1 {
		t.Errorf("As[map[string]int64] = %v, %v", counts, err)
	}
}

func TestEarliestAndLatest(t *testing.T) {
	a := time.Date(2024, 1, 1, 0, 0, 0, 0, time.UTC)
	b, c := a.Add(time.Hour), a.Add(-time.Hour)
	if got := rt.Earliest(a, b, c); !got.Equal(c) {
		t.Errorf("Earliest = %v", got)
	}
	if got := rt.Latest(a, b, c); !got.Equal(b) {
		t.Errorf("Latest = %v", got)
	}
}
