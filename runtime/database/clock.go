package database

import (
	"fmt"
	"time"
)

// Clocks names the columns, from 1, that hold what a clock shows somewhere, as AT TIME ZONE of PostgreSQL gives it.
// They are texts without a zone: 2026-01-31T10:00:00.
func Clocks(columns ...int) Option {
	return func(p *prepared) { p.clocks = columns }
}

// clockLayout is RFC 3339 without its zone.
const clockLayout = "2006-01-02T15:04:05.999999999"

// clockColumn scans a time without a zone into a text, into one of to and null.
type clockColumn struct {
	to   *string
	null **string
}

// clockOf is the target of a text as that of a clock.
func clockOf(target any) any {
	switch v := target.(type) {
	case *string:
		return &clockColumn{to: v}
	case **string:
		return &clockColumn{null: v}
	}
	return target
}

// Scan implements sql.Scanner. Infinity comes as a text.
func (c *clockColumn) Scan(column any) error {
	var text string
	switch v := column.(type) {
	case time.Time:
		text = v.Format(clockLayout)
	case string:
		text = v
	case nil:
		if c.null != nil {
			*c.null = nil
			return nil
		}
		return fmt.Errorf("it is NULL, where a time is wanted")
	default:
		return fmt.Errorf("a %T is no time", column)
	}
	if c.null != nil {
		*c.null = &text
	} else {
		*c.to = text
	}
	return nil
}
