package fn_test

import (
	"encoding/base32"
	"strings"
	"testing"
	"time"

	"github.com/flowc-dev/flowc/runtime/fn"
)

// TestTOTP holds ValidTOTP to the vectors of RFC 6238, appendix B, of which the last six digits are taken.
func TestTOTP(t *testing.T) {
	secret := base32.StdEncoding.EncodeToString([]byte("12345678901234567890"))
	for at, code := range map[int64]string{
		59: "287082", 1111111109: "081804", 1111111111: "050471", 1234567890: "005924", 2000000000: "279037", 20000000000: "353130",
	} {
		for late, want := range map[int64]bool{-30: true, 0: true, 30: true, 60: false, 600: false} {
			for _, written := range []string{secret, strings.ToLower(secret), secret[:4] + " " + secret[4:]} {
				if got, err := fn.ValidTOTP(written, code, time.Unix(at+late, 0)); got != want || err != nil {
					t.Errorf("the code of %d, %d seconds later: %v, %v; want %v", at, late, got, err, want)
				}
			}
		}
	}
	for _, secret := range []string{"", "1", "GEZDGNBV", "GEZDGNBVGY3TQOJ0", "é"} {
		if got, err := fn.ValidTOTP(secret, "000000", time.Unix(0, 0)); got || err == nil {
			t.Errorf("the secret %q: %v, %v; want an error", secret, got, err)
		}
	}
}
