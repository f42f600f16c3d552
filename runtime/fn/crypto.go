package fn

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/hex"
	"fmt"
	"math/big"
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

// Equal compares two texts in a time that depends on their lengths only, as secrets need.
func Equal(a, b string) bool { return subtle.ConstantTimeCompare([]byte(a), []byte(b)) == 1 }

// RandomCode returns random characters of an alphabet, each as likely as the others.
func RandomCode(count int64, alphabet string) string {
	letters := []rune(alphabet)
	code := make([]rune, count)
	for i := range code {
		n, _ := rand.Int(rand.Reader, big.NewInt(int64(len(letters)))) // never fails
		code[i] = letters[n.Int64()]
	}
	return string(code)
}
