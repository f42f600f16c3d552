package openapi

import (
	"github.com/getkin/kin-openapi/openapi3"

	"github.com/flowc-dev/flowc/schema/types"
)

// schemaOf is the JSON of a type (JSON Schema 2020-12).
func schemaOf(t types.Type) *openapi3.Schema {
	s := plainSchema(t)
	if t.Nullable && s.Type != nil {
		*s.Type = append(*s.Type, openapi3.TypeNull)
	}
	return s
}

func plainSchema(t types.Type) *openapi3.Schema {
	switch t.Kind {
	case types.String:
		return stringSchema(t)
	case types.Int:
		return openapi3.NewInt64Schema()
	case types.Float:
		return openapi3.NewFloat64Schema().WithFormat("double")
	case types.Bool:
		return openapi3.NewBoolSchema()
	case types.Bytes:
		s := openapi3.NewStringSchema()
		s.ContentEncoding = "base64"
		return s
	case types.Time:
		if t.Day() {
			return openapi3.NewStringSchema().WithFormat(string(types.Date))
		}
		return openapi3.NewDateTimeSchema()
	case types.Duration:
		return openapi3.NewStringSchema().WithFormat("duration-unit") // 15m
	case types.Null:
		return &openapi3.Schema{Type: &openapi3.Types{openapi3.TypeNull}}
	case types.List:
		return openapi3.NewArraySchema().WithItems(schemaOf(*t.Elem))
	case types.Map:
		return openapi3.NewObjectSchema().WithAdditionalProperties(schemaOf(*t.Elem))
	case types.Object:
		if t.IsFile() {
			return openapi3.NewStringSchema().WithFormat("binary")
		}
		return objectSchema(t)
	}
	return openapi3.NewSchema() // anything
}

// stringSchema is of a text, with the labels of an enum where it is one.
func stringSchema(t types.Type) *openapi3.Schema {
	s := openapi3.NewStringSchema().WithFormat(string(t.Format))
	for _, label := range t.Enum {
		s.Enum = append(s.Enum, label)
	}
	if t.Enum != nil && t.Nullable {
		s.Enum = append(s.Enum, nil)
	}
	return s
}

// sealed says of an object, and of all inside it, that it has no fields but those that are listed.
func sealed(s *openapi3.Schema) *openapi3.Schema {
	if s.Items != nil {
		sealed(s.Items.Value)
	}
	if len(s.Properties) == 0 {
		return s
	}
	none := false
	s.AdditionalProperties.Has = &none
	for _, inner := range s.Properties {
		sealed(inner.Value)
	}
	return s
}

// objectSchema is of an object that always has all its fields.
func objectSchema(t types.Type) *openapi3.Schema {
	s := openapi3.NewObjectSchema()
	for _, f := range t.Fields {
		s.WithProperty(f.Name, schemaOf(f.Type))
		if !f.Optional {
			s.Required = append(s.Required, f.Name)
		}
	}
	return s
}
