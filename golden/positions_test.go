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
