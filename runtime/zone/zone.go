// Package zone finds time zones, and where their days begin. It brings the time zone database along, so that a machine
// without one, such as an empty container, knows them all.
package zone

import (
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
