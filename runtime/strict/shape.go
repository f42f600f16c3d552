package strict

import (
	"fmt"
	"reflect"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	rt "github.com/flowc-dev/flowc/runtime"
)

// shape holds the rules of a type that the json package does not check: a field which is no pointer is there, and not
// null.
type shape struct {
	anything bool           // null and whatever else fits
	pointee  *shape         // of a pointer
	members  []member       // of a struct, in the order of its fields
	byName   map[string]int // index in members
	items    *shape         // of a list or a map
}

// undeclared is the shape of what nobody declares.
var undeclared = &shape{anything: true}

type member struct {
	name string
	*shape
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
	s.byName = map[string]int{}
	for i := range t.NumField() {
		f := t.Field(i)
		name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		switch {
		case !f.IsExported() || name == "-":
			continue
		case name == "":
			name = f.Name
		}
		s.byName[name] = len(s.members)
		s.members = append(s.members, member{name, known.of(f.Type)})
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
		return fmt.Errorf("%s is null", place(dec.StackPointer()))
	case kind != 'n' && s.pointee != nil:
		return s.pointee.walk(dec)
	case kind == '{' && len(s.members) > 0:
		return s.walkMembers(dec)
	case (kind == '{' || kind == '[') && s.items != nil:
		return s.walkItems(dec, kind == '{')
	}
	return dec.SkipValue()
}

func (s *shape) walkMembers(dec *jsontext.Decoder) error {
	if _, err := dec.ReadToken(); err != nil {
		return err
	}
	var few [16]bool // spares most objects an allocation
	there := few[:]
	if len(s.members) > len(few) {
		there = make([]bool, len(s.members))
	}
	for dec.PeekKind() != '}' {
		name, err := dec.ReadToken()
		if err != nil {
			return err
		}
		of := undeclared
		if at, known := s.byName[name.String()]; known {
			of, there[at] = s.members[at].shape, true
		}
		if err := of.walk(dec); err != nil {
			return err
		}
	}
	if _, err := dec.ReadToken(); err != nil {
		return err
	}
	for i, m := range s.members {
		if !there[i] && !m.optional() {
			return fmt.Errorf("%s is missing", place(dec.StackPointer().AppendToken(m.name)))
		}
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
