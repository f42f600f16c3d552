package fn_test

import (
	"testing"
	"time"

	"github.com/flowc-dev/flowc/runtime/fn"
)

// RFC 3339 has years of four digits: what is before or after can't be written, in UTC.
func TestTimesOutOfRange(t *testing.T) {
	for _, bad := range []string{"9999-12-31T23:59:59-00:01", "0000-01-01T00:00:00+00:01"} {
		if at, err := fn.ParseTime(bad); err == nil {
			t.Errorf("%s is %v", bad, at)
		}
	}
	for _, good := range []string{"9999-12-31T23:59:59Z", "0000-01-01T00:00:00Z", "9999-12-31T23:59:59+14:00"} {
		if _, err := fn.ParseTime(good); err != nil {
			t.Errorf("%s: %v", good, err)
		}
	}
	last := time.Date(9999, 12, 31, 23, 59, 59, 0, time.UTC)
	if at, err := fn.AddDuration(last, time.Second); err == nil {
		t.Errorf("a second later is %v", at)
	}
	if at, err := fn.AddDuration(last.Add(-time.Hour), time.Hour); err != nil || !at.Equal(last) {
		t.Error(at, err)
	}
}

func TestEarliestAndLatest(t *testing.T) {
	a := time.Date(2024, 1, 1, 0, 0, 0, 0, time.UTC)
	b, c := a.Add(time.Hour), a.Add(-time.Hour)
	if got := fn.Earliest(a, b, c); !got.Equal(c) {
		t.Errorf("Earliest = %v", got)
	}
	if got := fn.Latest(a, b, c); !got.Equal(b) {
		t.Errorf("Latest = %v", got)
	}
}
