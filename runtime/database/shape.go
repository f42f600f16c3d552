package database

import (
	"fmt"
	"reflect"
	"time"

	rt "github.com/flowc-dev/flowc/runtime"
)

// shape is how columns become the fields of a T, found out once.
type shape[T any] struct {
	fields []rowField
}

type rowField struct {
	index   int
	labeled bool // has a flowc tag: its text is to be masked
	target  func(field any) any
}

func newShape[T any]() shape[T] {
	row := reflect.TypeFor[T]()
	if row.Kind() != reflect.Struct {
		panic(fmt.Sprintf("database: a row is a struct, not %s", row))
	}
	var s shape[T]
	for i := range row.NumField() {
		field := row.Field(i)
		target := targetOf(field.Type)
		if target == nil || !field.IsExported() {
			panic(fmt.Sprintf("database: no column can be read into %s.%s", row, field.Name))
		}
		s.fields = append(s.fields, rowField{index: i, labeled: field.Tag.Get("flowc") != "", target: target})
	}
	return s
}

// targetOf is what makes of a pointer to a field something that database/sql can scan into, or nil for a type that
// no column has.
func targetOf(field reflect.Type) func(field any) any {
	switch reflect.New(field).Interface().(type) {
	case *string, **string, *int64, **int64, *float64, **float64, *bool, **bool, *[]byte, **[]byte, *rt.Value:
		return func(field any) any { return field }
	case *time.Time:
		return func(field any) any { return &timeColumn{to: field.(*time.Time)} }
	case **time.Time:
		return func(field any) any { return &nullTimeColumn{to: field.(**time.Time)} }
	}
	return nil
}

// targets are what rows.Scan is to fill, so that row is filled.
func (s *shape[T]) targets(row *T) []any {
	fields := reflect.ValueOf(row).Elem()
	targets := make([]any, len(s.fields))
	for i, field := range s.fields {
		targets[i] = field.target(fields.Field(field.index).Addr().Interface())
	}
	return targets
}

// saw has the labelled texts of row masked from now on.
func (s *shape[T]) saw(x *rt.Exec, row *T) {
	for _, field := range s.fields {
		if !field.labeled {
			continue
		}
		switch v := reflect.ValueOf(row).Elem().Field(field.index).Addr().Interface().(type) {
		case *string:
			x.Saw(*v)
		case **string:
			x.Saw(rt.Deref(*v))
		case *[]byte:
			x.Saw(string(*v))
		case *rt.Value:
			if text, err := v.Text(); err == nil {
				x.Saw(text)
			}
		}
	}
}
