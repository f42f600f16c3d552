package client

import (
	"bytes"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	rt "github.com/flowc-dev/flowc/runtime"
)

// shape is what must be there in the JSON that a type is read from. The json package leaves a member that is missing, or
// null, at the zero value, and a workflow would go on with it.
type shape struct {
	optional bool     // may be missing or null
	members  []member // of an object with known names
	elements *shape   // of a list, or of an object with unknown names
}

type member struct {
	name string
	shape
}

// shapeOf reads a type: a pointer, or an rt.Value, may be null.
func shapeOf(t reflect.Type) shape {
	switch {
	case t == reflect.TypeFor[rt.Value]():
		return shape{optional: true}
	case t == reflect.TypeFor[time.Time](), t == reflect.TypeFor[[]byte]():
		return shape{}
	}
	switch t.Kind() {
	case reflect.Pointer:
		s := shapeOf(t.Elem())
		s.optional = true
		return s
	case reflect.Slice, reflect.Map:
		elements := shapeOf(t.Elem())
		return shape{elements: &elements}
	case reflect.Struct:
		var s shape
		for i := range t.NumField() {
			name, _, _ := strings.Cut(t.Field(i).Tag.Get("json"), ",")
			s.members = append(s.members, member{name, shapeOf(t.Field(i).Type)})
		}
		return s
	}
	return shape{}
}

// decode reads a body into a value of the type that s is of.
func (s *shape) decode(body []byte, into any) error {
	if err := s.check(jsontext.NewDecoder(bytes.NewBuffer(body))); err != nil {
		return err
	}
	return json.Unmarshal(body, into, json.WithUnmarshalers(json.UnmarshalFromFunc(unmarshalDuration)))
}

// unmarshalDuration reads a duration as workflows write it ("15m"), which the json package leaves open.
func unmarshalDuration(dec *jsontext.Decoder, d *time.Duration) error {
	var value rt.Value
	err := value.UnmarshalJSONFrom(dec)
	if err != nil {
		return err
	}
	*d, err = value.Duration()
	return err
}

// check reads one value and looks for what must be in it. Kinds that do not fit are left to the json package.
func (s *shape) check(dec *jsontext.Decoder) error {
	switch kind := dec.PeekKind(); {
	case kind == 'n' && !s.optional:
		if err := dec.SkipValue(); err != nil {
			return err
		}
		return fmt.Errorf("%s is null", place(dec.StackPointer()))
	case kind == '{' && s.members != nil:
		return s.checkMembers(dec)
	case kind == '{' && s.elements != nil, kind == '[' && s.elements != nil:
		return s.checkElements(dec, kind == '{')
	}
	return dec.SkipValue()
}

func (s *shape) checkMembers(dec *jsontext.Decoder) error {
	if _, err := dec.ReadToken(); err != nil {
		return err
	}
	there := make([]bool, len(s.members))
	for dec.PeekKind() == '"' {
		token, err := dec.ReadToken()
		if err != nil {
			return err
		}
		member := &shape{optional: true} // what nobody declares
		for i := range s.members {
			if s.members[i].name == token.String() {
				member, there[i] = &s.members[i].shape, true
				break
			}
		}
		if err := member.check(dec); err != nil {
			return err
		}
	}
	if _, err := dec.ReadToken(); err != nil {
		return err
	}
	for i, m := range s.members {
		if !there[i] && !m.optional {
			return fmt.Errorf("%s is missing", place(dec.StackPointer().AppendToken(m.name)))
		}
	}
	return nil
}

func (s *shape) checkElements(dec *jsontext.Decoder, named bool) error {
	if _, err := dec.ReadToken(); err != nil {
		return err
	}
	for dec.PeekKind() != ']' && dec.PeekKind() != '}' {
		if named {
			if err := dec.SkipValue(); err != nil {
				return err
			}
		}
		if err := s.elements.check(dec); err != nil {
			return err
		}
	}
	_, err := dec.ReadToken()
	return err
}

// place names a pointer (RFC 6901) as expressions write it: /user/0/name is user.0.name.
func place(p jsontext.Pointer) string {
	if p == "" {
		return "it"
	}
	return strings.Join(slices.Collect(p.Tokens()), ".")
}
