package fn_test

import (
	"testing"

	"github.com/flowc-dev/flowc/runtime/fn"
)

func TestHeaderAndCookieValues(t *testing.T) {
	for _, tt := range []struct {
		text           string
		header, cookie bool
	}{
		{"", true, true}, {"a b, c", true, true}, {"a\tb", true, false}, {"é", true, false}, {`"a"; \`, true, false},
		{"a\nb", false, false}, {"a\rb", false, false}, {"a\x00b", false, false}, {"a\x7fb", false, false},
	} {
		if got, err := fn.HeaderValue(tt.text); (err == nil) != tt.header || err == nil && got != tt.text {
			t.Errorf("header %q: %q, %v", tt.text, got, err)
		}
		if got, err := fn.CookieValue(tt.text); (err == nil) != tt.cookie || err == nil && got != tt.text {
			t.Errorf("cookie %q: %q, %v", tt.text, got, err)
		}
	}
}
