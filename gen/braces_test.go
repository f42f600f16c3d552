package gen_test

import (
	"strconv"
	"testing"
)

// TestForeignBraces finds placeholders in the braces of other languages, where they can't be meant as they stand.
func TestForeignBraces(t *testing.T) {
	const said = `FC216 a: "`
	for _, c := range []struct{ url, text, want string }{
		{"https://a.example/x", "{title}", said + `{title}" stands here as a text`},
		{"https://a.example/x", "${title}", said + `${title}" stands here as a text`},
		{"https://a.example/x", "Hello ${title}!", said + `${title}" stands here as a text`},
		{"https://a.example/x", "${s.x}", said + `${s.x}" stands here as a text`},
		{"https://a.example/x", "{s}", said + `{s}" stands here as a text`},
		{"https://a.example/{title}/x", "x", said + `{title}" stands here as a text`},
		{"https://a.example/x?t=${title}", "x", said + `${title}" stands here as a text`},
		{"https://a.example/x", "{{title}}", ""},
		{"https://a.example/x", "${{title}}", ""},
		{"https://a.example/x", "Hello {title}", ""},
		{"https://a.example/x", "{nobody}", ""},
		{"https://a.example/x", "${HOME}", ""},
		{"https://a.example/x", "{s.y}", ""},
		{"https://a.example/x", "<script>f(`${title}`)</script>", ""},
		{"https://a.example/x", "{{'${title}'}}", ""},
		{"https://a.example/{nobody}", "x", ""},
	} {
		t.Run(c.url+" "+c.text, func(t *testing.T) {
			var want []string
			if c.want != "" {
				want = []string{c.want}
			}
			checkTold(t, want, `
				in apiEndpoint {"endpointMethod": "POST", "endpointPath": "/x", "endpointPublic": true, "endpointFields": {"title": {"type": "string", "required": true}}}
				s set {"setValues": {"x": "{{title}}"}}
				a api {"apiMethod": "POST", "apiUrl": `+strconv.Quote(c.url)+`, "apiBody": {"text": `+strconv.Quote(c.text)+`}}
				in -> s -> a -> ok`)
		})
	}
}
