package gen_test

import (
	"fmt"
	"testing"
)

// hurriedMistakes are what somebody types who has read the README alone, edits of testdata/order.flow.json, each with its one
// message, which says what to write.
var hurriedMistakes = []mistake{
	{"an object where one of its fields is meant", `VALUES ({{who.sub}}, {{title}}`, `VALUES ({{who}}, {{title}}`,
		`11:121 FC209 parameter 1 of the query: want string, got {sub: string, issuer: string?, email: string?, name: string?, claims: any} | name the field that is meant: who.email or who.issuer or who.name or who.sub`},
	{"an object with one field of the type", `"title": "{{title}}", "mail"`, `"title": "to {{note}}", "mail"`,
		`13:143 FC206 "note": want string, got {id: int} | name the field that is meant: note.id`},
	{"a function without its argument", `{{user.email}}`, `{{randomToken()}}`,
		`13:161 FC206 "randomToken()": want 1 argument, got none | write randomToken(bytes int) string, such as randomToken(32)`},
	{"a function without its parentheses", `{{user.email}}`, `{{now}}`,
		`13:161 FC204 "now" does not exist | write now()`},
	{"a function by its name alone", `{{user.email}}`, `{{randomToken}}`,
		`13:161 FC204 "randomToken" does not exist | write randomToken(32)`},
	{"a duration as a value", `{{user.email}}`, `{{now() + 1d}}`,
		`13:169 FC210 "1d" is no value of expressions | write addDuration(now(), "1d")`},
	{"a duration added to a time", `{{user.email}}`, `{{now() + '1d'}}`,
		`13:161 FC206 "now() + '1d'": want string, got time | write addDuration(now(), "1d"), or "-1d"`},
	{"seconds taken from a time", `{{user.email}}`, `{{now() - 86400}}`,
		`13:161 FC206 "now() - 86400": want number, got time | write addDuration(now(), "1d"), or "-1d"; unix(now()) is its seconds`},
	{"a column of a statement that gives none", `"sqlMode": "one", "sqlQuery": "INSERT INTO notes (owner, title, n) VALUES ({{who.sub}}, {{title}}, {{or(count, 1)}}) RETURNING id"`, `"sqlQuery": "INSERT INTO notes (owner, title, n) VALUES ({{who.sub}}, {{title}}, {{or(count, 1)}})"`,
		`13:88 FC204 "note" has no field "id", it has rowsAffected | columns of a row that was written: end the statement with RETURNING and their names, and set "sqlMode" to one`},
	{"a column of a statement that gives rows", `"sqlMode": "one", "sqlQuery": "INSERT`, `"sqlQuery": "INSERT`,
		`13:88 FC204 "note" has no field "id", it has count, rows | columns of one row: set "sqlMode" to one`},
	{"a field of the type alone", `"count": {"type": "int"}`, `"count": "int"`,
		`6:185 FC003 "count": want an object with "type" and so on, got a string | write {"type": "int"}, with "required": true where it may not be left out`},
	{"a field of the type alone that may be null", `"count": {"type": "int"}`, `"count": "int?"`,
		`6:185 FC003 "count": want an object with "type" and so on, got a string | write {"type": "int"}: it may be null where it is not "required"`},
	{"a tag of JSON Schema", `"count": {"type": "int"}`, `"count": {"type": "int", "validate": "minimum=1"}`,
		`6:176 FC203 "count": validate tag "minimum=1": there is no rule "minimum" | write "min=1"`},
	{"a tag of zod", `"count": {"type": "int"}`, `"count": {"type": "int", "validate": "min=1,nonNegative"}`,
		`6:176 FC203 "count": validate tag "min=1,nonNegative": there is no rule "nonNegative" | write "gte=0"`},
	{"a pattern", `"title": {"type": "string", "required": true}`, `"title": {"type": "string", "required": true, "validate": "regex=^a"}`,
		`6:129 FC203 "title": validate tag "regex=^a": there is no rule "regex" | there is no tag for patterns: ask with a Condition, matches(x, "…")`},
	{"a parameter with a name", `VALUES ({{who.sub}}, {{title}}`, `VALUES ({{who.sub}}, :title`,
		`11:132 FC410 parameter ":title" has no value | write the value as a placeholder, such as {{title}}: it becomes a parameter`},
	{"a list in angle brackets", `"count": {"type": "int"}`, `"count": {"type": "list<int>"}`,
		`6:194 FC203 unknown type "list<int>", want one of any, bool, bytes, duration, float, int, string, time | write ["int"]`},
	{"several files", `"count": {"type": "int"}`, `"count": {"type": "files"}`,
		`6:194 FC203 unknown type "files", want one of any, bool, bytes, duration, float, int, string, time | a file is a field of an API Endpoint by itself, and each of several has a name of its own: {"type": "file"}; what it holds is of type bytes`},
	{"a default", `"count": {"type": "int"}`, `"count": {"type": "int", "default": 1}`,
		`6:201 FC202 a request field has no "default" | write what stands in for it where it is read: {{or(count, …)}}`},
	{"a size in megabytes", `"endpointPath": "/orders/{shop}"`, `"endpointPath": "/orders/{shop}", "endpointMaxBody": "5MB"`,
		`6:129 FC203 "endpointMaxBody": want a number of bytes, or a count with KiB, MiB or GiB such as "1MiB"; got "5MB" | write "5MiB"`},
	{"a column to sort by", `WHERE email = {{who.sub}}"`, `WHERE email = {{who.sub}} ORDER BY {{title}}"`,
		`10:144 FC410 placeholder in place of an identifier, after ORDER BY or GROUP BY | sort by columns that are written out: ORDER BY CASE WHEN {{title}} = 'price' THEN price END, name`},
	{"rows where a list is wanted", `"nick": "{{user.nick}}"`, `"nick": "{{csv(user)}}"`,
		`15:123 FC206 "csv(user)": want list or any, got {id: int, email: string, nick: string?}`},
	{"a block of Handlebars", `{{user.email}}`, `{{#each user.nick}}x`,
		`13:161 FC210 "#each user.nick" is a block of another language | write {{each(user.nick, '<li>{{item.name}}</li>')}}: the text is repeated for each item`},
	{"a block that asks", `{{user.email}}`, `{{#if count}}x`,
		`13:161 FC210 "#if count" is a block of another language | write {{when(count, 'the text', '')}}`},
	{"the end of a block", `{{user.email}}`, `{{/each}}`,
		`13:161 FC210 "/each" is a block of another language | leave it out: what is between is an argument of each, or of when`},
	{"a wire of no output", `{"source": "few", "sourceHandle": "true", "target": "user"}`, `{"source": "few", "target": "user"}`,
		`24:5 FC103 Condition "few" has no output "out" | write "sourceHandle": "false" or "true"`},
}

// TestHurried wants of each the one message that names the mend.
func TestHurried(t *testing.T) { testMistakes(t, hurriedMistakes) }

// TestFunctionsAreNotInferred wants the name of a function that takes nothing to be no field of the request that nobody declared:
// the caller would say what time it is.
func TestFunctionsAreNotInferred(t *testing.T) {
	const drawing = `
		in apiEndpoint {"endpointMethod": "GET", "endpointPath": "/due", "endpointPublic": true%s}
		ok response {"responseStatus": 200, "responseBody": {"at": "{{now}}", "of": "{{owner}}"}}
		in -> ok`
	for fields, want := range map[string]string{
		"": `FC204 "now" does not exist | write now()`,
		`, "endpointFields": {"now": {"type": "string"}, "owner": {"type": "string"}}`: "",
	} {
		got := ""
		for _, d := range lintDrawn(t, fmt.Sprintf(drawing, fields)) {
			got += d.Code.Name + " " + d.Message + hint(d)
		}
		if got != want {
			t.Errorf("with fields %q it says %q, want %q", fields, got, want)
		}
	}
}
