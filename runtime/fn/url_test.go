package fn_test

import (
	"testing"

	"github.com/flowc-dev/flowc/runtime/fn"
)

func TestPathSegment(t *testing.T) {
	for in, want := range map[string]string{"a b/c?": "a%20b%2Fc%3F", "...": "...", "é": "%C3%A9", "80@evil.example": "80%40evil.example"} {
		if got, err := fn.PathSegment(in); got != want || err != nil {
			t.Errorf("%q is %q, %v", in, got, err)
		}
	}
	for _, bad := range []string{"", ".", ".."} {
		if got, err := fn.PathSegment(bad); err == nil {
			t.Errorf("%q is %q", bad, got)
		}
	}
}

func TestHostPart(t *testing.T) {
	for in, want := range map[string]string{"api.example.com": "api.example.com", "eu-1": "eu-1", "example.com:8080": "example.com:8080", "é": "%C3%A9"} {
		if got, err := fn.HostPart(in); got != want || err != nil {
			t.Errorf("%q is %q, %v", in, got, err)
		}
	}
	for _, bad := range []string{"", ".", "..", "a/b", "a\nb", "a b", "u@h", "a?b", "a#b", "a:b", "[", "[::1]", "a%2fb", "a\\b"} {
		if got, err := fn.HostPart(bad); err == nil {
			t.Errorf("%q is %q", bad, got)
		}
	}
}
