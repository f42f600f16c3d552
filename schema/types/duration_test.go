package types_test

import (
	"testing"
	"time"

	"github.com/flowc-dev/flowc/schema/types"
)

func TestMeantDuration(t *testing.T) {
	for text, want := range map[string]string{
		"15 m": "15m", "15min": "15m", "1 hour": "1h", "90sec": "90s", "15M": "15m", " 7 days ": "7d", "2 Weeks": "2w", "3HRS": "3h",
		"15": "", "m": "", "": "", "1.5h": "", "-15 min": "", "0 min": "", "015m": "", "1 month": "", "5 mo": "", "100 ms": "100ms", "250 Milliseconds": "250ms", "1h30m": "",
		"15 m s": "", "{{x}}": "", "9223372036854775807 weeks": "", "٣ min": "",
	} {
		if got := types.MeantDuration(text); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

func TestCalendarMend(t *testing.T) {
	for text, want := range map[string]string{
		"1mo": "30d", " 2 Months ": "60d", "1 year": "365d", "0 months": "", "month": "", "": "", "15m": "", "1.5 years": "", "99999999999 years": "",
	} {
		if want != "" {
			want = `months and years differ in length: write "` + want + `"`
		}
		if got := types.CalendarMend(text); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

func TestParseDuration(t *testing.T) {
	for text, want := range map[string]time.Duration{
		"250ms": 250 * time.Millisecond, "1ms": time.Millisecond, "1500ms": 1500 * time.Millisecond,
		"1s": time.Second, "15m": 15 * time.Minute, "2h": 2 * time.Hour, "7d": 7 * 24 * time.Hour, "2w": 14 * 24 * time.Hour,
	} {
		if got, err := types.ParseDuration(text); err != nil || got != want {
			t.Errorf("%q: %v, %v, want %v", text, got, err, want)
		}
	}
	for _, text := range []string{"", "ms", "0ms", "01ms", "1.5ms", "-1ms", "+1ms", "1 ms", "1us", "1M", "1m30s", "9223372036854775807s"} {
		if got, err := types.ParseDuration(text); err == nil {
			t.Errorf("%q: %v, want an error", text, got)
		}
	}
}
