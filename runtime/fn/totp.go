package fn

import (
	"crypto/hmac"
	"crypto/sha1"
	"encoding/base32"
	"encoding/binary"
	"fmt"
	"strings"
	"time"

	"github.com/flowc-dev/flowc/runtime/internal/public"
)

// What authenticator apps take if nothing else is said (RFC 6238).
const (
	totpPeriod = 30 // seconds
	totpDigits = 6
	totpModulo = 1_000_000
)

// minTOTP is the least length of a TOTP secret, in bytes: RFC 4226 asks for 16, and apps are given 10 at times.
const minTOTP = 10

// ValidTOTP reports whether code is the one that an authenticator app shows at now for a secret in base32, or the one
// before or after it (RFC 6238, 5.2). It takes as long for a wrong one.
func ValidTOTP(secret, code string, now time.Time) (bool, error) {
	text := strings.ToUpper(strings.TrimRight(strings.Join(strings.Fields(secret), ""), "="))
	key, err := base32.StdEncoding.WithPadding(base32.NoPadding).DecodeString(text)
	if err != nil || len(key) < minTOTP {
		return false, public.Errorf("the secret is not %d bytes or more in base32", minTOTP)
	}
	if len(code) != totpDigits {
		return false, nil
	}
	valid := false
	step := now.Unix() / totpPeriod
	for _, at := range []int64{step - 1, step, step + 1} {
		valid = Equal(code, hotp(key, at)) || valid
	}
	return valid, nil
}

// hotp returns the code of a counter (RFC 4226, 5.3).
func hotp(key []byte, counter int64) string {
	mac := hmac.New(sha1.New, key)
	mac.Write(binary.BigEndian.AppendUint64(nil, uint64(counter)))
	sum := mac.Sum(nil)
	at := sum[len(sum)-1] & 0x0f
	return fmt.Sprintf("%0*d", totpDigits, binary.BigEndian.Uint32(sum[at:])&0x7fffffff%totpModulo)
}
