package gen

import (
	"encoding/json"
	"slices"
	"strconv"
	"strings"

	"github.com/google/jsonschema-go/jsonschema"

	"github.com/flowc-dev/flowc/schema"
	"github.com/flowc-dev/flowc/schema/types"
	"github.com/flowc-dev/flowc/templates"
)

// DocumentSchema returns the JSON Schema of documents whose nodes are of these types, for editors.
func DocumentSchema(all []*templates.Template) ([]byte, error) {
	nodes := make([]schema.NodeSchema, len(all))
	for i, t := range all {
		nodes[i] = schema.NodeSchema{Type: t.Type, Doc: t.Title + ". " + t.Doc, Data: fieldsSchema(t)}
	}
	return schema.JSONSchema(nodes, map[string]*jsonschema.Schema{
		"type": typeSchema(), "field": declarationSchema(), "declared": declaredSchema(), "member": memberSchema(), "cookie": cookieSchema(),
	})
}

// fieldsSchema is of the fields of a node type. Which of them mean nothing beside the others, only lint says.
func fieldsSchema(t *templates.Template) *jsonschema.Schema {
	s := &jsonschema.Schema{Properties: map[string]*jsonschema.Schema{}}
	for i := range t.Fields {
		f := &t.Fields[i]
		s.PropertyOrder = append(s.PropertyOrder, f.Name)
		s.Properties[f.Name] = fieldSchema(f)
		switch {
		case !f.Needed.IsZero():
			s.AllOf = append(s.AllOf, &jsonschema.Schema{If: whenSchema(t, f.Needed), Then: &jsonschema.Schema{Required: []string{f.Name}}})
		case !f.Required:
		case f.When.Field == "" && f.When.Absent == "":
			s.Required = append(s.Required, f.Name)
		default:
			s.AllOf = append(s.AllOf, &jsonschema.Schema{If: whenSchema(t, f.When), Then: &jsonschema.Schema{Required: []string{f.Name}}})
		}
	}
	return s
}

// whenSchema is of data in which a field means something.
func whenSchema(t *templates.Template, w templates.When) *jsonschema.Schema {
	s := &jsonschema.Schema{}
	if w.Given != "" {
		s.Required = append(s.Required, w.Given)
	}
	if w.Absent != "" {
		s.Not = &jsonschema.Schema{Required: []string{w.Absent}}
	}
	if i := slices.IndexFunc(t.Fields, func(f templates.Field) bool { return f.Name == w.Field }); i >= 0 {
		setting := &t.Fields[i]
		values := make([]any, len(w.Values))
		for j, v := range w.Values {
			values[j] = v
			if setting.Shape == templates.Bool {
				values[j] = v == "true"
			}
		}
		s.Properties = map[string]*jsonschema.Schema{w.Field: {Enum: values}}
		if !slices.Contains(w.Values, setting.Default) {
			s.Required = append(s.Required, w.Field)
		}
	}
	if w.Also != nil {
		s.AllOf = []*jsonschema.Schema{whenSchema(t, *w.Also)}
	}
	return s
}

// fieldSchema is of one field's value.
func fieldSchema(f *templates.Field) *jsonschema.Schema {
	s := shapeSchema(f)
	s.Description = f.Doc
	if f.Default == "" {
		return s
	}
	s.Default = json.RawMessage(f.Default)
	if f.Shape != templates.Int && f.Shape != templates.Bool {
		s.Default = json.RawMessage(strconv.Quote(f.Default))
	}
	return s
}

func shapeSchema(f *templates.Field) *jsonschema.Schema {
	switch f.Shape {
	case templates.Text, templates.Choice:
		one := textSchema(f.Enum)
		if f.Several {
			return &jsonschema.Schema{AnyOf: []*jsonschema.Schema{one, {Type: "array", Items: textSchema(f.Enum), MinItems: jsonschema.Ptr(1)}}}
		}
		return one
	case templates.Int:
		s := &jsonschema.Schema{Type: "integer"}
		if f.Min != 0 || f.Max != 0 {
			s.Minimum, s.Maximum = jsonschema.Ptr(float64(f.Min)), jsonschema.Ptr(float64(f.Max))
		}
		return s
	case templates.Bool:
		return &jsonschema.Schema{Type: "boolean"}
	case templates.Duration:
		return &jsonschema.Schema{Type: "string", Pattern: "^[1-9][0-9]*(ms|[smhdw])$"}
	case templates.Size:
		return &jsonschema.Schema{Types: []string{"integer", "string"}, Minimum: jsonschema.Ptr(1.0), Pattern: "^[0-9]+([KMG]i)?B?$"}
	case templates.Secret:
		return &jsonschema.Schema{Type: "string", Pattern: `^\{\{\s*env\.[A-Za-z_][A-Za-z0-9_]*\s*\}\}$`}
	case templates.Object, templates.Inputs:
		return &jsonschema.Schema{Type: "object"}
	case templates.Types:
		return namedSchema("type")
	case templates.Fields:
		return namedSchema("field")
	case templates.List:
		list := &jsonschema.Schema{Type: "array", Items: textSchema(f.Enum)}
		if f.Variable {
			return &jsonschema.Schema{AnyOf: []*jsonschema.Schema{list, {Type: "string", Pattern: `^\{\{\s*env\.PUBLIC_[A-Za-z0-9_]*\s*\}\}$`}}}
		}
		return list
	case templates.Cases:
		return casesSchema()
	case templates.Cookies:
		return &jsonschema.Schema{Type: "array", Items: &jsonschema.Schema{Ref: "#/definitions/cookie"}}
	case templates.JSON:
		return &jsonschema.Schema{}
	}
	return &jsonschema.Schema{Type: "string"}
}

// textSchema is of a text that is one of values, of any where there are none.
func textSchema(values []string) *jsonschema.Schema {
	s := &jsonschema.Schema{Type: "string"}
	for _, value := range values {
		s.Enum = append(s.Enum, value)
	}
	return s
}

// namedSchema is of an object whose values are all of one definition.
func namedSchema(definition string) *jsonschema.Schema {
	return &jsonschema.Schema{Type: "object", AdditionalProperties: &jsonschema.Schema{Ref: "#/definitions/" + definition}}
}

// typeSchema is of a type as the document writes it.
func typeSchema() *jsonschema.Schema {
	this := &jsonschema.Schema{Ref: "#/definitions/type"}
	return &jsonschema.Schema{
		Description: "A type: a name, with ? where null may be, [T], also written as a text (\"[string]?\"), or {\"name\": T}.",
		AnyOf: []*jsonschema.Schema{
			{Type: "string", Pattern: "^(\\[+)?(" + strings.Join(types.Names(), "|") + ")\\??(\\]\\??)*$"},
			{Type: "array", Items: this, MinItems: jsonschema.Ptr(1), MaxItems: jsonschema.Ptr(1)},
			{Type: "object", AdditionalProperties: this.CloneSchemas()},
		},
	}
}

// declarationSchema is of a declared field of the request.
func declarationSchema() *jsonschema.Schema {
	return keysSchema("A field of the request.", nil,
		key{"type", &jsonschema.Schema{AnyOf: []*jsonschema.Schema{{Ref: "#/definitions/declared"}, {Enum: []any{"file"}}}}},
		key{"in", &jsonschema.Schema{Type: "string", Enum: []any{"body", "cookie", "header", "path", "query"}}},
		key{"required", &jsonschema.Schema{Type: "boolean"}},
		key{"validate", &jsonschema.Schema{Type: "string", Description: "A tag of validator/v10."}},
		key{"sensitive", &jsonschema.Schema{Type: "boolean", Description: "Treated as a password."}},
		key{"description", &jsonschema.Schema{Type: "string"}},
	)
}

// declaredSchema is of the type of a declared field, in which members and elements may be declared too.
func declaredSchema() *jsonschema.Schema {
	member := &jsonschema.Schema{AnyOf: []*jsonschema.Schema{{Ref: "#/definitions/declared"}, {Ref: "#/definitions/member"}}}
	s := typeSchema()
	s.Description += " A member or an element may be declared too: {\"type\": T, \"validate\": …}."
	s.AnyOf[1].Items, s.AnyOf[2].AdditionalProperties = member, member.CloneSchemas()
	return s
}

// memberSchema is of a declared member of an object, or of the elements of a list.
func memberSchema() *jsonschema.Schema {
	s := declarationSchema()
	s.Description, s.Required = "A member of an object, or an element of a list.", []string{"type"}
	delete(s.Properties, "in")
	s.Properties["type"] = &jsonschema.Schema{Ref: "#/definitions/declared"}
	s.PropertyOrder = slices.DeleteFunc(s.PropertyOrder, func(name string) bool { return name == "in" })
	return s
}

// casesSchema is of a list of texts, of whole numbers, or of truth values, each once.
func casesSchema() *jsonschema.Schema {
	of := func(item *jsonschema.Schema) *jsonschema.Schema {
		return &jsonschema.Schema{Type: "array", Items: item, MinItems: jsonschema.Ptr(1), UniqueItems: true}
	}
	return &jsonschema.Schema{AnyOf: []*jsonschema.Schema{
		of(&jsonschema.Schema{Type: "string", Pattern: "^[A-Za-z0-9_.-]+$"}), of(&jsonschema.Schema{Type: "integer"}), of(&jsonschema.Schema{Type: "boolean"}),
	}}
}

func cookieSchema() *jsonschema.Schema {
	return keysSchema("A cookie.", []string{"name", "value"},
		key{"name", &jsonschema.Schema{Type: "string"}},
		key{"value", &jsonschema.Schema{Type: "string"}},
		key{"maxAge", &jsonschema.Schema{Type: "integer", Description: "Seconds; a session without it."}},
		key{"path", &jsonschema.Schema{Type: "string"}},
		key{"sameSite", &jsonschema.Schema{Type: "string", Enum: []any{"Lax", "None", "Strict"}}},
		key{"httpOnly", &jsonschema.Schema{Type: "boolean"}},
		key{"secure", &jsonschema.Schema{Type: "boolean"}},
	)
}

type key struct {
	name  string
	value *jsonschema.Schema
}

// keysSchema is of an object with these keys and no others.
func keysSchema(doc string, required []string, keys ...key) *jsonschema.Schema {
	s := &jsonschema.Schema{
		Type: "object", Description: doc, Required: required, Properties: map[string]*jsonschema.Schema{},
		AdditionalProperties: &jsonschema.Schema{Not: &jsonschema.Schema{}}, // written as false
	}
	for _, k := range keys {
		s.Properties[k.name] = k.value
		s.PropertyOrder = append(s.PropertyOrder, k.name)
	}
	return s
}
