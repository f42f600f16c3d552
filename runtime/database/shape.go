package database

import (
	"database/sql"
	"fmt"
	"reflect"
	"strings"
	"time"

	rt "github.com/flowc-dev/flowc/runtime"
)

// shape is the plan by which columns become the fields of a T, found out once.
type shape[T any] struct {
	fields  []rowField
	untyped bool // one of them is an rt.Value
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
		s.fields = append(s.fields, rowField{index: i, labeled: field.Tag.Get("flowc") != "", target: target})
	}
	return s
}

// targetOf is the function that makes of a pointer to a field something that database/sql can scan into, or nil for a type that
// no column has.
func targetOf(field reflect.Type) func(field any) any {
	switch reflect.New(field).Interface().(type) {
	case *string, **string, *int64, **int64, *float64, **float64, *bool, **bool, *[]byte, **[]byte:
		return func(field any) any { return field }
	case *rt.Value:
		return func(field any) any { return &valueColumn{to: field.(*rt.Value)} }
	case *time.Time:
		return func(field any) any { return &timeColumn{to: field.(*time.Time)} }
	case *rt.Date:
		return func(field any) any { return &timeColumn{to: &field.(*rt.Date).Time} }
	case **rt.Date:
		return func(field any) any {
			return &nullTimeColumn[rt.Date]{field.(**rt.Date), func(t time.Time) rt.Date { return rt.Date{Time: t} }}
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

// tellJSON tells the targets without a type whether their column is JSON, JSONB included.
func tellJSON(targets []any, rows *sql.Rows) error {
	columns, err := rows.ColumnTypes()
	if err != nil {
		return err
	}
	for i := range min(len(targets), len(columns)) {
		if value, ok := targets[i].(*valueColumn); ok {
			value.json = strings.HasPrefix(columns[i].DatabaseTypeName(), "JSON")
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
