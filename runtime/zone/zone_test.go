package zone_test

import (
	"strings"
	"testing"
	"time"

	"github.com/flowc-dev/flowc/runtime/zone"
)

func TestStartOf(t *testing.T) {
	for _, test := range []struct {
		zone string
		unit zone.Unit
		at   string
		want string
	}{
		{"UTC", zone.Hour, "2026-07-01T22:30:59.5Z", "2026-07-01T22:00:00Z"},
		{"UTC", zone.Week, "2026-07-05T23:00:00Z", "2026-06-29T00:00:00Z"},
		{"UTC", zone.Week, "2026-06-29T00:00:00Z", "2026-06-29T00:00:00Z"},
		{"UTC", zone.Quarter, "2026-06-30T00:00:00Z", "2026-04-01T00:00:00Z"},
		{"UTC", zone.Quarter, "2026-12-31T00:00:00Z", "2026-10-01T00:00:00Z"},
		{"UTC", zone.Year, "2026-12-31T00:00:00Z", "2026-01-01T00:00:00Z"},
		{"Europe/Berlin", zone.Day, "2026-07-01T22:30:00Z", "2026-07-01T22:00:00Z"},
		{"Europe/Berlin", zone.Month, "2026-03-31T22:30:00Z", "2026-03-31T22:00:00Z"},
		{"Europe/Berlin", zone.Week, "2026-03-29T12:00:00Z", "2026-03-22T23:00:00Z"}, // over the change of clocks
		{"Asia/Kolkata", zone.Hour, "2026-07-01T22:45:00Z", "2026-07-01T22:30:00Z"},
		{"America/Sao_Paulo", zone.Day, "2018-11-04T12:00:00Z", "2018-11-04T03:00:00Z"}, // 0:00 was skipped
		{"America/Havana", zone.Day, "2023-03-12T12:00:00Z", "2023-03-12T05:00:00Z"},    // 0:00 was skipped
		{"America/Havana", zone.Day, "2023-11-05T12:00:00Z", "2023-11-05T04:00:00Z"},    // 0:00 was there twice
		{"America/Sao_Paulo", zone.Day, "2018-02-18T12:00:00Z", "2018-02-18T03:00:00Z"}, // 0:00 became 23:00 of the day before
		{"Pacific/Apia", zone.Day, "2011-12-31T00:00:00Z", "2011-12-30T10:00:00Z"},      // the day before was left out
	} {
		at, err := time.Parse(time.RFC3339Nano, test.at)
		if err != nil {
			t.Fatal(err)
		}
		if got := zone.StartOf(at, test.unit, zone.Load(test.zone)).Format(time.RFC3339Nano); got != test.want {
			t.Errorf("%s: the start of unit %d at %s is %s, want %s", test.zone, test.unit, test.at, got, test.want)
		}
	}
}

// TestNamed wants a zone for names of the database alone: nothing that is another zone on each machine, and no file.
func TestNamed(t *testing.T) {
	for _, name := range []string{"UTC", "Europe/Berlin", "America/Argentina/Buenos_Aires", "Etc/GMT+5", "Europe/Berlin"} {
		if location, err := zone.Named(name); err != nil || location.String() != name {
			t.Errorf("%s is %v (%v)", name, location, err)
		}
	}
	for _, name := range []string{"", "Local", "local", "utc", "Europe", "Europe/", "Europe/Berln", "../Berlin", "Europe/../UTC", "/etc/localtime", "Europe/Berlin\n", `Europe\Berlin`, strings.Repeat("A/", 9999) + "A"} {
		if location, err := zone.Named(name); err == nil || err.Error() != "the text is not a time zone" {
			t.Errorf("%.20q is %v (%v)", name, location, err)
		}
	}
}

// TestStartOfDay goes through ten years of the zones with odd changes: the day that is found is that of the time, and
// an instant before is another one.
func TestStartOfDay(t *testing.T) {
	for _, name := range []string{"America/Havana", "America/Sao_Paulo", "Asia/Beirut", "Africa/Cairo", "Australia/Lord_Howe", "Pacific/Apia", "America/Asuncion"} {
		location := zone.Load(name)
		for at := time.Date(2009, 1, 1, 7, 0, 0, 0, time.UTC); at.Year() < 2026; at = at.Add(23 * time.Hour) {
			start := zone.StartOf(at, zone.Day, location)
			if start.After(at) || start.In(location).Format(time.DateOnly) != at.In(location).Format(time.DateOnly) ||
				start.Add(-time.Nanosecond).In(location).Format(time.DateOnly) == at.In(location).Format(time.DateOnly) && !backAtMidnight(start, location) {
				t.Fatalf("%s: the day of %s starts at %s", name, at.In(location), start.In(location))
			}
		}
	}
}

// backAtMidnight reports whether the clocks were put back over midnight, so that the day ends, begins, ends and begins.
func backAtMidnight(start time.Time, location *time.Location) bool {
	_, before := start.Add(-3 * time.Hour).In(location).Zone()
	_, after := start.Add(3 * time.Hour).In(location).Zone()
	return before > after
}

func TestLoadPanics(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("a zone that there is not was loaded")
		}
	}()
	zone.Load("Europe/Nowhere")
}
