package assist_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/flowc-dev/flowc/gen"
	"github.com/flowc-dev/flowc/gen/assist"
	"github.com/flowc-dev/flowc/schema"
	"github.com/flowc-dev/flowc/schema/diag"
)

// TestExtracted moves nodes into a workflow of their own: what they read is its input, what is read of them its output, and lint
// finds in both what it found before, or the nodes stay.
func TestExtracted(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name, nodes string
		want        []string // of the document
		made        []string // of the new one
		refused     string
	}{
		{
			name: "what is read on both sides", nodes: "first second",
			want: []string{`"callInput": {"count": "{{count}}"}`, `{{part.total}}`, `{"source": "in", "target": "part"}`, `{"source": "part", "target": "ok"}`},
			made: []string{`"count": {"type": "int", "required": true}`, `"{{count + 1}}"`, `"{{first.more * 2}}"`, `"returnValues": {"total": "{{second.total}}"}`},
		},
		{name: "one node", nodes: "first", refused: "choose several"},
		{name: "an answer", nodes: "second ok", refused: "begins or ends"},
		{name: "an entry", nodes: "in first", refused: "begins or ends"},
		{name: "two wires", nodes: "first third", refused: "more than one wire"},
		{name: "no such node", nodes: "nobody first", refused: "choose several"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			d := extractable(t)
			x, err := d.Extract(strings.Fields(tt.nodes), "sum")
			if tt.refused != "" {
				if err == nil || !strings.Contains(err.Error(), tt.refused) {
					t.Errorf("the error is %v, want %q", err, tt.refused)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			for _, part := range tt.want {
				if !strings.Contains(string(x.Text), part) {
					t.Errorf("the document lacks %s:\n%s", part, x.Text)
				}
			}
			for _, part := range tt.made {
				if !strings.Contains(string(x.Made), part) {
					t.Errorf("the workflow lacks %s:\n%s", part, x.Made)
				}
			}
		})
	}
}

// TestExtractedSecrets keeps of the values that become inputs which of them are declared sensitive, under another name too.
func TestExtractedSecrets(t *testing.T) {
	t.Parallel()
	text := `{"version": 1, "id": "s4e5l6l7e4a5s6s7i4s5t6t7e4", "name": "sell", "nodes": [
  {"id": "in", "type": "apiEndpoint", "data": {"endpointMethod": "POST", "endpointPath": "/sell", "endpointPublic": true,
    "endpointFields": {"code": {"type": "string", "required": true, "sensitive": true}, "password": {"type": "string", "required": true},
    "count": {"type": "int", "required": true}}}},
  {"id": "kept", "type": "set", "data": {"setValues": {"word": "{{code}}"}}},
  {"id": "first", "type": "set", "data": {"setValues": {"long": "{{len(code) + len(password) + len(kept.word)}}"}}},
  {"id": "second", "type": "set", "data": {"setValues": {"total": "{{first.long * count}}"}}},
  {"id": "ok", "type": "response", "data": {"responseStatus": 204}}
], "edges": [{"source": "in", "target": "kept"}, {"source": "kept", "target": "first"}, {"source": "first", "target": "second"},
  {"source": "second", "target": "ok"}]}`
	x, err := draftOf(t, text).Extract([]string{"first", "second"}, "sum")
	if err != nil {
		t.Fatal(err)
	}
	doc, problem := schema.ReadJSON(string(x.Made))
	if problem != nil {
		t.Fatal(problem.Message)
	}
	fields := doc.Get("nodes").Items[0].Get("data").Get("subflowFields")
	for name, want := range map[string]bool{"code": true, "word": true, "password": false, "count": false} {
		if sensitive := fields.Get(name).Get("sensitive") != nil; sensitive != want {
			t.Errorf("%s is sensitive: %v, want %v\n%s", name, sensitive, want, x.Made)
		}
	}
}

// TestNotExtracted leaves nodes where they are of which a part of a region is chosen, and where lint would find more
// than before.
func TestNotExtracted(t *testing.T) {
	t.Parallel()
	const region = `{"id": "each", "type": "forEach", "data": {"eachItems": "counts"}},
  {"id": "one", "type": "set", "data": {"setValues": {"n": "{{item + 1}}"}}},
  {"id": "two", "type": "set", "data": {"setValues": {"n": "{{one.n + 1}}"}}},
  {"id": "after", "type": "set", "data": {"setValues": {"n": "{{count}}"}}},`
	const wires = `{"source": "in", "target": "each"}, {"source": "each", "sourceHandle": "each", "target": "one"},
  {"source": "one", "target": "two"}, {"source": "each", "sourceHandle": "done", "target": "after"}, {"source": "after", "target": "ok"}`
	for _, tt := range []struct{ name, middle, wires, nodes, stem, refused string }{
		{"what opens a region, without all that is in it", region, wires, "each one", "sum", "choose both"},
		{"nodes of a region and one behind it", region, wires, "one two after", "sum", "another region"},
		{"what opens a region and what is behind it alone", region, wires, "each after", "sum", "choose both"},
		{"a name that another workflow has in Go", `{"id": "one", "type": "set", "data": {"setValues": {"n": "{{count + 1}}"}}},
  {"id": "two", "type": "set", "data": {"setValues": {"n": "{{one.n + 1}}"}}},`,
			`{"source": "in", "target": "one"}, {"source": "one", "target": "two"},
  {"source": "two", "target": "ok"}`, "one two", "Sell", "in a subflow"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			text := `{"version": 1, "id": "s4e5l6l7e4a5s6s7i4s5t6t7e4", "name": "sell", "nodes": [
  {"id": "in", "type": "apiEndpoint", "data": {"endpointMethod": "POST", "endpointPath": "/sell", "endpointPublic": true,
    "endpointFields": {"count": {"type": "int", "required": true}, "counts": {"type": ["int"], "required": true},
    "code": {"type": "string", "required": true, "sensitive": true}}}},
  ` + tt.middle + `
  {"id": "ok", "type": "response", "data": {"responseStatus": 204}}
], "edges": [` + tt.wires + `]}`
			x, err := draftOf(t, text).Extract(strings.Fields(tt.nodes), tt.stem)
			if err == nil || !strings.Contains(err.Error(), tt.refused) {
				t.Errorf("the error is %v, want %q; extracted is %s", err, tt.refused, x.Made)
			}
		})
	}
}

// extractable is a workflow that computes in three steps.
func extractable(t *testing.T) *assist.Draft {
	t.Helper()
	text := `{"version": 1, "id": "s4e5l6l7e4a5s6s7i4s5t6t7e4", "name": "sell", "nodes": [
  {"id": "in", "type": "apiEndpoint", "data": {"endpointMethod": "POST", "endpointPath": "/sell", "endpointPublic": true,
    "endpointFields": {"count": {"type": "int", "required": true}}}},
  {"id": "first", "type": "set", "data": {"setValues": {"more": "{{count + 1}}"}}},
  {"id": "second", "type": "set", "data": {"setValues": {"total": "{{first.more * 2}}"}}},
  {"id": "third", "type": "set", "data": {"setValues": {"said": "{{count}}"}}},
  {"id": "ok", "type": "response", "data": {"responseStatus": 200, "responseBody": {"total": "{{second.total}}"}}}
], "edges": [
  {"source": "in", "target": "third"},
  {"source": "in", "target": "first"},
  {"source": "first", "target": "second"},
  {"source": "second", "target": "ok"}
]}`
	return draftOf(t, text)
}

// draftOf is a document without errors.
func draftOf(t *testing.T, text string) *assist.Draft {
	t.Helper()
	empty := folder(t, t.TempDir())
	d := assist.Open([]*gen.Folder{empty}, 0, "sell.flow.json", []byte(text))
	if i := slices.IndexFunc(d.Found, func(p diag.Diagnostic) bool { return p.Severity() == diag.Error }); i >= 0 {
		t.Fatal(d.Found[i].Message)
	}
	return d
}
