// Package zone finds time zones, and where their days begin. It brings the time zone database along, so that a machine
// without one, such as an empty container, knows them all.
package zone

import (
	"regexp"
	"sync"
	"time"
	_ "time/tzdata" // see above
)

// Load returns the time zone of a name that the compiler has checked, such as Europe/Berlin. It panics for any other.
func Load(name string) *time.Location {
	location, err := time.LoadLocation(name)
	if err != nil {
		panic(err)
	}
	return location
}

// known are the time zones that Named has found, by name: as many as there are.
var known sync.Map

// zoneName is how the names of the time zone database are written. "" and "Local" would be another zone on each
// machine.
var zoneName = regexp.MustCompile(`^(UTC|[A-Z][A-Za-z0-9_+-]*(/[A-Za-z0-9_+-]+)+)$`)

// Named returns the time zone of a name that somebody has sent or stored. The error quotes nothing of it.
func Named(text string) (*time.Location, error) {
	if location, ok := known.Load(text); ok {
		return location.(*time.Location), nil
	}
	if !zoneName.MatchString(text) {
		return nil, noZone{}
	}
	location, err := time.LoadLocation(text)
	if err != nil {
		return nil, noZone{}
	}
	known.Store(text, location)
	return location, nil
}

// noZone is the failure of an expression whose text names no time zone.
type noZone struct{}

func (noZone) Error() string { return "the text is not a time zone" }

// Public returns all of it: callers may know it.
func (e noZone) Public() string { return e.Error() }

// Unit is a part of the calendar.
type Unit int

// The units.
const (
	Hour Unit = iota + 1
	Day
	Week // from Monday on
	Month
	Quarter
	Year
)

// StartOf returns the first instant of the hour, day, week, … of t in a time zone, in UTC.
func StartOf(t time.Time, unit Unit, zone *time.Location) time.Time {
	local := t.In(zone)
	year, month, day := local.Date()
	switch unit {
	case Hour:
		since := time.Duration(local.Minute())*time.Minute + time.Duration(local.Second())*time.Second + time.Duration(local.Nanosecond())
		return local.Add(-since).UTC()
	case Week:
		day -= int(local.Weekday()+6) % 7
	case Month:
		day = 1
	case Quarter:
		month, day = month-(month-1)%3, 1
	case Year:
		month, day = time.January, 1
	}
	return midnight(year, month, day, zone).UTC()
}

// midnight returns the first instant of a day. Where clocks are put forward at midnight, that is 1:00 or so; where they
// are put back to it, there are two midnights.
func midnight(year int, month time.Month, day int, zone *time.Location) time.Time {
	t := time.Date(year, month, day, 0, 0, 0, 0, zone)
	start, end := t.ZoneBounds()
	switch hour := t.Hour(); {
	case hour > 12: // of the day before: the clocks skip midnight
		return end
	case hour > 0 || t.Minute() > 0:
		return start
	}
	if start.IsZero() {
		return t
	}
	_, offset := t.Zone()
	_, before := start.Add(-time.Nanosecond).Zone()
	if earlier := t.Add(time.Duration(offset-before) * time.Second); earlier.Before(start) && earlier.Day() == t.Day() && earlier.Hour() == 0 && earlier.Minute() == 0 {
		return earlier
	}
	return t
}
