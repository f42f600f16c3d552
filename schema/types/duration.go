package types

import (
	"cmp"
	"fmt"
	"math"
	"regexp"
	"strconv"
	"strings"
	"time"
)

// units are those of the document.
var units = map[string]time.Duration{
	"ms": time.Millisecond, "s": time.Second, "m": time.Minute, "h": time.Hour, "d": 24 * time.Hour, "w": 7 * 24 * time.Hour,
}

// ParseDuration reads a duration of the document: a positive count and one unit of ms, s, m, h, d and w ("15m", "7d").
func ParseDuration(s string) (time.Duration, error) {
	count, unit, ok := SplitDuration(s)
	if !ok {
		return 0, fmt.Errorf("%s, such as \"15m\"; got %q", WantDuration, s)
	}
	return time.Duration(count) * unit, nil
}

// WantDuration says what a duration is.
const WantDuration = "want a positive count and one of ms, s, m, h, d, w"

// SplitDuration reads a duration of the document as its count, and the length of its unit.
func SplitDuration(s string) (count int64, unit time.Duration, ok bool) {
	word := strings.TrimLeft(s, "0123456789")
	digits := s[:len(s)-len(word)]
	unit, known := units[word]
	count, err := strconv.ParseInt(digits, 10, 64)
	if !known || err != nil || digits[0] == '0' || count > math.MaxInt64/int64(unit) {
		return 0, 0, false
	}
	return count, unit, true
}

// unitWords are other ways to write the units.
var unitWords = map[string]string{
	"ms": "ms", "msec": "ms", "msecs": "ms", "milli": "ms", "millis": "ms", "millisecond": "ms", "milliseconds": "ms",
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

// calendarDays are how long the months and years of a calendar are taken to be.
var calendarDays = map[string]int64{"mo": 30, "mon": 30, "month": 30, "months": 30, "y": 365, "yr": 365, "year": 365, "years": 365}

// CalendarMend says what to write for a count of months or years, which are not as long at any time: "30d" of "1
// month"; "" of another text.
func CalendarMend(s string) string {
	s = strings.TrimSpace(s)
	word := strings.TrimLeft(s, "0123456789")
	count, err := strconv.ParseInt(strings.TrimSuffix(s, word), 10, 16)
	days := calendarDays[strings.ToLower(strings.TrimSpace(word))]
	if err != nil || count == 0 || days == 0 {
		return ""
	}
	return fmt.Sprintf(`months and years differ in length: write "%dd"`, count*days)
}

// isoDuration matches the durations of ISO 8601 that are as long at any time.
var isoDuration = regexp.MustCompile(`^P(?:([0-9]+)W)?(?:([0-9]+)D)?(?:T(?:([0-9]+)H)?(?:([0-9]+)M)?(?:([0-9]+)S)?)?$`)

// ForeignDuration returns as a duration of the document what Go or ISO 8601 would write as s: "90m" of "1h30m", "1.5h"
// and "PT1H30M"; "" where it is none of theirs, or no positive number of milliseconds.
func ForeignDuration(s string) string {
	total, err := time.ParseDuration(s)
	if m := isoDuration.FindStringSubmatch(s); m != nil {
		total, err = 0, nil
		for i, unit := range []string{"w", "d", "h", "m", "s"} {
			count, _ := strconv.ParseInt(cmp.Or(m[i+1], "0"), 10, 32) // digits; what is too long is the longest that fits
			total += time.Duration(count) * units[unit]
		}
	}
	if err != nil || total <= 0 || total%time.Millisecond != 0 {
		return ""
	}
	for _, unit := range []string{"w", "d", "h", "m", "s"} {
		if total%units[unit] == 0 {
			return strconv.FormatInt(int64(total/units[unit]), 10) + unit
		}
	}
	return strconv.FormatInt(total.Milliseconds(), 10) + "ms"
}
