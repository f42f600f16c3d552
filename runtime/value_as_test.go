package runtime_test

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	rt "github.com/flowc-dev/flowc/runtime"
)

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

func TestAs(t *testing.T) {
	list, err := rt.As[[]time.Duration](rt.ValueOf([]string{"15m", "2w", "1h30m"}))
	if diff := cmp.Diff([]time.Duration{15 * time.Minute, 14 * 24 * time.Hour, 90 * time.Minute}, list); diff != "" || err != nil {
		t.Error(diff, err)
	}
	counts, err := rt.As[map[string]int64](rt.ValueOf(map[string]int{"a": 1}))
	if err != nil || counts["a"] != 1 {
		t.Errorf("As[map[string]int64] = %v, %v", counts, err)
	}
	if d, err := rt.As[time.Duration](rt.ValueOf(36 * time.Hour)); d != 36*time.Hour || err != nil {
		t.Errorf("As[time.Duration] = %v, %v", d, err)
	}
	home, err := rt.As[address](rt.ValueOf(map[string]string{"city": "Bern"}))
	if diff := cmp.Diff(address{City: "Bern"}, home); diff != "" || err != nil {
		t.Error(diff, err)
	}
}

func TestAsNamesThePlaceAndNotTheValue(t *testing.T) {
	v, err := rt.ParseJSON(`{"tags": ["a", 77231, null], "homes": [{"zip": 77231}], "wait": "77231"}`)
	if err != nil {
		t.Fatal(err)
	}
	_, tags := rt.As[[]string](v.At("tags"))
	_, homes := rt.As[[]address](v.At("homes"))
	_, kind := rt.As[map[string]string](v.At("tags"))
	_, wait := rt.As[time.Duration](v.At("wait"))
	_, none := rt.As[[]string](v.At("none"))
	for _, tt := range []struct {
		err  error
		want string
	}{
		{tags, "tags.1 must be a string, tags.2 must not be null"},
		{homes, "homes.0.city is required, homes.0.zip must be a string"},
		{kind, "tags must be an object"},
		{wait, "wait must be a duration, such as 15m"},
		{none, "none is null, want a value"},
	} {
		if tt.err == nil || tt.err.Error() != tt.want {
			t.Errorf("got %v, want %s", tt.err, tt.want)
		}
	}
}
