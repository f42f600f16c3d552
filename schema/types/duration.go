package types

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"
)

var units = map[byte]time.Duration{
	's': time.Second, 'm': time.Minute, 'h': time.Hour, 'd': 24 * time.Hour, 'w': 7 * 24 * time.Hour,
}

// ParseDuration reads a duration of the document: a positive count and one unit of s, m,
// h, d and w ("15m", "7d").
func ParseDuration(s string) (time.Duration, error) {
	bad := fmt.Errorf("want a positive count and one of s, m, h, d, w, such as \"15m\"; got %q", s)
	if len(s) < 2 || s[0] < '1' || s[0] > '9' {
		return 0, bad
	}
	unit, ok := units[s[len(s)-1]]
	n, err := strconv.ParseInt(s[:len(s)-1], 10, 64)
	if !ok || err != nil || n > math.MaxInt64/int64(unit) {
		return 0, bad
	}
	return time.Duration(n) * unit, nil
}

// unitWords are other ways to write the units.
var unitWords = map[string]string{
	"s": "s", "sec": "s", "secs": "s", "second": "s", "seconds": "s",
	"m": "m", "min": "m", "mins": "m", "minute": "m", "minutes": "m",
	"h": "h", "hr": "h", "hrs": "h", "hour": "h", "hours": "h",
	"d": "d", "day": "d", "days": "d",
	"w": "w", "wk": "w", "wks": "w", "week": "w", "weeks": "w",
}

// MeantDuration returns what a text that is no duration can only mean as one: "15m" of "15 min" and "15M", for no unit
// is a month; "" where it may mean several things or nothing: "15", "1.5h", "1 month".
func MeantDuration(s string) string {
	s = strings.TrimSpace(s)
	digits := strings.TrimLeft(s, "0123456789")
	count, word := s[:len(s)-len(digits)], strings.TrimSpace(digits)
	unit := unitWords[strings.ToLower(word)]
	meant := count + unit
	if _, err := ParseDuration(meant); unit == "" || err != nil {
		return ""
	}
	return meant
}
