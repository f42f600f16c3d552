package database

import (
	"database/sql/driver"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"time"

	rt "github.com/flowc-dev/flowc/runtime"
	"github.com/flowc-dev/flowc/runtime/fn"
)

// sqliteTime is how SQLite stores a time: its own functions read it, and texts sort as the times do.
const sqliteTime = "2006-01-02 15:04:05.000000"

// conversion is how an engine takes a parameter.
type conversion struct {
	instant func(time.Time) any
	list    func([]any) (string, error)
	day     func(any) (any, error) // of one that goes into a column of the type DATE
}

func (sqliteEngine) arguments(args []any, days []int) ([]any, error) {
	instant := func(t time.Time) any { return t.UTC().Format(sqliteTime) }
	return conversion{instant, listOfSQLite, dayOfSQLite}.arguments(args, days)
}

func (postgresEngine) arguments(args []any, days []int) ([]any, error) {
	instant := func(t time.Time) any { return t.UTC().Truncate(time.Microsecond) }
	return conversion{instant, listOfPostgres, dayOfPostgres}.arguments(args, days)
}

// arguments returns args without pointers, and with times and lists as the engine wants them; days are those that are
// days, from 1. It may change args.
func (c conversion) arguments(args []any, days []int) ([]any, error) {
	for i, arg := range args {
		var value any
		var err error
		isDay := slices.Contains(days, i+1)
		if list, ok := elements(arg); ok {
			value, err = c.elements(list, isDay)
		} else {
			value, err = c.scalar(arg, isDay)
		}
		if err == nil {
			err = withoutNUL(value)
		}
		switch {
		case errors.Is(err, errNoDay):
			return nil, &misfitError{parameter: i + 1, what: isMalformed, err: err}
		case errors.Is(err, errNUL):
			return nil, &misfitError{parameter: i + 1, what: holdsNUL, err: err}
		case err != nil:
			return nil, fmt.Errorf("convert parameter $%d: %w", i+1, err)
		}
		args[i] = value
	}
	return args, nil
}

// elements are those of a list.
func elements(arg any) (list reflect.Value, ok bool) {
	if list = reflect.ValueOf(arg); list.Kind() == reflect.Pointer && !list.IsNil() {
		list = list.Elem()
	}
	return list, list.Kind() == reflect.Slice && isList(list.Type())
}

// scalar is a value that is no list as a parameter.
func (c conversion) scalar(arg any, isDay bool) (any, error) {
	instant := c.instant
	if isDay {
		instant = func(t time.Time) any { return t.UTC().Format(time.DateOnly) }
	}
	value, err := argument(arg, instant)
	if err != nil || !isDay {
		return value, err
	}
	return c.day(value)
}

// elements is a list as one parameter.
func (c conversion) elements(list reflect.Value, isDay bool) (any, error) {
	values := make([]any, list.Len())
	for i := range values {
		value, err := c.scalar(list.Index(i).Interface(), isDay)
		if err == nil {
			err = withoutNUL(value) // of JSON, it is not to be seen any more
		}
		if err != nil {
			return nil, fmt.Errorf("element %d: %w", i+1, err)
		}
		values[i] = value
	}
	return c.list(values)
}

var errNUL = errors.New("a text has the character NUL")

// withoutNUL refuses a text that no engine keeps whole: PostgreSQL takes none with NUL, and SQLite's LIKE, NOCASE and
// functions end there, so that they would see another text than the workflow has.
func withoutNUL(value any) error {
	if text, ok := value.(string); ok && strings.IndexByte(text, 0) >= 0 {
		return errNUL
	}
	return nil
}

// argument is a value as a parameter, without a pointer: an engine takes a time as instant writes it.
func argument(arg any, instant func(time.Time) any) (any, error) {
	switch v := arg.(type) {
	case nil, string, int64, float64, bool, []byte:
		return v, nil
	case int: // a constant in generated code
		return int64(v), nil
	case time.Time:
		return instant(v), nil
	case rt.Date:
		return instant(v.Time), nil
	case time.Duration:
		return fn.FormatDuration(v), nil
	case *string:
		return pointed(v), nil
	case *int64:
		return pointed(v), nil
	case *float64:
		return pointed(v), nil
	case *bool:
		return pointed(v), nil
	case *[]byte:
		return pointed(v), nil
	}
	return nullable(arg, instant)
}

// nullable is argument of what is NULL where a pointer is nil, and else converted.
func nullable(arg any, instant func(time.Time) any) (any, error) {
	switch v := arg.(type) {
	case *rt.Date:
		return pointedAs(v, func(d rt.Date) any { return instant(d.Time) }), nil
	case *time.Time:
		return pointedAs(v, instant), nil
	case *time.Duration:
		return pointedAs(v, func(d time.Duration) any { return fn.FormatDuration(d) }), nil
	case *rt.Value:
		if v == nil {
			return nil, nil
		}
		return v.Value()
	case driver.Valuer:
		return v.Value()
	}
	if list := reflect.ValueOf(arg); list.Kind() == reflect.Pointer && list.IsNil() && isList(list.Type()) {
		return nil, nil
	}
	return nil, fmt.Errorf("a %T is no SQL value", arg)
}

// pointedAs returns as(*p), and nil for a nil pointer.
func pointedAs[T any](p *T, as func(T) any) any {
	if p == nil {
		return nil
	}
	return as(*p)
}

func pointed[T any](p *T) any {
	if p == nil {
		return nil
	}
	return *p
}
