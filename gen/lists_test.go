package gen_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/flowc-dev/flowc/schema/diag"
)

// TestListParameters wants a list where a column is compared with one, of elements that it can be compared with.
func TestListParameters(t *testing.T) {
	const drawing = `
		in apiEndpoint {"endpointMethod": "POST", "endpointPath": "/drawn", "endpointPublic": true, "endpointFields": {"ids": {"type": ["int"], "required": true}, "names": {"type": ["string"], "required": true}, "maybe": {"type": ["int"]}, "floats": {"type": ["float"], "required": true}, "rows": {"type": [{"id": "int"}], "required": true}, "anys": {"type": "any", "required": true}}}
		row sql {"sqlMode": "one", "sqlDialect": %q, "sqlQuery": %q}
		gone response {"responseStatus": 404}
		in -> row -> ok
		row:notFound -> gone`
	for _, tt := range []struct{ where, want string }{
		{"id IN ({{ids}})", ""},
		{"id not in( {{ids}} )", ""},
		{"id = ANY({{ids}})", ""},
		{"id <> all ({{ids}})", ""},
		{"price IN ({{ids}})", ""},
		{"price = ANY({{floats}})", ""},
		{"owner = ANY({{map(rows, string(item.id))}})", ""},
		{"id = ANY({{anys}})", ""},
		{"id IN ({{names}})", "FC209 parameter 1 of the query: want a list of int, got list<string> | send a list of one field of each: map(list, item.id)"},
		{"id IN ({{rows}})", "FC209 parameter 1 of the query: want a list of int, got list<{id: int}> | send a list of one field of each: map(list, item.id)"},
		{"id IN ({{maybe}})", ""},
		{"id = ANY({{maybe}})", ""},
		{"id NOT IN ({{maybe}})", `FC206 parameter 1 of the query: "maybe" may be missing | ` +
			`declare "maybe" with "required": true, or use or(maybe, …), or a Condition on has(maybe)`},
		{"id = ANY({{len(names)}})", "FC209"},
		{"id = {{ids}}", "FC209 parameter 1 of the query: want int, got list<int> | compare with the elements of a list by `IN ({{…}})`, or `= ANY({{…}})`"},
		{"({{ maybe }} IS NULL OR id IN ({{maybe}}))", "FC209 parameter 1 of the query: want a scalar, got list<int>? | " +
			"ask whether it is there by {{has(maybe)}}, and for its elements by IN ({{maybe}}); or store json(x)"},
		{"id IN ({{ids}}, 1)", "FC209"},
		{"id > {{ids}}", "FC209"},
	} {
		for _, dialect := range []string{"any", "sqlite"} {
			got := ""
			for _, d := range lintDrawn(t, fmt.Sprintf(drawing, dialect, "SELECT id FROM notes WHERE "+tt.where)) {
				if d.Code == diag.FC213 {
					continue // what has a mistake does nothing that is open
				}
				got += d.Code.Name + " " + d.Message + hint(d)
			}
			if got != tt.want && (len(tt.want) != 5 || !strings.HasPrefix(got, tt.want) || strings.Count(got, "FC") != 1) {
				t.Errorf("%s, %s:\n%s\nwant\n%s", dialect, tt.where, got, tt.want)
			}
		}
	}
}
