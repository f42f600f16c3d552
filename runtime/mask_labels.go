package runtime

import (
	"fmt"
	"log/slog"
	"reflect"
	"strings"
)

// Masked is implemented by values that must not be logged as they are.
type Masked interface {
	// Masked returns what a log record shows in the value's place.
	Masked() any
}

// labelTag is the struct tag that lists the labels of a field: password, token, hash or secret.
const labelTag = "flowc"

// maskLabels is the slog ReplaceAttr function that masks by label: values that say so themselves, and fields of
// structs that carry a label.
func maskLabels(_ []string, a slog.Attr) slog.Attr {
	if a.Value.Kind() != slog.KindAny {
		return a
	}
	switch v := a.Value.Any().(type) {
	case Masked:
		a.Value = slog.AnyValue(v.Masked())
	case error, fmt.Stringer, *slog.Source:
	default:
		if labelled(reflect.TypeOf(v), 0) {
			a.Value = slog.AnyValue(withoutLabelled(reflect.ValueOf(v), 0))
		}
	}
	return a
}

// maxLabelDepth bounds the walk through types and values that contain themselves.
const maxLabelDepth = 16

// labelled says whether values of t can hold a labelled field.
func labelled(t reflect.Type, depth int) bool {
	if t == nil || depth > maxLabelDepth {
		return false
	}
	switch t.Kind() {
	case reflect.Pointer, reflect.Slice, reflect.Array, reflect.Map:
		return labelled(t.Elem(), depth+1)
	case reflect.Struct:
		for i := range t.NumField() {
			f := t.Field(i)
			if f.Tag.Get(labelTag) != "" || labelled(f.Type, depth+1) {
				return true
			}
		}
	}
	return false
}

// withoutLabelled copies v into maps and slices, with labelled fields masked and fields named as in JSON.
func withoutLabelled(v reflect.Value, depth int) any {
	if depth > maxLabelDepth {
		return mask
	}
	switch v.Kind() {
	case reflect.Invalid:
		return nil
	case reflect.Pointer, reflect.Interface:
		return withoutLabelled(v.Elem(), depth+1)
	case reflect.Struct:
		if labelled(v.Type(), 0) {
			return maskedStruct(v, depth)
		}
	case reflect.Slice, reflect.Array:
		if v.Type().Elem().Kind() != reflect.Uint8 {
			return maskedList(v, depth)
		}
	case reflect.Map:
		return maskedMap(v, depth)
	}
	return v.Interface()
}

func maskedStruct(v reflect.Value, depth int) map[string]any {
	fields := map[string]any{}
	for i := range v.NumField() {
		f := v.Type().Field(i)
		switch {
		case !f.IsExported():
		case f.Tag.Get(labelTag) != "":
			fields[loggedName(f)] = mask
		default:
			fields[loggedName(f)] = withoutLabelled(v.Field(i), depth+1)
		}
	}
	return fields
}

func maskedList(v reflect.Value, depth int) []any {
	items := make([]any, v.Len())
	for i := range items {
		items[i] = withoutLabelled(v.Index(i), depth+1)
	}
	return items
}

func maskedMap(v reflect.Value, depth int) map[string]any {
	entries := map[string]any{}
	for key, value := range v.Seq2() {
		entries[fmt.Sprint(key.Interface())] = withoutLabelled(value, depth+1)
	}
	return entries
}

// loggedName is the name of a field where its values come from, else the Go name.
func loggedName(f reflect.StructField) string {
	for _, source := range []string{"json", "query", "path", "header", "cookie"} {
		if name, _, _ := strings.Cut(f.Tag.Get(source), ","); name != "" {
			return name
		}
	}
	return f.Name
}
