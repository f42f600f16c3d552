package runtime

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha1"
	"encoding/base32"
	"encoding/binary"
	"fmt"
	"math/big"
	"net/netip"
	"slices"
	"strings"
	"time"
)

// Holds reports whether a condition holds, which one that can't be told does not.
func Holds(holds bool, err error) bool { return err == nil && holds }

// Fails reports whether a condition does not hold, where that can be told.
func Fails(holds bool, err error) bool { return err == nil && !holds }

// HasScope reports whether scopes, with spaces between them (RFC 6749, 3.3), hold one.
func HasScope(scopes, scope string) bool { return slices.Contains(strings.Fields(scopes), scope) }

// HasScope reports whether v is a text of scopes, or a list of them, that holds one.
func (v Value) HasScope(scope string) bool {
	if text, err := v.Text(); err == nil && v.kind() == '"' {
		return HasScope(text, scope)
	}
	list, err := v.List()
	return err == nil && ContainsValue(list, scope)
}

// CheckScope is HasScope that fails where v is neither a text nor a list.
func (v Value) CheckScope(scope string) (bool, error) {
	if kind := v.kind(); kind != '"' && kind != '[' {
		return false, v.not("a text or a list")
	}
	return v.HasScope(scope), nil
}

// InNetwork reports whether an address is in one of some networks, which the compiler has checked. IPv4 in IPv6 is
// IPv4.
func InNetwork(ip string, networks ...string) (bool, error) {
	addr, err := netip.ParseAddr(ip)
	if err != nil {
		return false, wrongValue("the text is not an IP address")
	}
	addr = addr.Unmap().WithZone("")
	return slices.ContainsFunc(networks, func(network string) bool { return netip.MustParsePrefix(network).Contains(addr) }), nil
}

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
		return false, wrongValue("the secret is not %d bytes or more in base32", minTOTP)
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
