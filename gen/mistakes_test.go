package gen_test

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/flowc-dev/flowc/gen"
	"github.com/flowc-dev/flowc/schema/diag"
	"github.com/flowc-dev/flowc/templates/all"
)

// mistake is an edit of testdata/order.flow.json with the one message that it is worth.
type mistake struct {
	name, old, new string
	want           string // place, code, message, and the hint behind a bar
}

var mistakes = []mistake{
	{"truncated", `"target": "ok"}
  ]
}`, `"target": "ok"}`,
		`32:1 FC001 unexpected end of document`},
	{"a comma too many", `{"source": "in", "target": "who"},`, `{"source": "in", "target": "who"},,`,
		`20:39 FC001 invalid character ',' at start of value | remove the comma`},
	{"a misspelt key of the document", `"edges": [`, `"edgs": [], "edges": [`,
		`19:3 FC002 unknown key "edgs" | did you mean "edges"?`},
	{"a key twice", `"authSecret": "{{env.JWT_SECRET}}"`, `"authSecret": "{{env.JWT_SECRET}}", "authSecret": "{{env.JWT_SECRET}}"`,
		`7:80 FC004 duplicate key "authSecret"`},
	{"a node id twice", `"id": "gone"`, `"id": "no"`,
		`17:12 FC004 duplicate node id "no"`},
	{"a note with the id of a node", `{"id": "gone",`, `{"id": "gone", "type": "note"}, {"id": "gone",`,
		`17:44 FC004 duplicate node id "gone"`},
	{"a version of the future", `"version": 1`, `"version": 2`,
		`2:14 FC005 unsupported version 2, want 1`},
	{"a short id", `"id": "s3i5n7g2l4e6m3i5s7t2a4k6e3"`, `"id": "s3i5n7"`,
		`3:9 FC006 workflow id "s3i5n7" is malformed, want at least 20 characters of a-z and 0-9 | flowc fix -w writes one`},
	{"an unknown type", `"type": "auth"`, `"type": "auht"`,
		`7:27 FC101 unknown node type "auht" | did you mean "auth"?`},
	{"a wire to nowhere", `"target": "limit"`, `"target": "limt"`,
		`21:58 FC102 wire to a node that does not exist: "limt" | did you mean "limit"?`},
	{"a wire from nowhere", `"source": "limit"`, `"source": "limt"`,
		`23:16 FC102 wire from a node that does not exist: "limt" | did you mean "limit"?`},
	{"an output that is not there", `"sourceHandle": "notFound"`, `"sourceHandle": "notfound"`,
		`27:40 FC103 SQL "user" has no output "notfound" | did you mean "notFound"?`},
	{"an output left out", `{"source": "who", "sourceHandle": "valid", "target": "limit"}`, `{"source": "who", "target": "limit"}`,
		`21:5 FC103 Auth "who" has no output "out" | write "sourceHandle": "invalid" or "valid"`},
	{"a cycle", `{"source": "note", "target": "guard"}`, `{"source": "note", "target": "guard"}, {"source": "log", "target": "note"}`,
		`28:44 FC104 cycle: note -> guard -> log -> note | remove one of its wires: a workflow runs forward only`},
	{"a wire into the entry point", `{"source": "note", "target": "guard"}`, `{"source": "note", "target": "guard"}, {"source": "log", "target": "in"}`,
		`28:72 FC106 wire into the entry point "in" | remove the wire: an execution starts at an entry point`},
	{"a node without wires", `{"id": "gone",`, `{"id": "idle", "type": "set", "data": {"setValues": {"x": 1}}}, {"id": "gone",`,
		`17:12 FC107 no entry point reaches "idle" | wire it, or remove it`},
	{"a field that is required", `"storageTtl": "1m"`, `"x-ttl": "1m"`,
		`8:29 FC201 Local Storage "limit" needs the field "storageTtl" | add it: how long it lives. A counter lives from its first increment on, as a fixed window`},
	{"a mode that is missing", `"storageOperation": "increment", `, ``,
		`8:29 FC201 Local Storage "limit" needs the field "storageOperation" | use one of delete, deletePrefix, get, increment, set, take`},
	{"a mode that does not exist", `"storageOperation": "increment"`, `"storageOperation": "incremnt"`,
		`8:74 FC203 "storageOperation": want one of delete, deletePrefix, get, increment, set, take; got "incremnt" | did you mean "increment"?`},
	{"a misspelt field", `"storageTtl": "1m"`, `"storageTTL": "1m"`,
		`8:123 FC202 Local Storage has no field "storageTTL" | did you mean "storageTtl"?`},
	{"a field of another shape", `"apiMethod": "POST"`, `"apiMethod": 1`,
		`13:108 FC003 "apiMethod": want a string, got a number`},
	{"a value that is none of the choices", `"apiMethod": "POST"`, `"apiMethod": "PSOT"`,
		`13:108 FC203 "apiMethod": want one of DELETE, GET, HEAD, PATCH, POST, PUT; got "PSOT" | did you mean "POST"?`},
	{"a URL that is empty", `"apiUrl": "{{env.PUBLIC_HUB}}/orders/{{note.id}}"`, `"apiUrl": ""`,
		`13:55 FC203 "": want a URL that begins with http:// or https://`},
	{"a bad duration", `"1m"`, `"60"`,
		`8:137 FC203 "storageTtl": want a positive count and one of ms, s, m, h, d, w, such as "15m"; got "60"`},
	{"a status out of bounds", `"responseStatus": 403`, `"responseStatus": 99`,
		`17:67 FC203 "responseStatus": want a whole number from 200 to 599, got 99`},
	{"a bad path", `/orders/{shop}`, `/orders/{shop`,
		`6:92 FC203 path pattern "/orders/{shop": bad wildcard segment (must end with '}') | write /orders/{shop}`},
	{"a bad key", `orders:{{who.sub}}`, `orders-{{who.sub}}`,
		`8:101 FC203 "storageKey": want a literal prefix that ends in ":" before the first placeholder | write "orders:{{who.sub}}"`},
	{"a bad type of a field", `"count": {"type": "int"}`, `"count": {"type": "integer"}`,
		`6:194 FC203 unknown type "integer", want one of any, bool, bytes, duration, float, int, string, time | write "int"`},
	{"a bad validate tag", `"count": {"type": "int"}`, `"count": {"type": "int", "validate": "gte=1,nonsense"}`,
		`6:176 FC203 "count": validate tag "gte=1,nonsense": there is no rule "nonsense" | see the tags of validator/v10, such as "email" or "min=8,max=72"`},
	{"a misspelt node in an expression", `{{note.id}}", "apiMethod"`, `{{not.id}}", "apiMethod"`,
		`13:83 FC204 "not" does not exist | did you mean "no"?`},
	{"a misspelt field in an expression", `{{user.email}}`, `{{user.emial}}`,
		`13:166 FC204 "user" has no field "emial", it has email, id, nick | did you mean "email"?`},
	{"a misspelt request field", `{{or(count, 1)}}`, `{{or(cuont, 1)}}`,
		`11:148 FC204 "cuont" does not exist | did you mean "count"?`},
	{"a misspelt function", `{{or(count, 1)}}`, `{{orr(count, 1)}}`,
		`11:145 FC204 "orr" is not a function | did you mean "or"?`},
	{"a node that has not run", `{{input.reason}}`, `{{limit.value}}`,
		`16:100 FC205 "limit" has not run on every path to "no": not on in -> who -> no`},
	{"what failed, below catch", `{{error.message}}`, `{{tell.status}}`,
		`14:82 FC205 "tell" has not run on every path to "log": not on in -> who -> limit -> few -> user -> note -> guard -> log`},
	{"a text for a number", `{{or(count, 1)}}`, `{{title}}`,
		`11:145 FC209 parameter 3 of the query: want int, got string | convert it: int(title)`},
	{"a number and a text", `limit.value <= 10`, `limit.value <= '10'`,
		`9:88 FC206 "limit.value <= '10'": want int, got string | convert it: int('10')`},
	{"a condition that is none", `limit.value <= 10`, `limit.value`,
		`9:73 FC206 field "conditionExpression": want bool, got int | convert it: bool(limit.value)`},
	{"null where it can't stand", `{{user.email}}`, `hello {{user.nick}}`,
		`13:167 FC206 "user.nick" may be missing | use or(user.nick, ""), or a Condition on has(user.nick)`},
	{"a row that may be absent", `{"source": "user", "sourceHandle": "notFound", "target": "gone"},`, ``,
		`13:161 FC206 "mail" in field "apiBody": "user.email" may be missing, as the row "user" may be | wire output "notFound" of "user", or write or(user.email, …)`},
	{"an expression that does not parse", `limit.value <= 10`, `limit.value <=`,
		`9:87 FC210 expected operand, found the end`},
	{"braces that are not closed", `{{user.email}}`, `{{user.email`,
		`13:159 FC210 "{{" without "}}" | write {{"{{"}} for the braces themselves`},
	{"an unknown column", `SELECT id, email, nick`, `SELECT id, emial, nick, email`,
		`10:86 FC209 no column "emial" in the tables of this query | did you mean "email"?`},
	{"an unknown table", `UPDATE notes`, `UPDATE ntoes`,
		`14:63 FC209 no table "ntoes" in schema.sql | did you mean "notes"?`},
	{"two statements", `WHERE id = {{note.id}}"`, `WHERE id = {{note.id}}; DELETE FROM notes"`,
		`14:122 FC209 second statement in one query | use one SQL node for each statement`},
	{"a placeholder in quotes", `WHERE email = {{who.sub}}`, `WHERE email = '{{who.sub}}'`,
		`10:124 FC410 placeholder inside quotes | it becomes a bound parameter and stands for a whole value, without quotes around it`},
	{"a placeholder for a table", `UPDATE notes`, `UPDATE {{title}}`,
		`14:63 FC410 placeholder in place of an identifier, after UPDATE | it becomes a bound parameter and stands for a whole value, without quotes around it`},
	{"invalid without a wire", `{"source": "who", "sourceHandle": "invalid", "target": "no"},`, ``,
		`7:12 FC301 output "invalid" of Auth "who" is not connected | connect "invalid"; every request that leaves by it must reach a Response`},
	{"false without a wire", `{"source": "few", "sourceHandle": "false", "target": "gone"},`, ``,
		`9:12 FC302 output "false" of Condition "few" is not connected | connect "false"; every request that leaves by it must reach a Response`},
	{"an end without an answer", `,
    {"source": "guard", "sourceHandle": "done", "target": "ok"}`, ``,
		`12:12 FC303 path ends without a Response: in -> who -> limit -> few -> user -> note -> guard, output "done" | connect output "done" of "guard" to a Response`},
	{"an answer after an answer", `{"source": "note", "target": "guard"}`, `{"source": "note", "target": "guard"}, {"source": "no", "target": "gone"}`,
		`17:12 FC304 path with more than one Response: in -> who -> no -> gone | remove one of them: the first has answered`},
	{"a refusal with another status", `"responseStatus": 401`, `"responseStatus": 400`,
		`16:12 FC305 output "invalid" of "who" leads to a Response with status 400 | answer 401, 403, 404 or 429, or redirect to an address that the caller does not choose`},
	{"a wire out of a region", `{"source": "note", "target": "guard"}`, `{"source": "note", "target": "guard"}, {"source": "tell", "target": "ok"}`,
		`28:44 FC306 wire from "tell" to "ok" leaves the region of "guard" | wire output "done" of "guard" to "ok" instead`},
	{"a branch after one that answers", `{"source": "note", "target": "guard"}`, `{"source": "note", "target": "guard"}, {"source": "note", "target": "gone"}`,
		`28:44 FC308 "gone" never runs: the branch before it, "guard", always answers | wire "gone" into the branch before it, ahead of the Response, or remove it`},
	{"a wire twice", `{"source": "limit", "target": "few"}`, `{"source": "limit", "target": "few"}, {"source": "limit", "target": "few"}`,
		`23:43 FC308 output "out" of "limit" is wired to "few" twice | remove one of the wires`},
	{"a secret in the document", `{{env.JWT_SECRET}}`, `hunter2-hunter2-hunter2`,
		`7:58 FC401 secret written on a node: "authSecret" takes exactly {{env.NAME}} | move the value to an environment variable, write {{env.NAME}}, and replace the value: it has been in a file`},
	{"a secret that is empty", `{{env.JWT_SECRET}}`, ``,
		`7:58 FC401 "authSecret" names no environment variable yet: it takes exactly {{env.NAME}} | write the name of the variable that holds the secret`},
	{"a public variable for a secret", `{{env.JWT_SECRET}}`, `{{env.PUBLIC_KEY}}`,
		`7:58 FC506 "authSecret" takes a secret, but the name of env.PUBLIC_KEY says that it is public | rename the variable, for example to env.KEY`},
	{"a secret in an answer", `{{user.nick}}`, `{{env.JWT_SECRET}}`,
		`15:119 FC402 "env.JWT_SECRET" puts a secret into an answer, which the caller reads | leave it out`},
	{"a hash in an answer", `"sqlQuery": "SELECT id, email, nick FROM`, `"sqlQuery": "SELECT id, email, password_hash AS nick FROM`,
		`15:119 FC402 "user.nick" puts a hash into an answer, which the caller reads: column users.password_hash holds a hash by its name | leave it out`},
	{"a password that is stored", `"count": {"type": "int"}`, `"count": {"type": "int", "sensitive": true}`,
		`11:145 FC403 password "or(count, 1)" is stored in plain text | put a Hash node before it and use its hash`},
	{"a secret in a URL", `{{env.PUBLIC_HUB}}/orders/{{note.id}}`, `https://example.com/orders/{{env.HUB_KEY}}`,
		`13:84 FC407 "env.HUB_KEY" puts a secret into a URL | send it in a header or the body; if the service takes it only there, write "HUB_KEY" into "inUrl" of "names" in defaults.json`},
	{"a host that the caller chooses", `{{env.PUBLIC_HUB}}/orders`, `https://{{shop}}.example.com/orders`,
		`13:65 FC408 the caller chooses the host that "tell" calls | look the address up by an id, or take it from an environment variable`},
	{"a reserved route", `/orders/{shop}`, `/webhooks/{shop}`,
		`6:92 FC501 route POST /webhooks/{shop} is reserved: the server uses it itself | choose another path`},
}

// TestOneMistakeIsOneMessage wants of each mistake exactly one message, at its place, with what is wanted and how to get there.
func TestOneMistakeIsOneMessage(t *testing.T) { testMistakes(t, mistakes) }

func testMistakes(t *testing.T, mistakes []mistake) {
	t.Helper()
	clean, err := os.ReadFile("testdata/order.flow.json")
	if err != nil {
		t.Fatal(err)
	}
	if list := lintOrder(string(clean)); len(list) > 0 {
		t.Fatalf("the workflow is not clean:\n%s", text(list))
	}
	for _, m := range mistakes {
		t.Run(m.name, func(t *testing.T) {
			if strings.Count(string(clean), m.old) != 1 {
				t.Fatalf("%q is in the workflow %d times", m.old, strings.Count(string(clean), m.old))
			}
			list := lintOrder(strings.Replace(string(clean), m.old, m.new, 1))
			var got []string
			for _, d := range list {
				line, column := d.File.Position(d.Span.Start)
				got = append(got, fmt.Sprintf("%d:%d %s %s%s", line, column, d.Code.Name, d.Message, hint(d)))
			}
			if len(got) != 1 || got[0] != m.want {
				t.Errorf("%d messages:\n%s\nwant\n%s", len(got), strings.Join(got, "\n"), m.want)
			}
		})
	}
}

func lintOrder(src string) diag.List {
	return gen.Lint(&gen.Folder{
		Package: "flows", Templates: all.Templates(), Schema: diag.NewFile("schema.sql", []byte(shop)),
		Documents: []*diag.File{diag.NewFile("order.flow.json", []byte(src))}, Imports: imports(),
	})
}

// hint is a diagnostic's hint behind a bar, or "".
func hint(d diag.Diagnostic) string {
	if d.Hint == "" {
		return ""
	}
	return " | " + d.Hint
}

// TestBracesInJSON wants one message of braces too many, and not that the text is no JSON, too.
func TestBracesInJSON(t *testing.T) {
	checkTold(t, []string{`FC210 ok: "}}" without "{{"`}, `
		ok response {"responseStatus": 200, "responseContentType": "application/json", "responseBody": "{\"a\": {{request.path}}}}"}
		in -> ok`)
}

// TestPathWithoutWildcard wants a segment that is named like a field to be no wildcard.
func TestPathWithoutWildcard(t *testing.T) {
	const drawing = `
		in apiEndpoint {"endpointMethod": "POST", "endpointPath": "%s", "endpointFields": {"email": {"type": "string", "in": "path", "required": true}}, "endpointPublic": true}
		ok response {"responseStatus": 200, "responseBody": {"email": "{{email}}"}}
		in -> ok`
	for _, path := range []string{"/me/email", "/email", "/{id}/email.json", "/{emails}"} {
		want := `FC203 in: "email" is in the path, and the path has no wildcard {email}`
		if got := told(lintDrawn(t, fmt.Sprintf(drawing, path))); !slices.Contains(got, want) {
			t.Errorf("%s: %q", path, got)
		}
	}
	for _, path := range []string{"/me/{email}", "/mail/{email...}"} {
		checkTold(t, nil, fmt.Sprintf(drawing, path))
	}
}
