package seal_test

import (
	"strings"
	"testing"

	rt "github.com/flowc-dev/flowc/runtime"
	"github.com/flowc-dev/flowc/runtime/seal"
)

// TestSecrets wants a secret of 32 bytes or more.
func TestSecrets(t *testing.T) {
	for secret, want := range map[string]string{
		"": "DATA_KEY", strings.Repeat("x", 31): "31 bytes long", strings.Repeat("x", 32): "", strings.Repeat("é", 16): "",
	} {
		app, err := rt.Open(rt.WithEnv(map[string]string{"DATA_KEY": secret}), rt.WithDir(t.TempDir()), rt.WithLog(t.Output()))
		if err != nil {
			t.Fatal(err)
		}
		s := app.Setup()
		seal.New(s, "DATA_KEY")
		switch err := s.Err(); {
		case want == "" && err != nil:
			t.Errorf("%q: %v", secret, err)
		case want != "" && (err == nil || !strings.Contains(err.Error(), want)):
			t.Errorf("%q: %v, want %q", secret, err, want)
		}
		if err := app.Close(); err != nil {
			t.Error(err)
		}
	}
}
