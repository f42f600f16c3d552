package openapi

import (
	"net/http"
	"reflect"
	"slices"
	"strconv"

	"github.com/getkin/kin-openapi/openapi3"

	"github.com/flowc-dev/flowc/gen/facts"
	"github.com/flowc-dev/flowc/gen/ir"
	"github.com/flowc-dev/flowc/schema/types"
)

// responses are what the Responses of a flow answer, by status, and what the server itself does.
func (d *document) responses(f *ir.Flow) *openapi3.Responses {
	all := openapi3.NewResponses()
	all.Delete("default")
	answers := facts.Answers(f)
	for _, a := range answers {
		answer(all, a)
	}
	for _, a := range answers {
		if r := all.Status(a.Status).Value; a.Media == "" && r.Content != nil {
			r.Description = new(description(a.Status) + maybeBare)
		}
	}
	if all.Value("400") == nil && len(f.Inputs) > 0 && !f.AnswersInvalid() {
		all.Set("400", problemRef())
	}
	for _, status := range ownStatuses {
		if r := all.Value(strconv.Itoa(status)); r != nil && r.Ref == "" {
			own(r.Value)
		}
	}
	all.Set("default", problemRef())
	return all
}

// ownStatuses are those that the server answers itself, where a workflow may have a Response of the same status.
var ownStatuses = []int{
	http.StatusBadRequest, http.StatusUnauthorized, http.StatusForbidden, http.StatusRequestTimeout, http.StatusRequestEntityTooLarge,
	http.StatusUnsupportedMediaType, http.StatusInternalServerError, http.StatusServiceUnavailable, http.StatusGatewayTimeout,
}

// own adds the server's own answer to those of a status.
func own(r *openapi3.Response) {
	if r.Content == nil {
		r.Content = openapi3.NewContent()
	}
	r.Content[problemMedia] = problemContent()[problemMedia]
}

// maybeBare ends the description of a response that has a body on some ways only, as its content can't be said to be
// optional.
const maybeBare = ", with or without a body"

// answer adds a Response to those of its status. Where they differ, any of their bodies may come.
func answer(all *openapi3.Responses, a facts.Answer) {
	status := strconv.Itoa(a.Status)
	ref := all.Value(status)
	if ref == nil {
		ref = &openapi3.ResponseRef{Value: openapi3.NewResponse().WithDescription(description(a.Status))}
		all.Set(status, ref)
	}
	headers(ref.Value, a)
	if a.Media == "" {
		return
	}
	if ref.Value.Content == nil {
		ref.Value.Content = openapi3.NewContent()
	}
	body := schemaOf(a.Body)
	if a.Body.Kind == types.Unknown {
		body = openapi3.NewStringSchema()
	}
	if known := ref.Value.Content[a.Media]; known == nil {
		ref.Value.Content[a.Media] = openapi3.NewMediaType().WithSchema(body)
	} else {
		known.Schema = either(known.Schema.Value, body).NewRef()
	}
}

// either is a schema of what one of two is of.
func either(a, b *openapi3.Schema) *openapi3.Schema {
	options := a.AnyOf
	if len(options) == 0 {
		options = openapi3.SchemaRefs{a.NewRef()}
	}
	if slices.ContainsFunc(options, func(o *openapi3.SchemaRef) bool { return reflect.DeepEqual(o.Value, b) }) {
		return a
	}
	return &openapi3.Schema{AnyOf: append(options, b.NewRef())}
}

// description is the status in words, which OpenAPI wants of every response.
func description(status int) string {
	if text := http.StatusText(status); text != "" {
		return text
	}
	return "Status " + strconv.Itoa(status)
}

// headers adds those that a Response sets.
func headers(r *openapi3.Response, a facts.Answer) {
	names := a.Headers
	if a.Cookies {
		names = append(slices.Clone(names), "Set-Cookie")
	}
	for _, name := range names {
		if r.Headers == nil {
			r.Headers = openapi3.Headers{}
		}
		r.Headers[http.CanonicalHeaderKey(name)] = &openapi3.HeaderRef{Value: &openapi3.Header{
			Parameter: openapi3.Parameter{Schema: openapi3.NewStringSchema().NewRef()},
		}}
	}
}

const (
	problemName  = "Problem"
	problemMedia = "application/problem+json"
)

func problemContent() openapi3.Content {
	return openapi3.NewContentWithSchemaRef(openapi3.NewSchemaRef("#/components/schemas/"+problemName, nil), []string{problemMedia})
}

func problemRef() *openapi3.ResponseRef {
	return &openapi3.ResponseRef{Ref: "#/components/responses/" + problemName}
}

// problem describes the answers of the server itself (RFC 9457).
func (d *document) problem() {
	text := openapi3.NewStringSchema
	s := openapi3.NewObjectSchema().
		WithProperty("type", text()).
		WithProperty("title", text()).
		WithProperty("status", openapi3.NewIntegerSchema()).
		WithProperty("detail", text()).
		WithProperty("instance", describe(text(), "The id of the execution, as in the log.")).
		WithProperty("reason", describe(text(), "Of a 401.")).
		WithProperty("errors", describe(openapi3.NewObjectSchema().WithAdditionalProperties(text()), "Of a 400: what is wrong, by field."))
	s.Required = []string{"type", "title", "status"}
	d.Components.Schemas[problemName] = s.NewRef()
	d.Components.Responses[problemName] = &openapi3.ResponseRef{Value: openapi3.NewResponse().
		WithDescription("The request failed (RFC 9457).").
		WithContent(problemContent())}
}

func describe(s *openapi3.Schema, doc string) *openapi3.Schema {
	s.Description = doc
	return s
}
