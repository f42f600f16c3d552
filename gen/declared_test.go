package gen_test

import (
	"strconv"
	"testing"
)

// TestDeclaredMembers holds declarations of members and elements to their keys, and tells them from objects with such names.
func TestDeclaredMembers(t *testing.T) {
	const begin, end = `in apiEndpoint {"endpointMethod": "POST", "endpointPath": "/n", "endpointPublic": true, "endpointFields": {"f": {"required": true, "type": `, `}}}
		in -> show
		`
	for _, c := range []struct {
		name, typ, shown string
		want             []string
	}{
		{"a member that may be absent", `{"a": {"type": "string"}}`, `{{upper(f.a)}}`, []string{`FC206 show: "upper(f.a)": "f.a" may be missing`}},
		{"a member that is required", `{"a": {"type": "string", "required": true}}`, `{{upper(f.a)}}`, nil},
		{"a member whose tag requires it", `{"a": {"type": "string", "validate": "required,email"}}`, `{{upper(f.a)}}`, nil},
		{"elements", `[{"type": "string", "validate": "email"}]`, `{{join(f, ",")}}`, nil},
		{"elements that may be null", `[{"type": "string?"}]`, `{{join(f, ",")}}`, []string{`FC206 show`}},
		{"in one another", `[{"a": {"type": [{"b": {"type": "int", "required": true, "validate": "gt=1"}}], "required": true}}]`, `{{f[0].a[0].b + 1}}`, nil},
		{"a member that is secret", `{"a": {"type": "string", "sensitive": true}}`, `{{f.a}}`, []string{`FC402 show`}},
		{"a member named type, beside another", `{"type": "string", "at": "int"}`, `{{upper(f.type)}} {{f.at + 1}}`, nil},
		{"an object with a member named type", `{"a": {"required": true, "type": {"type": "string"}}}`, `{{upper(f.a.type)}}`, nil},
		{"an object with members type and description", `{"a": {"type": "string", "description": "string"}}`, `{{f.a}}`,
			[]string{`FC203 in: "description" is "string", beside "type": this declares one value, and is no object with these two members`}},
		{"a tag that is none", `{"a": {"type": "string", "validate": "emial"}}`, `{{f.a}}`, []string{`FC203 in: validate tag "emial": `}},
		{"a tag for another type", `{"a": {"type": "bool", "validate": "min=1"}}`, `{{f.a}}`, []string{`FC203 in: validate tag "min=1": `}},
		{"a member's place", `{"a": {"type": "string", "in": "query"}}`, `{{f.a}}`, []string{`FC202 in: a member of an object has no "in"`}},
		{"an element that is required", `[{"type": "string", "required": true}]`, `{{f[0]}}`, []string{`FC202 in: an element of a list has no "required"`}},
		{"a key of the wrong kind", `{"a": {"type": "string", "required": "yes"}}`, `{{f.a}}`, []string{`FC003 in: "required": want `}},
		{"a type that is none", `{"a": {"type": "text", "required": true}}`, `{{f.a}}`, []string{`FC203 in: unknown type "text"`}},
		{"tags of elements twice", `{"a": {"type": [{"type": "string", "validate": "email"}], "validate": "dive,email"}}`, `{{f.a}}`,
			[]string{`FC203 in: validate tag "dive,email": the elements have a tag of their own`}},
	} {
		t.Run(c.name, func(t *testing.T) {
			checkTold(t, c.want, begin+c.typ+end+`show response {"responseStatus": 200, "responseBody": {"x": `+strconv.Quote(c.shown)+`}}`)
		})
	}
}

// TestFiles says where a file may be.
func TestFiles(t *testing.T) {
	for _, c := range []struct {
		name, fields string
		want         []string
	}{
		{"of a form", `"f": {"type": "file", "required": true}`, nil},
		{"that is asked for its size by a tag", `"f": {"type": "file", "required": true, "validate": "max=10"}`, []string{`FC203 in: "f": a file takes no validate tag`}},
		{"in the query", `"f": {"type": "file", "required": true, "in": "query"}`, []string{`FC203 in: "f" is in the query`}},
		{"in a list", `"f": {"type": ["file"], "required": true}`, []string{`FC203 in: unknown type "file"`}},
		{"in an object", `"f": {"type": {"size": "file"}, "required": true}`, []string{`FC203 in: unknown type "file"`}},
	} {
		t.Run(c.name, func(t *testing.T) {
			checkTold(t, c.want, `
				in apiEndpoint {"endpointMethod": "POST", "endpointPath": "/n", "endpointPublic": true, "endpointFields": {`+c.fields+`}}
				show response {"responseStatus": 200, "responseBody": {"x": "{{f.size}}"}}
				in -> show`)
		})
	}
	checkTold(t, []string{`FC206 show: `}, `
		in apiEndpoint {"endpointMethod": "POST", "endpointPath": "/n", "endpointPublic": true, "endpointFields": {"f": {"type": "file"}}}
		show response {"responseStatus": 200, "responseBody": {"x": "{{f.size}}"}}
		in -> show`)
}
