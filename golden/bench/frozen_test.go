package bench_test

import (
	"crypto/sha256"
	"encoding/hex"
	"os"
	"testing"
)

// frozenTwin is the hash of the hand-written handlers that generated ones are measured beside. Whoever changes them measures
// both sides anew, and says in the commit why they had to change.
const frozenTwin = "f8dd37d8000812b085b3132befe6a4f0725bc38434d66578bf1f3a5c3e791f0f"

// TestTwinIsFrozen wants no figure to get better because the twin got worse.
func TestTwinIsFrozen(t *testing.T) {
	src, err := os.ReadFile("twin_test.go")
	if err != nil {
		t.Fatal(err)
	}
	if sum := sha256.Sum256(src); hex.EncodeToString(sum[:]) != frozenTwin {
		t.Errorf("the twin is another one: its hash is %x", sum)
	}
}
