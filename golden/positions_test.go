package golden_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/go-json-experiment/json"
	"github.com/google/go-cmp/cmp"

	"github.com/flowc-dev/flowc/gen"
	"github.com/flowc-dev/flowc/schema/diag"
)

// greeting is a document whose Response has a body to fill in, as the document writes it.
const greeting = `{
  "version": 1,
  "id": "p2o3s4i5t6i7o2n3p4o5s6i7t2",
  "name": "greeting",
  "nodes": [
    {"id": "in", "type": "apiEndpoint", "data": {"endpointMethod": "GET", "endpointPath": "/"}},
    {"id": "ok", "type": "response", "data": {
      "responseStatus": 200,
      "responseBody": BODY}}
  ],
  "edges": [{"source": "in", "target": "ok"}]
}
`

func greet(body string) string { return strings.Replace(greeting, "BODY", body, 1) }

// TestPositions shows where a caret stands, whatever the text before it is written with.
func TestPositions(t *testing.T) {
	oneLine := strings.Join(strings.Fields(greet(`"{{nope.x}}"`)), " ")
	tests := []struct{ name, document, want string }{
		{"plain", greet(`"{{nope.x}}"`), `
greeting.flow.json:9:26: "nope" does not exist
        "responseBody": "{{nope.x}}"}}
                           ^~~~
`},
		{"UTF-8: columns are code points", greet(`"äöü€😀 {{nope.x}}"`), `
greeting.flow.json:9:32: "nope" does not exist
        "responseBody": "äöü€😀 {{nope.x}}"}}
                                 ^~~~
`},
		{"escapes before a placeholder", greet(`"\u00e9\n\"\ud83d\ude00\/ {{nope.x}}"`), `
greeting.flow.json:9:51: "nope" does not exist
        "responseBody": "\u00e9\n\"\ud83d\ude00\/ {{nope.x}}"}}
                                                    ^~~~
`},
		{"escapes inside of a placeholder", greet(`"{{\"\u00e9\" + n\u006fpe.x}}"`), `
greeting.flow.json:9:39: "nope" does not exist
        "responseBody": "{{\"\u00e9\" + n\u006fpe.x}}"}}
                                        ^~~~~~~~~
`},
		{"the second of two placeholders", greet(`"{{request.id}}\t{{nope.x}}"`), `
greeting.flow.json:9:42: "nope" does not exist
        "responseBody": "{{request.id}}\t{{nope.x}}"}}
                                           ^~~~
`},
		{"tabs", strings.ReplaceAll(greet(`"{{nope.x}}"`), "      ", "\t\t\t"), `
greeting.flow.json:9:23: "nope" does not exist
              "responseBody": "{{nope.x}}"}}
                                 ^~~~
`},
		{"CRLF", strings.ReplaceAll(greet(`"{{nope.x}}"`), "\n", "\r\n"), `
greeting.flow.json:9:26: "nope" does not exist
        "responseBody": "{{nope.x}}"}}
                           ^~~~
`},
		{"byte-order mark, one line", "\ufeff" + oneLine, `
greeting.flow.json:1:262: "nope" does not exist
  …ponse", "data": { "responseStatus": 200, "responseBody": "{{nope.x}}"}} ], "edges": [{"source": "in", "target": "ok"}] }
                                                               ^~~~
`},
		{"one line", oneLine, `
greeting.flow.json:1:262: "nope" does not exist
  …ponse", "data": { "responseStatus": 200, "responseBody": "{{nope.x}}"}} ], "edges": [{"source": "in", "target": "ok"}] }
                                                               ^~~~
`},
		{"a very long line", greet(`"` + strings.Repeat("é\\n", 100_000) + `{{nope.x}}"`), `
greeting.flow.json:9:300026: "nope" does not exist
  …\n` + strings.Repeat("é\\n", 35) + `{{nope.x}}"}}
  ` + strings.Repeat(" ", 110) + `^~~~
`},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			list := fileSet{"greeting.flow.json": []byte(test.document)}.folder()
			got := strings.ReplaceAll(text(gen.Lint(list)), "error: ", "")
			got, _, _ = strings.Cut(strings.ReplaceAll(got, " [FC204]", ""), "hint:")
			if diff := cmp.Diff(strings.TrimPrefix(test.want, "\n"), got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
			checkJSONPlace(t, test.document)
		})
	}
}

// checkJSONPlace wants the offsets of the one diagnostic to cut the name out of the document, and its pointer to lead there.
func checkJSONPlace(t *testing.T, document string) {
	t.Helper()
	var out bytes.Buffer
	if err := diag.WriteJSON(&out, gen.Lint(fileSet{"greeting.flow.json": []byte(document)}.folder())); err != nil {
		t.Fatal(err)
	}
	var list []struct {
		Line, Column, EndLine, EndColumn, Offset, EndOffset int
		Pointer, Node                                       string
	}
	if err := json.Unmarshal(out.Bytes(), &list, json.MatchCaseInsensitiveNames(true)); err != nil || len(list) != 1 {
		t.Fatalf("%d diagnostics, error %v", len(list), err)
	}
	d := list[0]
	if name := strings.ReplaceAll(document[d.Offset:d.EndOffset], `\u006f`, "o"); name != "nope" {
		t.Errorf("the offsets cut out %q", name)
	}
	if d.Pointer != "/nodes/1/data/responseBody" || d.Node != "ok" {
		t.Errorf("the place is %q of node %q", d.Pointer, d.Node)
	}
	if d.EndLine != d.Line || d.EndColumn-d.Column != d.EndOffset-d.Offset {
		t.Errorf("from %d:%d to %d:%d", d.Line, d.Column, d.EndLine, d.EndColumn)
	}
}

// manySpelled has mistakes in every kind of field that is read further than as JSON, behind escapes and characters of
// several bytes.
const manySpelled = `{
  "version": 1,
  "id": "p2o3s4i5t6i7o2n3p4o5s6i7t2",
  "name": "spelled",
  "nodes": [
    {"id": "in", "type": "apiEndpoint", "data": {"endpointMethod": "POST", "endpointPath": "/", "endpointPublic": true}},
    {"id": "s1", "type": "sql", "data": {"sqlQuery": "SELECT id,\n\t\"titel\",\u0020id FROM notes WHERE id = {{ nope1.y }}"}},
    {"id": "s2", "type": "sql", "data": {"sqlQuery": "SELECT 'é\u00e9😀' AS x, '\n{{id}}' FROM notes"}},
    {"id": "c", "type": "condition", "data": {"conditionExpression": "\"\\\"\" == 'é' && nope2.x > 1"}},
    {"id": "u", "type": "api", "data": {"apiUrl": "https://\u0065xample.com/é/{{nope3.a}}?q={{'}}' + nope4.b}}", "apiHeaders": {"x-\u00e9\n": "1"}}},
    {"id": "k", "type": "localStorage", "data": {"storageOperation": "get", "storageKey": "é\u00e9:{{nope5.x}}"}},
    {"id": "ok", "type": "response", "data": {"responseStatus": 200, "responseBody": {"\u00e9a": [1, {"b": "é\n{{c.nothing}}"}], "t": "é{{1 ++ 2}}", "u": "é{{unclosed"}}}
  ],
  "edges": [
    {"source": "in", "target": "s1"}, {"source": "s1", "target": "s2"}, {"source": "s2", "target": "c"},
    {"source": "c", "sourceHandle": "true", "target": "u"}, {"source": "c", "sourceHandle": "false", "target": "ok"},
    {"source": "u", "target": "k"}, {"source": "k", "sourceHandle": "found", "target": "ok"}, {"source": "k", "sourceHandle": "missing", "target": "ok"}
  ]
}
`

// TestPositionsInEveryField cuts what diagnostics point at out of the document, as it is and in other spellings of it.
func TestPositionsInEveryField(t *testing.T) {
	want := []string{
		`FC209 \"titel\"`, `FC204 nope1`, `FC410 {{id}}`, `FC203 "\"\\\"\" == 'é' && nope2.x > 1"`, `FC204 nope2`, `FC204 nope3`, `FC204 nope4`,
		`FC203 "x-\u00e9\n"`, `FC204 nope5`,
		`FC204 nothing`, `FC210 ++`, `FC210 {{`,
	}
	for name, document := range map[string]string{
		"as it is": manySpelled, "CRLF": strings.ReplaceAll(manySpelled, "\n", "\r\n"), "byte-order mark": "\ufeff" + manySpelled,
		"one line": strings.ReplaceAll(manySpelled, "\n", " "), "tabs": strings.ReplaceAll(manySpelled, "  ", "\t"),
	} {
		files := fileSet{"spelled.flow.json": []byte(document), "schema.sql": []byte("CREATE TABLE notes (id INTEGER PRIMARY KEY, title TEXT);")}
		var got []string
		for _, d := range gen.Lint(files.folder()) {
			got = append(got, d.Code.Name+" "+document[d.Span.Start:d.Span.End])
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}
