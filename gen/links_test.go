package gen_test

import (
	"strings"
	"testing"

	"github.com/flowc-dev/flowc/schema/diag"
)

// TestChosenLinks wants a link with a token to be told whose host the caller chooses, wherever it is sent, and no other one.
func TestChosenLinks(t *testing.T) {
	const drawing = `in apiEndpoint {"endpointMethod": "POST", "endpointPath": "/drawn", "endpointPublic": true, "endpointFields": {"email": {"type": "string", "required": true}, "base": {"type": "string", "required": true}, "app": {"type": "string", "required": true, "validate": "oneof=a.example.com b.example.com"}}}
		m set {"setValues": {"t": "{{randomToken(32)}}"}}
		l set {"setValues": {"link": "LINK"}}
		a api {"apiMethod": "POST", "apiUrl": "https://mail.example.com/send", "apiBody": {"to": "{{email}}", "text": "TEXT"}}
		`
	for _, c := range []struct {
		name, link, text string
		chosen           string
	}{
		{"the header Host", ``, `https://{{or(request.headers['host'], '')}}/reset#{{m.t}}`, "headers.host"},
		{"what a proxy may write", ``, `Open {{or(request.headers['x-forwarded-proto'], 'https')}}://{{or(request.headers['x-forwarded-host'], 'app.example.com')}}/reset#{{m.t}}`, "headers.x-forwarded-host"},
		{"the origin", ``, `Open {{or(request.headers['origin'], '')}}/reset?token={{m.t}} today`, "headers.origin"},
		{"a field, under a name", `{{base + '/reset#' + m.t}}`, `Hello {{email}}, {{l.link}}`, "base"},
		{"a part of the host", ``, `https://{{base}}.example.com/reset#{{m.t}}`, "base"},
		{"the variable", ``, `{{env.PUBLIC_URL}}/reset#{{m.t}}`, ""},
		{"a host that is written as a literal", ``, `Hello {{email}}, open https://app.example.com/{{base}}/reset#{{m.t}}`, ""},
		{"one of a few", ``, `https://{{app}}/reset#{{m.t}}`, ""},
		{"no token in it", ``, `https://{{base}}/welcome and {{m.t}}`, ""},
		{"a code beside an address", ``, `{{email}}: your code is {{m.t}}`, ""},
		{"a name before it", ``, `{{base}}: {{env.PUBLIC_URL}}/reset#{{m.t}}`, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			text := strings.NewReplacer("LINK", c.link, "TEXT", c.text).Replace(drawing)
			var want []string
			if c.chosen != "" {
				want = []string{"FC408 a: the caller chooses the host of the link in which \"a\" sends a token, by \"" + c.chosen + "\""}
			}
			checkRule(t, diag.FC408, want, text+"in -> m -> l -> a -> ok")
		})
	}
	t.Run("a base that a Condition has asked", func(t *testing.T) {
		text := strings.NewReplacer("LINK", "", "TEXT", "Open {{base}}/reset#{{m.t}}").Replace(drawing)
		checkRule(t, diag.FC408, nil, text+`c condition {"conditionExpression": "base == 'https://a.example.com' || base == 'https://b.example.com'"}
			no response {"responseStatus": 400}
			in -> c:true -> m -> l -> a -> ok
			c:false -> no`)
	})
}
