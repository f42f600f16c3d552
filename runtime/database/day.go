package database

import (
	"errors"
	"time"
)

// Days names the parameters, from 1, that go into a column of the type DATE or are compared with one: a time is cut to
// its day in UTC, and a text to the day that it begins with.
func Days(parameters ...int) Option {
	return func(p *prepared) { p.days = parameters }
}

var errNoDay = errors.New("the value is no day, as 2026-01-31 is one")

// dayOfSQLite returns a parameter of the type DATE. SQLite would keep anything.
func dayOfSQLite(value any) (any, error) {
	if text, ok := value.(string); ok {
		if day, ok := dayOf(text); ok {
			return day, nil
		}
	}
	if value == nil {
		return nil, nil
	}
	return nil, errNoDay
}

// dayOfPostgres returns a parameter of the type DATE. What is no day to us the server reads, or refuses.
func dayOfPostgres(value any) (any, error) {
	if text, ok := value.(string); ok {
		if day, ok := dayOf(text); ok {
			return day, nil
		}
	}
	return value, nil
}

// dayOf is the day that a text begins with, if it is a time.
func dayOf(text string) (day string, ok bool) {
	if len(text) < len(time.DateOnly) {
		return "", false
	}
	_, err := parseTime(text)
	return text[:len(time.DateOnly)], err == nil
}
