package mcp

import (
	"encoding"
	"encoding/json"
	"reflect"
	"strings"
	"time"

	jsonv2 "github.com/go-json-experiment/json"
	"github.com/google/jsonschema-go/jsonschema"

	rt "github.com/flowc-dev/flowc/runtime"
)

// inputSchema is the JSON Schema (2020-12) of a tool's arguments, a struct: its fields with a json tag.
func inputSchema(in reflect.Type) *jsonschema.Schema { return (&schemas{}).root(in) }

// outputSchema is that of what a tool returns; nil where that is no object, which structured content must be.
func outputSchema(out reflect.Type) *jsonschema.Schema {
	switch {
	case out.Kind() == reflect.Struct && !marshals(out):
		return (&schemas{}).root(out)
	case out.Kind() == reflect.Map:
		return (&schemas{}).of(out)
	}
	return nil
}

// schemas makes the schema of a type. A type inside of itself is anything there.
type schemas struct{ within []reflect.Type }

// root is the schema of a whole document.
func (s *schemas) root(t reflect.Type) *jsonschema.Schema {
	schema := s.object(t)
	schema.Schema = "https://json-schema.org/draft/2020-12/schema"
	return schema
}

func (s *schemas) of(t reflect.Type) *jsonschema.Schema {
	switch t {
	case reflect.TypeFor[rt.Value]():
		return &jsonschema.Schema{}
	case reflect.TypeFor[time.Time]():
		return &jsonschema.Schema{Type: "string", Format: "date-time"}
	case reflect.TypeFor[time.Duration]():
		return &jsonschema.Schema{Type: "string", Description: "a count and a unit: 15m"}
	case reflect.TypeFor[[]byte]():
		return &jsonschema.Schema{Type: "string", ContentEncoding: "base64"}
	}
	if marshals(t) {
		return &jsonschema.Schema{} // hand-written: only it knows
	}
	return s.ofKind(t)
}

func (s *schemas) ofKind(t reflect.Type) *jsonschema.Schema {
	switch t.Kind() {
	case reflect.String:
		return &jsonschema.Schema{Type: "string"}
	case reflect.Bool:
		return &jsonschema.Schema{Type: "boolean"}
	case reflect.Float32, reflect.Float64:
		return &jsonschema.Schema{Type: "number"}
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64,
		reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		return &jsonschema.Schema{Type: "integer"}
	case reflect.Pointer:
		return orNull(s.of(t.Elem()))
	case reflect.Slice, reflect.Array:
		return &jsonschema.Schema{Type: "array", Items: s.of(t.Elem())}
	case reflect.Map:
		return &jsonschema.Schema{Type: "object", AdditionalProperties: s.of(t.Elem())}
	case reflect.Struct:
		return s.object(t)
	}
	return &jsonschema.Schema{}
}

// object is the schema of a struct. What its decoder or encoder always has is required.
func (s *schemas) object(t reflect.Type) *jsonschema.Schema {
	for _, outer := range s.within {
		if outer == t {
			return &jsonschema.Schema{}
		}
	}
	s.within = append(s.within, t)
	defer func() { s.within = s.within[:len(s.within)-1] }()
	object := &jsonschema.Schema{Type: "object", Properties: map[string]*jsonschema.Schema{}}
	for i := range t.NumField() {
		field := t.Field(i)
		name, options, _ := strings.Cut(field.Tag.Get("json"), ",")
		if name == "" || name == "-" {
			continue
		}
		property := s.of(field.Type)
		if strings.Contains(options, "string") || strings.Contains(options, "format:") {
			property = &jsonschema.Schema{} // hand-written, and not how its type is written elsewhere
		}
		property.Description = field.Tag.Get("description")
		constrain(property, field)
		object.Properties[name] = property
		object.PropertyOrder = append(object.PropertyOrder, name)
		if field.Type.Kind() != reflect.Pointer && !strings.Contains(options, "omit") {
			object.Required = append(object.Required, name)
		}
	}
	return object
}

// orNull is a schema that null fits too.
func orNull(schema *jsonschema.Schema) *jsonschema.Schema {
	if schema.Type != "" {
		schema.Types, schema.Type = []string{schema.Type, "null"}, ""
	}
	return schema
}

// marshals reports whether a type writes its own JSON.
func marshals(t reflect.Type) bool {
	for _, own := range []reflect.Type{
		reflect.TypeFor[json.Marshaler](), reflect.TypeFor[jsonv2.MarshalerTo](), reflect.TypeFor[encoding.TextMarshaler](),
	} {
		if t.Implements(own) || reflect.PointerTo(t).Implements(own) {
			return true
		}
	}
	return false
}
