package fn

import (
	"strconv"
	"time"

	"github.com/flowc-dev/flowc/runtime/internal/public"
)

// ParseTime reads a time of RFC 3339. It must be one in UTC too, which is how times are written.
func ParseTime(s string) (time.Time, error) {
	t, err := time.Parse(time.RFC3339Nano, s)
	if err != nil || !hasYear(t) {
		return time.Time{}, public.New("the text is not a time (RFC 3339)")
	}
	return t, nil
}

// AddDuration returns the time d after t; one that RFC 3339 can't write is an error.
func AddDuration(t time.Time, d time.Duration) (time.Time, error) {
	later := t.Add(d)
	if !hasYear(later) {
		return time.Time{}, public.New("the time is not between the years 0 and 9999")
	}
	return later, nil
}

// hasYear says whether a time in UTC has a year of four digits, the only ones of RFC 3339.
func hasYear(t time.Time) bool {
	year := t.UTC().Year()
	return 0 <= year && year <= 9999
}

// FormatTime writes a time as RFC 3339, in UTC.
func FormatTime(t time.Time) string { return t.UTC().Format(time.RFC3339Nano) }

// Units of workflow documents that Go has no name for. Weeks are read, but written as days.
const (
	day  = 24 * time.Hour
	week = 7 * day
)

// ParseDuration reads a duration as requests have it, with a - before it one into the past.
func ParseDuration(s string) (time.Duration, error) {
	d, err := parseDuration(s)
	if err != nil {
		return 0, public.New("the text is not a duration")
	}
	return d, nil
}

// parseDuration reads a count and one unit of s, m, h, d or w, or what time.ParseDuration reads.
func parseDuration(s string) (time.Duration, error) {
	unit := time.Duration(0)
	if s != "" {
		switch s[len(s)-1] {
		case 'd':
			unit = day
		case 'w':
			unit = week
		}
	}
	if unit == 0 {
		return time.ParseDuration(s)
	}
	count, err := ParseInt(s[:len(s)-1])
	if err != nil {
		return 0, err
	}
	d, err := Mul(count, int64(unit))
	return time.Duration(d), err
}

// FormatDuration writes a duration as a count and its longest whole unit of d, h, m and s, as workflow documents do,
// and one with a fraction of a second as Go does.
func FormatDuration(d time.Duration) string {
	switch {
	case d == 0:
		return "0s"
	case d%day == 0:
		return strconv.FormatInt(int64(d/day), 10) + "d"
	case d%time.Hour == 0:
		return strconv.FormatInt(int64(d/time.Hour), 10) + "h"
	case d%time.Minute == 0:
		return strconv.FormatInt(int64(d/time.Minute), 10) + "m"
	case d%time.Second == 0:
		return strconv.FormatInt(int64(d/time.Second), 10) + "s"
	}
	return d.String()
}

// Earliest returns the first of the times.
func Earliest(first time.Time, others ...time.Time) time.Time {
	for _, t := range others {
		if t.Before(first) {
			first = t
		}
	}
	return first
}

// Latest returns the last of the times.
func Latest(first time.Time, others ...time.Time) time.Time {
	for _, t := range others {
		if t.After(first) {
			first = t
		}
	}
	return first
}
