package mask

import (
	"fmt"
	"log/slog"
	"reflect"
	"strings"
	"sync"
)

// hider is runtime.Masked.
type hider interface{ Masked() any }

// Tag is the struct tag that lists the labels of a field: password, token, hash or secret.
const Tag = "flowc"

// Labels masks by label: values that say so themselves, wherever they are, and fields of structs that carry a label.
type Labels struct {
	types sync.Map // reflect.Type → bool: whether its values are to be looked at
}

// IsPlain says whether a record holds nothing but texts and numbers, as most do.
func IsPlain(r *slog.Record) bool {
	plain := true
	r.Attrs(func(a slog.Attr) bool {
		plain = isPlainKind(a.Value.Kind())
		return plain
	})
	return plain
}

// Record returns r masked.
func (m *Labels) Record(r slog.Record) slog.Record {
	masked := slog.NewRecord(r.Time, r.Level, r.Message, r.PC)
	r.Attrs(func(a slog.Attr) bool {
		masked.AddAttrs(m.Attr(a))
		return true
	})
	return masked
}

func isPlainKind(k slog.Kind) bool {
	return k != slog.KindAny && k != slog.KindGroup && k != slog.KindLogValuer
}

// Attrs returns a list of them masked.
func (m *Labels) Attrs(attrs []slog.Attr) []slog.Attr {
	masked := make([]slog.Attr, len(attrs))
	for i, a := range attrs {
		masked[i] = m.Attr(a)
	}
	return masked
}

// Attr returns a masked. A value whose own methods panic is masked as a whole.
func (m *Labels) Attr(a slog.Attr) (masked slog.Attr) {
	defer func() {
		if recover() != nil {
			masked = slog.String(a.Key, Text)
		}
	}()
	a.Value = a.Value.Resolve()
	switch a.Value.Kind() {
	case slog.KindGroup:
		a.Value = slog.GroupValue(m.Attrs(a.Value.Group())...)
	case slog.KindAny:
		a.Value = m.value(a.Value)
	}
	return a
}

func (m *Labels) value(v slog.Value) slog.Value {
	_, hides := v.Any().(hider)
	if _, failure := v.Any().(error); failure && !hides {
		return v // its text says what it shows
	}
	if t := reflect.TypeOf(v.Any()); t != nil && m.concerns(t) {
		return slog.AnyValue(m.copy(reflect.ValueOf(v.Any()), 0))
	}
	return v
}

// concerns says whether values of t can hold something labelled.
func (m *Labels) concerns(t reflect.Type) bool {
	if known, ok := m.types.Load(t); ok {
		return known.(bool)
	}
	found := canHoldLabel(t, map[reflect.Type]bool{})
	m.types.Store(t, found)
	return found
}

func canHoldLabel(t reflect.Type, seen map[reflect.Type]bool) bool {
	if seen[t] {
		return false
	}
	seen[t] = true
	if t.Implements(reflect.TypeFor[hider]()) || t.Implements(reflect.TypeFor[slog.LogValuer]()) {
		return true
	}
	switch t.Kind() {
	case reflect.Interface:
		return t.NumMethod() == 0 // any: only the value tells
	case reflect.Pointer, reflect.Slice, reflect.Array, reflect.Map:
		return canHoldLabel(t.Elem(), seen)
	case reflect.Struct:
		for i := range t.NumField() {
			f := t.Field(i)
			if f.Tag.Get(Tag) != "" || f.IsExported() && canHoldLabel(f.Type, seen) {
				return true
			}
		}
	}
	return false
}

// maxLabelDepth bounds the walk through values that contain themselves.
const maxLabelDepth = 16

// copy copies v into maps and slices, with labelled fields masked and fields named as in JSON. What can't hold a label
// stays as it is.
func (m *Labels) copy(v reflect.Value, depth int) any {
	switch {
	case !v.IsValid():
		return nil
	case depth > maxLabelDepth:
		return Text
	case !m.concerns(v.Type()):
		return v.Interface()
	}
	if v.Kind() != reflect.Interface {
		switch own := v.Interface().(type) {
		case hider:
			return own.Masked()
		case slog.LogValuer:
			return m.resolved(own, depth)
		}
	}
	switch v.Kind() {
	case reflect.Pointer, reflect.Interface:
		return m.copy(v.Elem(), depth+1)
	case reflect.Struct:
		return m.copyStruct(v, depth)
	case reflect.Slice, reflect.Array:
		return m.copyList(v, depth)
	case reflect.Map:
		return m.copyMap(v, depth)
	}
	return v.Interface()
}

// resolved is the value that slog shows of a LogValuer that is an attribute itself; it does not look for them inside of
// values.
func (m *Labels) resolved(v slog.LogValuer, depth int) any {
	value := slog.AnyValue(v).Resolve()
	if value.Kind() != slog.KindGroup {
		return m.copy(reflect.ValueOf(value.Any()), depth+1)
	}
	fields := map[string]any{}
	for _, attr := range value.Group() {
		fields[attr.Key] = m.copy(reflect.ValueOf(attr.Value.Resolve().Any()), depth+1)
	}
	return fields
}

func (m *Labels) copyStruct(v reflect.Value, depth int) map[string]any {
	fields := map[string]any{}
	for i := range v.NumField() {
		f := v.Type().Field(i)
		switch {
		case !f.IsExported(), f.Tag.Get("json") == "-":
		case f.Tag.Get(Tag) != "":
			fields[loggedName(f)] = Text
		default:
			fields[loggedName(f)] = m.copy(v.Field(i), depth+1)
		}
	}
	return fields
}

func (m *Labels) copyList(v reflect.Value, depth int) []any {
	items := make([]any, v.Len())
	for i := range items {
		items[i] = m.copy(v.Index(i), depth+1)
	}
	return items
}

func (m *Labels) copyMap(v reflect.Value, depth int) map[string]any {
	entries := map[string]any{}
	for key, value := range v.Seq2() {
		entries[fmt.Sprint(key.Interface())] = m.copy(value, depth+1)
	}
	return entries
}

// loggedName is the name of a field where its values come from, else the Go name.
func loggedName(f reflect.StructField) string {
	for _, source := range []string{"json", "query", "path", "header", "cookie", "caller"} {
		if name, _, _ := strings.Cut(f.Tag.Get(source), ","); name != "" {
			return name
		}
	}
	return f.Name
}
