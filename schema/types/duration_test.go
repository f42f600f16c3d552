package types_test

import (
	"testing"

	"github.com/flowc-dev/flowc/schema/types"
)

func TestMeantDuration(t *testing.T) {
	for text, want := range map[string]string{
		"15 m": "15m", "15min": "15m", "1 hour": "1h", "90sec": "90s", "15M": "15m", " 7 days ": "7d", "2 Weeks": "2w", "3HRS": "3h",
		"15": "", "m": "", "": "", "1.5h": "", "-15 min": "", "0 min": "", "015m": "", "1 month": "", "5 mo": "", "100ms": "", "1h30m": "",
		"15 m s": "", "{{x}}": "", "9223372036854775807 weeks": "", "٣ min": "",
	} {
		if got := types.MeantDuration(text); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}
