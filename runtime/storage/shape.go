package storage

import (
	"fmt"
	"reflect"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	rt "github.com/flowc-dev/flowc/runtime"
)

// shape is what the json package does not check of a type: that a field which is no pointer is there, and not null.
type shape struct {
	anything bool              // null and whatever else fits
	pointee  *shape            // of a pointer
	fields   map[string]*shape // of a struct
	required int               // how many of fields must be there
	items    *shape            // of a list or a map
}

// shapes plans each type once, so that types may contain themselves.
type shapes map[reflect.Type]*shape

func (known shapes) of(t reflect.Type) *shape {
	if s, ok := known[t]; ok {
		return s
	}
	s := &shape{}
	known[t] = s
	switch {
	case t == reflect.TypeFor[rt.Value](), t.Kind() == reflect.Interface:
		s.anything = true
	case t.Kind() == reflect.Pointer:
		s.pointee = known.of(t.Elem())
	case t.Kind() == reflect.Struct:
		known.planStruct(s, t)
	case t.Kind() == reflect.Slice && t.Elem().Kind() != reflect.Uint8, t.Kind() == reflect.Map:
		s.items = known.of(t.Elem())
	}
	return s
}

// planStruct plans the fields that JSON has: those of a time.Time, which is a text, are not exported.
func (known shapes) planStruct(s *shape, t reflect.Type) {
	s.fields = map[string]*shape{}
	for i := range t.NumField() {
		f := t.Field(i)
		name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		switch {
		case !f.IsExported() || name == "-":
			continue
		case name == "":
			name = f.Name
		}
		field := known.of(f.Type)
		s.fields[name] = field
		if !field.optional() {
			s.required++
		}
	}
}

func (s *shape) optional() bool { return s.anything || s.pointee != nil }

// walk reads one value, which json.Unmarshal has accepted for the type.
func (s *shape) walk(dec *jsontext.Decoder) error {
	switch kind := dec.PeekKind(); {
	case kind == 'n' && !s.optional():
		if _, err := dec.ReadToken(); err != nil { // for the place to be its own
			return err
		}
		return wrong(dec, "is null")
	case kind != 'n' && s.pointee != nil:
		return s.pointee.walk(dec)
	case kind == '{' && len(s.fields) > 0:
		return s.walkFields(dec)
	case (kind == '{' || kind == '[') && s.items != nil:
		return s.walkItems(dec, kind == '{')
	}
	return dec.SkipValue()
}

func (s *shape) walkFields(dec *jsontext.Decoder) error {
	if _, err := dec.ReadToken(); err != nil {
		return err
	}
	missing := s.required
	for dec.PeekKind() != '}' {
		name, err := dec.ReadToken()
		if err != nil {
			return err
		}
		field := s.fields[name.String()]
		if field == nil { // of a later version
			field = &shape{anything: true}
		} else if !field.optional() {
			missing--
		}
		if err := field.walk(dec); err != nil {
			return err
		}
	}
	if _, err := dec.ReadToken(); err != nil {
		return err
	}
	if missing > 0 {
		return wrong(dec, fmt.Sprintf("lacks %d of its %d required fields", missing, s.required))
	}
	return nil
}

func (s *shape) walkItems(dec *jsontext.Decoder, named bool) error {
	if _, err := dec.ReadToken(); err != nil {
		return err
	}
	for dec.PeekKind() != ']' && dec.PeekKind() != '}' {
		if named {
			if _, err := dec.ReadToken(); err != nil {
				return err
			}
		}
		if err := s.items.walk(dec); err != nil {
			return err
		}
	}
	_, err := dec.ReadToken()
	return err
}

func wrong(dec *jsontext.Decoder, what string) error {
	place := string(dec.StackPointer())
	if place == "" {
		place = "it"
	}
	return fmt.Errorf("%s %s", place, what)
}
