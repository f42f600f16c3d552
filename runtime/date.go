package runtime

import "time"

// Date is a day, as a column of the type date holds it: midnight in UTC. It is written 2026-01-31.
type Date struct{ time.Time }

// String returns the day as it is written.
func (d Date) String() string { return d.Format(time.DateOnly) }

// MarshalText implements encoding.TextMarshaler.
func (d Date) MarshalText() ([]byte, error) { return []byte(d.String()), nil }

// UnmarshalText implements encoding.TextUnmarshaler.
func (d *Date) UnmarshalText(text []byte) (err error) {
	d.Time, err = time.Parse(time.DateOnly, string(text))
	return err
}

// MarshalJSON implements json.Marshaler: that of the time in it would write an instant.
func (d Date) MarshalJSON() ([]byte, error) { return []byte(`"` + d.String() + `"`), nil }

// UnmarshalJSON implements json.Unmarshaler.
func (d *Date) UnmarshalJSON(text []byte) (err error) {
	d.Time, err = time.Parse(`"`+time.DateOnly+`"`, string(text))
	return err
}

// Compare compares two days as time.Time.Compare does.
func (d Date) Compare(other Date) int { return d.Time.Compare(other.Time) }
