package runtime_test

import (
	"encoding/base32"
	"strings"
	"testing"
	"time"

	rt "github.com/flowc-dev/flowc/runtime"
)

// TestTOTP holds ValidTOTP to the vectors of RFC 6238, appendix B, of which the last six digits are taken.
func TestTOTP(t *testing.T) {
	secret := base32.StdEncoding.EncodeToString([]byte("12345678901234567890"))
	for at, code := range map[int64]string{
		59: "287082", 1111111109: "081804", 1111111111: "050471", 1234567890: "005924", 2000000000: "279037", 20000000000: "353130",
	} {
		for late, want := range map[int64]bool{-30: true, 0: true, 30: true, 60: false, 600: false} {
			for _, written := range []string{secret, strings.ToLower(secret), secret[:4] + " " + secret[4:]} {
				if got, err := rt.ValidTOTP(written, code, time.Unix(at+late, 0)); got != want || err != nil {
					t.Errorf("the code of %d, %d seconds later: %v, %v; want %v", at, late, got, err, want)
				}
			}
		}
	}
	for _, secret := range []string{"", "1", "GEZDGNBV", "GEZDGNBVGY3TQOJ0", "é"} {
		if got, err := rt.ValidTOTP(secret, "000000", time.Unix(0, 0)); got || err == nil {
			t.Errorf("the secret %q: %v, %v; want an error", secret, got, err)
		}
	}
}

// TestRandomCode wants all letters of an alphabet, about as often.
func TestRandomCode(t *testing.T) {
	count := map[rune]int{}
	for _, r := range rt.RandomCode(30000, "aé😀") {
		count[r]++
	}
	for _, r := range "aé😀" {
		if n := count[r]; n < 9000 || n > 11000 {
			t.Errorf("%q is there %d times of 30000, want a third", r, n)
		}
	}
	if len(count) != 3 {
		t.Errorf("the code holds %v", count)
	}
}
