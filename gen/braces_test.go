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
		{"https://a.example/x", "Hello <%= title %>!", said + `<%= title %>" stands here as a text`},
		{"https://a.example/x", "<p><%- s.x -%></p>", said + `<%- s.x -%>" stands here as a text`},
		{"https://a.example/x", "Hello #{title}", said + `#{title}" stands here as a text`},
		{"https://a.example/x", "Hello %(title)s", said + `%(title)s" stands here as a text`},
		{"https://a.example/x", "$title", said + `$title" stands here as a text`},
		{"https://a.example/x", "Hello $s.x!", said + `$s.x" stands here as a text`},
		{"https://a.example/x", "query($title: String) { notes(title: $title) { id } }", ""},
		{"https://a.example/x", "$s.x", said + `$s.x" stands here as a text`},
		{"https://a.example/x", ":title", said + `:title" stands here as a text`},
		{"https://a.example/:title/x", "x", said + `:title" stands here as a text`},
		{"https://a.example/x", "costs $5, or $HOME", ""},
		{"https://a.example/x", "US$title", ""},
		{"https://a.example/x", "at noon:title", ""},
		{"https://a.example/x", "<% nobody %>", ""},
		{"https://a.example/x", "<script>let $title = 1</script>", ""},
		{"https://a.example:8080/x", "x", ""},
		{"https://a.example/x", "{{title}}", ""},
		{"https://a.example/x", "${{title}}", ""},
		{"https://a.example/x", "Hello {title}", ""},
		{"https://a.example/x", "Hello {s.x}", said + `{s.x}" stands here as a text`},
		{"https://a.example/x", "Hello #{s.x}", said + `#{s.x}" stands here as a text`},
		{"https://a.example/x", "{ notes {s.x} }", ""},
		{"https://a.example/x", "/notes/{title}", said + `{title}" stands here as a text`},
		{"https://a.example/x", "/notes/#{title}", said + `#{title}" stands here as a text`},
		{"https://a.example/x", "/notes/$title", said + `$title" stands here as a text`},
		{"https://a.example/x", "/notes/:title?x=1", said + `:title" stands here as a text`},
		{"https://a.example/x", "/notes/{nobody}/$nobody/:nobody", ""},
		{"https://a.example/x", "Hello [[title]]", said + `[[title]]" stands here as a text`},
		{"https://a.example/x", "Hello [[nobody]]", ""},
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
