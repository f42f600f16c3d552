package runtime

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"fmt"
)

// SHA256 returns the SHA-256 of s in lower-case hex.
func SHA256(s string) string {
	sum := sha256.Sum256([]byte(s))
	return hex.EncodeToString(sum[:])
}

// HMACSHA256 returns the HMAC-SHA-256 of s under key in lower-case hex.
func HMACSHA256(key, s string) string {
	mac := hmac.New(sha256.New, []byte(key))
	mac.Write([]byte(s))
	return hex.EncodeToString(mac.Sum(nil))
}

// UUID returns a random UUID, version 4 (RFC 9562, 5.4).
func UUID() string {
	var b [16]byte
	_, _ = rand.Read(b[:]) // never fails
	b[6] = b[6]&0x0f | 0x40
	b[8] = b[8]&0x3f | 0x80
	return fmt.Sprintf("%x-%x-%x-%x-%x", b[:4], b[4:6], b[6:8], b[8:10], b[10:])
}

// Bounds of RandomToken, in bytes: 128 bits can't be guessed, and more than a kilobyte fits no header.
const (
	minToken = 16
	maxToken = 1024
)

// RandomToken returns n random bytes, 16 to 1024, as base64url without padding. The log masks it.
func RandomToken(x *Exec, n int64) (string, error) {
	if n < minToken || n > maxToken {
		return "", wrongValue("a token of %d bytes: must be %d to %d", n, minToken, maxToken)
	}
	b := make([]byte, n)
	_, _ = rand.Read(b) // never fails
	token := base64.RawURLEncoding.EncodeToString(b)
	x.Saw(token)
	return token, nil
}
