package gen_test

import (
	"fmt"
	"testing"
)

// TestBodyAsScalar wants the whole body of a request with fields to be refused where a text is wanted: it is an object in each request
// that comes in.
func TestBodyAsScalar(t *testing.T) {
	const drawing = `
		in apiEndpoint {"endpointMethod": "POST", "endpointPath": "/x", "endpointPublic": true%s}
		note sql {"sqlQuery": %q}
		in -> note -> ok`
	const fields = `, "endpointFields": {"title": {"type": "string", "required": true}}`
	const wrong = `FC206 "request.body": want string, got an object, with the fields of the request | ` +
		`write json(request.body)`
	for _, c := range []struct{ fields, value, want string }{
		{fields, "{{request.body}}", wrong},
		{fields, "{{lower(request.body)}}", wrong},
		{fields, "{{json(request.body)}}", ""},
		{fields, "{{string(request.body.title)}}", ""},
		{"", "{{request.body}}", ""}, // which may be a text
	} {
		got := ""
		for _, d := range lintDrawn(t, fmt.Sprintf(drawing, c.fields, "UPDATE notes SET title = "+c.value+" WHERE id = 1")) {
			got += d.Code.Name + " " + d.Message + hint(d)
		}
		if got != c.want {
			t.Errorf("%s with fields %q: said %q, want %q", c.value, c.fields, got, c.want)
		}
	}
}
