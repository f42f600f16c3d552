package gen_test

import "testing"

// TestInvalidRequest holds what follows a refused request to what is known of it: what is wrong, and nothing of its fields.
func TestInvalidRequest(t *testing.T) {
	const ways = `
		in apiEndpoint {"endpointMethod": "POST", "endpointPath": "/n/{id}", "endpointFields": {"title": {"type": "string", "required": true}}, "endpointPublic": true}
		in -> ok`
	for _, c := range []struct {
		name, drawing string
		want          []string
	}{
		{"what is wrong, by any name", `
			no response {"responseStatus": 422, "responseBody": {"a": "{{errors}}", "b": "{{in.status}}", "c": "{{input.errors['title']}}", "d": "{{in}}", "e": "{{request.path}}"}}
			in:invalid -> no`, nil},
		{"a field and a wildcard", `
			no response {"responseStatus": 400, "responseBody": {"a": "{{title}}", "b": "{{in.title}}", "c": "{{id}}"}}
			in:invalid -> no`,
			[]string{
				`FC204 no: "title" is of the request, and output "invalid" of "in" leads to "no" too, with one that was refused`,
				`FC204 no: "in" has no field "title"`,
				`FC204 no: "id" is of the request, and output "invalid" of "in" leads to "no" too`,
			}},
		{"the body as a whole", `
			no response {"responseStatus": 400, "responseBody": {"a": "{{request.body.a}}", "b": "{{request.rawBody}}"}}
			in:invalid -> no`,
			[]string{`FC204 no: "request.body" is of the request`, `FC204 no: "request.rawBody" is of the request`}},
		{"further down", `
			s set {"setValues": {"x": "{{errors}}"}}
			no response {"responseStatus": 400, "responseBody": {"a": "{{x}}", "b": "{{title}}"}}
			in:invalid -> s -> no`,
			[]string{`FC204 no: "title" is of the request`}},
		{"where both ways meet", `
			both response {"responseStatus": 200, "responseBody": "{{title}}"}
			in -> both
			in:invalid -> both`,
			[]string{`FC204 both: "title" is of the request`, `FC308 in:out: "both" never runs`}},
		{"an end without an answer", `
			s set {"setValues": {"x": "{{errors}}"}}
			in:invalid -> s`,
			[]string{`FC303 s:out: path ends without a Response: in -> s, output "out"`}},
	} {
		t.Run(c.name, func(t *testing.T) { checkTold(t, c.want, ways+c.drawing) })
	}
}

// TestWholeBody is of the body as a whole, of entry points to which one is sent, with the labels of all that it may hold; and of
// requests that were refused.
func TestWholeBody(t *testing.T) {
	for _, c := range []struct {
		name, drawing string
		want          []string
	}{
		{"of a POST", `
			in apiEndpoint {"endpointMethod": "POST", "endpointPath": "/n", "endpointPublic": true}
			no response {"responseStatus": 200, "responseBody": "{{request.body.a}}"}
			in -> no`, nil},
		{"of a GET", `
			in apiEndpoint {"endpointMethod": "GET", "endpointPath": "/n", "endpointPublic": true}
			no response {"responseStatus": 200, "responseBody": {"a": "{{request.body.a}}", "b": "{{request.rawBody}}"}}
			in -> no`,
			[]string{`FC204 no: "request" has no field "body"`, `FC204 no: "request" has no field "rawBody"`}},
		{"an effect on a request that was refused, which nobody guards", `
			in apiEndpoint {"endpointMethod": "POST", "endpointPath": "/n"}
			n sql {"sqlQuery": "INSERT INTO notes (owner, title) VALUES ('nobody', {{request.ip}})"}
			no response {"responseStatus": 400}
			in -> ok
			in:invalid -> n -> no`,
			[]string{`FC404 in: SQL "n" changes data, and no guard is before it`}},
		{"with a password in it", `
			in apiEndpoint {"endpointMethod": "POST", "endpointPath": "/n", "endpointPublic": true, "endpointFields": {"password": {"type": "string"}}}
			no response {"responseStatus": 200, "responseBody": "{{request.body}}"}
			in -> no`,
			[]string{`FC402 no`}},
		{"with a password beside it", `
			in apiEndpoint {"endpointMethod": "POST", "endpointPath": "/n", "endpointPublic": true, "endpointFields": {"password": {"type": "string"}}}
			no response {"responseStatus": 200, "responseBody": "{{request.body.a}}"}
			in -> no`,
			nil},
	} {
		t.Run(c.name, func(t *testing.T) { checkTold(t, c.want, c.drawing) })
	}
}
