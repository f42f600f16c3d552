package localpg

import (
	"os"
	"path/filepath"
	"testing"
	"time"
)

// TestForget wants the folder removed of a process that was ended before its server ran, and none that is new, or has one.
func TestForget(t *testing.T) {
	in, now := t.TempDir(), time.Now()
	for name, age := range map[string]time.Duration{folders + "left": time.Hour, folders + "new": 0, folders + "runs": time.Hour, "other": time.Hour} {
		dir := filepath.Join(in, name)
		if err := os.MkdirAll(filepath.Join(dir, "data"), 0o700); err != nil {
			t.Fatal(err)
		}
		if name == folders+"runs" {
			if err := os.WriteFile(filepath.Join(dir, "data", "postmaster.pid"), []byte("1"), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		if err := os.Chtimes(dir, now.Add(-age), now.Add(-age)); err != nil {
			t.Fatal(err)
		}
	}
	forget(in, now.Add(-leftOver))
	for name, stays := range map[string]bool{"left": false, "new": true, "runs": true} {
		if _, err := os.Stat(filepath.Join(in, folders+name)); (err == nil) != stays {
			t.Errorf("%s: %v, stays %t", name, err, stays)
		}
	}
	if _, err := os.Stat(filepath.Join(in, "other")); err != nil {
		t.Errorf("what is somebody else's: %v", err)
	}
}
