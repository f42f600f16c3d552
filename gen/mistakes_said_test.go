package gen_test

import (
	"fmt"
	"testing"

	"github.com/flowc-dev/flowc/schema/diag"
)

// TestHiddenField wants what is wrong with a node that has the name of a field of the request to say how the field is read.
func TestHiddenField(t *testing.T) {
	const drawing = `
		in apiEndpoint {"endpointMethod": "POST", "endpointPath": "/mail", "endpointPublic": true, "endpointFields": {"email": {"type": "string", "required": true}, "who": {"type": {"mail": "string"}, "required": true}, "late": {"type": "string", "required": true}}}
		email hash {"hashMode": "hash", "hashInput": "{{request.path}}"}
		who hash {"hashMode": "hash", "hashInput": "{{request.path}}"}
		late hash {"hashMode": "hash", "hashInput": "{{request.path}}"}
		ok response {"responseStatus": 200, "responseBody": %s}
		in -> email -> who -> ok`
	for _, tt := range []struct{ body, want string }{
		{`{"mail": "to {{email}}"}`, `FC206 "email": want string, got {hash: string} | write in.email: the node "email" hides the field of the request`},
		{`{"mail": "{{lower(email)}}"}`, `FC206 "lower(email)": want string, got {hash: string} | write in.email: the node "email" hides the field of the request`},
		{`{"mail": "{{email == 'x'}}"}`, `FC206 "email == 'x'": want int, float, string, time, duration, bool or bytes, got {hash: string} | write in.email: the node "email" hides the field of the request`},
		{`"{{who.mail}}"`, `FC204 "who" has no field "mail", it has hash | write in.who: the node "who" hides the field of the request`},
		{`"{{late}}"`, `FC205 "late" has not run on every path to "ok": the entry point "in" does not lead to it | write in.late: the node "late" hides the field of the request`},
		{`"{{who.hsh}}"`, `FC204 "who" has no field "hsh", it has hash | did you mean "hash"?`}, // which the field has not either
		{`{"mail": "{{lower(in.email)}}"}`, ``},
	} {
		got := ""
		for _, d := range lintDrawn(t, fmt.Sprintf(drawing, tt.body)) {
			if d.Code == diag.FC107 {
				continue // the node that has not run is there for its name alone
			}
			got += d.Code.Name + " " + d.Message + hint(d)
		}
		if got != tt.want {
			t.Errorf("%s:\n%s\nwant\n%s", tt.body, got, tt.want)
		}
	}
}

// said are mistakes of which the message says in its hint what to write.
var said = []mistake{
	{"a cookie for days", `"responseStatus": 403`, `"responseStatus": 403, "responseCookies": [{"name": "s", "value": "x", "maxAge": "7d"}]`,
		`17:130 FC003 "maxAge": want a number of seconds, got a string | write 604800`},
	{"a cookie for seconds in quotes", `"responseStatus": 403`, `"responseStatus": 403, "responseCookies": [{"name": "s", "value": "x", "maxAge": "60"}]`,
		`17:130 FC003 "maxAge": want a number of seconds, got a string | write 60`},
	{"a cookie for some time", `"responseStatus": 403`, `"responseStatus": 403, "responseCookies": [{"name": "s", "value": "x", "maxAge": "long"}]`,
		`17:130 FC003 "maxAge": want a number of seconds, got a string`},
	{"a column that no reference can spell", `email, nick FROM users`, "email, nick, email AS `line-items` FROM users",
		`10:99 FC209 no reference can spell the column "line-items" | give it another name, as with ` + "`AS line_items`"},
	{"a reason below the output that has none", `{{user.nick}}`, `{{who.reason}}`,
		`15:123 FC204 "who" has no field "reason" below output "valid" | output "invalid" has it: lead that one here, or read it below that`},
}

// TestSaid wants of each mistake the one message, with its mend.
func TestSaid(t *testing.T) { testMistakes(t, said) }

// TestNullInArithmetic wants of a quotient that may be null to be told so, by its name.
func TestNullInArithmetic(t *testing.T) {
	list := lintDrawn(t, `
		in apiEndpoint {"endpointMethod": "GET", "endpointPath": "/half", "endpointPublic": true}
		mean sql {"sqlMode": "one", "sqlQuery": "SELECT avg(id) / 2 AS half FROM users"}
		ok response {"responseStatus": 200, "responseBody": {"more": "{{mean.half + 1}}"}}
		in -> mean -> ok`)
	const want = `"mean.half + 1": "mean.half" may be missing | use or(mean.half, …), or a Condition on has(mean.half)`
	if len(list) != 1 || list[0].Message+hint(list[0]) != want {
		t.Errorf("%s\nwant\n%s", text(list), want)
	}
}
