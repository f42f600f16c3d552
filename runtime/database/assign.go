package database

import (
	"database/sql"
	"database/sql/driver"
	"fmt"
	"time"
)

// TimeTarget is a target of a Cursor's Scan that takes a time without a value of database/sql in between.
type TimeTarget interface{ SetTime(t time.Time) }

// FloatTarget is a target of a Cursor's Scan that takes a number without a value of database/sql in between.
type FloatTarget interface{ SetFloat(v float64) }

// Assign sets what a target of a Cursor's Scan points to: value is what a driver has read of a column, and is converted
// as database/sql does.
func Assign(target, value any) error {
	switch to := target.(type) {
	case sql.Scanner:
		return to.Scan(value)
	case *any:
		*to = value
		return nil
	case *string:
		return assign(to, value)
	case *int64:
		return assign(to, value)
	case *float64:
		return assign(to, value)
	case *bool:
		if value == nil {
			_, err := driver.Bool.ConvertValue(value)
			return err
		}
		return assign(to, value)
	case *time.Time:
		return assign(to, value)
	case *[]byte:
		return assignNull(to, value)
	case **string:
		return assignNull(to, value)
	case **int64:
		return assignNull(to, value)
	case **float64:
		return assignNull(to, value)
	case **bool:
		return assignNull(to, value)
	case **[]byte:
		return assignNull(to, value)
	case **time.Time:
		return assignNull(to, value)
	}
	return fmt.Errorf("a column can't be read into a %T", target)
}

// assign is Assign where the target has no NULL.
func assign[T any](to *T, value any) error {
	if value == nil {
		return fmt.Errorf("converting NULL to %T is unsupported", *to)
	}
	return assignNull(to, value)
}

// assignNull is Assign where NULL is the zero value of the target.
func assignNull[T any](to *T, value any) error {
	if value == nil {
		*to = *new(T)
		return nil
	}
	var read sql.Null[T] // by which database/sql converts
	if err := read.Scan(value); err != nil {
		return err
	}
	*to = read.V
	return nil
}
