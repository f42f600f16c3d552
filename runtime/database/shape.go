package database

import (
	"fmt"
	"reflect"
	"time"

	rt "github.com/flowc-dev/flowc/runtime"
)

// shape is the plan by which columns become the fields of a T, found out once.
type shape[T any] struct {
	fields  []rowField
	untyped bool // one of them is an rt.Value
	floats  bool // one of them is a float
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
		s.untyped = s.untyped || field.Type == reflect.TypeFor[rt.Value]()
		s.floats = s.floats || field.Type == reflect.TypeFor[float64]() || field.Type == reflect.TypeFor[*float64]()
		s.fields = append(s.fields, rowField{index: i, labeled: field.Tag.Get("flowc") != "", target: target})
	}
	return s
}

// targetOf is the function that makes of a pointer to a field something that database/sql can scan into, or nil for a
// type that no column has.
func targetOf(field reflect.Type) func(field any) any {
	switch reflect.New(field).Interface().(type) {
	case *string, **string, *int64, **int64, *bool, **bool, *[]byte, **[]byte:
		return func(field any) any { return field }
	case *float64:
		return func(field any) any { return &floatColumn{to: field.(*float64)} }
	case **float64:
		return func(field any) any { return &floatColumn{null: field.(**float64)} }
	case *rt.Value:
		return func(field any) any { return &valueColumn{to: field.(*rt.Value)} }
	case *time.Time:
		return func(field any) any { return &timeColumn{to: field.(*time.Time)} }
	case *rt.Date:
		return func(field any) any { return &dayColumn{to: field.(*rt.Date)} }
	case **rt.Date:
		return func(field any) any {
			return &nullTimeColumn[rt.Date]{field.(**rt.Date), dayAt}
		}
	case **time.Time:
		return func(field any) any {
			return &nullTimeColumn[time.Time]{field.(**time.Time), func(t time.Time) time.Time { return t }}
		}
	}
	if isList(field) {
		return func(field any) any { return &listColumn{to: reflect.ValueOf(field).Elem()} }
	}
	return nil
}

// targets are what fills row, one a field.
func (s *shape[T]) targets(row *T) []any {
	fields := reflect.ValueOf(row).Elem()
	targets := make([]any, len(s.fields))
	for i, field := range s.fields {
		targets[i] = field.target(fields.Field(field.index).Addr().Interface())
	}
	return targets
}

// tellTypes tells the targets without a type, and those of floats, what their columns are.
func tellTypes(targets []any, rows Cursor) error {
	types, err := rows.Types()
	if err != nil {
		return err
	}
	for i := range min(len(targets), len(types)) {
		name := types[i]
		switch target := targets[i].(type) {
		case *valueColumn:
			target.kind = kindNamed(name)
		case *floatColumn:
			target.single = name == "FLOAT4"
		}
	}
	return nil
}

// saw has the labelled texts of row masked from now on.
func (s *shape[T]) saw(x *rt.Exec, row *T) {
	for _, field := range s.fields {
		if field.labeled {
			x.SawIn(reflect.ValueOf(row).Elem().Field(field.index), true)
		}
	}
}
