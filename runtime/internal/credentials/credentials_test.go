package credentials_test

import (
	"slices"
	"testing"

	"github.com/flowc-dev/flowc/runtime/internal/credentials"
)

// TestIn wants the passwords, keys and users of environment values, and nothing of what names a server.
func TestIn(t *testing.T) {
	for value, want := range map[string][]string{
		"a secret":                                    {"a secret"},
		"postgres://house_user:a%2Fpass@db/shop":      {"house_user:a%2Fpass", "house_user:a/pass", "house_user:a/pass", "a%2Fpass", "a/pass", "a/pass", "house_user"},
		"host=db user=house_user password='it is'":    {"house_user", "it is"},
		"sqlite:flows.db?_key=a+key":                  {"a+key", "a key"},
		`{"type": "key", "bytes": ["one", 2]}`:        {"key", "one", "2", `{"type": "key", "bytes": ["one", 2]}`},
		"-----BEGIN KEY-----\nabc\n-----END KEY-----": {"-----BEGIN KEY-----\nabc\n-----END KEY-----", "abc"},
		"whsec_bare": {"whsec_bare", "bare"},
	} {
		if got := credentials.In(value); !slices.Equal(got, want) {
			t.Errorf("%q: %q, want %q", value, got, want)
		}
	}
}
