package runtime

import (
	"testing"
	"time"
)

// TestLimitsByDefault holds what a server grants whose program says nothing to what the fields of Limits say.
func TestLimitsByDefault(t *testing.T) {
	a, err := Open(WithDir(t.TempDir()), WithEnv(nil))
	if err != nil {
		t.Fatal(err)
	}
	defer a.Close()
	want := Limits{
		ReadHeader: 5 * time.Second, Write: time.Minute, Idle: 2 * time.Minute,
		MaxHeader: 32 << 10, MaxExecutions: 4096, MaxBodies: 256 << 20,
	}
	if a.limits != want || a.bodies.limit != want.MaxBodies {
		t.Errorf("the limits are %+v, and for bodies %d", a.limits, a.bodies.limit)
	}
	if got := a.shutdownTime(); got != 35*time.Second {
		t.Errorf("a shutdown waits for %v", got)
	}
}

// TestLimitsOfTheEnvironment takes MAX_EXECUTIONS as it is written, and what the program says before it.
func TestLimitsOfTheEnvironment(t *testing.T) {
	for _, tt := range []struct{ given, want int }{{0, 7}, {9, 9}} {
		a, err := Open(WithDir(t.TempDir()), WithEnv(map[string]string{"MAX_EXECUTIONS": "7"}), WithLimits(Limits{MaxExecutions: tt.given}))
		if err != nil {
			t.Fatal(err)
		}
		defer a.Close()
		if a.limits.MaxExecutions != tt.want {
			t.Errorf("%d executions, want %d", a.limits.MaxExecutions, tt.want)
		}
	}
}
