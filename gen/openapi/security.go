package openapi

import (
	"maps"
	"net/http"
	"slices"
	"strings"

	"github.com/getkin/kin-openapi/openapi3"

	"github.com/flowc-dev/flowc/gen/facts"
	"github.com/flowc-dev/flowc/gen/ir"
	"github.com/flowc-dev/flowc/schema/types"
)

// security is what a caller has to show: all of one requirement, each for another way through the workflow. An empty
// one says that some of what the route does is open to anybody, and an empty list that all is; nil, that a guard is
// none that OpenAPI has a word for.
func (d *document) security(f *ir.Flow) *openapi3.SecurityRequirements {
	list := openapi3.NewSecurityRequirements()
	p := facts.ProtectionOf(f)
	for _, way := range p.Ways {
		requirement := openapi3.NewSecurityRequirement()
		for _, guard := range way {
			if logsIn(f, guard.Step) {
				continue
			}
			if name := d.scheme(guard); name != "" {
				requirement.Authenticate(name)
			}
		}
		again := func(other openapi3.SecurityRequirement) bool { return maps.EqualFunc(other, requirement, slices.Equal) }
		if len(requirement) > 0 && !slices.ContainsFunc(*list, again) {
			list.With(requirement)
		}
	}
	if p.Partly && len(*list) > 0 {
		list.With(openapi3.NewSecurityRequirement())
	}
	if len(*list) == 0 && len(p.Guards) > 0 {
		return nil
	}
	return list
}

// logsIn reports whether a step has a browser log in which opens a page of the flow: it needs nothing to begin with.
func logsIn(f *ir.Flow, s *ir.Step) bool {
	scheme := facts.Scheme(s)
	return scheme != nil && scheme.Login && f.Entry.Route().Method == http.MethodGet
}

// scheme is the name of the security scheme of a guard, or "" where OpenAPI has none.
func (d *document) scheme(guard *ir.Out) string {
	s := facts.SchemeOf(guard)
	if s == nil {
		return ""
	}
	name, scheme := "", openapi3.NewSecurityScheme()
	switch {
	case s.HTTP != "":
		name = s.HTTP + s.Format
		scheme.Type, scheme.Scheme, scheme.BearerFormat = "http", s.HTTP, s.Format
	case s.Header != "":
		name = "header" + strings.ReplaceAll(s.Header, "-", "")
		scheme.Type, scheme.In, scheme.Name = "apiKey", "header", s.Header
	case s.Cookie != "":
		name = "cookie" + types.GoName(s.Cookie)
		scheme.Type, scheme.In, scheme.Name = "apiKey", "cookie", s.Cookie
	default:
		name = "query" + types.GoName(s.Query)
		scheme.Type, scheme.In, scheme.Name = "apiKey", "query", s.Query
	}
	d.Components.SecuritySchemes[name] = &openapi3.SecuritySchemeRef{Value: scheme}
	return name
}
