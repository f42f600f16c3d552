package types

import "testing"

func TestNameFor(t *testing.T) {
	for s, want := range map[string]string{
		"line-items": "line_items", "count(*)": "count", "a b.c": "a_b_c", "nick": "nick", "-x-": "x",
		"é": "", "café": "", "2nd": "", "": "", "--": "",
	} {
		got := NameFor(s)
		if got != want {
			t.Errorf("for %q: %q, want %q", s, got, want)
		}
		if got != "" && !IsName(got) {
			t.Errorf("for %q: %q can't be referred to either", s, got)
		}
	}
}
