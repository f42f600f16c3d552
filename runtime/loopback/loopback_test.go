package loopback_test

import (
	"testing"

	"github.com/flowc-dev/flowc/runtime/loopback"
)

func TestHost(t *testing.T) {
	for host, want := range map[string]bool{
		"localhost": true, "a.localhost": true, "127.0.0.1": true, "127.9.9.9": true, "::1": true, "::ffff:127.0.0.1": true,
		"": false, "notlocalhost": false, "localhost.evil.example": false, "evil-localhost": false, "0.0.0.0": false, "::": false,
		"10.0.0.1": false, "127.0.0.1.evil.example": false, "169.254.169.254": false,
	} {
		if got := loopback.Host(host); got != want {
			t.Errorf("%q: %t", host, got)
		}
	}
}
