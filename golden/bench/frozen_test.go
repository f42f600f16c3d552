package bench_test

import (
	"crypto/sha256"
	"encoding/hex"
	"os"
	"testing"
)

// frozenTwins are the hashes of the files of hand-written handlers that generated ones are measured beside. Whoever changes them
// measures both sides anew, and says in the commit why they had to change.
var frozenTwins = map[string]string{
	"twin_test.go":          "f8dd37d8000812b085b3132befe6a4f0725bc38434d66578bf1f3a5c3e791f0f",
	"paths_twin_test.go":    "95f3f079e39c86a354d90049de0ab1564e31f00397f04c503d1e14bd40101461",
	"prices_twin_test.go":   "b17c97ddbbe8d9549c8732c51cd3995b3c9621c2a88ee04e3425aed0eee8b610",
	"redis_twin_test.go":    "a70d6262ef9296dfc8d55fd7b990fe1a828709c3eb77eb126ff2a6c701d6a5a3",
	"postgres_twin_test.go": "f50aa4ab81044231dc37ba54854cdb04b6fc26bb29c0e746ce6bfa89cbbff66b",
	"storage_twin_test.go":  "80dbd5ba798c8323452d0265f76a922d3dbdd653c038ff3293e60c91c343dcf0",
	"socket_twin_test.go":   "c05db9f64c459289fc7f1c434a59ee45dae0a116a7902c757a0a8cdbd2342365",
}

// TestTwinIsFrozen wants no figure to get better because the twin got worse.
func TestTwinIsFrozen(t *testing.T) {
	for file, want := range frozenTwins {
		src, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if sum := sha256.Sum256(src); hex.EncodeToString(sum[:]) != want {
			t.Errorf("%s is another one: its hash is %x", file, sum)
		}
	}
}
