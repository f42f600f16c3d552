package database

import (
	"fmt"
	"strings"
	"time"

	"github.com/go-json-experiment/json/jsontext"

	rt "github.com/flowc-dev/flowc/runtime"
)

// valueColumn scans a column whose type nobody declared. Drivers return JSON as text, which is the difference between
// {"a":1} and "{\"a\":1}".
type valueColumn struct {
	to   *rt.Value
	json bool // the column's declared type is JSON
}

// Scan implements sql.Scanner. SQLite keeps any text in a column of JSON; one that is no JSON is a text.
func (c *valueColumn) Scan(column any) error {
	if text, ok := column.(string); ok && c.json && jsontext.Value(text).IsValid() {
		column = []byte(text)
	}
	return c.to.Scan(column)
}

// timeColumn scans a time in any of the forms in which SQLite may keep one.
type timeColumn struct{ to *time.Time }

// Scan implements sql.Scanner.
func (c *timeColumn) Scan(column any) error {
	t, err := readTime(column)
	if err != nil {
		return err
	}
	*c.to = t
	return nil
}

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
	value := c.of(t)
	*c.to = &value
	return nil
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
	text = strings.Replace(text, "T", " ", 1)
	for _, layout := range []string{"2006-01-02 15:04:05", "2006-01-02 15:04:05Z07:00", "2006-01-02 15:04:05Z07", "2006-01-02 15:04", "2006-01-02"} {
		if t, err := time.Parse(layout, text); err == nil { // a fraction of seconds is accepted unasked
			return t.UTC(), nil
		}
	}
	return time.Time{}, fmt.Errorf("the text is no time")
}
