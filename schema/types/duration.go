package types

import (
	"fmt"
	"math"
	"strconv"
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
