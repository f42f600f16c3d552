package mcptoken

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"strings"
)

// prefix begins every token, so that people and secret scanners know what they have found.
const prefix = "flowc_mcp_"

// tokenBytes is how many random bytes a token has: 256 bits, which nobody guesses, so that a plain hash is enough.
const tokenBytes = 32

// newText makes the text of a token.
func newText() string {
	var random [tokenBytes]byte
	_, _ = rand.Read(random[:]) // never fails, says crypto/rand
	return prefix + base64.RawURLEncoding.EncodeToString(random[:])
}

// Looks reports whether a text has the form of a token of this package; others are not worth a look into the database.
func Looks(text string) bool {
	rest, ok := strings.CutPrefix(text, prefix)
	return ok && len(rest) == base64.RawURLEncoding.EncodedLen(tokenBytes)
}

// hashOf returns the SHA-256 of a token in hex, which alone is kept of it.
func hashOf(text string) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:])
}
