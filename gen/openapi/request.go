package openapi

import (
	"slices"

	"github.com/getkin/kin-openapi/openapi3"

	"github.com/flowc-dev/flowc/gen/ir"
	"github.com/flowc-dev/flowc/schema/types"
	"github.com/flowc-dev/flowc/templates"
)

// The places of a request's fields.
const (
	inBody  = "body"
	inPath  = "path"
	inQuery = "query"
)

// parameters are the request's fields outside of its body, sorted by name, and what a login comes back with.
func parameters(f *ir.Flow, names map[string]string) openapi3.Parameters {
	var list openapi3.Parameters
	for _, in := range f.Inputs {
		if in.In == inBody || in.In == "" {
			continue
		}
		p := &openapi3.Parameter{
			Name: in.Name, In: in.In, Description: in.Description, Required: in.Required, Schema: inputSchema(in).NewRef(),
		}
		switch in.In {
		case inPath:
			p.Name, p.Required = names[in.Name], true
		case inQuery:
			p.AllowEmptyValue = !in.Required && absentWhereEmpty(in.Type)
		}
		list = append(list, &openapi3.ParameterRef{Value: p})
	}
	if !slices.ContainsFunc(f.Steps, func(s *ir.Step) bool { return logsIn(f, s) }) {
		return list
	}
	for _, name := range []string{"code", "state"} {
		if list.GetByInAndName(inQuery, name) == nil {
			list = append(list, &openapi3.ParameterRef{Value: openapi3.NewQueryParameter(name).
				WithDescription("What a login comes back with from the provider.").WithSchema(openapi3.NewStringSchema())})
		}
	}
	return list
}

// absentWhereEmpty reports whether an empty text is none of a type, and leaves out a field that is not required.
func absentWhereEmpty(t types.Type) bool {
	switch t.Kind {
	case types.Int, types.Float, types.Bool, types.Time, types.Duration:
		return true
	}
	return false
}

// inputSchema is of a field of the request. A password is shown as one (format password), and never given back.
func inputSchema(in ir.Input) *openapi3.Schema {
	t := in.Type
	if in.In != inBody {
		t.Nullable = false // it is there, or it is not
	}
	s := schemaOf(t)
	describeDeclared(s, t, in.Declared)
	return s
}

// describeDeclared adds to the schema of a type what its declaration says besides, and those of what is in it.
func describeDeclared(s *openapi3.Schema, t types.Type, d templates.Declared) {
	s.Description = d.Description
	if t.Labels.Has(types.Password) && t.Kind == types.String {
		s.Format = "password"
	}
	for _, m := range d.Members {
		if t.Kind == types.List {
			describeDeclared(s.Items.Value, *t.Elem, m)
			continue
		}
		f, _ := t.Field(m.Name)
		describeDeclared(s.Properties[m.Name].Value, f.Type, m)
		if f.Type.Nullable { // it may be missing
			s.Required = slices.DeleteFunc(s.Required, func(name string) bool { return name == m.Name })
		}
	}
	constrain(s, t, d.Validate)
}

// requestBody is the fields in the body: JSON, or where all can be written so, a form.
func (d *document) requestBody(f *ir.Flow) *openapi3.RequestBodyRef {
	object := openapi3.NewObjectSchema()
	form := true
	for _, in := range f.Inputs {
		if in.In != inBody {
			continue
		}
		s := inputSchema(in)
		object.WithProperty(in.Name, s)
		if in.Required {
			object.Required = append(object.Required, in.Name)
		}
		form = form && (in.Type.Scalar() || in.Type.Kind == types.List && in.Type.Elem.Scalar()) // a list is a name several times
	}
	switch {
	case len(object.Properties) > 0:
	case len(f.Bodies()) > 0 && f.Entry.Route().TakesBody():
		return anyBody()
	default:
		return nil
	}
	if f.Entry.Route().Strict {
		sealed(object)
	}
	media := []string{"application/json"}
	switch {
	case f.TakesFiles():
		media = []string{"multipart/form-data"}
	case form:
		media = append(media, "application/x-www-form-urlencoded")
	}
	return &openapi3.RequestBodyRef{Value: &openapi3.RequestBody{
		Required: len(object.Required) > 0, Content: openapi3.NewContentWithSchemaRef(d.named(f.Prefix()+"Request", object), media),
	}}
}

// anyBody is of a request whose body the workflow reads as a whole, whatever it is.
func anyBody() *openapi3.RequestBodyRef {
	return &openapi3.RequestBodyRef{Value: &openapi3.RequestBody{Content: openapi3.NewContentWithSchema(openapi3.NewSchema(), []string{"*/*"})}}
}

// named keeps a schema under a name, for clients that make types of it; another folder of the project may have taken
// it.
func (d *document) named(name string, s *openapi3.Schema) *openapi3.SchemaRef {
	if d.Components.Schemas[name] != nil {
		return s.NewRef()
	}
	d.Components.Schemas[name] = s.NewRef()
	return openapi3.NewSchemaRef("#/components/schemas/"+name, nil)
}

// postedBack is the route that an identity provider has browsers post the end of a login to (OAuth 2.0 Form Post
// Response Mode).
func (d *document) postedBack(f *ir.Flow, names map[string]string) *openapi3.Operation {
	form := openapi3.NewObjectSchema()
	for _, name := range []string{"code", "state", "error", "user"} {
		form.WithProperty(name, openapi3.NewStringSchema())
	}
	form.Required = []string{"state"}
	op := d.operation(f, names)
	op.OperationID += "PostedBack"
	op.Security = nil
	op.Parameters = slices.DeleteFunc(op.Parameters, func(p *openapi3.ParameterRef) bool { return p.Value.In != inPath })
	op.RequestBody = &openapi3.RequestBodyRef{Value: openapi3.NewRequestBody().WithRequired(true).
		WithDescription("The form that a login comes back with from the provider.").
		WithSchema(form, []string{"application/x-www-form-urlencoded"})}
	return op
}
