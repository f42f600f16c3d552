package runtime

import (
	"crypto/rand"
	"encoding/base64"

	"github.com/flowc-dev/flowc/runtime/internal/public"
)

// Bounds of RandomToken, in bytes: 128 bits can't be guessed, and more than a kilobyte fits no header.
const (
	minToken = 16
	maxToken = 1024
)

// RandomToken returns n random bytes, 16 to 1024, as base64url without padding. The log masks it.
func RandomToken(x *Exec, n int64) (string, error) {
	if n < minToken || n > maxToken {
		return "", public.Errorf("a token of %d bytes: must be %d to %d", n, minToken, maxToken)
	}
	b := make([]byte, n)
	_, _ = rand.Read(b) // never fails
	token := base64.RawURLEncoding.EncodeToString(b)
	x.Saw(token)
	return token, nil
}
