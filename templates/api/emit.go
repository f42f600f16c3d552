package api

import (
	"slices"

	"github.com/dave/jennifer/jen"

	"github.com/flowc-dev/flowc/schema/types"
	"github.com/flowc-dev/flowc/templates"
)

func emit(s templates.Step) {
	typ := bodyType(s, "apiResponse", "Response", "response")
	call := s.Prepared(
		jen.Op("*").Qual(templates.Client, "Client").Types(typ),
		jen.Qual(templates.Client, "New").Types(typ).Call(s.Setup(), jen.Qual(templates.Client, "Config").Values(templates.Members(config(s))...)),
	)
	request := jen.Qual(templates.Client, "Request").Values(templates.Members(request(s))...)
	send := call.Dot("Send").Call(s.Exec(), request)
	result := s.Result(jen.Qual(templates.Client, "Response").Types(typ), false)
	if !s.Wired("refused") {
		s.Call(send, result)
		return
	}
	refusal := refusedType(s)
	of := jen.Qual(templates.Client, "RefusalOf").Types(refusal).Call(jen.Err())
	is := jen.Qual("errors", "Is").Call(jen.Err(), jen.Qual(templates.Client, "ErrRefused"))
	s.CallOr(send, s.Refused("refused", jen.Op("*").Qual(templates.Client, "Response").Types(refusal), of, is), result)
}

// refusedType is the Go type of a refusal's body.
func refusedType(s templates.Step) *jen.Statement {
	return bodyType(s, "apiRefused", "Refusal", "refusal")
}

// bodyType is the Go type of a response's body, which noun names.
func bodyType(s templates.Step, field, suffix, noun string) *jen.Statement {
	if t := body(s, field, suffix); s.Given(field) {
		return s.JSONStruct(t, noun)
	}
	return s.GoType(types.Of(types.Any))
}

var methods = map[string]string{
	"GET": "MethodGet", "POST": "MethodPost", "PUT": "MethodPut", "PATCH": "MethodPatch", "DELETE": "MethodDelete", "HEAD": "MethodHead",
}

// config is what stays the same from call to call; what is the client's default is left out.
func config(s templates.Step) []templates.Member {
	m := []templates.Member{{Name: "Method", Value: jen.Qual("net/http", methods[s.Text("apiMethod")])}}
	if kind := map[string]string{"form": "Form", "text": "Text"}[writtenAs(s)]; s.Given("apiBody") && kind != "" {
		m = append(m, templates.Member{Name: "BodyType", Value: jen.Qual(templates.Client, kind)})
	}
	if s.Given("apiTimeout") {
		m = append(m, templates.Member{Name: "Timeout", Value: templates.Span(s.Duration("apiTimeout"))})
	}
	if s.Given("apiMaxResponse") {
		m = append(m, templates.Member{Name: "MaxResponse", Value: templates.Bytes(s.Int("apiMaxResponse"))})
	}
	if s.Bool("apiFollowRedirects") {
		m = append(m, templates.Member{Name: "FollowRedirects", Value: jen.True()})
	}
	if s.RunTimeHost("apiUrl") {
		m = append(m, templates.Member{Name: "Guarded", Value: jen.True()})
		if field := s.HostField("apiUrl"); field != "" {
			m = append(m, templates.Member{Name: "ChosenBy", Value: jen.Lit(field)})
		}
	}
	if slices.ContainsFunc([]string{"apiUrl", "apiQuery", "apiBody"}, func(field string) bool { return len(s.Labelled(field)) > 0 }) {
		m = append(m, templates.Member{Name: "Hidden", Value: jen.True()})
	}
	if authType(s) == "oauth2" {
		m = append(m, templates.Member{Name: "Auth", Value: authorizer(s)})
	}
	if s.Wired("refused") {
		m = append(m, templates.Member{Name: "Refused", Value: jen.Qual(templates.Client, "RefusalsOf").Types(refusedType(s)).Call()})
	}
	return m
}

// request is what this call sends.
func request(s templates.Step) []templates.Member {
	m := []templates.Member{{Name: "URL", Value: s.Input("apiUrl")}}
	if headers := headersOf(s); len(headers) > 0 {
		header := jen.Qual("net/http", "Header").Values(headers)
		m = append(m, templates.Member{Name: "Header", Value: header})
	}
	if len(s.Keys("apiQuery")) > 0 {
		m = append(m, templates.Member{Name: "Query", Value: query(s)})
	}
	if s.Given("apiBody") {
		m = append(m, templates.Member{Name: "Body", Value: sent(s)})
	}
	return m
}

// query is what is added to the URL's: texts, or else values that the client writes as those of a form.
func query(s templates.Step) jen.Code {
	texts, values := jen.Dict{}, jen.Dict{}
	for _, name := range s.Keys("apiQuery") {
		value := s.Entry("apiQuery", name)
		texts[jen.Lit(name)], values[jen.Lit(name)] = jen.Values(value), value
	}
	isOther := func(f types.Field) bool { return f.Type.Kind != types.String || f.Type.Nullable }
	if slices.ContainsFunc(s.Type("apiQuery").Fields, isOther) {
		return jen.Qual(templates.Client, "Query").Values(values)
	}
	return jen.Qual("net/url", "Values").Values(texts)
}

// sent is the body.
func sent(s templates.Step) jen.Code {
	if !isPage(s) {
		return s.Input("apiBody")
	}
	page, values := s.Page("apiBody")
	return s.Local("page", jen.Qual(templates.Runtime, "Render").Call(page, values))
}

// entries are the values of an Object field by name, each a list of one.
func entries(s templates.Step, field string, name func(string) string) jen.Dict {
	d := jen.Dict{}
	for _, key := range s.Keys(field) {
		d[jen.Lit(name(key))] = jen.Values(s.Entry(field, key))
	}
	return d
}
