package database

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"github.com/go-json-experiment/json/jsontext"

	rt "github.com/flowc-dev/flowc/runtime"
)

// valueColumn scans a column whose type nobody declared. Drivers return JSON and exact numbers as text, which is the
// difference between {"a":1} and "{\"a\":1}".
type valueColumn struct {
	to   *rt.Value
	kind columnKind
}

// columnKind is what the text of a column is.
type columnKind uint8

const (
	textColumn columnKind = iota
	jsonColumn
	singleColumn  // a float of 32 bits
	numericColumn // an exact number of PostgreSQL
)

// kindNamed is the kind of a column by the name that its engine has for the type.
func kindNamed(name string) columnKind {
	switch {
	case strings.HasPrefix(name, "JSON"):
		return jsonColumn
	case name == "FLOAT4":
		return singleColumn
	case name == "NUMERIC":
		return numericColumn
	}
	return textColumn
}

// Scan implements sql.Scanner. SQLite keeps any text in a column of JSON; one that is no JSON is a text, and so are
// numbers that are none.
func (c *valueColumn) Scan(column any) error {
	switch v := column.(type) {
	case string:
		column = c.written(v)
	case float64:
		if odd(v) {
			return c.to.Scan(oddText(v))
		}
		if c.kind == singleColumn {
			column = single(v)
		}
	}
	return c.to.Scan(column)
}

// written is the text of a column as what it is.
func (c *valueColumn) written(text string) any {
	switch {
	case c.kind == jsonColumn && jsontext.Value(text).IsValid(jsontext.AllowDuplicateNames(true)):
		return []byte(text)
	case c.kind == numericColumn && jsontext.Value(text).IsValid():
		return []byte(shortest(text))
	}
	return text
}

// shortest is a decimal number without the zeros at its end that say how exact it is: SQLite has 3.5 for what is
// 3.5000000000000000 in PostgreSQL.
func shortest(text string) string {
	if strings.Contains(text, ".") {
		text = strings.TrimSuffix(strings.TrimRight(text, "0"), ".")
	}
	return text
}

// single is the shortest number that a float of 32 bits is read back from: 0.1, where all of its bits are
// 0.10000000149011612.
func single(v float64) float64 {
	short, err := strconv.ParseFloat(strconv.FormatFloat(v, 'g', -1, 32), 64)
	if err != nil {
		return v
	}
	return short
}

// floatColumn scans a number, into one of to and null.
type floatColumn struct {
	to     *float64
	null   **float64
	single bool // of 32 bits
}

// Scan implements sql.Scanner. What is infinite or no number is NULL where the column may be, as JSON has neither; else
// it is the greatest or least number, as PostgreSQL sorts it.
func (c *floatColumn) Scan(column any) error {
	if column == nil && c.null != nil {
		*c.null = nil
		return nil
	}
	v, err := readFloat(column)
	if err != nil {
		return err
	}
	c.SetFloat(v)
	return nil
}

// SetFloat implements FloatTarget.
func (c *floatColumn) SetFloat(v float64) {
	switch {
	case odd(v) && c.null != nil:
		*c.null = nil
		return
	case odd(v):
		v = greatest(v)
	case c.single:
		v = single(v)
	}
	if c.null != nil {
		*c.null = &v
	} else {
		*c.to = v
	}
}

// greatest is the greatest number in place of what sorts behind all of them, NaN too, and the least in place of the
// other infinity.
func greatest(v float64) float64 {
	if math.IsInf(v, -1) {
		return -math.MaxFloat64
	}
	return math.MaxFloat64
}

// odd reports whether JSON has no number for a float.
func odd(v float64) bool { return math.IsNaN(v) || math.IsInf(v, 0) }

// oddText is such a float as PostgreSQL writes it.
func oddText(v float64) string {
	switch {
	case math.IsInf(v, 1):
		return "Infinity"
	case math.IsInf(v, -1):
		return "-Infinity"
	}
	return "NaN"
}

// readFloat reads a number of either engine.
func readFloat(column any) (float64, error) {
	switch v := column.(type) {
	case float64:
		return v, nil
	case int64:
		return float64(v), nil
	case string:
		return strconv.ParseFloat(v, 64)
	case []byte:
		return strconv.ParseFloat(string(v), 64)
	case nil:
		return 0, fmt.Errorf("it is NULL, where a number is wanted")
	}
	return 0, fmt.Errorf("a %T is no number", column)
}

// timeColumn scans a time in any of the forms in which SQLite may keep one.
type timeColumn struct{ to *time.Time }

// Scan implements sql.Scanner.
func (c *timeColumn) Scan(column any) error {
	t, err := readTime(column)
	if err != nil {
		return err
	}
	c.SetTime(t)
	return nil
}

// SetTime implements TimeTarget.
func (c *timeColumn) SetTime(t time.Time) { *c.to = within(t.UTC()) }

// dayColumn scans a day, of which SQLite may keep a time.
type dayColumn struct{ to *rt.Date }

// Scan implements sql.Scanner.
func (c *dayColumn) Scan(column any) error {
	t, err := readTime(column)
	if err != nil {
		return err
	}
	c.SetTime(t)
	return nil
}

// SetTime implements TimeTarget.
func (c *dayColumn) SetTime(t time.Time) { *c.to = dayAt(within(t.UTC())) }

// dayAt is the day of a time.
func dayAt(t time.Time) rt.Date { return rt.Date{Time: t.Truncate(24 * time.Hour)} }

// nullTimeColumn is a timeColumn that may be NULL, of times or of days.
type nullTimeColumn[T any] struct {
	to **T
	of func(time.Time) T
}

// Scan implements sql.Scanner.
func (c *nullTimeColumn[T]) Scan(column any) error {
	if column == nil {
		*c.to = nil
		return nil
	}
	t, err := readTime(column)
	if err != nil {
		return err
	}
	c.SetTime(t)
	return nil
}

// SetTime implements TimeTarget.
func (c *nullTimeColumn[T]) SetTime(t time.Time) {
	if beyond(t) {
		*c.to = nil
		return
	}
	value := c.of(t.UTC())
	*c.to = &value
}

// earliest and latest are the times between which RFC 3339 has a year for each. PostgreSQL has more, and infinity.
var (
	earliest = time.Date(0, 1, 1, 0, 0, 0, 0, time.UTC)
	latest   = time.Date(9999, 12, 31, 23, 59, 59, 999_999_000, time.UTC)
)

// beyond reports whether no JSON can hold a time.
func beyond(t time.Time) bool { return t.Before(earliest) || t.After(latest) }

// within is a time, or the first or last that JSON can hold.
func within(t time.Time) time.Time {
	switch {
	case t.Before(earliest):
		return earliest
	case t.After(latest):
		return latest
	}
	return t
}

// readTime reads a time, a text of ISO 8601 (UTC where it names no zone), or seconds since 1970.
func readTime(column any) (time.Time, error) {
	switch v := column.(type) {
	case time.Time:
		return v.UTC(), nil
	case int64:
		return time.Unix(v, 0).UTC(), nil
	case string:
		return parseTime(v)
	case []byte:
		return parseTime(string(v))
	case nil:
		return time.Time{}, fmt.Errorf("it is NULL, where a time is wanted")
	}
	return time.Time{}, fmt.Errorf("a %T is no time", column)
}

func parseTime(text string) (time.Time, error) {
	switch text {
	case "infinity":
		return latest.Add(time.Microsecond), nil
	case "-infinity":
		return earliest.Add(-time.Microsecond), nil
	}
	text = strings.Replace(text, "T", " ", 1)
	for _, layout := range []string{"2006-01-02 15:04:05", "2006-01-02 15:04:05Z07:00", "2006-01-02 15:04:05Z07", "2006-01-02 15:04", "2006-01-02"} {
		if t, err := time.Parse(layout, text); err == nil { // a fraction of seconds is accepted unasked
			return t.UTC(), nil
		}
	}
	return time.Time{}, fmt.Errorf("the text is no time")
}
